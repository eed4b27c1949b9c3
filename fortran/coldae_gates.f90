!> coldae_gates - C calls back: from `user` to the overridden procedure of a problem
!>
!> Module procedures without a binding label: no trampoline, no executable stack, no global name.
module coldae_gates
  use, intrinsic :: iso_c_binding, only: c_double, c_f_pointer, c_int, c_ptr
  use coldae_c, only: coldae_event
  use coldae_ivp_c, only: coldae_step
  use coldae_problems, only: bvp, implicit_problem, conditions, solve_event, march_step, look_at
  implicit none
  private

  public :: gate
  public :: gate_f, gate_df, gate_f_batch, gate_df_batch, gate_g, gate_dg, gate_coupled, gate_dcoupled, gate_guess
  public :: gate_residual, gate_dresidual, gate_implicit_guess, gate_monitor
  public :: gate_observe, gate_invariant, gate_dinvariant, gate_direction

  ! What `user` points to during a solve: the way from a C callback back to the problem.  An implicit problem
  ! has n_diff = mstar = n, and n_alg = n - n_explicit counts the derivatives dx.
  type :: gate
     class(bvp), pointer :: problem => null()                ! one of these two ..
     class(implicit_problem), pointer :: implicit => null()
     class(conditions), pointer :: conditions => null()      ! .. and what they have in common
     integer :: n_diff = 0, n_alg = 0, n_param = 0, n_coupled = 0, mstar = 0
     integer :: n_f = 0, n_column = 0                  ! shape of df
     integer(c_int), allocatable :: order(:)
     real(c_double), allocatable :: zeta(:), param_guess(:)
  end type gate

contains

  ! ---- solve ---------------------------------------------------------------------------------------

  recursive function gate_f(t, z, y, p, f, user) bind(C, name='') result(code)
    real(c_double), value :: t
    real(c_double), intent(in) :: z(*), y(*), p(*)
    real(c_double), intent(inout) :: f(*)
    type(c_ptr), value :: user
    integer(c_int) :: code
    type(gate), pointer :: w
    integer :: status
    call c_f_pointer(user, w)
    status = 0
    call w%problem%f(t, z(1:w%mstar), y(1:w%n_alg), p(1:w%n_param), f(1:w%n_f), status)
    code = status
  end function gate_f

  recursive function gate_df(t, z, y, p, df, user) bind(C, name='') result(code)
    real(c_double), value :: t
    real(c_double), intent(in) :: z(*), y(*), p(*)
    type(c_ptr), value :: df, user
    integer(c_int) :: code
    type(gate), pointer :: w
    real(c_double), pointer :: jac(:,:)
    integer :: status
    call c_f_pointer(user, w)
    call c_f_pointer(df, jac, [w%n_f, w%n_column])
    status = 0
    call w%problem%df(t, z(1:w%mstar), y(1:w%n_alg), p(1:w%n_param), jac, status)
    code = status
  end function gate_df

  recursive function gate_f_batch(m, t, z, y, p, f, user) bind(C, name='') result(code)
    integer(c_int), value :: m
    real(c_double), intent(in) :: t(*), p(*)
    type(c_ptr), value :: z, y, f, user
    integer(c_int) :: code
    type(gate), pointer :: w
    real(c_double), pointer :: zm(:,:), ym(:,:), rhs(:,:)
    integer :: status
    call c_f_pointer(user, w)
    call c_f_pointer(z, zm, [w%mstar, int(m)])
    call c_f_pointer(y, ym, [w%n_alg, int(m)])
    call c_f_pointer(f, rhs, [w%n_f, int(m)])
    status = 0
    call w%problem%f_batch(t(1:m), zm, ym, p(1:w%n_param), rhs, status)
    code = status
  end function gate_f_batch

  recursive function gate_df_batch(m, t, z, y, p, df, user) bind(C, name='') result(code)
    integer(c_int), value :: m
    real(c_double), intent(in) :: t(*), p(*)
    type(c_ptr), value :: z, y, df, user
    integer(c_int) :: code
    type(gate), pointer :: w
    real(c_double), pointer :: zm(:,:), ym(:,:), jac(:,:,:)
    integer :: status
    call c_f_pointer(user, w)
    call c_f_pointer(z, zm, [w%mstar, int(m)])
    call c_f_pointer(y, ym, [w%n_alg, int(m)])
    call c_f_pointer(df, jac, [w%n_f, w%n_column, int(m)])
    status = 0
    call w%problem%df_batch(t(1:m), zm, ym, p(1:w%n_param), jac, status)
    code = status
  end function gate_df_batch

  recursive function gate_g(l, z, p, g, user) bind(C, name='') result(code)
    integer(c_int), value :: l
    real(c_double), intent(in) :: z(*), p(*)
    real(c_double), intent(inout) :: g
    type(c_ptr), value :: user
    integer(c_int) :: code
    type(gate), pointer :: w
    integer :: status
    call c_f_pointer(user, w)
    status = 0
    call w%conditions%g(l + 1, z(1:w%mstar), p(1:w%n_param), g, status)
    code = status
  end function gate_g

  recursive function gate_dg(l, z, p, dg, user) bind(C, name='') result(code)
    integer(c_int), value :: l
    real(c_double), intent(in) :: z(*), p(*)
    real(c_double), intent(inout) :: dg(*)
    type(c_ptr), value :: user
    integer(c_int) :: code
    type(gate), pointer :: w
    integer :: status
    call c_f_pointer(user, w)
    status = 0
    call w%conditions%dg(l + 1, z(1:w%mstar), p(1:w%n_param), dg(1:w%mstar + w%n_param), status)
    code = status
  end function gate_dg

  recursive function gate_coupled(zl, zr, p, r, user) bind(C, name='') result(code)
    real(c_double), intent(in) :: zl(*), zr(*), p(*)
    real(c_double), intent(inout) :: r(*)
    type(c_ptr), value :: user
    integer(c_int) :: code
    type(gate), pointer :: w
    integer :: status
    call c_f_pointer(user, w)
    status = 0
    call w%conditions%coupled(zl(1:w%mstar), zr(1:w%mstar), p(1:w%n_param), r(1:w%n_coupled), status)
    code = status
  end function gate_coupled

  recursive function gate_dcoupled(zl, zr, p, dr, user) bind(C, name='') result(code)
    real(c_double), intent(in) :: zl(*), zr(*), p(*)
    type(c_ptr), value :: dr, user
    integer(c_int) :: code
    type(gate), pointer :: w
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
    type(gate), pointer :: w
    integer :: status
    call c_f_pointer(user, w)
    status = 0
    call w%problem%guess(t, z(1:w%mstar), y(1:w%n_alg), dmu(1:w%n_diff), status)
    code = status
  end function gate_guess

  recursive function gate_residual(t, x, dx, p, r, user) bind(C, name='') result(code)
    real(c_double), value :: t
    real(c_double), intent(in) :: x(*), dx(*), p(*)
    real(c_double), intent(inout) :: r(*)
    type(c_ptr), value :: user
    integer(c_int) :: code
    type(gate), pointer :: w
    integer :: status
    call c_f_pointer(user, w)
    status = 0
    call w%implicit%residual(t, x(1:w%mstar), dx(1:w%n_alg), p(1:w%n_param), r(1:w%n_f), status)
    code = status
  end function gate_residual

  recursive function gate_dresidual(t, x, dx, p, dr, user) bind(C, name='') result(code)
    real(c_double), value :: t
    real(c_double), intent(in) :: x(*), dx(*), p(*)
    type(c_ptr), value :: dr, user
    integer(c_int) :: code
    type(gate), pointer :: w
    real(c_double), pointer :: jac(:,:)
    integer :: status
    call c_f_pointer(user, w)
    call c_f_pointer(dr, jac, [w%n_f, w%n_column])
    status = 0
    call w%implicit%dresidual(t, x(1:w%mstar), dx(1:w%n_alg), p(1:w%n_param), jac, status)
    code = status
  end function gate_dresidual

  recursive function gate_implicit_guess(t, x, dx, user) bind(C, name='') result(code)
    real(c_double), value :: t
    real(c_double), intent(inout) :: x(*), dx(*)
    type(c_ptr), value :: user
    integer(c_int) :: code
    type(gate), pointer :: w
    integer :: status
    call c_f_pointer(user, w)
    status = 0
    call w%implicit%guess(t, x(1:w%mstar), dx(1:w%n_diff), status)
    code = status
  end function gate_implicit_guess

  recursive function gate_monitor(event, user) bind(C, name='') result(code)
    type(coldae_event), intent(in) :: event
    type(c_ptr), value :: user
    integer(c_int) :: code
    type(gate), pointer :: w
    logical :: cancel
    call c_f_pointer(user, w)
    cancel = .false.
    call w%conditions%monitor(solve_event(event%kind, event%mesh, event%n_intervals, event%iteration, &
         event%damping, event%correction, event%error), cancel)
    code = merge(1_c_int, 0_c_int, cancel)
  end function gate_monitor

  ! ---- march ---------------------------------------------------------------------------------------

  recursive function gate_observe(step, user) bind(C, name='') result(code)
    type(coldae_step), intent(in), target :: step
    type(c_ptr), value :: user
    integer(c_int) :: code
    type(gate), pointer :: w
    type(march_step) :: seen
    logical :: stop
    call c_f_pointer(user, w)
    call look_at(step, w%mstar, w%n_alg, seen)
    stop = .false.
    call w%problem%observe(seen, stop)
    code = merge(1_c_int, 0_c_int, stop)
  end function gate_observe

  recursive function gate_invariant(t, z, p, h, user) bind(C, name='') result(code)
    real(c_double), value :: t
    real(c_double), intent(in) :: z(*), p(*)
    real(c_double), intent(inout) :: h(*)
    type(c_ptr), value :: user
    integer(c_int) :: code
    type(gate), pointer :: w
    integer :: status
    call c_f_pointer(user, w)
    status = 0
    call w%problem%invariant(t, z(1:w%mstar), p(1:w%n_param), h(1:w%problem%n_invariant), status)
    code = status
  end function gate_invariant

  recursive function gate_dinvariant(t, z, p, dh, user) bind(C, name='') result(code)
    real(c_double), value :: t
    real(c_double), intent(in) :: z(*), p(*)
    type(c_ptr), value :: dh, user
    integer(c_int) :: code
    type(gate), pointer :: w
    real(c_double), pointer :: jac(:,:)
    integer :: status
    call c_f_pointer(user, w)
    call c_f_pointer(dh, jac, [w%problem%n_invariant, w%mstar])
    status = 0
    call w%problem%dinvariant(t, z(1:w%mstar), p(1:w%n_param), jac, status)
    code = status
  end function gate_dinvariant

  recursive function gate_direction(t, z, p, d, user) bind(C, name='') result(code)
    real(c_double), value :: t
    real(c_double), intent(in) :: z(*), p(*)
    type(c_ptr), value :: d, user
    integer(c_int) :: code
    type(gate), pointer :: w
    real(c_double), pointer :: directions(:,:)
    integer :: status
    call c_f_pointer(user, w)
    call c_f_pointer(d, directions, [w%mstar, w%problem%n_invariant])
    status = 0
    call w%problem%direction(t, z(1:w%mstar), p(1:w%n_param), directions, status)
    code = status
  end function gate_direction
end module coldae_gates
