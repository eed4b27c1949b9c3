!> beam.f90 - the smallest complete program
!>
!> Problem: A beam of varying stiffness under a uniform load, simply supported at both ends:
!>
!>     (t^3 u'')'' = 1,   1 <= t <= 2,      u = u'' = 0 at t = 1 and t = 2.
!>
!> Lesson:  A problem is a type that extends bvp; its equations are type-bound procedures.  An equation
!>          of order four is given as it stands, solved for its highest derivative; the library hands
!>          z = (u, u', u'', u''') to them.  What is not overridden (here all derivatives) is
!>          differenced.  It is linear in z: say so, and no guess is needed.
!> Copy:    Everything: extend, override, set the components, solve, evaluate.  Without a status
!>          argument an error ends the program with a message; nothing needs to be freed.
module beam_problem
  use coldae
  implicit none

  type, extends(bvp) :: beam
   contains
     procedure :: f => equation
     procedure :: g => condition
  end type beam

contains

  subroutine equation(self, t, z, y, p, rhs, status)
    class(beam), intent(in) :: self
    real(dp), intent(in) :: t, z(:), y(:), p(:)
    real(dp), intent(inout) :: rhs(:)
    integer, intent(inout) :: status
    rhs(1) = (1 - 6*t**2*z(4) - 6*t*z(3))/t**3     ! u''''
  end subroutine equation

  subroutine condition(self, l, z, p, res, status)
    class(beam), intent(in) :: self
    integer, intent(in) :: l
    real(dp), intent(in) :: z(:), p(:)
    real(dp), intent(inout) :: res
    integer, intent(inout) :: status
    res = merge(z(1), z(3), mod(l, 2) == 1)        ! u = 0, then u'' = 0, at each end
  end subroutine condition

  elemental real(dp) function exact(t)
    real(dp), intent(in) :: t
    exact = (10*log(2.0_dp) - 3)*(1 - t)/4 + (1/t + (3 + t)*log(t) - t)/2
  end function exact
end module beam_problem

program main
  use beam_problem
  implicit none
  real(dp), parameter :: tol = 1e-8_dp
  type(beam) :: problem
  type(solution) :: sol
  real(dp) :: t(101), z(4, 101), error(101)
  integer :: i

  problem%order = [4]
  problem%left = 1
  problem%right = 2
  problem%zeta = [1, 1, 2, 2]                      ! where condition 1, 2, 3, 4 holds
  problem%linear = .true.
  call solve(problem, sol, tol=tol)

  t = [(1 + 0.01_dp*i, i = 0, 99), 2.0_dp]
  call sol%eval(t, z)
  print '(a)', '      t          u         u''        u'''''
  print '(f8.2, 3f11.6)', (t(i), z(1:3, i), i = 1, 101, 25)

  error = abs(z(1, :) - exact(t))/(1 + abs(exact(t)))
  print '(i0, a, es8.1)', sol%n_intervals(), ' subintervals, error', maxval(error)
  if (.not. all(error <= tol)) error stop 'beam: wrong'
end program main
