!> coldae - boundary value problems of differential-algebraic equations, in natural Fortran
!>
!>     u_i^(m_i) = f_i(t, z(u), y, p),   i = 1 .. n_diff
!>             0 = f_i(t, z(u), y, p),   i = n_diff+1 .. n_diff+n_alg
!>
!> with side conditions g_l(z(zeta_l), p) = 0, l = 1 .. size(zeta), conditions that couple the two ends,
!> and unknown constants p.  z(u) = (u_1, u_1', .., u_1^(m_1-1), u_2, ..) has mstar = sum(order) entries.
!>
!> Use: extend the type bvp, override f and what else you have, set its components, call solve.
!>
!>     type, extends(bvp) :: my_problem
!>     contains
!>        procedure :: f => my_f
!>        procedure :: g => my_g
!>     end type
!>     ...
!>     problem = my_problem(order=[2], zeta=[0.0_dp, 1.0_dp])
!>     call solve(problem, sol, tol=1e-8_dp)
!>     call sol%eval(t, z)
!>
!> Fully implicit problems 0 = r(t, x, x', p): extend the type implicit_problem in the same way; its equations
!> are the procedure residual, and solve takes it too.  Initial values: march takes a bvp, integrate a motion
!> (constrained mechanics).  Problems of higher index: reform makes a bvp of a constrained_problem.  Constraints that
!> lose rank at isolated points: regularize_solve and regularize_march take a singular_problem.
!>
!> What is not overridden counts as not given: a missing Jacobian is differenced, a missing guess is
!> zero.  To find out, solve calls each optional procedure once at the first guess before it starts.
!>
!> Errors: every procedure has optional status and message arguments.  With status the caller decides;
!> without, anything but COLDAE_OK ends the program with error stop and the message.
!>
!> Threads: no module variables.  Two solves may run at the same time, and a callback may solve another
!> problem.  With n_threads > 1 the callbacks (but not monitor) are called from several threads at once;
!> their passed object is intent(in), so this is safe unless they write through pointers.  A solution may
!> be evaluated from several threads; copying or freeing *one* solution from two threads needs a lock.
!>
!> This file only gathers the names; the parts are coldae_words, coldae_solutions, coldae_problems, coldae_gates,
!> coldae_opening, coldae_solving, coldae_marching, coldae_moving, coldae_motions, coldae_singular, coldae_regularizing,
!> coldae_constrained, coldae_reform_gates, coldae_reform_opening and coldae_reforming, from bottom to top.
module coldae
  use coldae_c, only: &
       COLDAE_OK, COLDAE_ERR_INVALID, COLDAE_ERR_MEMORY, COLDAE_ERR_CALLBACK, COLDAE_ERR_SINGULAR, &
       COLDAE_ERR_NO_CONVERGENCE, COLDAE_ERR_MESH_LIMIT, COLDAE_ERR_CANCELLED, COLDAE_ERR_FILE, &
       COLDAE_EVENT_MESH, COLDAE_EVENT_NEWTON, COLDAE_EVENT_DAMPING, COLDAE_EVENT_ERROR, &
       COLDAE_GAUSS, COLDAE_RADAU, &
       COLDAE_PROJECT_AUTO, COLDAE_PROJECT_NONE, COLDAE_PROJECT_INDEX2, COLDAE_PROJECT_SELECTIVE, &
       COLDAE_ADAPT, COLDAE_HALVE_ONLY, COLDAE_FIXED_MESH, COLDAE_NEWTON_DAMPED, COLDAE_NEWTON_FULL
  use coldae_ivp_c, only: COLDAE_STEP_FIXED, COLDAE_STEP_MESH, COLDAE_STEP_AUTO, &
       COLDAE_INDEX3_PROJECT_BOTH, COLDAE_INDEX3_PROJECT_VELOCITY, COLDAE_INDEX3_PROJECT_NONE, &
       COLDAE_INDEX3_JACOBIAN_FULL, COLDAE_INDEX3_JACOBIAN_STRUCTURE, COLDAE_INDEX3_JACOBIAN_CONSTANT
  use coldae_reform_c, only: COLDAE_REFORM_INDEX1, COLDAE_REFORM_INDEX2, COLDAE_REFORM_BAUMGARTE, &
       COLDAE_REFORM_BAUMGARTE2, COLDAE_REFORM_STABILIZED, COLDAE_REFORM_INVARIANT1, COLDAE_REFORM_INVARIANT2, &
       COLDAE_REFORM_FAMILY, COLDAE_REFORM_STATE_SPACE, COLDAE_REFORM_TRANSPOSED, COLDAE_REFORM_FORCES
  use coldae_srm_c, only: COLDAE_SRM_E_INVERSE, COLDAE_SRM_E_TRANSPOSE, COLDAE_SRM_E_IDENTITY, COLDAE_SRM_E_DELTA, &
       COLDAE_SRM_E_FUNCTION, COLDAE_SRM_Y0_ZERO, COLDAE_SRM_Y0_VALUE, COLDAE_SRM_Y0_FUNCTION, COLDAE_SRM_Y0_START, &
       COLDAE_SRM_SEQUENTIAL, COLDAE_SRM_PENALTY, COLDAE_SRM_PARK_CHIOU, COLDAE_SRM_RADAU, COLDAE_SRM_EULER, &
       COLDAE_SRM_RK4, COLDAE_SRM_END_KEEP, COLDAE_SRM_END_ALONG_B, COLDAE_SRM_END_COMPONENTS
  use coldae_words, only: dp, status_text, library_version
  use coldae_solutions, only: solution
  use coldae_problems, only: bvp, implicit_problem, solve_event, march_step
  use coldae_solving, only: solve, check_jacobian, solve_options, solve_info
  use coldae_marching, only: march, make_consistent, march_options, march_info
  use coldae_moving, only: motion
  use coldae_motions, only: motion_options, motion_start, integrate, make_consistent, check_jacobian
  use coldae_singular, only: singular_problem, regularize_step
  use coldae_regularizing, only: regularize_solve, regularize_march, recover_y, regularize_options, regularize_info
  use coldae_constrained, only: constrained_problem, linear_constrained_problem
  use coldae_reform_opening, only: reform_options, reform_info
  use coldae_reforming, only: reform, reformed, march_state_space
  implicit none
  public                                             ! every name above
end module coldae
