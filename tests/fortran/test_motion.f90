!> integrate and make_consistent for the type motion: results, Jacobians, masses, output times, observer, errors.
module motion_problems
  use coldae
  implicit none

  !> A pendulum: mass m, g = (|u|^2 - 1)/2 of index 3, or its derivative of index 2
  type, extends(motion) :: pendulum
     real(dp) :: m = 1, drift = 0
     integer :: stop_after = -1
   contains
     procedure :: k => pendulum_k
     procedure :: g => pendulum_g
     procedure :: observe => pendulum_observe
  end type pendulum

  !> .. with everything given
  type, extends(pendulum) :: given_pendulum
   contains
     procedure :: f => given_f
     procedure :: mass => given_mass
     procedure :: df => given_df
     procedure :: dk => given_dk
     procedure :: dg => given_dg
     procedure :: g_t => given_g_t
  end type given_pendulum

  !> v' = -1000 (v - cos t) - sin t, no constraint: v = cos t
  type, extends(motion) :: stiff
   contains
     procedure :: k => stiff_k
  end type stiff

  !> .. with a slip in dk
  type, extends(given_pendulum) :: wrong_pendulum
   contains
     procedure :: dk => wrong_dk
  end type wrong_pendulum

contains

  subroutine pendulum_k(self, t, u, v, lambda, out, status)
    class(pendulum), intent(in) :: self
    real(dp), intent(in) :: t, u(:), v(:), lambda(:)
    real(dp), intent(inout) :: out(:)
    integer, intent(inout) :: status
    out = [-lambda(1)*u(1), -lambda(1)*u(2) - self%m]
  end subroutine pendulum_k

  subroutine pendulum_g(self, t, u, v, lambda, out, status)
    class(pendulum), intent(in) :: self
    real(dp), intent(in) :: t, u(:), v(:), lambda(:)
    real(dp), intent(inout) :: out(:)
    integer, intent(inout) :: status
    out(1) = (dot_product(u, u) - 1)/2
    if (self%index == 2) out(1) = dot_product(u, v)
  end subroutine pendulum_g

  subroutine pendulum_observe(self, step, stop)
    class(pendulum), intent(inout) :: self
    type(march_step), intent(in) :: step
    logical, intent(inout) :: stop
    real(dp) :: z(4), y(1)
    self%drift = max(self%drift, abs(norm2(step%z(1:2)) - 1))
    if (step%number > 0) call step%eval(step%t, z, y)
    stop = step%number == self%stop_after
  end subroutine pendulum_observe

  subroutine given_f(self, t, u, v, lambda, out, status)
    class(given_pendulum), intent(in) :: self
    real(dp), intent(in) :: t, u(:), v(:), lambda(:)
    real(dp), intent(inout) :: out(:)
    integer, intent(inout) :: status
    out = v
  end subroutine given_f

  subroutine given_mass(self, t, u, m, status)
    class(given_pendulum), intent(in) :: self
    real(dp), intent(in) :: t, u(:)
    real(dp), intent(inout) :: m(:,:)
    integer, intent(inout) :: status
    m(1, 1) = self%m
    m(2, 2) = self%m
  end subroutine given_mass

  subroutine given_df(self, t, u, v, lambda, w, jac, status)
    class(given_pendulum), intent(in) :: self
    real(dp), intent(in) :: t, u(:), v(:), lambda(:), w(:)
    real(dp), intent(inout) :: jac(:,:)
    integer, intent(inout) :: status
    jac(1, 3) = 1
    jac(2, 4) = 1
  end subroutine given_df

  subroutine given_dk(self, t, u, v, lambda, w, jac, status)
    class(given_pendulum), intent(in) :: self
    real(dp), intent(in) :: t, u(:), v(:), lambda(:), w(:)
    real(dp), intent(inout) :: jac(:,:)
    integer, intent(inout) :: status
    jac(1, 1) = -lambda(1)
    jac(2, 2) = -lambda(1)
    jac(:, 5) = -u
  end subroutine given_dk

  subroutine wrong_dk(self, t, u, v, lambda, w, jac, status)
    class(wrong_pendulum), intent(in) :: self
    real(dp), intent(in) :: t, u(:), v(:), lambda(:), w(:)
    real(dp), intent(inout) :: jac(:,:)
    integer, intent(inout) :: status
    call given_dk(self, t, u, v, lambda, w, jac, status)
    jac(2, 5) = u(2)
  end subroutine wrong_dk

  subroutine given_dg(self, t, u, v, lambda, w, jac, status)
    class(given_pendulum), intent(in) :: self
    real(dp), intent(in) :: t, u(:), v(:), lambda(:), w(:)
    real(dp), intent(inout) :: jac(:,:)
    integer, intent(inout) :: status
    jac(1, 1:2) = u
  end subroutine given_dg

  subroutine given_g_t(self, t, u, v, lambda, out, status)
    class(given_pendulum), intent(in) :: self
    real(dp), intent(in) :: t, u(:), v(:), lambda(:)
    real(dp), intent(inout) :: out(:)
    integer, intent(inout) :: status
    out(1) = 0
  end subroutine given_g_t

  subroutine stiff_k(self, t, u, v, lambda, out, status)
    class(stiff), intent(in) :: self
    real(dp), intent(in) :: t, u(:), v(:), lambda(:)
    real(dp), intent(inout) :: out(:)
    integer, intent(inout) :: status
    out(1) = -1000*(v(1) - cos(t)) - sin(t)
  end subroutine stiff_k
end module motion_problems

program test_motion
  use motion_problems
  use checks
  implicit none
  real(dp) :: end(2)

  call check_pendulum()
  call check_given()
  call check_derivatives()
  call check_index2()
  call check_stiff()
  call check_consistent()
  call check_observer()
  call check_errors()
  call check_result()

contains

  subroutine set_up(problem, u, v, lambda)
    class(pendulum), intent(inout) :: problem
    real(dp), intent(out) :: u(2), v(2), lambda(1)
    problem%n_u = 2
    problem%n_v = 2
    problem%n_lambda = 1
    problem%right = 5
    u = [1, 0]
    v = 0
    lambda = 0
  end subroutine set_up

  subroutine check_pendulum()
    type(pendulum) :: problem
    type(march_info) :: info
    real(dp) :: u(2), v(2), lambda(1), out(5, 2)
    call set_up(problem, u, v, lambda)
    call integrate(problem, u, v, lambda, tol=1e-9_dp, t_out=[2.5_dp, 5.0_dp], out=out, info=info)
    end = u
    call check(abs(norm2(u) - 1) <= 1e-13_dp .and. abs(dot_product(u, v)) <= 1e-12_dp, 'on the constraints')
    call check(abs(dot_product(v, v)/2 + u(2)) <= 1e-7_dp, 'energy')
    call check(abs(u(1) + 0.6853_dp) <= 1e-3_dp .and. abs(u(2) + 0.7282_dp) <= 1e-3_dp, 'known values at t = 5')
    call check(maxval(abs(out(:, 2) - [u, v, lambda])) <= 1e-7_dp, 'output at the end')
    call check(info%index == 3 .and. problem%drift <= 1e-13_dp, 'index, and what observe saw')
  end subroutine check_pendulum

  ! Given functions lead to the same motion; any mass falls alike.
  subroutine check_given()
    type(given_pendulum) :: problem
    type(motion_options) :: options
    real(dp) :: u(2), v(2), lambda(1)
    call set_up(problem, u, v, lambda)
    problem%m = 3
    problem%mass_is_constant = .true.
    options%tol = 1e-9_dp
    options%stages = 4
    call integrate(problem, u, v, lambda, options=options)
    call check(maxval(abs(u - end)) <= 1e-6_dp, 'with everything given')
    ! the force is found to a lower order than the motion
    call check(abs(lambda(1) + 3*3*u(2)) <= 1e-3_dp, 'the force is three times as large')
  end subroutine check_given

  subroutine check_derivatives()
    type(given_pendulum) :: right
    type(wrong_pendulum) :: wrong
    real(dp) :: u(2), v(2), lambda(1), worst
    integer :: status
    character(200) :: message
    call set_up(right, u, v, lambda)
    call set_up(wrong, u, v, lambda)
    u = [0.6_dp, -0.8_dp]
    v = [0.4_dp, 0.3_dp]
    lambda = 2
    call check_jacobian(right, 0.5_dp, u, v, lambda, [1.0_dp, -2.0_dp], worst, message=message)
    call check(worst <= 1e-6_dp, 'derivatives are right: '//trim(message))
    call check_jacobian(wrong, 0.5_dp, u, v, lambda, [1.0_dp, -2.0_dp], worst, status=status, message=message)
    call check_near(worst, 1.6_dp/1.8_dp, 1e-5_dp, 'derivatives are wrong')
    call check_has(message, 'dk', 'which one')
    call check_jacobian(right, 0.5_dp, u, v, lambda, worst=worst)
    call check(worst <= 1e-6_dp, 'derivatives at rest')
    call check_jacobian(right, 0.5_dp, u, v, lambda, [1.0_dp], worst, status=status, message=message)
    call check_has(message, 'size of dv is 1, must be 2', 'size of dv')
  end subroutine check_derivatives

  subroutine check_index2()
    type(pendulum) :: problem
    type(march_info) :: info
    real(dp) :: u(2), v(2), lambda(1)
    call set_up(problem, u, v, lambda)
    problem%index = 2
    call integrate(problem, u, v, lambda, tol=1e-9_dp, info=info)
    call check(maxval(abs(u - end)) <= 1e-6_dp .and. info%index == 2, 'index 2')
  end subroutine check_index2

  subroutine check_stiff()
    type(stiff) :: problem
    type(march_info) :: info
    real(dp) :: none(0), nothing(0), v(1)
    problem%n_v = 1
    problem%right = 10
    v = 2
    call integrate(problem, none, v, nothing, tol=1e-8_dp, info=info)
    call check(abs(v(1) - cos(10.0_dp)) <= 1e-6_dp, 'a stiff equation')
    call check(info%n_steps < 2000, 'without short steps')
  end subroutine check_stiff

  subroutine check_consistent()
    type(pendulum) :: problem
    type(motion_start) :: start
    real(dp) :: before
    real(dp) :: u(2), v(2), lambda(1)
    call set_up(problem, u, v, lambda)
    u = [1.1_dp, 0.1_dp]
    v = [0.2_dp, 1.0_dp]
    before = (dot_product(u, u) - 1)/2
    call make_consistent(problem, u, v, lambda, start)
    call check_near(start%g, before, 1e-12_dp, 'what was wrong')
    call check(start%moved_u > 0.01_dp .and. start%moved_v > 0.01_dp, 'what was moved')
    call check(abs(norm2(u) - 1) <= 1e-12_dp .and. abs(dot_product(u, v)) <= 1e-12_dp, 'consistent')
    call check(abs(lambda(1) - (dot_product(v, v) - u(2))) <= 1e-6_dp, 'lambda')
  end subroutine check_consistent

  subroutine check_observer()
    type(pendulum) :: problem
    type(march_info) :: info
    real(dp) :: u(2), v(2), lambda(1)
    integer :: status
    call set_up(problem, u, v, lambda)
    problem%stop_after = 3
    call integrate(problem, u, v, lambda, info=info, status=status)
    call check(status == COLDAE_ERR_CANCELLED .and. info%n_steps == 3, 'observe stops')
  end subroutine check_observer

  subroutine check_errors()
    type(pendulum) :: problem
    real(dp) :: u(2), v(2), lambda(1), out(4, 1)
    integer :: status
    character(200) :: message
    call set_up(problem, u, v, lambda)
    call integrate(problem, u(1:1), v, lambda, status=status, message=message)
    call check(status == COLDAE_ERR_INVALID .and. index(message, 'size of u is 1, must be 2') > 0, 'size of u')
    call integrate(problem, u, v, lambda, t_out=[1.0_dp], out=out, status=status, message=message)
    call check(status == COLDAE_ERR_INVALID .and. index(message, 'out') > 0, 'shape of out')
    call integrate(problem, u, v, lambda, tol=2.0_dp, status=status, message=message)
    call check(status == COLDAE_ERR_INVALID .and. index(message, 'tol') > 0, 'tolerance out of range')
  end subroutine check_errors
end program test_motion
