!> saved.f90 - save a solution, load it, go on from there
!>
!> Problem: eps u'' + (u')^2 = 1 on [0, 1], with a corner of width eps at t = 0.745,
!>
!>     u = 1 + eps ln cosh((t - 0.745)/eps),       whose values at 0 and 1 are the side conditions.
!>
!> Lesson:  A solution does not depend on the problem it came from; it can be evaluated, saved and
!>          loaded by itself.  The file is portable and checked, and loading gives back the same bits.
!>          Here eps = 0.02 is solved and saved; the loaded solution then starts the solve for
!>          eps = 0.005.
!> Copy:    save, load, start.
module saved_problem
  use coldae
  implicit none

  type, extends(bvp) :: corner
     real(dp) :: eps = 0.02_dp
   contains
     procedure :: f => equation
     procedure :: g => condition
     procedure :: guess
  end type corner

contains

  subroutine equation(self, t, z, y, p, rhs, status)
    class(corner), intent(in) :: self
    real(dp), intent(in) :: t, z(:), y(:), p(:)
    real(dp), intent(inout) :: rhs(:)
    integer, intent(inout) :: status
    rhs(1) = (1 - z(2)**2)/self%eps                ! u''
  end subroutine equation

  subroutine condition(self, l, z, p, res, status)
    class(corner), intent(in) :: self
    integer, intent(in) :: l
    real(dp), intent(in) :: z(:), p(:)
    real(dp), intent(inout) :: res
    integer, intent(inout) :: status
    res = z(1) - exact(self%zeta(l), self%eps)     ! at t = 0 and t = 1
  end subroutine condition

  subroutine guess(self, t, z, y, dmu, status)
    class(corner), intent(in) :: self
    real(dp), intent(in) :: t
    real(dp), intent(inout) :: z(:), y(:), dmu(:)
    integer, intent(inout) :: status
    real(dp) :: u0, slope
    u0 = exact(0.0_dp, self%eps)
    slope = exact(1.0_dp, self%eps) - u0
    z = [u0 + slope*t, slope]                      ! the straight line
  end subroutine guess

  elemental real(dp) function exact(t, eps)
    real(dp), intent(in) :: t, eps
    real(dp) :: x
    x = abs(t - 0.745_dp)/eps                      ! ln cosh x, without overflow
    exact = 1 + eps*(x + log((1 + exp(-2*x))/2))
  end function exact
end module saved_problem

program main
  use saved_problem
  implicit none
  character(*), parameter :: path = 'saved_fortran_example.coldae'
  real(dp), parameter :: tol = 1e-10_dp
  real(dp) :: t(1001)
  type(solution) :: sol, loaded
  type(corner) :: problem
  integer :: i

  t = [(i/1000.0_dp, i = 0, 1000)]
  problem%order = [2]
  problem%zeta = [0, 1]
  call solve(problem, sol, tol_z=[tol, 0.0_dp], n_intervals=10)
  call sol%save(path)
  call sol%free()                                  ! not needed: to show that the file is enough

  call loaded%load(path)
  call judge(loaded, 0.02_dp)
  problem%eps = 0.005_dp
  call solve(problem, sol, tol_z=[tol, 0.0_dp], start=loaded)
  call judge(sol, 0.005_dp)
  open (newunit=i, file=path)
  close (i, status='delete')

contains

  subroutine judge(one, eps)
    type(solution), intent(in) :: one
    real(dp), intent(in) :: eps
    real(dp) :: u(size(t)), error(size(t))
    u = exact(t, eps)
    error = abs(one%value(t, 1) - u)/(1 + abs(u))
    print '(a, f6.3, a, i0, a, es8.1)', 'eps =', eps, ': ', one%n_intervals(), ' subintervals, error', &
         maxval(error)
    if (.not. all(error <= 3*tol)) error stop 'saved: wrong'
  end subroutine judge
end program main
