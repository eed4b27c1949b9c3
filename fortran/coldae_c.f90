!> coldae_c - the C interface of libcoldae, mirrored one to one
!>
!> Every type, constant and function of coldae/coldae.h under its own name; the comments stand there.
!> Arrays are column-major as in C, indices (the l of a side condition) start at zero.  A dummy that
!> is OPTIONAL here may be NULL in C.  The natural Fortran interface is the module coldae.
module coldae_c
  use, intrinsic :: iso_c_binding, only: c_char, c_double, c_funptr, c_int, c_ptr
  implicit none
  private :: c_char, c_double, c_funptr, c_int, c_ptr
  public

  integer(c_int), parameter :: COLDAE_VERSION_MAJOR = 0
  integer(c_int), parameter :: COLDAE_VERSION_MINOR = 1
  integer(c_int), parameter :: COLDAE_VERSION_PATCH = 0

  ! coldae_status
  integer(c_int), parameter :: COLDAE_OK = 0
  integer(c_int), parameter :: COLDAE_ERR_INVALID = -1
  integer(c_int), parameter :: COLDAE_ERR_MEMORY = -2
  integer(c_int), parameter :: COLDAE_ERR_CALLBACK = -3
  integer(c_int), parameter :: COLDAE_ERR_SINGULAR = -4
  integer(c_int), parameter :: COLDAE_ERR_NO_CONVERGENCE = -5
  integer(c_int), parameter :: COLDAE_ERR_MESH_LIMIT = -6
  integer(c_int), parameter :: COLDAE_ERR_CANCELLED = -7
  integer(c_int), parameter :: COLDAE_ERR_FILE = -8

  integer(c_int), parameter :: COLDAE_EVENT_MESH = 0
  integer(c_int), parameter :: COLDAE_EVENT_NEWTON = 1
  integer(c_int), parameter :: COLDAE_EVENT_DAMPING = 2
  integer(c_int), parameter :: COLDAE_EVENT_ERROR = 3

  integer(c_int), parameter :: COLDAE_GAUSS = 0
  integer(c_int), parameter :: COLDAE_RADAU = 1

  integer(c_int), parameter :: COLDAE_PROJECT_AUTO = 0
  integer(c_int), parameter :: COLDAE_PROJECT_NONE = 1
  integer(c_int), parameter :: COLDAE_PROJECT_INDEX2 = 2
  integer(c_int), parameter :: COLDAE_PROJECT_SELECTIVE = 3

  integer(c_int), parameter :: COLDAE_ADAPT = 0
  integer(c_int), parameter :: COLDAE_HALVE_ONLY = 1
  integer(c_int), parameter :: COLDAE_FIXED_MESH = 2

  integer(c_int), parameter :: COLDAE_NEWTON_DAMPED = 0
  integer(c_int), parameter :: COLDAE_NEWTON_FULL = 1

  integer, parameter :: COLDAE_MESSAGE_SIZE = 256   !< length of coldae_info%message

  type, bind(C) :: coldae_event
     integer(c_int) :: kind
     integer(c_int) :: mesh
     integer(c_int) :: n_intervals
     integer(c_int) :: iteration
     real(c_double) :: damping
     real(c_double) :: correction
     real(c_double) :: error
  end type coldae_event

  type, bind(C) :: coldae_problem
     integer(c_int) :: n_diff
     integer(c_int) :: n_alg
     integer(c_int) :: n_param
     type(c_ptr)    :: order         ! const int [n_diff]
     real(c_double) :: left
     real(c_double) :: right
     integer(c_int) :: n_side
     type(c_ptr)    :: zeta          ! const double [n_side]
     integer(c_int) :: n_coupled
     integer(c_int) :: linear
     type(c_funptr) :: f             ! coldae_f_fn
     type(c_funptr) :: df            ! coldae_df_fn
     type(c_funptr) :: f_batch       ! coldae_f_batch_fn
     type(c_funptr) :: df_batch      ! coldae_df_batch_fn
     type(c_funptr) :: g             ! coldae_g_fn
     type(c_funptr) :: dg            ! coldae_dg_fn
     type(c_funptr) :: coupled       ! coldae_coupled_fn
     type(c_funptr) :: dcoupled      ! coldae_dcoupled_fn
     type(c_funptr) :: guess         ! coldae_guess_fn
     type(c_ptr)    :: param_guess   ! const double [n_param]
     type(c_ptr)    :: user
  end type coldae_problem

  type, bind(C) :: coldae_options
     real(c_double) :: tol
     type(c_ptr)    :: tol_z         ! const double [mstar]
     integer(c_int) :: points
     integer(c_int) :: n_points
     integer(c_int) :: projection
     integer(c_int) :: consistency
     real(c_double) :: rank_kappa
     integer(c_int) :: n_intervals
     integer(c_int) :: max_intervals
     type(c_ptr)    :: mesh          ! const double [n_intervals+1]
     type(c_ptr)    :: fixed         ! const double [n_fixed]
     integer(c_int) :: n_fixed
     integer(c_int) :: adapt
     integer(c_int) :: mesh_on_projected
     integer(c_int) :: newton
     integer(c_int) :: sensitive
     integer(c_int) :: max_iterations
     integer(c_int) :: n_threads
     real(c_double) :: max_bytes
     type(c_ptr)    :: start         ! const coldae_solution
     integer(c_int) :: start_coarsen
     type(c_funptr) :: monitor       ! coldae_monitor_fn
     type(c_ptr)    :: monitor_user
  end type coldae_options

  type, bind(C) :: coldae_info
     integer(c_int) :: n_intervals
     integer(c_int) :: n_meshes
     integer(c_int) :: n_newton
     integer(c_int) :: n_factor
     integer(c_int) :: n_f
     integer(c_int) :: n_df
     integer(c_int) :: n_g
     integer(c_int) :: n_dg
     integer(c_int) :: callback_code
     integer(c_int) :: index
     real(c_double) :: error
     real(c_double) :: condition
     real(c_double) :: bc_residual
     real(c_double) :: constraint_residual
     real(c_double) :: seconds_total
     real(c_double) :: peak_bytes
     character(kind=c_char) :: message(COLDAE_MESSAGE_SIZE)
  end type coldae_info

  type, bind(C) :: coldae_implicit
     integer(c_int) :: n
     integer(c_int) :: n_explicit
     integer(c_int) :: n_param
     real(c_double) :: left
     real(c_double) :: right
     integer(c_int) :: n_side
     type(c_ptr)    :: zeta          ! const double [n_side]
     integer(c_int) :: n_coupled
     integer(c_int) :: linear
     type(c_funptr) :: residual      ! coldae_residual_fn
     type(c_funptr) :: dresidual     ! coldae_dresidual_fn
     type(c_funptr) :: g             ! coldae_g_fn
     type(c_funptr) :: dg            ! coldae_dg_fn
     type(c_funptr) :: coupled       ! coldae_coupled_fn
     type(c_funptr) :: dcoupled      ! coldae_dcoupled_fn
     type(c_funptr) :: guess         ! coldae_implicit_guess_fn
     type(c_ptr)    :: param_guess   ! const double [n_param]
     type(c_ptr)    :: user
  end type coldae_implicit

  ! ---- callbacks: write a bind(C) function of this shape, hand over c_funloc(it) ----------------
  abstract interface
     function coldae_monitor_fn(event, user) bind(C) result(cancel)
       import :: coldae_event, c_int, c_ptr
       type(coldae_event), intent(in) :: event
       type(c_ptr), value :: user
       integer(c_int) :: cancel
     end function coldae_monitor_fn

     function coldae_f_fn(t, z, y, p, f, user) bind(C) result(code)
       import :: c_double, c_int, c_ptr
       real(c_double), value :: t
       real(c_double), intent(in) :: z(*), y(*), p(*)
       real(c_double), intent(inout) :: f(*)
       type(c_ptr), value :: user
       integer(c_int) :: code
     end function coldae_f_fn

     function coldae_df_fn(t, z, y, p, df, user) bind(C) result(code)
       import :: c_double, c_int, c_ptr
       real(c_double), value :: t
       real(c_double), intent(in) :: z(*), y(*), p(*)
       real(c_double), intent(inout) :: df(*)
       type(c_ptr), value :: user
       integer(c_int) :: code
     end function coldae_df_fn

     function coldae_f_batch_fn(m, t, z, y, p, f, user) bind(C) result(code)
       import :: c_double, c_int, c_ptr
       integer(c_int), value :: m
       real(c_double), intent(in) :: t(*), z(*), y(*), p(*)
       real(c_double), intent(inout) :: f(*)
       type(c_ptr), value :: user
       integer(c_int) :: code
     end function coldae_f_batch_fn

     function coldae_df_batch_fn(m, t, z, y, p, df, user) bind(C) result(code)
       import :: c_double, c_int, c_ptr
       integer(c_int), value :: m
       real(c_double), intent(in) :: t(*), z(*), y(*), p(*)
       real(c_double), intent(inout) :: df(*)
       type(c_ptr), value :: user
       integer(c_int) :: code
     end function coldae_df_batch_fn

     function coldae_g_fn(l, z, p, g, user) bind(C) result(code)
       import :: c_double, c_int, c_ptr
       integer(c_int), value :: l
       real(c_double), intent(in) :: z(*), p(*)
       real(c_double), intent(inout) :: g
       type(c_ptr), value :: user
       integer(c_int) :: code
     end function coldae_g_fn

     function coldae_dg_fn(l, z, p, dg, user) bind(C) result(code)
       import :: c_double, c_int, c_ptr
       integer(c_int), value :: l
       real(c_double), intent(in) :: z(*), p(*)
       real(c_double), intent(inout) :: dg(*)
       type(c_ptr), value :: user
       integer(c_int) :: code
     end function coldae_dg_fn

     function coldae_coupled_fn(zl, zr, p, r, user) bind(C) result(code)
       import :: c_double, c_int, c_ptr
       real(c_double), intent(in) :: zl(*), zr(*), p(*)
       real(c_double), intent(inout) :: r(*)
       type(c_ptr), value :: user
       integer(c_int) :: code
     end function coldae_coupled_fn

     function coldae_dcoupled_fn(zl, zr, p, dr, user) bind(C) result(code)
       import :: c_double, c_int, c_ptr
       real(c_double), intent(in) :: zl(*), zr(*), p(*)
       real(c_double), intent(inout) :: dr(*)
       type(c_ptr), value :: user
       integer(c_int) :: code
     end function coldae_dcoupled_fn

     function coldae_guess_fn(t, z, y, dmu, user) bind(C) result(code)
       import :: c_double, c_int, c_ptr
       real(c_double), value :: t
       real(c_double), intent(inout) :: z(*), y(*), dmu(*)
       type(c_ptr), value :: user
       integer(c_int) :: code
     end function coldae_guess_fn

     function coldae_residual_fn(t, x, dx, p, r, user) bind(C) result(code)
       import :: c_double, c_int, c_ptr
       real(c_double), value :: t
       real(c_double), intent(in) :: x(*), dx(*), p(*)
       real(c_double), intent(inout) :: r(*)
       type(c_ptr), value :: user
       integer(c_int) :: code
     end function coldae_residual_fn

     function coldae_dresidual_fn(t, x, dx, p, dr, user) bind(C) result(code)
       import :: c_double, c_int, c_ptr
       real(c_double), value :: t
       real(c_double), intent(in) :: x(*), dx(*), p(*)
       real(c_double), intent(inout) :: dr(*)
       type(c_ptr), value :: user
       integer(c_int) :: code
     end function coldae_dresidual_fn

     function coldae_implicit_guess_fn(t, x, dx, user) bind(C) result(code)
       import :: c_double, c_int, c_ptr
       real(c_double), value :: t
       real(c_double), intent(inout) :: x(*), dx(*)
       type(c_ptr), value :: user
       integer(c_int) :: code
     end function coldae_implicit_guess_fn
  end interface

  ! ---- functions ---------------------------------------------------------------------------------
  interface
     subroutine coldae_problem_init(problem) bind(C)
       import :: coldae_problem
       type(coldae_problem), intent(out) :: problem
     end subroutine coldae_problem_init

     subroutine coldae_options_init(options) bind(C)
       import :: coldae_options
       type(coldae_options), intent(out) :: options
     end subroutine coldae_options_init

     function coldae_solve(problem, options, solution, info) bind(C) result(status)
       import :: coldae_problem, coldae_options, coldae_info, c_int, c_ptr
       type(coldae_problem), intent(in) :: problem
       type(coldae_options), intent(in), optional :: options
       type(c_ptr), intent(out) :: solution
       type(coldae_info), intent(out), optional :: info
       integer(c_int) :: status
     end function coldae_solve

     function coldae_solution_eval(solution, t, z, y) bind(C) result(status)
       import :: c_double, c_int, c_ptr
       type(c_ptr), value :: solution
       real(c_double), value :: t
       real(c_double), intent(out), optional :: z(*), y(*)
       integer(c_int) :: status
     end function coldae_solution_eval

     function coldae_solution_eval_many(solution, n, t, z, y) bind(C) result(status)
       import :: c_double, c_int, c_ptr
       type(c_ptr), value :: solution
       integer(c_int), value :: n
       real(c_double), intent(in) :: t(*)
       real(c_double), intent(out), optional :: z(*), y(*)
       integer(c_int) :: status
     end function coldae_solution_eval_many

     function coldae_solution_derivative(solution, t, dmu) bind(C) result(status)
       import :: c_double, c_int, c_ptr
       type(c_ptr), value :: solution
       real(c_double), value :: t
       real(c_double), intent(out) :: dmu(*)
       integer(c_int) :: status
     end function coldae_solution_derivative

     function coldae_solution_mesh(solution, t) bind(C) result(n)
       import :: c_int, c_ptr
       type(c_ptr), value :: solution
       type(c_ptr), intent(out), optional :: t   ! const double [n+1]
       integer(c_int) :: n
     end function coldae_solution_mesh

     subroutine coldae_solution_error(solution, error_z) bind(C)
       import :: c_double, c_ptr
       type(c_ptr), value :: solution
       real(c_double), intent(out) :: error_z(*)
     end subroutine coldae_solution_error

     function coldae_solution_param(solution) bind(C) result(p)
       import :: c_ptr
       type(c_ptr), value :: solution
       type(c_ptr) :: p                          ! const double [n_param]
     end function coldae_solution_param

     pure subroutine coldae_solution_sizes(solution, n_diff, n_alg, n_param, mstar, n_points, order) bind(C)
       import :: c_int, c_ptr
       type(c_ptr), value :: solution
       integer(c_int), intent(out), optional :: n_diff, n_alg, n_param, mstar, n_points
       type(c_ptr), intent(out), optional :: order   ! const int [n_diff]
     end subroutine coldae_solution_sizes

     function coldae_solution_save(solution, path) bind(C) result(status)
       import :: c_char, c_int, c_ptr
       type(c_ptr), value :: solution
       character(kind=c_char), intent(in) :: path(*)   ! ends with c_null_char
       integer(c_int) :: status
     end function coldae_solution_save

     function coldae_solution_load(path, solution, message, message_size) bind(C) result(status)
       import :: c_char, c_int, c_ptr
       character(kind=c_char), intent(in) :: path(*)   ! ends with c_null_char
       type(c_ptr), intent(out) :: solution
       character(kind=c_char), intent(inout), optional :: message(*)
       integer(c_int), value :: message_size
       integer(c_int) :: status
     end function coldae_solution_load

     subroutine coldae_solution_free(solution) bind(C)
       import :: c_ptr
       type(c_ptr), value :: solution
     end subroutine coldae_solution_free

     function coldae_strerror(status) bind(C) result(text)
       import :: c_int, c_ptr
       integer(c_int), value :: status
       type(c_ptr) :: text                       ! const char []
     end function coldae_strerror

     function coldae_version() bind(C) result(text)
       import :: c_ptr
       type(c_ptr) :: text                       ! const char []
     end function coldae_version

     function coldae_check_jacobian(problem, t, z, y, p, worst, message, message_size) bind(C) result(status)
       import :: coldae_problem, c_char, c_double, c_int, c_ptr
       type(coldae_problem), intent(in) :: problem
       real(c_double), value :: t
       real(c_double), intent(in) :: z(*)
       real(c_double), intent(in), optional :: y(*), p(*)
       real(c_double), intent(out) :: worst
       character(kind=c_char), intent(inout), optional :: message(*)
       integer(c_int), value :: message_size
       integer(c_int) :: status
     end function coldae_check_jacobian

     subroutine coldae_implicit_init(problem) bind(C)
       import :: coldae_implicit
       type(coldae_implicit), intent(out) :: problem
     end subroutine coldae_implicit_init

     function coldae_solve_implicit(problem, options, solution, info) bind(C) result(status)
       import :: coldae_implicit, coldae_options, coldae_info, c_int, c_ptr
       type(coldae_implicit), intent(in) :: problem
       type(coldae_options), intent(in), optional :: options
       type(c_ptr), intent(out) :: solution
       type(coldae_info), intent(out), optional :: info
       integer(c_int) :: status
     end function coldae_solve_implicit
  end interface
end module coldae_c
