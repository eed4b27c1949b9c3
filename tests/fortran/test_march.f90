!> march and make_consistent of the module coldae: results, options, observer, invariant, errors.
module march_problems
  use coldae
  implicit none

  !> u' = -u + y, 0 = y - sin t, u(0) = 1: u = (sin t - cos t + 3 e^-t)/2
  type, extends(bvp) :: decay
     integer :: seen = 0, stop_after = -1
     real(dp) :: worst = 0
     logical :: jacobian_used = .false.
   contains
     procedure :: f => decay_f
     procedure :: g => decay_g
     procedure :: observe => decay_observe
  end type decay

  !> rotation u'' = -u with u^2 + u'^2 = 1
  type, extends(bvp) :: rotation
   contains
     procedure :: f => rotation_f
     procedure :: invariant => rotation_h
     procedure :: dinvariant => rotation_dh
     procedure :: direction => rotation_d
  end type rotation

contains

  elemental real(dp) function decay_exact(t)
    real(dp), intent(in) :: t
    decay_exact = (sin(t) - cos(t) + 3*exp(-t))/2
  end function decay_exact

  subroutine decay_f(self, t, z, y, p, rhs, status)
    class(decay), intent(in) :: self
    real(dp), intent(in) :: t, z(:), y(:), p(:)
    real(dp), intent(inout) :: rhs(:)
    integer, intent(inout) :: status
    rhs(1) = -z(1) + y(1)
    rhs(2) = y(1) - sin(t)
  end subroutine decay_f

  subroutine decay_g(self, l, z, p, res, status)
    class(decay), intent(in) :: self
    integer, intent(in) :: l
    real(dp), intent(in) :: z(:), p(:)
    real(dp), intent(inout) :: res
    integer, intent(inout) :: status
    res = z(1) - 1
  end subroutine decay_g

  subroutine decay_observe(self, step, stop)
    class(decay), intent(inout) :: self
    type(march_step), intent(in) :: step
    logical, intent(inout) :: stop
    real(dp) :: z(1), y(1), t
    self%seen = self%seen + 1
    self%worst = max(self%worst, abs(step%z(1) - decay_exact(step%t)))
    if (step%number > 0) then
       t = (step%t_old + step%t)/2
       call step%eval(t, z, y)
       self%worst = max(self%worst, abs(z(1) - decay_exact(t)), abs(y(1) - sin(t)))
    end if
    stop = step%number == self%stop_after
  end subroutine decay_observe

  subroutine rotation_f(self, t, z, y, p, rhs, status)
    class(rotation), intent(in) :: self
    real(dp), intent(in) :: t, z(:), y(:), p(:)
    real(dp), intent(inout) :: rhs(:)
    integer, intent(inout) :: status
    rhs(1) = -z(1)
  end subroutine rotation_f

  subroutine rotation_h(self, t, z, p, h, status)
    class(rotation), intent(in) :: self
    real(dp), intent(in) :: t, z(:), p(:)
    real(dp), intent(inout) :: h(:)
    integer, intent(inout) :: status
    h(1) = z(1)**2 + z(2)**2 - 1
  end subroutine rotation_h

  subroutine rotation_dh(self, t, z, p, jac, status)
    class(rotation), intent(in) :: self
    real(dp), intent(in) :: t, z(:), p(:)
    real(dp), intent(inout) :: jac(:,:)
    integer, intent(inout) :: status
    jac(1, :) = 2*z
  end subroutine rotation_dh

  subroutine rotation_d(self, t, z, p, directions, status)
    class(rotation), intent(in) :: self
    real(dp), intent(in) :: t, z(:), p(:)
    real(dp), intent(inout) :: directions(:,:)
    integer, intent(inout) :: status
    directions(:, 1) = z
  end subroutine rotation_d
end module march_problems

program test_march
  use march_problems
  use checks
  implicit none

  call check_decay()
  call check_start_from_conditions()
  call check_observer_stops()
  call check_invariant()
  call check_consistent()
  call check_errors()
  call check_result()

contains

  subroutine set_up(problem)
    type(decay), intent(inout) :: problem
    allocate (problem%order(1), source=1)
    problem%n_alg = 1
    problem%right = 3
  end subroutine set_up

  ! To the tolerance, everywhere, and the solution is the same.
  subroutine check_decay()
    type(decay) :: problem
    type(march_options) :: options
    type(march_info) :: info
    type(solution) :: sol
    real(dp) :: z(1), y(1)
    call set_up(problem)
    call march(problem, [1.0_dp], z, y, sol, tol=1e-8_dp, info=info)
    call check(abs(z(1) - decay_exact(3.0_dp)) <= 1e-7_dp, 'value at the end')
    call check(abs(y(1) - sin(3.0_dp)) <= 1e-7_dp, 'y at the end')
    call check(problem%worst <= 1e-6_dp, 'values inside the steps')
    call check(problem%seen == info%n_steps + 1, 'observe: the start and every step')
    call check(info%index == 1 .and. abs(info%t - 3) <= 0, 'index and end')
    call check(abs(sol%value(3.0_dp, 1) - z(1)) <= 1e-14_dp, 'the solution ends there too')
    options%step = COLDAE_STEP_FIXED
    options%n_steps = 30
    options%n_points = 2
    call march(problem, [1.0_dp], z, options=options, info=info)
    call check(info%n_steps == 30, 'fixed steps')
    call check(abs(z(1) - decay_exact(3.0_dp)) <= 1e-3_dp, 'value with fixed steps')
    options%step = COLDAE_STEP_MESH
    options%mesh = [0.0_dp, 0.5_dp, 1.5_dp, 3.0_dp]
    call march(problem, [1.0_dp], z, options=options, info=info)
    call check(info%n_steps == 3 .and. abs(info%largest - 1.5_dp) <= 0, 'steps of a mesh')
  end subroutine check_decay

  subroutine check_start_from_conditions()
    type(decay) :: problem
    real(dp) :: z(1)
    call set_up(problem)
    problem%zeta = [0]
    call march(problem, z_right=z, tol=1e-8_dp)
    call check(abs(z(1) - decay_exact(3.0_dp)) <= 1e-7_dp, 'initial values from the conditions')
  end subroutine check_start_from_conditions

  subroutine check_observer_stops()
    type(decay) :: problem
    type(march_info) :: info
    real(dp) :: z(1)
    integer :: status
    call set_up(problem)
    problem%stop_after = 2
    call march(problem, [1.0_dp], z, info=info, status=status)
    call check(status == COLDAE_ERR_CANCELLED .and. info%n_steps == 2, 'observe stops')
    call check(abs(z(1) - decay_exact(info%t)) <= 1e-5_dp, 'what was computed is kept')
  end subroutine check_observer_stops

  ! Crude steps: without the invariant the length moves, with it it does not.
  subroutine check_invariant()
    type(rotation) :: problem
    type(march_options) :: options
    real(dp) :: z(2)
    problem%order = [2]
    problem%right = 20
    options%step = COLDAE_STEP_FIXED
    options%n_steps = 40
    options%n_points = 2
    call march(problem, [1.0_dp, 0.0_dp], z, options=options)
    call check(abs(norm2(z) - 1) > 1e-6_dp, 'without the invariant')
    problem%n_invariant = 1
    call march(problem, [1.0_dp, 0.0_dp], z, options=options)
    call check(abs(norm2(z) - 1) <= 1e-13_dp, 'with the invariant')
  end subroutine check_invariant

  subroutine check_consistent()
    type(rotation) :: problem
    type(march_info) :: info
    real(dp) :: z(2), none(0), moved(2)
    problem%order = [2]
    problem%n_invariant = 1
    z = [1.1_dp, 0.1_dp]
    call make_consistent(problem, 0.0_dp, z, none, keep=[.false., .true.], moved=moved, info=info)
    call check(abs(norm2(z) - 1) <= 1e-12_dp, 'consistent')
    call check(abs(z(2) - 0.1_dp) <= 0 .and. abs(moved(2)) <= 0, 'a component is kept')
    call check(abs(moved(1) - (z(1) - 1.1_dp)) <= 1e-15_dp, 'moved')
  end subroutine check_consistent

  subroutine check_errors()
    type(decay) :: problem
    type(march_info) :: info
    real(dp) :: z(2)
    integer :: status
    character(200) :: message
    call set_up(problem)
    call march(problem, [1.0_dp, 2.0_dp], status=status, message=message)
    call check(status == COLDAE_ERR_INVALID .and. index(message, 'z_left is 2, must be 1') > 0, 'size of z_left')
    call march(problem, [1.0_dp], z, status=status, info=info)
    call check(status == COLDAE_ERR_INVALID .and. index(info%message, 'z_right') > 0, 'size of z_right')
    call march(problem, [1.0_dp], tol=2.0_dp, status=status, message=message)
    call check(status == COLDAE_ERR_INVALID .and. index(message, 'tol') > 0, 'tolerance out of range')
  end subroutine check_errors
end program test_march
