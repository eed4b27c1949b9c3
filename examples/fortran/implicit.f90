!> implicit.f90 - a fully implicit problem, F(t, x, x') = 0
!>
!> Problem: on [0, 3]
!>
!>     0 = s + s^3 + w + w^3,   w = x1 - t x2,   s = x1' - t x2' - x2,       x1(3) = e^-3 + 3 sin 3.
!>     0 = x2 - sin t,
!>
!>          s is w', so w' = -w, and x1 = e^-t + t sin t, x2 = sin t.
!>
!> Lesson:  neither x1' nor x2' can be had alone: the derivative of F by x' is singular.  Give F as it is in
!>          the procedure residual of an implicit_problem.  The second equation contains no derivative; it
!>          counts as a condition at t = 0, which the library adds, so we give only the other one.  z of the
!>          solution is x, y is x'.
!> Copy:    the type, residual, n.
module implicit_example
  use coldae
  implicit none
  real(dp), parameter :: end = 3

  type, extends(implicit_problem) :: waves
   contains
     procedure :: residual
     procedure :: g => condition
  end type waves

contains

  subroutine residual(self, t, x, dx, p, r, status)
    class(waves), intent(in) :: self
    real(dp), intent(in) :: t, x(:), dx(:), p(:)
    real(dp), intent(inout) :: r(:)
    integer, intent(inout) :: status
    real(dp) :: w, s
    w = x(1) - t*x(2)
    s = dx(1) - t*dx(2) - x(2)
    r(1) = s + s**3 + w + w**3
    r(2) = x(2) - sin(t)
  end subroutine residual

  subroutine condition(self, l, z, p, res, status)
    class(waves), intent(in) :: self
    integer, intent(in) :: l
    real(dp), intent(in) :: z(:), p(:)
    real(dp), intent(inout) :: res
    integer, intent(inout) :: status
    res = z(1) - exp(-end) - end*sin(end)
  end subroutine condition
end module implicit_example

program main
  use implicit_example
  implicit none
  real(dp), parameter :: tol = 1e-8_dp
  type(waves) :: problem
  type(solution) :: sol
  type(solve_info) :: info
  real(dp) :: t(301), z(2, 301), y(2, 301), error(2, 301), error_y(2, 301)
  integer :: i

  problem%n = 2
  problem%right = end
  problem%zeta = [end]                            ! and 0 = x2 - sin t at t = 0
  call solve(problem, sol, tol=tol, info=info)

  t = [(end*i/300, i = 0, 300)]
  call sol%eval(t, z, y)
  error(1, :) = abs(z(1, :) - exp(-t) - t*sin(t))/(1 + exp(-t) + abs(t*sin(t)))
  error(2, :) = abs(z(2, :) - sin(t))
  error_y(1, :) = abs(y(1, :) + exp(-t) - sin(t) - t*cos(t))
  error_y(2, :) = abs(y(2, :) - cos(t))
  print '(2(a, i0), 2(a, es8.1))', 'index ', info%index, ', ', info%n_intervals, &
       ' subintervals, error of x', maxval(error), ', of x''', maxval(error_y)
  if (.not. all(error <= tol)) error stop 'implicit: x is wrong'
  if (.not. all(error_y <= 1e-4_dp)) error stop 'implicit: x'' is wrong'   ! it is not controlled
end program main
