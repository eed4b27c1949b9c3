!> index1.f90 - differential equations with an algebraic one
!>
!> Problem: u'' = y u - e^t (1 + sin pi t) - pi^2 sin pi t,          u(0) = u(1) = 1,
!>          0   = y^3 + u y - e^{3t} - (1 + sin pi t) e^t            on [0, 1].
!>          Solution u = 1 + sin pi t, y = e^t.
!>
!> Lesson:  A constraint is one more row of f, its unknown one more entry of y; y has no derivative and
!>          no side condition.  Here the constraint can be solved for y (index 1); the library finds
!>          that out by itself (info%index).  Derivatives by hand save time: overriding df is enough to
!>          have it used; let check_jacobian compare it with differences before you trust it.
!> Copy:    n_alg, df, and the check.
module index1_problem
  use coldae
  implicit none
  real(dp), parameter :: pi = acos(-1.0_dp)

  type, extends(bvp) :: index1
   contains
     procedure :: f => equations
     procedure :: df => derivatives
     procedure :: g => condition
     procedure :: guess
  end type index1

contains

  subroutine equations(self, t, z, y, p, rhs, status)
    class(index1), intent(in) :: self
    real(dp), intent(in) :: t, z(:), y(:), p(:)
    real(dp), intent(inout) :: rhs(:)
    integer, intent(inout) :: status
    real(dp) :: u
    u = 1 + sin(pi*t)
    rhs(1) = y(1)*z(1) - exp(t)*u - pi**2*sin(pi*t)      ! u''
    rhs(2) = y(1)**3 + z(1)*y(1) - exp(3*t) - u*exp(t)   ! 0
  end subroutine equations

  !> jac(2, 3): a column each for u, u', y; zero on entry
  subroutine derivatives(self, t, z, y, p, jac, status)
    class(index1), intent(in) :: self
    real(dp), intent(in) :: t, z(:), y(:), p(:)
    real(dp), intent(inout) :: jac(:,:)
    integer, intent(inout) :: status
    jac(1, 1) = y(1)
    jac(2, 1) = y(1)
    jac(1, 3) = z(1)
    jac(2, 3) = 3*y(1)**2 + z(1)
  end subroutine derivatives

  subroutine condition(self, l, z, p, res, status)
    class(index1), intent(in) :: self
    integer, intent(in) :: l
    real(dp), intent(in) :: z(:), p(:)
    real(dp), intent(inout) :: res
    integer, intent(inout) :: status
    res = z(1) - 1
  end subroutine condition

  subroutine guess(self, t, z, y, dmu, status)
    class(index1), intent(in) :: self
    real(dp), intent(in) :: t
    real(dp), intent(inout) :: z(:), y(:), dmu(:)
    integer, intent(inout) :: status
    z(1) = 1
    y(1) = 1
  end subroutine guess
end module index1_problem

program main
  use index1_problem
  implicit none
  real(dp), parameter :: tol = 1e-8_dp
  type(index1) :: problem
  type(solution) :: sol
  type(solve_info) :: info
  real(dp) :: t(101), z(2, 101), y(1, 101), u(101), error(101), error_y(101), worst
  character(200) :: message
  integer :: i

  problem%order = [2]
  problem%n_alg = 1
  problem%zeta = [0, 1]
  call check_jacobian(problem, 0.4_dp, [0.7_dp, -0.3_dp], [1.9_dp], worst=worst, message=message)
  if (.not. worst <= 1e-5_dp) error stop 'index1: df is wrong: '//trim(message)

  call solve(problem, sol, tol=tol, info=info)
  t = [(i/100.0_dp, i = 0, 100)]
  u = 1 + sin(pi*t)
  call sol%eval(t, z, y)
  error = abs(z(1, :) - u)/(1 + abs(u))
  error_y = abs(y(1, :) - exp(t))/(1 + exp(t))
  print '(2(a, i0), 2(a, es8.1))', 'index ', info%index, ', ', info%n_intervals, &
       ' subintervals, error in u', maxval(error), ', in y', maxval(error_y)
  if (info%index /= 1) error stop 'index1: the index is 1'
  if (.not. all(error <= tol)) error stop 'index1: u is wrong'
  if (.not. all(error_y <= 100*tol)) error stop 'index1: y is wrong'   ! it is not controlled
end program main
