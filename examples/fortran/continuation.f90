!> continuation.f90 - reach a hard problem through easier ones
!>
!> Problem: A nonlinear boundary layer at t = 0, down to eps = 5e-4,
!>
!>     eps u'' + e^u u' - (pi/2) sin(pi t/2) e^{2u} = 0 on [0, 1],       u(0) = u(1) = 0.
!>
!> Lesson:  Solve for a mild eps first, and give each solution to the next solve as start, which
!>          carries both the curve and the mesh.  A solve that fails leaves its start unharmed; with
!>          status and message the program decides what then.  With no exact solution at hand, the
!>          answer is judged by a run with a tolerance 1000 times smaller.
!> Copy:    The loop over eps, start, and the assignment sol = next: copies share, nothing is freed.
module continuation_problem
  use coldae
  implicit none
  real(dp), parameter :: pi = acos(-1.0_dp)

  type, extends(bvp) :: thin_layer
     real(dp) :: eps = 0.05_dp
   contains
     procedure :: f => equation
     procedure :: g => condition
  end type thin_layer

contains

  subroutine equation(self, t, z, y, p, rhs, status)
    class(thin_layer), intent(in) :: self
    real(dp), intent(in) :: t, z(:), y(:), p(:)
    real(dp), intent(inout) :: rhs(:)
    integer, intent(inout) :: status
    rhs(1) = (pi/2*sin(pi*t/2)*exp(2*z(1)) - exp(z(1))*z(2))/self%eps   ! u''
  end subroutine equation

  subroutine condition(self, l, z, p, res, status)
    class(thin_layer), intent(in) :: self
    integer, intent(in) :: l
    real(dp), intent(in) :: z(:), p(:)
    real(dp), intent(inout) :: res
    integer, intent(inout) :: status
    res = z(1)                                     ! u = 0 at both ends
  end subroutine condition
end module continuation_problem

program main
  use continuation_problem
  implicit none
  real(dp), parameter :: tol = 1e-8_dp, eps(4) = [5e-2_dp, 1e-2_dp, 2e-3_dp, 5e-4_dp]
  type(thin_layer) :: problem
  type(solution) :: sol, next
  type(solve_info) :: info
  real(dp) :: t(1001), u(1001), error(1001)
  character(256) :: message
  integer :: i, s, status

  problem%order = [2]
  problem%zeta = [0, 1]
  call solve(problem, sol, tol_z=[tol, 0.0_dp], n_intervals=10)
  do s = 1, size(eps)
     problem%eps = eps(s)
     call solve(problem, next, tol_z=[tol, 0.0_dp], start=sol, info=info, status=status, message=message)
     if (status /= COLDAE_OK) then
        print '(a, es8.1, 4a)', 'eps = ', eps(s), ': ', status_text(status), ': ', trim(message)
        stop 1
     end if
     print '(a, es8.1, 3(a, i0), a)', 'eps =', eps(s), ': ', info%n_intervals, ' subintervals, ', &
          info%n_meshes, ' meshes, ', info%n_newton, ' Newton steps'
     sol = next
  end do

  call solve(problem, next, tol_z=[tol/1000, 0.0_dp], start=sol)
  t = [((i/1000.0_dp)**3, i = 0, 1000)]            ! more points where the layer is
  u = next%value(t, 1)
  error = abs(sol%value(t, 1) - u)/(1 + abs(u))
  print '(a, es8.1, a)', 'error', maxval(error), ' against the tighter run'
  if (.not. all(error <= tol)) error stop 'continuation: wrong'
end program main
