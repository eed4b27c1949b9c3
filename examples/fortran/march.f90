!> march.f90 - an initial value problem with a constraint, step by step
!>
!> Problem: a pendulum of length 1, p = (p1, p2), force lambda in the rod, from (1, 0) at rest, 0 <= t <= 10,
!>
!>     p1'' = -lambda p1,   p2'' = -lambda p2 - 1,   0 = p . p'       (the constraint |p| = 1 differentiated: index 2).
!>
!> Lesson:  march takes the same type as solve and goes through the interval with steps of its own choice.
!>          Initial values must satisfy the constraint: make_consistent moves them there.  The length itself is
!>          no longer in the equations; as invariant it is met after each step and cannot drift.
!> Copy:    observe, which sees every step and may look inside; invariant; make_consistent.
module pendulum_problem
  use coldae
  implicit none

  type, extends(bvp) :: pendulum
     real(dp) :: energy_moved = 0, next = 0          ! what observe collects
     logical :: print_it = .true.
   contains
     procedure :: f => equations
     procedure :: invariant => length
     procedure :: observe
  end type pendulum

contains

  subroutine equations(self, t, z, y, p, rhs, status)
    class(pendulum), intent(in) :: self
    real(dp), intent(in) :: t, z(:), y(:), p(:)      ! z = (p1, p1', p2, p2')
    real(dp), intent(inout) :: rhs(:)
    integer, intent(inout) :: status
    rhs(1) = -y(1)*z(1)
    rhs(2) = -y(1)*z(3) - 1
    rhs(3) = z(1)*z(2) + z(3)*z(4)
  end subroutine equations

  subroutine length(self, t, z, p, h, status)
    class(pendulum), intent(in) :: self
    real(dp), intent(in) :: t, z(:), p(:)
    real(dp), intent(inout) :: h(:)
    integer, intent(inout) :: status
    h(1) = z(1)**2 + z(3)**2 - 1
  end subroutine length

  subroutine observe(self, step, stop)
    class(pendulum), intent(inout) :: self
    type(march_step), intent(in) :: step
    logical, intent(inout) :: stop
    real(dp) :: z(4)
    self%energy_moved = max(self%energy_moved, abs((step%z(2)**2 + step%z(4)**2)/2 + step%z(3)))
    do while (step%number > 0 .and. self%next <= step%t)   ! a table with times of its own
       call step%eval(self%next, z)
       if (self%print_it) print '(a, f5.1, 2f12.8)', '  t, p1, p2:', self%next, z(1), z(3)
       self%next = self%next + 2.5_dp
    end do
  end subroutine observe
end module pendulum_problem

program main
  use pendulum_problem
  implicit none
  real(dp), parameter :: tol = 1e-9_dp
  type(pendulum) :: problem
  type(march_info) :: info
  type(solution) :: sol
  real(dp) :: z(4), y(1), end(4), force(1), moved(4)

  problem%order = [2, 2]
  problem%n_alg = 1
  problem%n_invariant = 1
  problem%right = 10

  z = [1.01_dp, 0.0_dp, 0.02_dp, 0.0_dp]             ! measured, not quite on the circle
  y = 0
  call make_consistent(problem, 0.0_dp, z, y, moved=moved)
  print '(a, 4f9.5)', 'moved onto the constraint by', moved
  z = [1.0_dp, 0.0_dp, 0.0_dp, 0.0_dp]

  call march(problem, z, end, force, sol, tol=tol, info=info)
  print '(a, i0, 2(a, es8.1))', 'steps ', info%n_steps, ', energy changes by', problem%energy_moved, &
       ', length by', abs(norm2(end([1, 3])) - 1)
  print '(a, f10.6)', 'force in the rod at the end', force(1)
  if (.not. problem%energy_moved <= 1e-6_dp) error stop 'march: energy'
  if (.not. abs(norm2(end([1, 3])) - 1) <= 1e-12_dp) error stop 'march: length'
  if (.not. maxval(abs(end - [sol%value(10.0_dp, 1), sol%value(10.0_dp, 2), sol%value(10.0_dp, 3), &
       sol%value(10.0_dp, 4)])) <= 1e-12_dp) error stop 'march: the solution has another end'
end program main
