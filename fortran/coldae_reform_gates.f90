!> coldae_reform_gates - C calls back: from `user` to the procedures of a constrained problem
module coldae_reform_gates
  use, intrinsic :: iso_c_binding, only: c_double, c_f_pointer, c_int, c_null_ptr, c_ptr
  use coldae_c, only: coldae_problem, coldae_f_fn, coldae_df_fn, coldae_g_fn, coldae_dg_fn, coldae_coupled_fn, &
       coldae_dcoupled_fn, coldae_guess_fn
  use coldae_constrained, only: constrained, constrained_problem, linear_constrained_problem
  implicit none
  private

  public :: reform_gate, gate_f, gate_df, gate_g, gate_dg, gate_d, gate_side, gate_dside, gate_coupled, gate_dcoupled
  public :: gate_guess, gate_a, gate_b, gate_c, gate_q, gate_r, gate_linear_d

  ! What `user` points to as long as the C reform lives: a copy of the problem, and the functions of the new problem.
  type :: reform_gate
     type(c_ptr) :: c = c_null_ptr                               ! the C reform
     class(constrained_problem), pointer :: problem => null()    ! one of these two, owned ..
     class(linear_constrained_problem), pointer :: linear => null()
     class(constrained), pointer :: conditions => null()         ! .. and what they have in common
     integer :: n = 0, n_alg = 0, n_g = 0, n_param = 0, n_coupled = 0, mstar = 0, n_column = 0
     real(c_double), allocatable :: zeta(:), z_left(:), param_guess(:)
     type(coldae_problem), pointer :: new => null()
     procedure(coldae_f_fn), pointer, nopass :: f => null()
     procedure(coldae_df_fn), pointer, nopass :: df => null()
     procedure(coldae_g_fn), pointer, nopass :: g => null()
     procedure(coldae_dg_fn), pointer, nopass :: dg => null()
     procedure(coldae_coupled_fn), pointer, nopass :: coupled => null()
     procedure(coldae_dcoupled_fn), pointer, nopass :: dcoupled => null()
     procedure(coldae_guess_fn), pointer, nopass :: guess => null()
  end type reform_gate

contains

  recursive function gate_f(t, z, y, p, f, user) bind(C, name='') result(code)
    real(c_double), value :: t
    real(c_double), intent(in) :: z(*), y(*), p(*)
    real(c_double), intent(inout) :: f(*)
    type(c_ptr), value :: user
    integer(c_int) :: code
    type(reform_gate), pointer :: w
    integer :: status
    call c_f_pointer(user, w)
    status = 0
    call w%problem%f(t, z(1:w%mstar), y(1:w%n_alg), p(1:w%n_param), f(1:w%n), status)
    code = status
  end function gate_f

  recursive function gate_df(t, z, y, p, df, user) bind(C, name='') result(code)
    real(c_double), value :: t
    real(c_double), intent(in) :: z(*), y(*), p(*)
    type(c_ptr), value :: df, user
    integer(c_int) :: code
    type(reform_gate), pointer :: w
    real(c_double), pointer :: jac(:,:)
    integer :: status
    call c_f_pointer(user, w)
    call c_f_pointer(df, jac, [w%n, w%n_column])
    status = 0
    call w%problem%df(t, z(1:w%mstar), y(1:w%n_alg), p(1:w%n_param), jac, status)
    code = status
  end function gate_df

  recursive function gate_g(level, t, z, y, p, g, user) bind(C, name='') result(code)
    integer(c_int), value :: level
    real(c_double), value :: t
    real(c_double), intent(in) :: z(*), y(*), p(*)
    real(c_double), intent(inout) :: g(*)
    type(c_ptr), value :: user
    integer(c_int) :: code
    type(reform_gate), pointer :: w
    integer :: status
    call c_f_pointer(user, w)
    status = 0
    call w%problem%g(int(level), t, z(1:w%mstar), y(1:w%n_alg), p(1:w%n_param), g(1:w%n_g), status)
    code = status
  end function gate_g

  recursive function gate_dg(level, t, z, y, p, dg, user) bind(C, name='') result(code)
    integer(c_int), value :: level
    real(c_double), value :: t
    real(c_double), intent(in) :: z(*), y(*), p(*)
    type(c_ptr), value :: dg, user
    integer(c_int) :: code
    type(reform_gate), pointer :: w
    real(c_double), pointer :: jac(:,:)
    integer :: status
    call c_f_pointer(user, w)
    call c_f_pointer(dg, jac, [w%n_g, w%n_column])
    status = 0
    call w%problem%dg(int(level), t, z(1:w%mstar), y(1:w%n_alg), p(1:w%n_param), jac, status)
    code = status
  end function gate_dg

  recursive function gate_d(t, z, p, d, user) bind(C, name='') result(code)
    real(c_double), value :: t
    real(c_double), intent(in) :: z(*), p(*)
    type(c_ptr), value :: d, user
    integer(c_int) :: code
    type(reform_gate), pointer :: w
    real(c_double), pointer :: matrix(:,:)
    integer :: status
    call c_f_pointer(user, w)
    call c_f_pointer(d, matrix, [w%n, w%n_g])
    status = 0
    call w%problem%d(t, z(1:w%mstar), p(1:w%n_param), matrix, status)
    code = status
  end function gate_d

  recursive function gate_side(l, z, p, res, user) bind(C, name='') result(code)
    integer(c_int), value :: l
    real(c_double), intent(in) :: z(*), p(*)
    real(c_double), intent(inout) :: res
    type(c_ptr), value :: user
    integer(c_int) :: code
    type(reform_gate), pointer :: w
    integer :: status
    call c_f_pointer(user, w)
    status = 0
    call w%conditions%side(l + 1, z(1:w%mstar), p(1:w%n_param), res, status)
    code = status
  end function gate_side

  recursive function gate_dside(l, z, p, jac, user) bind(C, name='') result(code)
    integer(c_int), value :: l
    real(c_double), intent(in) :: z(*), p(*)
    real(c_double), intent(inout) :: jac(*)
    type(c_ptr), value :: user
    integer(c_int) :: code
    type(reform_gate), pointer :: w
    integer :: status
    call c_f_pointer(user, w)
    status = 0
    call w%conditions%dside(l + 1, z(1:w%mstar), p(1:w%n_param), jac(1:w%mstar + w%n_param), status)
    code = status
  end function gate_dside

  recursive function gate_coupled(zl, zr, p, res, user) bind(C, name='') result(code)
    real(c_double), intent(in) :: zl(*), zr(*), p(*)
    real(c_double), intent(inout) :: res(*)
    type(c_ptr), value :: user
    integer(c_int) :: code
    type(reform_gate), pointer :: w
    integer :: status
    call c_f_pointer(user, w)
    status = 0
    call w%conditions%coupled(zl(1:w%mstar), zr(1:w%mstar), p(1:w%n_param), res(1:w%n_coupled), status)
    code = status
  end function gate_coupled

  recursive function gate_dcoupled(zl, zr, p, dr, user) bind(C, name='') result(code)
    real(c_double), intent(in) :: zl(*), zr(*), p(*)
    type(c_ptr), value :: dr, user
    integer(c_int) :: code
    type(reform_gate), pointer :: w
    real(c_double), pointer :: jac(:,:)
    integer :: status
    call c_f_pointer(user, w)
    call c_f_pointer(dr, jac, [w%n_coupled, 2*w%mstar + w%n_param])
    status = 0
    call w%conditions%dcoupled(zl(1:w%mstar), zr(1:w%mstar), p(1:w%n_param), jac, status)
    code = status
  end function gate_dcoupled

  recursive function gate_guess(t, z, y, dmu, user) bind(C, name='') result(code)
    real(c_double), value :: t
    real(c_double), intent(inout) :: z(*), y(*), dmu(*)
    type(c_ptr), value :: user
    integer(c_int) :: code
    type(reform_gate), pointer :: w
    integer :: status
    call c_f_pointer(user, w)
    status = 0
    call w%conditions%guess(t, z(1:w%mstar), y(1:w%n_alg), dmu(1:w%n), status)
    code = status
  end function gate_guess

  ! ---- the matrices of a linear problem ------------------------------------------------------------

  recursive function gate_a(j, t, a, user) bind(C, name='') result(code)
    integer(c_int), value :: j
    real(c_double), value :: t
    type(c_ptr), value :: a, user
    integer(c_int) :: code
    type(reform_gate), pointer :: w
    real(c_double), pointer :: matrix(:,:)
    integer :: status
    call c_f_pointer(user, w)
    call c_f_pointer(a, matrix, [w%n, w%n])
    status = 0
    call w%linear%a(int(j), t, matrix, status)
    code = status
  end function gate_a

  recursive function gate_b(t, b, user) bind(C, name='') result(code)
    real(c_double), value :: t
    type(c_ptr), value :: b, user
    integer(c_int) :: code
    type(reform_gate), pointer :: w
    real(c_double), pointer :: matrix(:,:)
    integer :: status
    call c_f_pointer(user, w)
    call c_f_pointer(b, matrix, [w%n, w%n_alg])
    status = 0
    call w%linear%b(t, matrix, status)
    code = status
  end function gate_b

  recursive function gate_c(level, t, c, user) bind(C, name='') result(code)
    integer(c_int), value :: level
    real(c_double), value :: t
    type(c_ptr), value :: c, user
    integer(c_int) :: code
    type(reform_gate), pointer :: w
    real(c_double), pointer :: matrix(:,:)
    integer :: status
    call c_f_pointer(user, w)
    call c_f_pointer(c, matrix, [w%n_g, w%n])
    status = 0
    call w%linear%c(int(level), t, matrix, status)
    code = status
  end function gate_c

  recursive function gate_q(t, q, user) bind(C, name='') result(code)
    real(c_double), value :: t
    real(c_double), intent(inout) :: q(*)
    type(c_ptr), value :: user
    integer(c_int) :: code
    type(reform_gate), pointer :: w
    integer :: status
    call c_f_pointer(user, w)
    status = 0
    call w%linear%q(t, q(1:w%n), status)
    code = status
  end function gate_q

  recursive function gate_r(level, t, r, user) bind(C, name='') result(code)
    integer(c_int), value :: level
    real(c_double), value :: t
    real(c_double), intent(inout) :: r(*)
    type(c_ptr), value :: user
    integer(c_int) :: code
    type(reform_gate), pointer :: w
    integer :: status
    call c_f_pointer(user, w)
    status = 0
    call w%linear%r(int(level), t, r(1:w%n_g), status)
    code = status
  end function gate_r

  recursive function gate_linear_d(t, d, user) bind(C, name='') result(code)
    real(c_double), value :: t
    type(c_ptr), value :: d, user
    integer(c_int) :: code
    type(reform_gate), pointer :: w
    real(c_double), pointer :: matrix(:,:)
    integer :: status
    call c_f_pointer(user, w)
    call c_f_pointer(d, matrix, [w%n, w%n_g])
    status = 0
    call w%linear%d(t, matrix, status)
    code = status
  end function gate_linear_d
end module coldae_reform_gates
