!> coldae_ivp_c - coldae/ivp.h (marching, constrained motion), mirrored one to one
!>
!> Every type, constant and function of coldae/ivp.h under its own name; the comments stand there.  Manners as in
!> coldae_c: arrays are column-major, a dummy that is OPTIONAL here may be NULL in C, callbacks are bind(C) functions.
module coldae_ivp_c
  use, intrinsic :: iso_c_binding, only: c_char, c_double, c_funptr, c_int, c_ptr
  use coldae_c, only: coldae_problem, COLDAE_MESSAGE_SIZE
  implicit none
  private :: c_char, c_double, c_funptr, c_int, c_ptr, coldae_problem, COLDAE_MESSAGE_SIZE
  public

  integer(c_int), parameter :: COLDAE_STEP_FIXED = 0
  integer(c_int), parameter :: COLDAE_STEP_MESH = 1
  integer(c_int), parameter :: COLDAE_STEP_AUTO = 2

  integer(c_int), parameter :: COLDAE_INDEX3_PROJECT_BOTH = 0
  integer(c_int), parameter :: COLDAE_INDEX3_PROJECT_VELOCITY = 1
  integer(c_int), parameter :: COLDAE_INDEX3_PROJECT_NONE = 2

  integer(c_int), parameter :: COLDAE_INDEX3_JACOBIAN_FULL = 0
  integer(c_int), parameter :: COLDAE_INDEX3_JACOBIAN_STRUCTURE = 1
  integer(c_int), parameter :: COLDAE_INDEX3_JACOBIAN_CONSTANT = 2

  type, bind(C) :: coldae_step
     integer(c_int) :: number
     real(c_double) :: t_old
     real(c_double) :: t
     type(c_ptr)    :: z             ! const double [mstar] or [n_u+n_v]
     type(c_ptr)    :: y             ! const double [n_alg] or [n_lambda]
     type(c_ptr)    :: dense
  end type coldae_step

  type, bind(C) :: coldae_ivp_info
     integer(c_int) :: n_steps
     integer(c_int) :: n_rejected
     integer(c_int) :: n_failed
     integer(c_int) :: n_newton
     integer(c_int) :: n_factor
     integer(c_int) :: n_f
     integer(c_int) :: n_df
     integer(c_int) :: n_g
     integer(c_int) :: n_dg
     integer(c_int) :: callback_code
     integer(c_int) :: index
     real(c_double) :: t
     real(c_double) :: h
     real(c_double) :: smallest
     real(c_double) :: largest
     real(c_double) :: constraint_residual
     real(c_double) :: seconds_total
     real(c_double) :: peak_bytes
     character(kind=c_char) :: message(COLDAE_MESSAGE_SIZE)
  end type coldae_ivp_info

  type, bind(C) :: coldae_invariant
     integer(c_int) :: n
     type(c_funptr) :: h             ! coldae_invariant_fn
     type(c_funptr) :: dh            ! coldae_dinvariant_fn
     type(c_funptr) :: D             ! coldae_direction_fn
     type(c_ptr)    :: user
  end type coldae_invariant

  type, bind(C) :: coldae_march_options
     real(c_double) :: tol
     type(c_ptr)    :: tol_z         ! const double [mstar]
     integer(c_int) :: points
     integer(c_int) :: n_points
     integer(c_int) :: projection
     real(c_double) :: rank_kappa
     integer(c_int) :: consistency
     integer(c_int) :: step
     integer(c_int) :: n_steps
     type(c_ptr)    :: mesh          ! const double [n_steps+1]
     type(c_ptr)    :: fixed         ! const double [n_fixed]
     integer(c_int) :: n_fixed
     real(c_double) :: h_first
     real(c_double) :: h_largest
     integer(c_int) :: max_steps
     integer(c_int) :: max_iterations
     type(c_ptr)    :: invariants    ! const coldae_invariant [n_invariants]
     integer(c_int) :: n_invariants
     type(c_funptr) :: observer      ! coldae_observer_fn
     type(c_ptr)    :: observer_user
     real(c_double) :: max_bytes
  end type coldae_march_options

  type, bind(C) :: coldae_index3_problem
     integer(c_int) :: n_u
     integer(c_int) :: n_v
     integer(c_int) :: n_lambda
     integer(c_int) :: index
     real(c_double) :: left
     real(c_double) :: right
     type(c_funptr) :: f             ! coldae_index3_fn
     type(c_funptr) :: k             ! coldae_index3_fn
     type(c_funptr) :: g             ! coldae_index3_fn
     type(c_funptr) :: mass          ! coldae_index3_mass_fn
     integer(c_int) :: mass_is_constant
     type(c_funptr) :: df            ! coldae_index3_jacobian_fn
     type(c_funptr) :: dk            ! coldae_index3_jacobian_fn
     type(c_funptr) :: dg            ! coldae_index3_jacobian_fn
     integer(c_int) :: g_depends_on_t
     type(c_funptr) :: g_t           ! coldae_index3_fn
     type(c_ptr)    :: user
  end type coldae_index3_problem

  type, bind(C) :: coldae_index3_start
     real(c_double) :: g
     real(c_double) :: rate
     real(c_double) :: moved_u
     real(c_double) :: moved_v
     real(c_double) :: moved_lambda
  end type coldae_index3_start

  type, bind(C) :: coldae_index3_options
     real(c_double) :: tol
     real(c_double) :: rtol
     real(c_double) :: atol
     type(c_ptr)    :: atol_x        ! const double [n_u+n_v+n_lambda]
     integer(c_int) :: tol_is_local
     integer(c_int) :: stages
     integer(c_int) :: projection
     integer(c_int) :: jacobian
     real(c_double) :: h_first
     real(c_double) :: h_largest
     integer(c_int) :: constant_steps
     integer(c_int) :: max_steps
     integer(c_int) :: consistency
     real(c_double) :: start_limit
     type(c_ptr)    :: start         ! coldae_index3_start
     type(c_ptr)    :: t_out         ! const double [n_out]
     integer(c_int) :: n_out
     type(c_ptr)    :: out           ! double [n_u+n_v+n_lambda, n_out]
     integer(c_int) :: out_is_exact
     type(c_funptr) :: observer      ! coldae_observer_fn
     type(c_ptr)    :: observer_user
     real(c_double) :: max_bytes
  end type coldae_index3_options

  ! ---- callbacks: write a bind(C) function of this shape, hand over c_funloc(it) ----------------
  abstract interface
     function coldae_observer_fn(step, user) bind(C) result(cancel)
       import :: coldae_step, c_int, c_ptr
       type(coldae_step), intent(in) :: step
       type(c_ptr), value :: user
       integer(c_int) :: cancel
     end function coldae_observer_fn

     function coldae_invariant_fn(t, z, p, h, user) bind(C) result(code)
       import :: c_double, c_int, c_ptr
       real(c_double), value :: t
       real(c_double), intent(in) :: z(*), p(*)
       real(c_double), intent(inout) :: h(*)
       type(c_ptr), value :: user
       integer(c_int) :: code
     end function coldae_invariant_fn

     function coldae_dinvariant_fn(t, z, p, dh, user) bind(C) result(code)
       import :: c_double, c_int, c_ptr
       real(c_double), value :: t
       real(c_double), intent(in) :: z(*), p(*)
       real(c_double), intent(inout) :: dh(*)
       type(c_ptr), value :: user
       integer(c_int) :: code
     end function coldae_dinvariant_fn

     function coldae_direction_fn(t, z, p, D, user) bind(C) result(code)
       import :: c_double, c_int, c_ptr
       real(c_double), value :: t
       real(c_double), intent(in) :: z(*), p(*)
       real(c_double), intent(inout) :: D(*)
       type(c_ptr), value :: user
       integer(c_int) :: code
     end function coldae_direction_fn

     function coldae_index3_fn(t, u, v, lambda, out, user) bind(C) result(code)
       import :: c_double, c_int, c_ptr
       real(c_double), value :: t
       real(c_double), intent(in) :: u(*), v(*), lambda(*)
       real(c_double), intent(inout) :: out(*)
       type(c_ptr), value :: user
       integer(c_int) :: code
     end function coldae_index3_fn

     function coldae_index3_jacobian_fn(t, u, v, lambda, w, d, user) bind(C) result(code)
       import :: c_double, c_int, c_ptr
       real(c_double), value :: t
       real(c_double), intent(in) :: u(*), v(*), lambda(*), w(*)
       real(c_double), intent(inout) :: d(*)
       type(c_ptr), value :: user
       integer(c_int) :: code
     end function coldae_index3_jacobian_fn

     function coldae_index3_mass_fn(t, u, m, user) bind(C) result(code)
       import :: c_double, c_int, c_ptr
       real(c_double), value :: t
       real(c_double), intent(in) :: u(*)
       real(c_double), intent(inout) :: m(*)
       type(c_ptr), value :: user
       integer(c_int) :: code
     end function coldae_index3_mass_fn
  end interface

  ! ---- functions ---------------------------------------------------------------------------------
  interface
     function coldae_step_eval(step, t, z, y) bind(C) result(status)
       import :: coldae_step, c_double, c_int
       type(coldae_step), intent(in) :: step
       real(c_double), value :: t
       real(c_double), intent(out), optional :: z(*), y(*)
       integer(c_int) :: status
     end function coldae_step_eval

     subroutine coldae_march_options_init(options) bind(C)
       import :: coldae_march_options
       type(coldae_march_options), intent(out) :: options
     end subroutine coldae_march_options_init

     function coldae_march(problem, z_left, options, z_right, y_right, solution, info) bind(C) result(status)
       import :: coldae_problem, coldae_march_options, coldae_ivp_info, c_double, c_int, c_ptr
       type(coldae_problem), intent(in) :: problem
       real(c_double), intent(in), optional :: z_left(*)
       type(coldae_march_options), intent(in), optional :: options
       real(c_double), intent(inout), optional :: z_right(*), y_right(*)
       type(c_ptr), intent(out), optional :: solution
       type(coldae_ivp_info), intent(out), optional :: info
       integer(c_int) :: status
     end function coldae_march

     function coldae_consistent(problem, t, keep, options, z, y, moved, info) bind(C) result(status)
       import :: coldae_problem, coldae_march_options, coldae_ivp_info, c_double, c_int
       type(coldae_problem), intent(in) :: problem
       real(c_double), value :: t
       integer(c_int), intent(in), optional :: keep(*)
       type(coldae_march_options), intent(in), optional :: options
       real(c_double), intent(inout) :: z(*)
       real(c_double), intent(inout), optional :: y(*), moved(*)
       type(coldae_ivp_info), intent(out), optional :: info
       integer(c_int) :: status
     end function coldae_consistent

     subroutine coldae_index3_problem_init(problem) bind(C)
       import :: coldae_index3_problem
       type(coldae_index3_problem), intent(out) :: problem
     end subroutine coldae_index3_problem_init

     subroutine coldae_index3_options_init(options) bind(C)
       import :: coldae_index3_options
       type(coldae_index3_options), intent(out) :: options
     end subroutine coldae_index3_options_init

     function coldae_index3(problem, options, u, v, lambda, info) bind(C) result(status)
       import :: coldae_index3_problem, coldae_index3_options, coldae_ivp_info, c_double, c_int
       type(coldae_index3_problem), intent(in) :: problem
       type(coldae_index3_options), intent(in), optional :: options
       real(c_double), intent(inout), optional :: u(*), v(*), lambda(*)
       type(coldae_ivp_info), intent(out), optional :: info
       integer(c_int) :: status
     end function coldae_index3

     function coldae_index3_consistent(problem, options, u, v, lambda, start, info) bind(C) result(status)
       import :: coldae_index3_problem, coldae_index3_options, coldae_index3_start, coldae_ivp_info, c_double, c_int
       type(coldae_index3_problem), intent(in) :: problem
       type(coldae_index3_options), intent(in), optional :: options
       real(c_double), intent(inout), optional :: u(*), v(*), lambda(*)
       type(coldae_index3_start), intent(out), optional :: start
       type(coldae_ivp_info), intent(out), optional :: info
       integer(c_int) :: status
     end function coldae_index3_consistent

     function coldae_index3_check_jacobian(problem, t, u, v, lambda, w, worst, message, message_size) &
          bind(C) result(status)
       import :: coldae_index3_problem, c_char, c_double, c_int
       type(coldae_index3_problem), intent(in) :: problem
       real(c_double), value :: t
       real(c_double), intent(in), optional :: u(*), v(*), lambda(*), w(*)
       real(c_double), intent(out), optional :: worst
       character(kind=c_char), intent(inout), optional :: message(*)
       integer(c_int), value :: message_size
       integer(c_int) :: status
     end function coldae_index3_check_jacobian
  end interface
end module coldae_ivp_c
