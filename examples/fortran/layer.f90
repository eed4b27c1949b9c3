!> layer.f90 - the mesh finds the boundary layers
!>
!> Problem: eps u'' = u + cos^2(pi t) + 2 eps pi^2 cos(2 pi t) on [0, 1],  u(0) = u(1) = 0,  eps = 1e-5.
!>          Away from the ends u is -cos^2(pi t); to meet the conditions it must turn within a width of
!>          sqrt(eps).
!>
!> Lesson:  Nobody has to say where a layer is.  The solve begins with 5 equal subintervals; each
!>          solution tells where the next mesh must be fine.  The monitor watches it happen: it is one
!>          more procedure to override, and the only one that may change the problem.
!> Copy:    tol_z, one tolerance for each entry of z (0: do not control this one); the monitor; mesh().
module layer_problem
  use coldae
  implicit none
  real(dp), parameter :: pi = acos(-1.0_dp)

  type, extends(bvp) :: layer
     real(dp) :: eps = 1e-5_dp
     integer :: n_meshes = 0
   contains
     procedure :: f => equation
     procedure :: g => condition
     procedure :: monitor
  end type layer

contains

  subroutine equation(self, t, z, y, p, rhs, status)
    class(layer), intent(in) :: self
    real(dp), intent(in) :: t, z(:), y(:), p(:)
    real(dp), intent(inout) :: rhs(:)
    integer, intent(inout) :: status
    rhs(1) = (z(1) + cos(pi*t)**2)/self%eps + 2*pi**2*cos(2*pi*t)   ! u''
  end subroutine equation

  subroutine condition(self, l, z, p, res, status)
    class(layer), intent(in) :: self
    integer, intent(in) :: l
    real(dp), intent(in) :: z(:), p(:)
    real(dp), intent(inout) :: res
    integer, intent(inout) :: status
    res = z(1)                                     ! u = 0 at both ends
  end subroutine condition

  subroutine monitor(self, event, cancel)
    class(layer), intent(inout) :: self
    type(solve_event), intent(in) :: event
    logical, intent(inout) :: cancel
    if (event%kind /= COLDAE_EVENT_ERROR) return
    self%n_meshes = self%n_meshes + 1
    print '(a, i3, a, i5, a, es9.1)', 'mesh', event%mesh, ':', event%n_intervals, &
         ' subintervals, error / tolerance', event%error
  end subroutine monitor

  elemental real(dp) function exact(t, eps)
    real(dp), intent(in) :: t, eps
    real(dp) :: s
    s = sqrt(eps)
    exact = (exp(-t/s) + exp((t - 1)/s))/(1 + exp(-1/s)) - cos(pi*t)**2
  end function exact
end module layer_problem

program main
  use layer_problem
  implicit none
  real(dp), parameter :: tol = 1e-8_dp
  type(layer) :: problem
  type(solution) :: sol
  real(dp) :: t(1001), u(1001), error(1001)
  real(dp) :: narrowest, widest
  integer :: i

  problem%order = [2]
  problem%zeta = [0, 1]
  problem%linear = .true.
  call solve(problem, sol, tol_z=[tol, 0.0_dp])    ! u to 1e-8; u' as it comes

  associate (mesh => sol%mesh(), n => sol%n_intervals())
    narrowest = minval(mesh(2:) - mesh(:n))
    widest = maxval(mesh(2:) - mesh(:n))
    print '(i0, 2(a, f7.4), a)', n, ' subintervals from', narrowest, ' to', widest, ' wide'
  end associate

  t = [(i/1000.0_dp, i = 0, 1000)]
  u = exact(t, problem%eps)
  error = abs(sol%value(t, 1) - u)/(1 + abs(u))
  print '(a, es8.1)', 'error', maxval(error)
  if (.not. all(error <= tol)) error stop 'layer: wrong'
  if (.not. narrowest < widest/4) error stop 'layer: the mesh did not adapt'
  if (problem%n_meshes < 2) error stop 'layer: the monitor was not called'
end program main
