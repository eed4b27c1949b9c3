!> srm.f90 - a constraint that becomes singular inside the interval
!>
!> Problem: on [0, 1], with the solution x1 = e^-t, x2 = sin t, y = cos t / (1-2t),
!>
!>     x1' = -x1 + x2 - sin t,   x2' = (1-2t) y,   0 = (1-2t) (x1 + x2 - e^-t - sin t),   x1(1) + x2(0) = 1/e.
!>
!>          At t = 1/2 the constraint says nothing and y is infinite; x and B y are smooth.
!>          Ascher & Lin (1993), Example 1
!>
!> Lesson:  extend singular_problem: the matrices of x' = A x + B y + q, 0 = C x + r as functions of t (x has size 0
!>          there; it counts where f and g are given instead).  regularize_solve gives a solution with x in the place
!>          of z and B y in the place of y; recover_y finds y where it is finite.
!> Copy:    the type, and the call.
module singular_constraint
  use coldae
  implicit none

  type, extends(singular_problem) :: example
   contains
     procedure :: a
     procedure :: b
     procedure :: c
     procedure :: q
     procedure :: r
     procedure :: coupled
  end type example

contains

  subroutine a(self, t, x, out, status)
    class(example), intent(in) :: self
    real(dp), intent(in) :: t, x(:)
    real(dp), intent(inout) :: out(:,:)
    integer, intent(inout) :: status
    out(1, :) = [-1, 1]
  end subroutine a

  subroutine b(self, t, x, out, status)
    class(example), intent(in) :: self
    real(dp), intent(in) :: t, x(:)
    real(dp), intent(inout) :: out(:,:)
    integer, intent(inout) :: status
    out(2, 1) = 1 - 2*t
  end subroutine b

  subroutine c(self, t, x, out, status)
    class(example), intent(in) :: self
    real(dp), intent(in) :: t, x(:)
    real(dp), intent(inout) :: out(:,:)
    integer, intent(inout) :: status
    out(1, :) = 1 - 2*t
  end subroutine c

  subroutine q(self, t, x, out, status)
    class(example), intent(in) :: self
    real(dp), intent(in) :: t, x(:)
    real(dp), intent(inout) :: out(:)
    integer, intent(inout) :: status
    out(1) = -sin(t)
  end subroutine q

  subroutine r(self, t, x, out, status)
    class(example), intent(in) :: self
    real(dp), intent(in) :: t, x(:)
    real(dp), intent(inout) :: out(:)
    integer, intent(inout) :: status
    out(1) = -(1 - 2*t)*(exp(-t) + sin(t))
  end subroutine r

  subroutine coupled(self, xl, xr, res, status)
    class(example), intent(in) :: self
    real(dp), intent(in) :: xl(:), xr(:)
    real(dp), intent(inout) :: res(:)
    integer, intent(inout) :: status
    res(1) = xr(1) + xl(2) - exp(-1.0_dp)        ! the constraint at t = 0 is added by the library
  end subroutine coupled
end module singular_constraint

program main
  use singular_constraint
  implicit none
  type(example) :: problem
  type(solution) :: sol
  type(regularize_info) :: info
  real(dp) :: t, x(2), By(2), y(1), error
  integer :: i

  problem%n_x = 2
  problem%n_y = 1
  problem%n_coupled = 1
  call regularize_solve(problem, sol, tol=1e-6_dp, info=info)

  error = 0
  do i = 300, 1000                                ! right of the layer in B y
     t = i/1000.0_dp
     call sol%eval(t, x, By)
     error = max(error, abs(x(1) - exp(-t)), abs(x(2) - sin(t)))
  end do
  call recover_y(problem, t, x, By, y)            ! at t = 1
  print '(a, f6.3, a, i0, a, es8.1)', 'C B is singular at t =', info%singular_t(1), ', iterations ', &
       info%iterations, ', error of x', error
  print '(a, *(es8.1))', 'constraint residual of each iteration', info%residual
  print '(a, f8.5)', 'y(1) =', y
  if (.not. error <= 1e-5_dp) error stop 'srm: wrong'
  if (.not. abs(y(1) + cos(1.0_dp)) <= 1e-4_dp) error stop 'srm: wrong y'
end program main
