!> bratu.f90 - two solutions from two guesses
!>
!> Problem: u'' = -e^u on [0, 1], u(0) = u(1) = 0: heat that a reaction makes and the walls take away.
!>
!> Lesson:  A nonlinear problem may have several solutions; the guess decides which one is found.  Here
!>          u = a t (1 - t) leads to the lower solution for a = 1 and to the upper one for a = 16.
!> Copy:    The procedure guess, and the component a: your own data travel in the type.
module bratu_problem
  use coldae
  implicit none

  type, extends(bvp) :: bratu
     real(dp) :: a = 1                             ! height of the guess
   contains
     procedure :: f => equation
     procedure :: g => condition
     procedure :: guess
  end type bratu

contains

  subroutine equation(self, t, z, y, p, rhs, status)
    class(bratu), intent(in) :: self
    real(dp), intent(in) :: t, z(:), y(:), p(:)
    real(dp), intent(inout) :: rhs(:)
    integer, intent(inout) :: status
    rhs(1) = -exp(z(1))                            ! u''
  end subroutine equation

  subroutine condition(self, l, z, p, res, status)
    class(bratu), intent(in) :: self
    integer, intent(in) :: l
    real(dp), intent(in) :: z(:), p(:)
    real(dp), intent(inout) :: res
    integer, intent(inout) :: status
    res = z(1)                                     ! u = 0 at both ends
  end subroutine condition

  subroutine guess(self, t, z, y, dmu, status)
    class(bratu), intent(in) :: self
    real(dp), intent(in) :: t
    real(dp), intent(inout) :: z(:), y(:), dmu(:)
    integer, intent(inout) :: status
    z(1) = self%a*t*(1 - t)                        ! u
    z(2) = self%a*(1 - 2*t)                        ! u'
    dmu(1) = -2*self%a                             ! u''
  end subroutine guess

  elemental real(dp) function exact(t, theta)
    real(dp), intent(in) :: t, theta
    exact = -2*log(cosh((t - 0.5_dp)*theta/2)/cosh(theta/4))
  end function exact
end module bratu_problem

program main
  use bratu_problem
  implicit none
  real(dp), parameter :: tol = 1e-8_dp
  real(dp), parameter :: a(2) = [1, 16]
  real(dp), parameter :: theta(2) = [1.5171645990507543_dp, 10.938702772122106_dp]  ! = sqrt(2) cosh(theta/4)
  type(bratu) :: problem
  type(solution) :: sol
  type(solve_info) :: info
  real(dp) :: t(101), u(101), error(101)
  integer :: i, s

  t = [(i/100.0_dp, i = 0, 100)]
  problem%order = [2]
  problem%zeta = [0, 1]
  do s = 1, 2
     problem%a = a(s)
     call solve(problem, sol, tol=tol, info=info)
     u = exact(t, theta(s))
     error = abs(sol%value(t, 1) - u)/(1 + abs(u))
     print '(a, i2, a, f11.8, 2(a, i0), a, es8.1)', 'guess ', nint(a(s)), ' t (1 - t): u(1/2) =', &
          sol%value(0.5_dp, 1), ', ', info%n_intervals, ' subintervals, ', info%n_newton, &
          ' Newton steps, error', maxval(error)
     if (.not. all(error <= tol)) error stop 'bratu: wrong'
  end do
end program main
