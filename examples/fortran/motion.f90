!> motion.f90 - constrained motion of index 3, forward in time, without drift
!>
!> Problem: a pendulum in Cartesian coordinates, u = (x, y), from (1, 0) at rest, twenty units of time,
!>
!>     x'' = -lambda x,   y'' = -lambda y - 1,   0 = x^2 + y^2 - 1.
!>
!> Lesson:  the constraint may stay as mechanics gives it: on the positions, index 3.  Extend the type motion,
!>          give k (masses times accelerations) and g, call integrate.  After each step positions and velocities
!>          are moved back onto g = 0 and dg/dt = 0.
!> Copy:    the type, k, g, dg; output at times of your own.
module swing_problem
  use coldae
  implicit none

  type, extends(motion) :: swing
     real(dp) :: drift = 0, energy = 0
   contains
     procedure :: k => forces
     procedure :: g => length
     procedure :: dg => length_by_u
     procedure :: observe
  end type swing

contains

  subroutine forces(self, t, u, v, lambda, out, status)
    class(swing), intent(in) :: self
    real(dp), intent(in) :: t, u(:), v(:), lambda(:)
    real(dp), intent(inout) :: out(:)
    integer, intent(inout) :: status
    out = [-lambda(1)*u(1), -lambda(1)*u(2) - 1]
  end subroutine forces

  subroutine length(self, t, u, v, lambda, out, status)
    class(swing), intent(in) :: self
    real(dp), intent(in) :: t, u(:), v(:), lambda(:)
    real(dp), intent(inout) :: out(:)
    integer, intent(inout) :: status
    out(1) = (u(1)**2 + u(2)**2 - 1)/2
  end subroutine length

  subroutine length_by_u(self, t, u, v, lambda, w, jac, status)
    class(swing), intent(in) :: self
    real(dp), intent(in) :: t, u(:), v(:), lambda(:), w(:)
    real(dp), intent(inout) :: jac(:,:)              ! columns u, v, lambda
    integer, intent(inout) :: status
    jac(1, 1:2) = u
  end subroutine length_by_u

  subroutine observe(self, step, stop)
    class(swing), intent(inout) :: self
    type(march_step), intent(in) :: step
    logical, intent(inout) :: stop
    associate (u => step%z(1:2), v => step%z(3:4))
      self%drift = max(self%drift, abs(norm2(u) - 1), abs(dot_product(u, v)))
      self%energy = max(self%energy, abs(dot_product(v, v)/2 + u(2)))
    end associate
  end subroutine observe
end module swing_problem

program main
  use swing_problem
  implicit none
  type(swing) :: problem
  type(march_info) :: info
  real(dp) :: u(2), v(2), lambda(1), t(4), out(5, 4)
  integer :: i

  problem%n_u = 2
  problem%n_v = 2
  problem%n_lambda = 1
  problem%right = 20
  u = [1, 0]
  v = 0
  lambda = 0
  t = [5, 10, 15, 20]
  call integrate(problem, u, v, lambda, tol=1e-8_dp, t_out=t, out=out, info=info)
  do i = 1, 4
     print '(a, f5.1, 2f12.8, a, f10.6)', 't, u:', t(i), out(1:2, i), '  force', out(5, i)
  end do
  print '(a, i0, 2(a, es8.1))', 'steps ', info%n_steps, ', drift', problem%drift, ', energy changes by', problem%energy
  if (.not. problem%drift <= 1e-12_dp) error stop 'motion: drift'
  if (.not. problem%energy <= 1e-5_dp) error stop 'motion: energy'
  if (.not. maxval(abs(out(1:2, 4) - u)) <= 1e-6_dp) error stop 'motion: output'
end program main
