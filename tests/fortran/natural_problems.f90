!> The problems of the natural tests.
module natural_problems
  use coldae
  implicit none
  real(dp), parameter :: pi = acos(-1.0_dp)

  !> u'''' = (1 - 6 t^2 u''' - 6 t u'')/t^3 on [1, 2], u = u'' = 0 at both ends
  type, extends(bvp) :: beam
   contains
     procedure :: f => beam_f
     procedure :: g => beam_g
  end type beam

  !> u'' = u^2 v, v' = -v^2 u: u = e^t, v = e^-t.  Nothing but f and g is given.
  type, extends(bvp) :: mixed
   contains
     procedure :: f => mixed_f
     procedure :: g => mixed_g
     procedure :: guess => mixed_guess
  end type mixed

  !> The same with derivatives, and counters behind a pointer.
  type, extends(mixed) :: mixed_jac
     integer, pointer :: n_df => null(), n_dg => null()
     real(dp) :: slip = 0                    !< an error in df, for check_jacobian
   contains
     procedure :: df => mixed_df
     procedure :: dg => mixed_dg
  end type mixed_jac

  !> u'' + p u = 0, u(0) = 0, u'(0) = 1, u(1) = 0
  type, extends(bvp) :: eig
   contains
     procedure :: f => eig_f
     procedure :: g => eig_g
     procedure :: guess => eig_guess
  end type eig

  !> u' = v, v' = -u - v/2 + cos 2t on [0, pi], periodic
  type, extends(bvp) :: period
   contains
     procedure :: f => period_f
     procedure :: coupled => period_coupled
  end type period

  !> The same, many points in one call, and all derivatives.
  type, extends(period) :: period_batch
     integer, pointer :: n_batch => null()
   contains
     procedure :: f_batch => period_f_batch
     procedure :: df_batch => period_df_batch
     procedure :: dcoupled => period_dcoupled
  end type period_batch

  !> Index 1: u = 1 + sin pi t, y = e^t
  type, extends(bvp) :: yjac
     integer :: n_events = 0, cancel_at = huge(0), stop_with = 0
     integer :: n_mesh_events = 0
   contains
     procedure :: f => yjac_f
     procedure :: g => yjac_g
     procedure :: guess => yjac_guess
     procedure :: monitor => yjac_monitor
  end type yjac

  !> u''' = u', u(0) = 1, u(1/2) = e^(1/2), u'(1) = e: a condition inside
  type, extends(bvp) :: inner
   contains
     procedure :: f => inner_f
     procedure :: g => inner_g
  end type inner

  !> u'' = the value at t of the solution of another problem, solved in the callback: u'' = 4 s (1-s)
  type, extends(bvp) :: nested
   contains
     procedure :: f => nested_f
     procedure :: g => nested_g
  end type nested

  !> 0 = s + s^3 + w + w^3, 0 = x2 - sin t, w = x1 - t x2, s = x1' - t x2' - x2; x1(3) given: fully implicit
  type, extends(implicit_problem) :: waves
     integer :: n_events = 0, cancel_at = huge(0), stop_with = 0
   contains
     procedure :: residual => waves_residual
     procedure :: g => waves_g
     procedure :: monitor => waves_monitor
  end type waves

  !> The same with derivatives and a guess, and a counter behind a pointer.
  type, extends(waves) :: waves_jac
     integer, pointer :: n_jac => null()
   contains
     procedure :: dresidual => waves_dresidual
     procedure :: dg => waves_dg
     procedure :: guess => waves_guess
  end type waves_jac

  !> u' = v, 0 = e^v' - e^(-p u), u(0) = 0, v(0) = 1, u(1) = 0: the first equation explicit, p = pi^2
  type, extends(implicit_problem) :: hidden_eig
   contains
     procedure :: residual => hidden_residual
     procedure :: g => hidden_g
     procedure :: guess => hidden_guess
  end type hidden_eig

  !> 0 = v - u', 0 = v' + u + v/2 - cos 2t, periodic on [0, pi]: x' is nowhere alone
  type, extends(implicit_problem) :: hidden_period
   contains
     procedure :: residual => turn_residual
     procedure :: coupled => turn_coupled
  end type hidden_period

  !> u'' = force, u(0) = u(1) = 0
  type, extends(bvp) :: bow
     real(dp) :: force = -8
   contains
     procedure :: f => bow_f
     procedure :: g => bow_g
  end type bow

contains

  function new_beam() result(problem)
    type(beam) :: problem
    problem = beam(order=[4], left=1.0_dp, right=2.0_dp, zeta=[1.0_dp, 1.0_dp, 2.0_dp, 2.0_dp], linear=.true.)
  end function new_beam

  subroutine beam_f(self, t, z, y, p, rhs, status)
    class(beam), intent(in) :: self
    real(dp), intent(in) :: t, z(:), y(:), p(:)
    real(dp), intent(inout) :: rhs(:)
    integer, intent(inout) :: status
    rhs(1) = (1 - 6*t**2*z(4) - 6*t*z(3))/t**3
  end subroutine beam_f

  subroutine beam_g(self, l, z, p, res, status)
    class(beam), intent(in) :: self
    integer, intent(in) :: l
    real(dp), intent(in) :: z(:), p(:)
    real(dp), intent(inout) :: res
    integer, intent(inout) :: status
    res = merge(z(1), z(3), l == 1 .or. l == 3)
  end subroutine beam_g

  elemental real(dp) function beam_exact(t)
    real(dp), intent(in) :: t
    beam_exact = (10*log(2.0_dp) - 3)*(1 - t)/4 + (1/t + (3 + t)*log(t) - t)/2
  end function beam_exact

  subroutine mixed_f(self, t, z, y, p, rhs, status)
    class(mixed), intent(in) :: self
    real(dp), intent(in) :: t, z(:), y(:), p(:)
    real(dp), intent(inout) :: rhs(:)
    integer, intent(inout) :: status
    rhs = [z(1)**2*z(3), -z(3)**2*z(1)]
  end subroutine mixed_f

  subroutine mixed_g(self, l, z, p, res, status)
    class(mixed), intent(in) :: self
    integer, intent(in) :: l
    real(dp), intent(in) :: z(:), p(:)
    real(dp), intent(inout) :: res
    integer, intent(inout) :: status
    select case (l)
    case (1)
       res = z(1) - 1
    case (2)
       res = z(3) - 1
    case (3)
       res = z(1) - exp(1.0_dp)
    case default
       status = -99
    end select
  end subroutine mixed_g

  subroutine mixed_guess(self, t, z, y, dmu, status)
    class(mixed), intent(in) :: self
    real(dp), intent(in) :: t
    real(dp), intent(inout) :: z(:), y(:), dmu(:)
    integer, intent(inout) :: status
    z = [1 + t, 1.0_dp, 1.0_dp]
  end subroutine mixed_guess

  subroutine mixed_df(self, t, z, y, p, jac, status)
    class(mixed_jac), intent(in) :: self
    real(dp), intent(in) :: t, z(:), y(:), p(:)
    real(dp), intent(inout) :: jac(:,:)
    integer, intent(inout) :: status
    self%n_df = self%n_df + 1
    jac(1, 1) = 2*z(1)*z(3) + self%slip
    jac(2, 1) = -z(3)**2
    jac(1, 3) = z(1)**2
    jac(2, 3) = -2*z(3)*z(1)
  end subroutine mixed_df

  subroutine mixed_dg(self, l, z, p, jac, status)
    class(mixed_jac), intent(in) :: self
    integer, intent(in) :: l
    real(dp), intent(in) :: z(:), p(:)
    real(dp), intent(inout) :: jac(:)
    integer, intent(inout) :: status
    self%n_dg = self%n_dg + 1
    jac(merge(3, 1, l == 2)) = 1
  end subroutine mixed_dg

  subroutine eig_f(self, t, z, y, p, rhs, status)
    class(eig), intent(in) :: self
    real(dp), intent(in) :: t, z(:), y(:), p(:)
    real(dp), intent(inout) :: rhs(:)
    integer, intent(inout) :: status
    rhs(1) = -p(1)*z(1)
  end subroutine eig_f

  subroutine eig_g(self, l, z, p, res, status)
    class(eig), intent(in) :: self
    integer, intent(in) :: l
    real(dp), intent(in) :: z(:), p(:)
    real(dp), intent(inout) :: res
    integer, intent(inout) :: status
    res = z(1)
    if (l == 2) res = z(2) - 1
  end subroutine eig_g

  subroutine eig_guess(self, t, z, y, dmu, status)
    class(eig), intent(in) :: self
    real(dp), intent(in) :: t
    real(dp), intent(inout) :: z(:), y(:), dmu(:)
    integer, intent(inout) :: status
    z = [t*(1 - t), 1 - 2*t]
    dmu = -2
  end subroutine eig_guess

  subroutine period_f(self, t, z, y, p, rhs, status)
    class(period), intent(in) :: self
    real(dp), intent(in) :: t, z(:), y(:), p(:)
    real(dp), intent(inout) :: rhs(:)
    integer, intent(inout) :: status
    rhs = [z(2), -z(1) - z(2)/2 + cos(2*t)]
  end subroutine period_f

  subroutine period_coupled(self, zl, zr, p, res, status)
    class(period), intent(in) :: self
    real(dp), intent(in) :: zl(:), zr(:), p(:)
    real(dp), intent(inout) :: res(:)
    integer, intent(inout) :: status
    res = zl - zr
  end subroutine period_coupled

  subroutine period_f_batch(self, t, z, y, p, rhs, status)
    class(period_batch), intent(in) :: self
    real(dp), intent(in) :: t(:), z(:,:), y(:,:), p(:)
    real(dp), intent(inout) :: rhs(:,:)
    integer, intent(inout) :: status
    self%n_batch = self%n_batch + 1
    rhs(1, :) = z(2, :)
    rhs(2, :) = -z(1, :) - z(2, :)/2 + cos(2*t)
  end subroutine period_f_batch

  subroutine period_df_batch(self, t, z, y, p, jac, status)
    class(period_batch), intent(in) :: self
    real(dp), intent(in) :: t(:), z(:,:), y(:,:), p(:)
    real(dp), intent(inout) :: jac(:,:,:)
    integer, intent(inout) :: status
    jac(1, 2, :) = 1
    jac(2, 1, :) = -1
    jac(2, 2, :) = -0.5_dp
  end subroutine period_df_batch

  subroutine period_dcoupled(self, zl, zr, p, jac, status)
    class(period_batch), intent(in) :: self
    real(dp), intent(in) :: zl(:), zr(:), p(:)
    real(dp), intent(inout) :: jac(:,:)
    integer, intent(inout) :: status
    jac(1, 1) = 1
    jac(2, 2) = 1
    jac(1, 3) = -1
    jac(2, 4) = -1
  end subroutine period_dcoupled

  function new_yjac() result(problem)
    type(yjac) :: problem
    problem = yjac(order=[2], n_alg=1, zeta=[0.0_dp, 1.0_dp])
  end function new_yjac

  subroutine yjac_f(self, t, z, y, p, rhs, status)
    class(yjac), intent(in) :: self
    real(dp), intent(in) :: t, z(:), y(:), p(:)
    real(dp), intent(inout) :: rhs(:)
    integer, intent(inout) :: status
    rhs(1) = y(1)*z(1) - exp(t)*(1 + sin(pi*t)) - pi**2*sin(pi*t)
    rhs(2) = y(1)**3 + z(1)*y(1) - exp(3*t) - (1 + sin(pi*t))*exp(t)
    if (t > 0.5_dp) status = self%stop_with
  end subroutine yjac_f

  subroutine yjac_g(self, l, z, p, res, status)
    class(yjac), intent(in) :: self
    integer, intent(in) :: l
    real(dp), intent(in) :: z(:), p(:)
    real(dp), intent(inout) :: res
    integer, intent(inout) :: status
    res = z(1) - 1
  end subroutine yjac_g

  subroutine yjac_guess(self, t, z, y, dmu, status)
    class(yjac), intent(in) :: self
    real(dp), intent(in) :: t
    real(dp), intent(inout) :: z(:), y(:), dmu(:)
    integer, intent(inout) :: status
    z(1) = 1
    y(1) = 1
  end subroutine yjac_guess

  subroutine yjac_monitor(self, event, cancel)
    class(yjac), intent(inout) :: self
    type(solve_event), intent(in) :: event
    logical, intent(inout) :: cancel
    self%n_events = self%n_events + 1
    if (event%kind == COLDAE_EVENT_MESH .and. event%n_intervals > 0) &
         self%n_mesh_events = self%n_mesh_events + 1
    cancel = self%n_events >= self%cancel_at
  end subroutine yjac_monitor

  subroutine inner_f(self, t, z, y, p, rhs, status)
    class(inner), intent(in) :: self
    real(dp), intent(in) :: t, z(:), y(:), p(:)
    real(dp), intent(inout) :: rhs(:)
    integer, intent(inout) :: status
    rhs(1) = z(2)
  end subroutine inner_f

  subroutine inner_g(self, l, z, p, res, status)
    class(inner), intent(in) :: self
    integer, intent(in) :: l
    real(dp), intent(in) :: z(:), p(:)
    real(dp), intent(inout) :: res
    integer, intent(inout) :: status
    select case (l)
    case (1)
       res = z(1) - 1
    case (2)
       res = z(1) - exp(0.5_dp)
    case (3)
       res = z(2) - exp(1.0_dp)
    end select
  end subroutine inner_g

  subroutine bow_f(self, t, z, y, p, rhs, status)
    class(bow), intent(in) :: self
    real(dp), intent(in) :: t, z(:), y(:), p(:)
    real(dp), intent(inout) :: rhs(:)
    integer, intent(inout) :: status
    rhs(1) = self%force
  end subroutine bow_f

  subroutine bow_g(self, l, z, p, res, status)
    class(bow), intent(in) :: self
    integer, intent(in) :: l
    real(dp), intent(in) :: z(:), p(:)
    real(dp), intent(inout) :: res
    integer, intent(inout) :: status
    res = z(1)
  end subroutine bow_g

  recursive subroutine nested_f(self, t, z, y, p, rhs, status)
    class(nested), intent(in) :: self
    real(dp), intent(in) :: t, z(:), y(:), p(:)
    real(dp), intent(inout) :: rhs(:)
    integer, intent(inout) :: status
    type(bow) :: other
    type(solution) :: sol
    other = bow(order=[2], zeta=[0.0_dp, 1.0_dp], linear=.true.)
    call solve(other, sol, status=status)
    rhs(1) = sol%value(t, 1)
  end subroutine nested_f

  subroutine nested_g(self, l, z, p, res, status)
    class(nested), intent(in) :: self
    integer, intent(in) :: l
    real(dp), intent(in) :: z(:), p(:)
    real(dp), intent(inout) :: res
    integer, intent(inout) :: status
    res = z(1)
  end subroutine nested_g

  !> u'' = 4 t (1 - t), u(0) = u(1) = 0
  elemental real(dp) function nested_exact(t)
    real(dp), intent(in) :: t
    nested_exact = 2*t**3/3 - t**4/3 - t/3
  end function nested_exact

  function new_waves() result(problem)
    type(waves) :: problem
    problem = waves(n=2, right=3.0_dp, zeta=[3.0_dp])
  end function new_waves

  subroutine waves_residual(self, t, x, dx, p, r, status)
    class(waves), intent(in) :: self
    real(dp), intent(in) :: t, x(:), dx(:), p(:)
    real(dp), intent(inout) :: r(:)
    integer, intent(inout) :: status
    real(dp) :: w, s
    w = x(1) - t*x(2)
    s = dx(1) - t*dx(2) - x(2)
    r(1) = s + s**3 + w + w**3
    r(2) = x(2) - sin(t)
    if (self%stop_with /= 0) status = self%stop_with
  end subroutine waves_residual

  subroutine waves_dresidual(self, t, x, dx, p, jac, status)
    class(waves_jac), intent(in) :: self
    real(dp), intent(in) :: t, x(:), dx(:), p(:)
    real(dp), intent(inout) :: jac(:,:)
    integer, intent(inout) :: status
    real(dp) :: w, s, by_w, by_s
    w = x(1) - t*x(2)
    s = dx(1) - t*dx(2) - x(2)
    by_w = 1 + 3*w**2
    by_s = 1 + 3*s**2
    jac(1, :) = [by_w, -t*by_w - by_s, by_s, -t*by_s]
    jac(2, 2) = 1
    self%n_jac = self%n_jac + 1
  end subroutine waves_dresidual

  subroutine waves_g(self, l, z, p, res, status)
    class(waves), intent(in) :: self
    integer, intent(in) :: l
    real(dp), intent(in) :: z(:), p(:)
    real(dp), intent(inout) :: res
    integer, intent(inout) :: status
    res = z(1) - exp(-3.0_dp) - 3*sin(3.0_dp)
  end subroutine waves_g

  subroutine waves_dg(self, l, z, p, jac, status)
    class(waves_jac), intent(in) :: self
    integer, intent(in) :: l
    real(dp), intent(in) :: z(:), p(:)
    real(dp), intent(inout) :: jac(:)
    integer, intent(inout) :: status
    jac(1) = 1
  end subroutine waves_dg

  subroutine waves_guess(self, t, x, dx, status)
    class(waves_jac), intent(in) :: self
    real(dp), intent(in) :: t
    real(dp), intent(inout) :: x(:), dx(:)
    integer, intent(inout) :: status
    x = [1 + t, sin(t)]
    dx = [1.0_dp, cos(t)]
  end subroutine waves_guess

  subroutine waves_monitor(self, event, cancel)
    class(waves), intent(inout) :: self
    type(solve_event), intent(in) :: event
    logical, intent(inout) :: cancel
    self%n_events = self%n_events + 1
    cancel = self%n_events >= self%cancel_at
  end subroutine waves_monitor

  subroutine hidden_residual(self, t, x, dx, p, r, status)
    class(hidden_eig), intent(in) :: self
    real(dp), intent(in) :: t, x(:), dx(:), p(:)
    real(dp), intent(inout) :: r(:)
    integer, intent(inout) :: status
    r(1) = x(2)
    r(2) = exp(dx(1)) - exp(-p(1)*x(1))      ! dx(1) is x2': the first equation is explicit
  end subroutine hidden_residual

  subroutine hidden_g(self, l, z, p, res, status)
    class(hidden_eig), intent(in) :: self
    integer, intent(in) :: l
    real(dp), intent(in) :: z(:), p(:)
    real(dp), intent(inout) :: res
    integer, intent(inout) :: status
    res = z(1)
    if (l == 2) res = z(2) - 1
  end subroutine hidden_g

  subroutine hidden_guess(self, t, x, dx, status)
    class(hidden_eig), intent(in) :: self
    real(dp), intent(in) :: t
    real(dp), intent(inout) :: x(:), dx(:)
    integer, intent(inout) :: status
    x = [t*(1 - t), 1 - 2*t]
    dx = [1 - 2*t, -2.0_dp]
  end subroutine hidden_guess

  subroutine turn_residual(self, t, x, dx, p, r, status)
    class(hidden_period), intent(in) :: self
    real(dp), intent(in) :: t, x(:), dx(:), p(:)
    real(dp), intent(inout) :: r(:)
    integer, intent(inout) :: status
    r(1) = x(2) - dx(1)
    r(2) = dx(2) + x(1) + x(2)/2 - cos(2*t)
  end subroutine turn_residual

  subroutine turn_coupled(self, zl, zr, p, res, status)
    class(hidden_period), intent(in) :: self
    real(dp), intent(in) :: zl(:), zr(:), p(:)
    real(dp), intent(inout) :: res(:)
    integer, intent(inout) :: status
    res = zr - zl
  end subroutine turn_coupled
end module natural_problems
