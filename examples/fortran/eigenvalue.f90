!> eigenvalue.f90 - an eigenvalue is an unknown constant
!>
!> Problem: Mathieu's equation  u'' + (p - 10 cos 2t) u = 0 on [0, pi],  u'(0) = u'(pi) = 0:  find the
!>          eigenvalue p near 15 with its eigenfunction.
!>
!> Lesson:  Take the eigenvalue as a parameter p.  Its extra condition fixes the size of the
!>          eigenfunction, u(0) = 1, which keeps the solution away from u = 0.  The product p u makes
!>          the problem nonlinear: the guess, cos 4t, chooses the eigenvalue.
!> Copy:    n_param, param_guess, the normalising condition, and param().
module eigenvalue_problem
  use coldae
  implicit none
  real(dp), parameter :: pi = acos(-1.0_dp)

  type, extends(bvp) :: mathieu
   contains
     procedure :: f => equation
     procedure :: g => condition
     procedure :: guess
  end type mathieu

contains

  subroutine equation(self, t, z, y, p, rhs, status)
    class(mathieu), intent(in) :: self
    real(dp), intent(in) :: t, z(:), y(:), p(:)
    real(dp), intent(inout) :: rhs(:)
    integer, intent(inout) :: status
    rhs(1) = -(p(1) - 10*cos(2*t))*z(1)            ! u''
  end subroutine equation

  subroutine condition(self, l, z, p, res, status)
    class(mathieu), intent(in) :: self
    integer, intent(in) :: l
    real(dp), intent(in) :: z(:), p(:)
    real(dp), intent(inout) :: res
    integer, intent(inout) :: status
    res = z(2)                                     ! u'(0) = 0, u'(pi) = 0
    if (l == 1) res = z(1) - 1                     ! u(0) = 1
  end subroutine condition

  subroutine guess(self, t, z, y, dmu, status)
    class(mathieu), intent(in) :: self
    real(dp), intent(in) :: t
    real(dp), intent(inout) :: z(:), y(:), dmu(:)
    integer, intent(inout) :: status
    z = [cos(4*t), -4*sin(4*t)]
    dmu = -16*cos(4*t)
  end subroutine guess
end module eigenvalue_problem

program main
  use eigenvalue_problem
  implicit none
  real(dp), parameter :: tol = 1e-8_dp
  real(dp), parameter :: a4 = 17.096581684366_dp   ! characteristic value a_4 for q = 5
  type(mathieu) :: problem
  type(solution) :: sol
  real(dp) :: p(1)

  problem%order = [2]
  problem%right = pi
  problem%n_param = 1
  problem%param_guess = [15]
  problem%zeta = [0.0_dp, 0.0_dp, pi]              ! order 2 + one parameter = 3 conditions
  call solve(problem, sol, tol=tol)

  p = sol%param()
  print '(a, f14.10)', 'p =', p
  print '(i0, a, es8.1)', sol%n_intervals(), ' subintervals, error', abs(p - a4)
  if (.not. all(abs(p - a4) <= tol*(1 + a4))) error stop 'eigenvalue: wrong'
end program main
