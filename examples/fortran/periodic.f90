!> periodic.f90 - conditions that couple the two ends
!>
!> Problem: A damped oscillator that is driven with period pi, after the transient has gone:
!>
!>     u' = v,   v' = -u - v/2 + cos 2t,      u(0) = u(pi),   v(0) = v(pi).
!>
!> Lesson:  A periodic solution needs no initial values and no long run: there is no zeta and no g, but
!>          two coupled conditions that see z at both ends at once.
!> Copy:    n_coupled and the procedure coupled.
module periodic_problem
  use coldae
  implicit none
  real(dp), parameter :: pi = acos(-1.0_dp)

  type, extends(bvp) :: oscillator
   contains
     procedure :: f => equations
     procedure :: coupled => periodicity
  end type oscillator

contains

  subroutine equations(self, t, z, y, p, rhs, status)
    class(oscillator), intent(in) :: self
    real(dp), intent(in) :: t, z(:), y(:), p(:)
    real(dp), intent(inout) :: rhs(:)
    integer, intent(inout) :: status
    rhs(1) = z(2)                                  ! u'
    rhs(2) = -z(1) - z(2)/2 + cos(2*t)             ! v'
  end subroutine equations

  subroutine periodicity(self, zl, zr, p, res, status)
    class(oscillator), intent(in) :: self
    real(dp), intent(in) :: zl(:), zr(:), p(:)
    real(dp), intent(inout) :: res(:)
    integer, intent(inout) :: status
    res = zl - zr                                  ! u(0) = u(pi), v(0) = v(pi)
  end subroutine periodicity

  elemental real(dp) function exact(t)
    real(dp), intent(in) :: t
    exact = (sin(2*t) - 3*cos(2*t))/10
  end function exact
end module periodic_problem

program main
  use periodic_problem
  implicit none
  real(dp), parameter :: tol = 1e-8_dp
  type(oscillator) :: problem
  type(solution) :: sol
  real(dp) :: t(101), error(101)
  integer :: i

  problem%order = [1, 1]
  problem%right = pi
  problem%n_coupled = 2
  problem%linear = .true.
  call solve(problem, sol, tol=tol)

  print '(2(a, f14.10))', 'u(0) =', sol%value(0.0_dp, 1), ', u(pi) =', sol%value(pi, 1)
  print '(2(a, f14.10))', 'v(0) =', sol%value(0.0_dp, 2), ', v(pi) =', sol%value(pi, 2)
  t = [(pi*(i/100.0_dp), i = 0, 100)]
  error = abs(sol%value(t, 1) - exact(t))/(1 + abs(exact(t)))
  print '(i0, a, es8.1)', sol%n_intervals(), ' subintervals, error', maxval(error)
  if (.not. all(error <= tol)) error stop 'periodic: wrong'
end program main
