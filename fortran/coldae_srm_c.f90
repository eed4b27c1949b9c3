!> coldae_srm_c - sequential regularization, coldae/srm.h, mirrored one to one
!>
!> As in coldae_c: the names of C, the comments stand in the header, a dummy that is OPTIONAL here may be NULL in C.
module coldae_srm_c
  use, intrinsic :: iso_c_binding, only: c_char, c_double, c_funptr, c_int, c_ptr
  use coldae_c, only: COLDAE_MESSAGE_SIZE, coldae_options
  implicit none
  private :: c_char, c_double, c_funptr, c_int, c_ptr, COLDAE_MESSAGE_SIZE, coldae_options
  public

  integer(c_int), parameter :: COLDAE_SRM_E_INVERSE = 0
  integer(c_int), parameter :: COLDAE_SRM_E_TRANSPOSE = 1
  integer(c_int), parameter :: COLDAE_SRM_E_IDENTITY = 2
  integer(c_int), parameter :: COLDAE_SRM_E_DELTA = 3
  integer(c_int), parameter :: COLDAE_SRM_E_FUNCTION = 4

  integer(c_int), parameter :: COLDAE_SRM_Y0_ZERO = 0
  integer(c_int), parameter :: COLDAE_SRM_Y0_VALUE = 1
  integer(c_int), parameter :: COLDAE_SRM_Y0_FUNCTION = 2
  integer(c_int), parameter :: COLDAE_SRM_Y0_START = 3

  integer(c_int), parameter :: COLDAE_SRM_SEQUENTIAL = 0
  integer(c_int), parameter :: COLDAE_SRM_PENALTY = 1
  integer(c_int), parameter :: COLDAE_SRM_PARK_CHIOU = 2

  integer(c_int), parameter :: COLDAE_SRM_RADAU = 0
  integer(c_int), parameter :: COLDAE_SRM_EULER = 1
  integer(c_int), parameter :: COLDAE_SRM_RK4 = 2

  integer(c_int), parameter :: COLDAE_SRM_END_KEEP = 0
  integer(c_int), parameter :: COLDAE_SRM_END_ALONG_B = 1
  integer(c_int), parameter :: COLDAE_SRM_END_COMPONENTS = 2

  integer(c_int), parameter :: COLDAE_SRM_LIST = 16

  type, bind(C) :: coldae_srm_step
     integer(c_int)         :: number
     real(c_double)         :: t_old
     real(c_double)         :: t
     type(c_ptr)            :: x                   ! const double
     type(c_ptr)            :: By                  ! const double
     type(c_ptr)            :: y                   ! const double
  end type coldae_srm_step

  type, bind(C) :: coldae_srm_problem
     integer(c_int)         :: n_x
     integer(c_int)         :: n_y
     real(c_double)         :: left
     real(c_double)         :: right
     type(c_funptr)         :: B                   ! coldae_srm_fn
     type(c_funptr)         :: C                   ! coldae_srm_fn
     type(c_funptr)         :: A                   ! coldae_srm_fn
     type(c_funptr)         :: q                   ! coldae_srm_fn
     type(c_funptr)         :: r                   ! coldae_srm_fn
     type(c_funptr)         :: dC                  ! coldae_srm_fn
     type(c_funptr)         :: dr                  ! coldae_srm_fn
     type(c_funptr)         :: f                   ! coldae_srm_fn
     type(c_funptr)         :: g                   ! coldae_srm_fn
     type(c_funptr)         :: gt                  ! coldae_srm_fn
     type(c_funptr)         :: smooth              ! coldae_srm_smooth_fn
     type(c_funptr)         :: E                   ! coldae_srm_fn
     type(c_funptr)         :: y0                  ! coldae_srm_fn
     integer(c_int)         :: n_side
     type(c_ptr)            :: zeta                ! const double
     type(c_funptr)         :: side                ! coldae_g_fn
     type(c_funptr)         :: dside               ! coldae_dg_fn
     integer(c_int)         :: n_coupled
     type(c_funptr)         :: coupled             ! coldae_coupled_fn
     type(c_funptr)         :: dcoupled            ! coldae_dcoupled_fn
     type(c_funptr)         :: guess               ! coldae_srm_fn
     type(c_ptr)            :: start               ! const double
     type(c_ptr)            :: user
  end type coldae_srm_problem

  type, bind(C) :: coldae_srm_options
     real(c_double)         :: eps
     integer(c_int)         :: iterations
     integer(c_int)         :: max_iterations
     real(c_double)         :: tol
     integer(c_int)         :: E
     real(c_double)         :: delta
     real(c_double)         :: alpha1
     real(c_double)         :: alpha2
     integer(c_int)         :: variant
     integer(c_int)         :: y0
     type(c_ptr)            :: y0_value            ! const double
     real(c_double)         :: dodge
     real(c_double)         :: max_bytes
     type(coldae_options)   :: bvp
     integer(c_int)         :: shoot_back
     integer(c_int)         :: end
     type(c_ptr)            :: end_components      ! const int
     integer(c_int)         :: stages
     integer(c_int)         :: n_points
     integer(c_int)         :: n_steps
     type(c_ptr)            :: mesh                ! const double
     type(c_funptr)         :: observer            ! coldae_srm_observer_fn
     type(c_ptr)            :: observer_user
  end type coldae_srm_options

  type, bind(C) :: coldae_srm_info
     real(c_double)         :: eps
     integer(c_int)         :: iterations
     integer(c_int)         :: n_residual
     real(c_double)         :: residual(COLDAE_SRM_LIST)
     real(c_double)         :: constraint_residual
     integer(c_int)         :: n_singular
     real(c_double)         :: singular_t(COLDAE_SRM_LIST)
     real(c_double)         :: singular_condition(COLDAE_SRM_LIST)
     integer(c_int)         :: n_dodged
     integer(c_int)         :: n_indefinite
     real(c_double)         :: indefinite_t
     real(c_double)         :: indefinite_value
     integer(c_int)         :: n_intervals
     integer(c_int)         :: n_newton
     integer(c_int)         :: n_data
     integer(c_int)         :: callback_code
     real(c_double)         :: t
     real(c_double)         :: seconds_total
     real(c_double)         :: peak_bytes
     character(kind=c_char) :: message(COLDAE_MESSAGE_SIZE)
  end type coldae_srm_info

  ! ---- callbacks: write a bind(C) function of this shape, hand over c_funloc(it) ----------------
  abstract interface
     function coldae_srm_fn(t, x, out, user) bind(C) result(code)
       import :: c_double, c_int, c_ptr
       real(c_double), value :: t
       real(c_double), intent(in) :: x(*)          ! not there in the linear form
       real(c_double), intent(inout) :: out(*)
       type(c_ptr), value :: user
       integer(c_int) :: code
     end function coldae_srm_fn

     function coldae_srm_smooth_fn(t, x, P, v, user) bind(C) result(code)
       import :: c_double, c_int, c_ptr
       real(c_double), value :: t
       real(c_double), intent(in) :: x(*)
       real(c_double), intent(inout), optional :: P(*), v(*)
       type(c_ptr), value :: user
       integer(c_int) :: code
     end function coldae_srm_smooth_fn

     function coldae_srm_observer_fn(step, user) bind(C) result(stop)
       import :: coldae_srm_step, c_int, c_ptr
       type(coldae_srm_step), intent(in) :: step
       type(c_ptr), value :: user
       integer(c_int) :: stop
     end function coldae_srm_observer_fn
  end interface

  ! ---- functions ---------------------------------------------------------------------------------
  interface
     subroutine coldae_srm_problem_init(problem) bind(C)
       import :: coldae_srm_problem
       type(coldae_srm_problem), intent(out) :: problem
     end subroutine coldae_srm_problem_init

     subroutine coldae_srm_options_init(options) bind(C)
       import :: coldae_srm_options
       type(coldae_srm_options), intent(out) :: options
     end subroutine coldae_srm_options_init

     function coldae_srm_solve(problem, options, solution, info) bind(C) result(status)
       import :: coldae_srm_problem, coldae_srm_options, coldae_srm_info, c_int, c_ptr
       type(coldae_srm_problem), intent(in) :: problem
       type(coldae_srm_options), intent(in), optional :: options
       type(c_ptr), intent(out) :: solution
       type(coldae_srm_info), intent(out), optional :: info
       integer(c_int) :: status
     end function coldae_srm_solve

     function coldae_srm_march(problem, options, x, By, solution, info) bind(C) result(status)
       import :: coldae_srm_problem, coldae_srm_options, coldae_srm_info, c_double, c_int, c_ptr
       type(coldae_srm_problem), intent(in) :: problem
       type(coldae_srm_options), intent(in), optional :: options
       real(c_double), intent(inout) :: x(*)
       real(c_double), intent(inout), optional :: By(*)
       type(c_ptr), intent(out), optional :: solution
       type(coldae_srm_info), intent(out), optional :: info
       integer(c_int) :: status
     end function coldae_srm_march

     function coldae_srm_recover(problem, t, x, By, y, condition) bind(C) result(status)
       import :: coldae_srm_problem, c_double, c_int
       type(coldae_srm_problem), intent(in) :: problem
       real(c_double), value :: t
       real(c_double), intent(in) :: x(*), By(*)
       real(c_double), intent(inout) :: y(*)
       real(c_double), intent(out), optional :: condition
       integer(c_int) :: status
     end function coldae_srm_recover
  end interface
end module coldae_srm_c
