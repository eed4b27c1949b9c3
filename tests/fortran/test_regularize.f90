!> regularize_solve, regularize_march, recover_y: both forms, every procedure, options, lists, observer, errors.
module regularize_problems
  use coldae
  implicit none

  !> x1' = -x1 + x2 - sin t, x2' = (1-2t) y, 0 = (1-2t) (x1 + x2 - e^-t - sin t): x = (e^-t, sin t), B y = (0, cos t)
  type, extends(singular_problem) :: linear_form
     integer :: seen = 0, events = 0, stop_after = -1
     logical :: fails = .false., cancels = .false.
     real(dp) :: worst = 0
   contains
     procedure :: a => linear_a
     procedure :: b => linear_b
     procedure :: c => linear_c
     procedure :: q => linear_q
     procedure :: r => linear_r
     procedure :: coupled => linear_coupled
     procedure :: observe => linear_observe
     procedure :: monitor => linear_monitor
  end type linear_form

  !> .. with everything that can be given
  type, extends(linear_form) :: given_form
   contains
     procedure :: dc => given_dc
     procedure :: dr => given_dr
     procedure :: e => given_e
     procedure :: y0 => given_y0
     procedure :: side => given_side
     procedure :: dside => given_dside
     procedure :: dcoupled => given_dcoupled
  end type given_form

  !> .. with the products by hand
  type, extends(linear_form) :: smooth_form
   contains
     procedure :: smooth => by_hand
  end type smooth_form

  !> .. as f and g
  type, extends(singular_problem) :: nonlinear_form
   contains
     procedure :: b => nonlinear_b
     procedure :: c => nonlinear_c
     procedure :: f => nonlinear_f
     procedure :: g => nonlinear_g
     procedure :: gt => nonlinear_gt
     procedure :: coupled => nonlinear_coupled
     procedure :: guess => nonlinear_guess
  end type nonlinear_form

contains

  subroutine linear_a(self, t, x, out, status)
    class(linear_form), intent(in) :: self
    real(dp), intent(in) :: t, x(:)
    real(dp), intent(inout) :: out(:,:)
    integer, intent(inout) :: status
    out(1, :) = [-1, 1]
    if (self%fails .and. t > 0.7_dp) status = -3
  end subroutine linear_a

  subroutine linear_b(self, t, x, out, status)
    class(linear_form), intent(in) :: self
    real(dp), intent(in) :: t, x(:)
    real(dp), intent(inout) :: out(:,:)
    integer, intent(inout) :: status
    out(2, 1) = 1 - 2*t
    if (size(x) /= 0 .or. any(shape(out) /= [2, 1])) status = -1
  end subroutine linear_b

  subroutine linear_c(self, t, x, out, status)
    class(linear_form), intent(in) :: self
    real(dp), intent(in) :: t, x(:)
    real(dp), intent(inout) :: out(:,:)
    integer, intent(inout) :: status
    out = 1 - 2*t
    if (any(shape(out) /= [1, 2])) status = -1
  end subroutine linear_c

  subroutine linear_q(self, t, x, out, status)
    class(linear_form), intent(in) :: self
    real(dp), intent(in) :: t, x(:)
    real(dp), intent(inout) :: out(:)
    integer, intent(inout) :: status
    out(1) = -sin(t)
    if (size(out) /= 2) status = -1
  end subroutine linear_q

  subroutine linear_r(self, t, x, out, status)
    class(linear_form), intent(in) :: self
    real(dp), intent(in) :: t, x(:)
    real(dp), intent(inout) :: out(:)
    integer, intent(inout) :: status
    out = -(1 - 2*t)*(exp(-t) + sin(t))
    if (size(out) /= 1) status = -1
  end subroutine linear_r

  subroutine linear_coupled(self, xl, xr, res, status)
    class(linear_form), intent(in) :: self
    real(dp), intent(in) :: xl(:), xr(:)
    real(dp), intent(inout) :: res(:)
    integer, intent(inout) :: status
    res = xr(1) + xl(2) - exp(-1.0_dp)
  end subroutine linear_coupled

  subroutine linear_observe(self, step, stop)
    class(linear_form), intent(inout) :: self
    type(regularize_step), intent(in) :: step
    logical, intent(inout) :: stop
    self%seen = step%number
    if (abs(step%t - 0.5_dp) > 0.1_dp) self%worst = max(self%worst, &
         abs(step%x(2) - sin(step%t)), abs(step%By(2) - step%y(1)*(1 - 2*step%t)))
    stop = step%number == self%stop_after
  end subroutine linear_observe

  subroutine linear_monitor(self, event, cancel)
    class(linear_form), intent(inout) :: self
    type(solve_event), intent(in) :: event
    logical, intent(inout) :: cancel
    self%events = self%events + merge(1, 0, event%kind == COLDAE_EVENT_MESH)
    cancel = self%cancels
  end subroutine linear_monitor

  subroutine given_dc(self, t, x, out, status)
    class(given_form), intent(in) :: self
    real(dp), intent(in) :: t, x(:)
    real(dp), intent(inout) :: out(:,:)
    integer, intent(inout) :: status
    out = -2
  end subroutine given_dc

  subroutine given_dr(self, t, x, out, status)
    class(given_form), intent(in) :: self
    real(dp), intent(in) :: t, x(:)
    real(dp), intent(inout) :: out(:)
    integer, intent(inout) :: status
    out = 2*(exp(-t) + sin(t)) - (1 - 2*t)*(cos(t) - exp(-t))
  end subroutine given_dr

  ! (C B)^T
  subroutine given_e(self, t, x, out, status)
    class(given_form), intent(in) :: self
    real(dp), intent(in) :: t, x(:)
    real(dp), intent(inout) :: out(:,:)
    integer, intent(inout) :: status
    out = (1 - 2*t)**2
    if (any(shape(out) /= 1)) status = -1
  end subroutine given_e

  subroutine given_y0(self, t, out, status)
    class(given_form), intent(in) :: self
    real(dp), intent(in) :: t
    real(dp), intent(inout) :: out(:)
    integer, intent(inout) :: status
    out(1) = 1
  end subroutine given_y0

  subroutine given_side(self, l, x, res, status)
    class(given_form), intent(in) :: self
    integer, intent(in) :: l
    real(dp), intent(in) :: x(:)
    real(dp), intent(inout) :: res
    integer, intent(inout) :: status
    res = x(1) - 1
    if (l /= 1) status = -1
  end subroutine given_side

  subroutine given_dside(self, l, x, jac, status)
    class(given_form), intent(in) :: self
    integer, intent(in) :: l
    real(dp), intent(in) :: x(:)
    real(dp), intent(inout) :: jac(:)
    integer, intent(inout) :: status
    jac(1) = 1
    if (size(jac) /= 2) status = -1
  end subroutine given_dside

  subroutine given_dcoupled(self, xl, xr, jac, status)
    class(given_form), intent(in) :: self
    real(dp), intent(in) :: xl(:), xr(:)
    real(dp), intent(inout) :: jac(:,:)
    integer, intent(inout) :: status
    jac(1, 2) = 1
    jac(1, 3) = 1
    if (any(shape(jac) /= [1, 4])) status = -1
  end subroutine given_dcoupled

  ! E = (C B)^-1: B E C = (0 0; 1 1)
  subroutine by_hand(self, t, x, p, v, status)
    class(smooth_form), intent(in) :: self
    real(dp), intent(in) :: t, x(:)
    real(dp), intent(inout), optional :: p(:,:), v(:)
    integer, intent(inout) :: status
    if (present(p)) p(2, :) = 1
    if (present(v)) v(2) = x(1) + x(2) - exp(-t) - sin(t)
  end subroutine by_hand

  subroutine nonlinear_b(self, t, x, out, status)
    class(nonlinear_form), intent(in) :: self
    real(dp), intent(in) :: t, x(:)
    real(dp), intent(inout) :: out(:,:)
    integer, intent(inout) :: status
    out(2, 1) = 1 - 2*t
    if (size(x) /= 2) status = -1
  end subroutine nonlinear_b

  subroutine nonlinear_c(self, t, x, out, status)
    class(nonlinear_form), intent(in) :: self
    real(dp), intent(in) :: t, x(:)
    real(dp), intent(inout) :: out(:,:)
    integer, intent(inout) :: status
    out = 1 - 2*t
  end subroutine nonlinear_c

  subroutine nonlinear_f(self, t, x, out, status)
    class(nonlinear_form), intent(in) :: self
    real(dp), intent(in) :: t, x(:)
    real(dp), intent(inout) :: out(:)
    integer, intent(inout) :: status
    out(1) = -x(1) + x(2) - sin(t)
  end subroutine nonlinear_f

  subroutine nonlinear_g(self, t, x, out, status)
    class(nonlinear_form), intent(in) :: self
    real(dp), intent(in) :: t, x(:)
    real(dp), intent(inout) :: out(:)
    integer, intent(inout) :: status
    out = (1 - 2*t)*(x(1) + x(2) - exp(-t) - sin(t))
  end subroutine nonlinear_g

  subroutine nonlinear_gt(self, t, x, out, status)
    class(nonlinear_form), intent(in) :: self
    real(dp), intent(in) :: t, x(:)
    real(dp), intent(inout) :: out(:)
    integer, intent(inout) :: status
    out = -2*(x(1) + x(2) - exp(-t) - sin(t)) + (1 - 2*t)*(exp(-t) - cos(t))
  end subroutine nonlinear_gt

  subroutine nonlinear_coupled(self, xl, xr, res, status)
    class(nonlinear_form), intent(in) :: self
    real(dp), intent(in) :: xl(:), xr(:)
    real(dp), intent(inout) :: res(:)
    integer, intent(inout) :: status
    res = xr(1) + xl(2) - exp(-1.0_dp)
  end subroutine nonlinear_coupled

  subroutine nonlinear_guess(self, t, out, status)
    class(nonlinear_form), intent(in) :: self
    real(dp), intent(in) :: t
    real(dp), intent(inout) :: out(:)
    integer, intent(inout) :: status
    out = [1 - t, t]
  end subroutine nonlinear_guess
end module regularize_problems

program test_regularize
  use regularize_problems
  use checks
  implicit none
  real(dp), parameter :: at = 0.75_dp
  real(dp) :: first(2)

  call check_boundary()
  call check_nonlinear()
  call check_by_hand()
  call check_given()
  call check_march()
  call check_march_options()
  call check_stops()
  call check_failing()
  call check_errors()
  call check_result()

contains

  subroutine sizes(problem, n_coupled)
    class(singular_problem), intent(inout) :: problem
    integer, intent(in) :: n_coupled
    problem%n_x = 2
    problem%n_y = 1
    problem%n_coupled = n_coupled
  end subroutine sizes

  subroutine check_boundary()
    type(linear_form) :: problem
    type(solution) :: sol
    type(regularize_info) :: info
    real(dp) :: x(2), By(2), y(1), condition
    integer :: status
    call sizes(problem, 1)
    call regularize_solve(problem, sol, info=info)
    call sol%eval(at, x, By)
    first = x
    call check_near(x, [exp(-at), sin(at)], 1e-5_dp, 'x')
    call check_near(By, [0.0_dp, cos(at)], 1e-4_dp, 'B y')
    call recover_y(problem, at, x, By, y, condition)
    call check_near(y(1), -2*cos(at), 1e-3_dp, 'y recovered')
    call check_near(condition, 1.0_dp, 1e-12_dp, 'condition of one column')
    call recover_y(problem, 0.5_dp, x, By, y, status=status)
    call check(status == COLDAE_ERR_SINGULAR, 'y is infinite')
    call check(info%n_singular == 1 .and. size(info%singular_t) == 1, 'one singular point')
    call check_near(info%singular_t(1), 0.5_dp, 1e-12_dp, 'there')
    call check(size(info%residual) == info%iterations .and. info%iterations == 3, 'a residual for each iteration')
    call check(info%residual(3) <= 1e-2_dp*info%residual(1), 'they fall')
    call check(info%n_intervals == 100 .and. info%eps > 0 .and. info%n_data > 0, 'what info tells')
    call check(problem%events >= 3, 'monitor sees each iteration')
  end subroutine check_boundary

  subroutine check_nonlinear()
    type(nonlinear_form) :: problem
    type(solution) :: sol
    type(regularize_options) :: options
    real(dp) :: x(2), By(2)
    call sizes(problem, 1)
    call regularize_solve(problem, sol)
    call sol%eval(at, x, By)
    call check_near(x, first, 1e-9_dp, 'as f and g: x')
    call check_near(By(2), cos(at), 1e-4_dp, 'as f and g: B y')
    options%y0 = COLDAE_SRM_Y0_START
    call regularize_march(problem, [1.0_dp, 0.0_dp], x, By, options=options)
    call check_near(x, [exp(-1.0_dp), sin(1.0_dp)], 1e-5_dp, 'as f and g, with gt: march')
  end subroutine check_nonlinear

  subroutine check_by_hand()
    type(smooth_form) :: problem
    type(solution) :: sol
    real(dp) :: x(2)
    call sizes(problem, 1)
    call regularize_solve(problem, sol)
    call sol%eval(at, x)
    call check_near(x, first, 1e-9_dp, 'smooth products by hand')
  end subroutine check_by_hand

  ! Every procedure is asked: E, y0, side with dside, dcoupled; dC and dr with Y0_START.
  subroutine check_given()
    type(given_form) :: problem
    type(solution) :: sol
    type(regularize_options) :: options
    real(dp) :: x(2), By(2), named(2), By_named(2)
    call sizes(problem, 0)
    problem%zeta = [0.0_dp]
    options%e = COLDAE_SRM_E_FUNCTION
    options%y0 = COLDAE_SRM_Y0_FUNCTION
    options%eps = 1e-3_dp
    options%iterations = 3
    options%bvp%n_intervals = 200
    call regularize_solve(problem, sol, options=options)
    call sol%eval(0.3_dp, x, By)
    call check(sol%n_intervals() == 200, 'options of each iteration')
    options%e = COLDAE_SRM_E_TRANSPOSE           ! the same E and y0 by name
    options%y0 = COLDAE_SRM_Y0_VALUE
    options%y0_value = [1.0_dp]
    call regularize_solve(problem, sol, options=options)
    call sol%eval(0.3_dp, named, By_named)
    call check_near(x, named, 1e-12_dp, 'given E, y0, side: x')
    call check_near(By, By_named, 1e-10_dp, 'given E, y0, side: B y')
    call check_near(x, [exp(-0.3_dp), sin(0.3_dp)], 1e-2_dp, 'given E, y0, side: near the solution')
    deallocate (problem%zeta)
    problem%n_coupled = 1
    call regularize_solve(problem, sol)
    call sol%eval(at, x)
    call check_near(x, first, 1e-9_dp, 'given dcoupled')
    options = regularize_options(y0=COLDAE_SRM_Y0_START)
    call regularize_march(problem, [1.0_dp, 0.0_dp], x, By, options=options)
    call check_near(x, [exp(-1.0_dp), sin(1.0_dp)], 1e-5_dp, 'given dC and dr')
  end subroutine check_given

  subroutine check_march()
    type(linear_form) :: problem
    type(solution) :: sol
    type(regularize_options) :: options
    type(regularize_info) :: info
    real(dp) :: x(2), By(2)
    call sizes(problem, 0)
    options%eps = 0.01_dp
    options%iterations = 3
    options%y0 = COLDAE_SRM_Y0_VALUE
    options%y0_value = [1.0_dp]
    call regularize_march(problem, [1.0_dp, 0.0_dp], x, By, sol, options=options, info=info)
    call check_near(x, [exp(-1.0_dp), sin(1.0_dp)], 1e-5_dp, 'march: x')
    call check_near(By, [0.0_dp, cos(1.0_dp)], 1e-4_dp, 'march: B y')
    call check(sol%n_intervals() == 100 .and. problem%seen == 100, 'steps kept and seen')
    call check(problem%worst <= 1e-4_dp, 'what observe sees')
    call check_near(info%t, 1.0_dp, 0.0_dp, 'at the end')
  end subroutine check_march

  subroutine check_march_options()
    type(linear_form) :: problem
    type(regularize_options) :: options
    type(regularize_info) :: info
    real(dp) :: x(2)
    integer :: i
    call sizes(problem, 0)
    options%eps = 0.05_dp
    options%iterations = 4
    options%stages = COLDAE_SRM_RK4
    options%mesh = [(i/250.0_dp, i = 0, 250)]
    call regularize_march(problem, [1.0_dp, 0.0_dp], x, options=options, info=info)
    call check(info%n_intervals == 250 .and. info%iterations == 4, 'mesh, iterations')
    call check_near(info%eps, 0.05_dp, 0.0_dp, 'eps')
    call check_near(x, [exp(-1.0_dp), sin(1.0_dp)], 1e-3_dp, 'explicit stages')
  end subroutine check_march_options

  subroutine check_stops()
    type(linear_form) :: problem
    type(solution) :: sol
    type(regularize_info) :: info
    real(dp) :: x(2)
    integer :: status
    call sizes(problem, 0)
    problem%stop_after = 7
    call regularize_march(problem, [1.0_dp, 0.0_dp], x, info=info, status=status)
    call check(status == COLDAE_ERR_CANCELLED .and. info%n_intervals == 7, 'observe stops')
    call check_near(info%t, 0.07_dp, 1e-12_dp, 'where it stopped')
    call check_near(x(1), exp(-0.07_dp), 1e-2_dp, 'what was computed is kept')
    problem%n_coupled = 1
    problem%cancels = .true.
    call regularize_solve(problem, sol, status=status)
    call check(status == COLDAE_ERR_CANCELLED .and. sol%is_empty(), 'monitor cancels')
  end subroutine check_stops

  subroutine check_failing()
    type(linear_form) :: problem
    type(regularize_info) :: info
    real(dp) :: x(2)
    integer :: status
    call sizes(problem, 0)
    problem%fails = .true.
    call regularize_march(problem, [1.0_dp, 0.0_dp], x, info=info, status=status)
    call check(status == COLDAE_ERR_CALLBACK .and. info%callback_code == -3, 'status of a callback')
    call check(info%t > 0.6_dp .and. info%t <= 0.7_dp, 'the last good point')
  end subroutine check_failing

  subroutine check_errors()
    type(linear_form) :: problem
    type(solution) :: sol
    type(regularize_options) :: options
    type(regularize_info) :: info
    real(dp) :: x(2), By(2), y(1)
    integer :: status
    character(200) :: message
    call regularize_solve(problem, sol, status=status, message=message)
    call check(status == COLDAE_ERR_INVALID, 'no sizes')
    call check_has(message, 'n_x', 'no sizes')
    call sizes(problem, 1)
    call regularize_solve(problem, sol, tol=2.0_dp, info=info, status=status, message=message)
    call check(status == COLDAE_ERR_INVALID .and. info%message == message, 'tol out of range')
    call check_has(message, 'tol', 'tol out of range')
    options%y0_value = [1.0_dp, 2.0_dp]
    call regularize_solve(problem, sol, options=options, info=info, status=status, message=message)
    call check_has(message, 'size of y0_value is 2, must be 1', 'y0_value')
    call check(info%message == message, 'info has it too')
    deallocate (options%y0_value)
    options%shoot_back = 3
    options%end = COLDAE_SRM_END_COMPONENTS
    options%end_components = [3]
    call regularize_solve(problem, sol, options=options, status=status, message=message)
    call check(status == COLDAE_ERR_INVALID, 'no such component')
    call check_has(message, 'end_components', 'no such component')
    options%end_components = [2]
    call regularize_solve(problem, sol, options=options, status=status, message=message)
    call check(status == COLDAE_OK, 'shooting back: '//trim(message))
    call sol%eval(0.0_dp, x, By)
    call check_near(x, [1.0_dp, 0.0_dp], 1e-3_dp, 'no layer at left: x')
    call check_near(By(2), 1.0_dp, 1e-3_dp, 'no layer at left: B y')
    call regularize_march(problem, [1.0_dp], x, status=status, message=message)
    call check_has(message, 'size of x_left is 1, must be 2', 'x_left')
    call recover_y(problem, at, x, x, x, status=status, message=message)
    call check_has(message, 'size of y is 2, must be 1', 'y')
    y = 0
    call recover_y(problem, 0.5_dp, x, x, y, status=status, message=message)
    call check_has(message, 'lost rank', 'y at the singular point')
  end subroutine check_errors
end program test_regularize
