!> coldae_reform_c - the C interface of coldae/reform.h, mirrored one to one
!>
!> Reformulations of problems of higher index.  As coldae_c: the comments stand in the header; a dummy that is OPTIONAL
!> here may be NULL in C; where two names of C differ in case only, the capital one ends in _upper here.
module coldae_reform_c
  use, intrinsic :: iso_c_binding, only: c_char, c_double, c_funptr, c_int, c_ptr
  use coldae_c, only: coldae_problem
  use coldae_ivp_c, only: coldae_march_options, coldae_ivp_info
  implicit none
  private :: c_char, c_double, c_funptr, c_int, c_ptr
  public

  integer(c_int), parameter :: COLDAE_REFORM_INDEX1 = 0
  integer(c_int), parameter :: COLDAE_REFORM_INDEX2 = 1
  integer(c_int), parameter :: COLDAE_REFORM_BAUMGARTE = 2
  integer(c_int), parameter :: COLDAE_REFORM_BAUMGARTE2 = 3
  integer(c_int), parameter :: COLDAE_REFORM_STABILIZED = 4
  integer(c_int), parameter :: COLDAE_REFORM_INVARIANT1 = 5
  integer(c_int), parameter :: COLDAE_REFORM_INVARIANT2 = 6
  integer(c_int), parameter :: COLDAE_REFORM_FAMILY = 7
  integer(c_int), parameter :: COLDAE_REFORM_STATE_SPACE = 8
  integer(c_int), parameter :: COLDAE_REFORM_TRANSPOSED = 0
  integer(c_int), parameter :: COLDAE_REFORM_FORCES = 1
  integer(c_int), parameter :: COLDAE_REFORM_NO_COORDINATES = 1001
  integer(c_int), parameter :: COLDAE_REFORM_NOT_FINITE = 1002

  type, bind(C) :: coldae_reform_problem
     integer(c_int) :: n
     integer(c_int) :: n_alg
     integer(c_int) :: n_g
     integer(c_int) :: order
     integer(c_int) :: g_order
     integer(c_int) :: highest
     integer(c_int) :: n_param
     real(c_double) :: left
     real(c_double) :: right
     integer(c_int) :: linear
     type(c_funptr) :: f   ! coldae_f_fn
     type(c_funptr) :: df   ! coldae_df_fn
     type(c_funptr) :: g   ! coldae_reform_g_fn
     type(c_funptr) :: dg   ! coldae_reform_dg_fn
     type(c_funptr) :: D   ! coldae_reform_D_fn
     type(c_ptr)    :: z_left   ! double *
     integer(c_int) :: n_side
     type(c_ptr)    :: zeta   ! double *
     integer(c_int) :: n_coupled
     type(c_funptr) :: side   ! coldae_g_fn
     type(c_funptr) :: dside   ! coldae_dg_fn
     type(c_funptr) :: coupled   ! coldae_coupled_fn
     type(c_funptr) :: dcoupled   ! coldae_dcoupled_fn
     type(c_funptr) :: guess   ! coldae_guess_fn
     type(c_ptr)    :: param_guess   ! double *
     type(c_ptr)    :: user   ! void
  end type coldae_reform_problem

  type, bind(C) :: coldae_reform_options
     integer(c_int) :: kind
     integer(c_int) :: first_order
     integer(c_int) :: direction
     real(c_double) :: gamma
     integer(c_int) :: n_roots
     type(c_ptr)    :: root_re   ! double *
     type(c_ptr)    :: root_im   ! double *
     integer(c_int) :: n_imposed
     type(c_ptr)    :: R   ! double *
     real(c_double) :: consistent
  end type coldae_reform_options

  type, bind(C) :: coldae_reform_info
     integer(c_int) :: index
     integer(c_int) :: n_extra
     integer(c_int) :: n_mu
     integer(c_int) :: projection
     integer(c_int) :: callback_code
     real(c_double) :: rank_kappa
     real(c_double) :: condition
     real(c_double) :: drift
     character(kind=c_char) :: message(256)
  end type coldae_reform_info

  type, bind(C) :: coldae_reform_linear
     integer(c_int) :: n
     integer(c_int) :: n_alg
     integer(c_int) :: n_g
     integer(c_int) :: order
     integer(c_int) :: g_order
     integer(c_int) :: highest
     real(c_double) :: left
     real(c_double) :: right
     type(c_funptr) :: A   ! coldae_reform_A_fn
     type(c_funptr) :: B   ! coldae_reform_matrix_fn
     type(c_funptr) :: C   ! coldae_reform_level_fn
     type(c_funptr) :: q   ! coldae_reform_matrix_fn
     type(c_funptr) :: r   ! coldae_reform_level_fn
     type(c_funptr) :: D   ! coldae_reform_matrix_fn
     type(c_ptr)    :: z_left   ! double *
     integer(c_int) :: n_side
     type(c_ptr)    :: zeta   ! double *
     integer(c_int) :: n_coupled
     type(c_funptr) :: side   ! coldae_g_fn
     type(c_funptr) :: dside   ! coldae_dg_fn
     type(c_funptr) :: coupled   ! coldae_coupled_fn
     type(c_funptr) :: dcoupled   ! coldae_dcoupled_fn
     type(c_funptr) :: guess   ! coldae_guess_fn
     type(c_ptr)    :: user   ! void
  end type coldae_reform_linear

  ! ---- callbacks: write a bind(C) function of this shape, hand over c_funloc(it) ----------------
  abstract interface
     function coldae_reform_g_fn(level, t, z, y, p, g, user) bind(C) result(code)
       import :: c_double, c_int, c_ptr
       integer(c_int), value :: level
       real(c_double), value :: t
       real(c_double), intent(in) :: z(*)
       real(c_double), intent(in) :: y(*)
       real(c_double), intent(in) :: p(*)
       real(c_double), intent(inout) :: g(*)
       type(c_ptr), value :: user
       integer(c_int) :: code
     end function coldae_reform_g_fn

     function coldae_reform_dg_fn(level, t, z, y, p, dg, user) bind(C) result(code)
       import :: c_double, c_int, c_ptr
       integer(c_int), value :: level
       real(c_double), value :: t
       real(c_double), intent(in) :: z(*)
       real(c_double), intent(in) :: y(*)
       real(c_double), intent(in) :: p(*)
       real(c_double), intent(inout) :: dg(*)
       type(c_ptr), value :: user
       integer(c_int) :: code
     end function coldae_reform_dg_fn

     function coldae_reform_D_fn(t, z, p, D, user) bind(C) result(code)
       import :: c_double, c_int, c_ptr
       real(c_double), value :: t
       real(c_double), intent(in) :: z(*)
       real(c_double), intent(in) :: p(*)
       real(c_double), intent(inout) :: D(*)
       type(c_ptr), value :: user
       integer(c_int) :: code
     end function coldae_reform_D_fn

     function coldae_reform_A_fn(j, t, A, user) bind(C) result(code)
       import :: c_double, c_int, c_ptr
       integer(c_int), value :: j
       real(c_double), value :: t
       real(c_double), intent(inout) :: A(*)
       type(c_ptr), value :: user
       integer(c_int) :: code
     end function coldae_reform_A_fn

     function coldae_reform_matrix_fn(t, matrix, user) bind(C) result(code)
       import :: c_double, c_int, c_ptr
       real(c_double), value :: t
       real(c_double), intent(inout) :: matrix(*)
       type(c_ptr), value :: user
       integer(c_int) :: code
     end function coldae_reform_matrix_fn

     function coldae_reform_level_fn(level, t, matrix, user) bind(C) result(code)
       import :: c_double, c_int, c_ptr
       integer(c_int), value :: level
       real(c_double), value :: t
       real(c_double), intent(inout) :: matrix(*)
       type(c_ptr), value :: user
       integer(c_int) :: code
     end function coldae_reform_level_fn
  end interface

  ! ---- functions ---------------------------------------------------------------------------------
  interface
     subroutine coldae_reform_problem_init(problem) bind(C)
       import :: coldae_reform_problem
       type(coldae_reform_problem), intent(out) :: problem
     end subroutine coldae_reform_problem_init

     subroutine coldae_reform_linear_init(problem) bind(C)
       import :: coldae_reform_linear
       type(coldae_reform_linear), intent(out) :: problem
     end subroutine coldae_reform_linear_init

     subroutine coldae_reform_options_init(options) bind(C)
       import :: coldae_reform_options
       type(coldae_reform_options), intent(out) :: options
     end subroutine coldae_reform_options_init

     function coldae_reform_create(problem, options, reform, info) bind(C) result(status)
       import :: c_int, c_ptr, coldae_reform_info, coldae_reform_options, coldae_reform_problem
       type(coldae_reform_problem), intent(in) :: problem
       type(coldae_reform_options), intent(in), optional :: options
       type(c_ptr), intent(out), optional :: reform
       type(coldae_reform_info), intent(inout), optional :: info
       integer(c_int) :: status
     end function coldae_reform_create

     function coldae_reform_create_linear(problem, options, reform, info) bind(C) result(status)
       import :: c_int, c_ptr, coldae_reform_info, coldae_reform_linear, coldae_reform_options
       type(coldae_reform_linear), intent(in) :: problem
       type(coldae_reform_options), intent(in), optional :: options
       type(c_ptr), intent(out), optional :: reform
       type(coldae_reform_info), intent(inout), optional :: info
       integer(c_int) :: status
     end function coldae_reform_create_linear

     subroutine coldae_reform_free(reform) bind(C)
       import :: c_ptr
       type(c_ptr), value :: reform
     end subroutine coldae_reform_free

     function coldae_reform_result(reform) bind(C) result(problem)
       import :: c_ptr
       type(c_ptr), value :: reform
       type(c_ptr) :: problem
     end function coldae_reform_result

     function coldae_reform_to(reform, z, y, z_new, y_new) bind(C) result(status)
       import :: c_double, c_int, c_ptr
       type(c_ptr), value :: reform
       real(c_double), intent(in), optional :: z(*)
       real(c_double), intent(in), optional :: y(*)
       real(c_double), intent(inout), optional :: z_new(*)
       real(c_double), intent(inout), optional :: y_new(*)
       integer(c_int) :: status
     end function coldae_reform_to

     function coldae_reform_from(reform, t, z_new, y_new, p, z, y) bind(C) result(status)
       import :: c_double, c_int, c_ptr
       type(c_ptr), value :: reform
       real(c_double), value :: t
       real(c_double), intent(in), optional :: z_new(*)
       real(c_double), intent(in), optional :: y_new(*)
       real(c_double), intent(in), optional :: p(*)
       real(c_double), intent(inout), optional :: z(*)
       real(c_double), intent(inout), optional :: y(*)
       integer(c_int) :: status
     end function coldae_reform_from

     function coldae_reform_drift(reform, level, t, z, y, p, drift) bind(C) result(status)
       import :: c_double, c_int, c_ptr
       type(c_ptr), value :: reform
       integer(c_int), value :: level
       real(c_double), value :: t
       real(c_double), intent(in), optional :: z(*)
       real(c_double), intent(in), optional :: y(*)
       real(c_double), intent(in), optional :: p(*)
       real(c_double), intent(inout), optional :: drift(*)
       integer(c_int) :: status
     end function coldae_reform_drift

     function coldae_reform_condition(reform, t, z, p, condition) bind(C) result(status)
       import :: c_double, c_int, c_ptr
       type(c_ptr), value :: reform
       real(c_double), value :: t
       real(c_double), intent(in), optional :: z(*)
       real(c_double), intent(in), optional :: p(*)
       real(c_double), intent(inout), optional :: condition
       integer(c_int) :: status
     end function coldae_reform_condition

     function coldae_reform_restart(reform, t, z, message, message_size) bind(C) result(status)
       import :: c_char, c_double, c_int, c_ptr
       type(c_ptr), value :: reform
       real(c_double), value :: t
       real(c_double), intent(in), optional :: z(*)
       character(kind=c_char), intent(inout), optional :: message(*)
       integer(c_int), value :: message_size
       integer(c_int) :: status
     end function coldae_reform_restart

     function coldae_reform_march(reform, options, limit, z, y, n_switches, info) bind(C) result(status)
       import :: c_double, c_int, c_ptr, coldae_ivp_info, coldae_march_options
       type(c_ptr), value :: reform
       type(coldae_march_options), intent(in), optional :: options
       real(c_double), value :: limit
       real(c_double), intent(inout), optional :: z(*)
       real(c_double), intent(inout), optional :: y(*)
       integer(c_int), intent(out), optional :: n_switches
       type(coldae_ivp_info), intent(inout), optional :: info
       integer(c_int) :: status
     end function coldae_reform_march
  end interface
end module coldae_reform_c
