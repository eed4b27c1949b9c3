!> reform, reformed, march_state_space: every kind, both types, conditions, constants, maps, drift, owners, errors.
module reform_problems
  use coldae
  implicit none

  !> A pendulum of length 1, z = (p1, p1', p2, p2'), index 3
  type, extends(constrained_problem) :: pendulum
     real(dp) :: weight = 1
     logical :: fails = .false.
   contains
     procedure :: f => pendulum_f
     procedure :: g => pendulum_g
  end type pendulum

  !> .. with everything given
  type, extends(pendulum) :: given_pendulum
   contains
     procedure :: df => given_df
     procedure :: dg => given_dg
     procedure :: d => given_d
  end type given_pendulum

  !> x1'' = -k x1 + y - e^t, x2'' = -x2 + y - e^t, 0 = x1 + x2 - sin t - cos t: x = (sin t, cos t), y = e^t for k = 1
  type, extends(constrained_problem) :: boundary
     logical :: is_open = .false.              !< k is unknown
   contains
     procedure :: f => boundary_f
     procedure :: g => boundary_g
     procedure :: side => boundary_side
     procedure :: coupled => boundary_coupled
     procedure :: guess => boundary_guess
  end type boundary

  type, extends(boundary) :: given_boundary
   contains
     procedure :: dside => boundary_dside
     procedure :: dcoupled => boundary_dcoupled
  end type given_boundary

  !> .. by its matrices
  type, extends(linear_constrained_problem) :: matrices
   contains
     procedure :: a => matrices_a
     procedure :: b => matrices_b
     procedure :: c => matrices_c
     procedure :: q => matrices_q
     procedure :: r => matrices_r
     procedure :: d => matrices_d
     procedure :: side => matrices_side
  end type matrices

  !> A reformulation that is watched
  type, extends(reformed) :: watched
     integer :: seen = 0, stop_after = -1
     real(dp) :: worst = 0
   contains
     procedure :: observe => watch
  end type watched

contains

  subroutine pendulum_f(self, t, z, y, p, out, status)
    class(pendulum), intent(in) :: self
    real(dp), intent(in) :: t, z(:), y(:), p(:)
    real(dp), intent(inout) :: out(:)
    integer, intent(inout) :: status
    out = [-y(1)*z(1), -y(1)*z(3) - self%weight]
    if (self%fails .and. t > 0.5_dp) status = -7
  end subroutine pendulum_f

  subroutine pendulum_g(self, level, t, z, y, p, out, status)
    class(pendulum), intent(in) :: self
    integer, intent(in) :: level
    real(dp), intent(in) :: t, z(:), y(:), p(:)
    real(dp), intent(inout) :: out(:)
    integer, intent(inout) :: status
    select case (level)
    case (0); out(1) = (z(1)**2 + z(3)**2 - 1)/2
    case (1); out(1) = z(1)*z(2) + z(3)*z(4)
    case (2); out(1) = z(2)**2 + z(4)**2 - y(1)*(z(1)**2 + z(3)**2) - self%weight*z(3)
    case default; status = -1
    end select
  end subroutine pendulum_g

  subroutine given_df(self, t, z, y, p, jac, status)
    class(given_pendulum), intent(in) :: self
    real(dp), intent(in) :: t, z(:), y(:), p(:)
    real(dp), intent(inout) :: jac(:,:)
    integer, intent(inout) :: status
    jac(1, 1) = -y(1)
    jac(2, 3) = -y(1)
    jac(:, 5) = [-z(1), -z(3)]
    if (any(shape(jac) /= [2, 5])) status = -1
  end subroutine given_df

  subroutine given_dg(self, level, t, z, y, p, jac, status)
    class(given_pendulum), intent(in) :: self
    integer, intent(in) :: level
    real(dp), intent(in) :: t, z(:), y(:), p(:)
    real(dp), intent(inout) :: jac(:,:)
    integer, intent(inout) :: status
    select case (level)
    case (0); jac(1, 1:4) = [z(1), 0.0_dp, z(3), 0.0_dp]
    case (1); jac(1, 1:4) = [z(2), z(1), z(4), z(3)]
    case (2); jac(1, :) = [-2*y(1)*z(1), 2*z(2), -2*y(1)*z(3) - self%weight, 2*z(4), -z(1)**2 - z(3)**2]
    end select
    if (any(shape(jac) /= [1, 5])) status = -1
  end subroutine given_dg

  subroutine given_d(self, t, z, p, out, status)
    class(given_pendulum), intent(in) :: self
    real(dp), intent(in) :: t, z(:), p(:)
    real(dp), intent(inout) :: out(:,:)
    integer, intent(inout) :: status
    out(:, 1) = [z(1), z(3)]
    if (any(shape(out) /= [2, 1])) status = -1
  end subroutine given_d

  subroutine boundary_f(self, t, z, y, p, out, status)
    class(boundary), intent(in) :: self
    real(dp), intent(in) :: t, z(:), y(:), p(:)
    real(dp), intent(inout) :: out(:)
    integer, intent(inout) :: status
    real(dp) :: k
    k = 1
    if (self%is_open) k = p(1)
    out = [-k*z(1), -z(3)] + y(1) - exp(t)
  end subroutine boundary_f

  subroutine boundary_g(self, level, t, z, y, p, out, status)
    class(boundary), intent(in) :: self
    integer, intent(in) :: level
    real(dp), intent(in) :: t, z(:), y(:), p(:)
    real(dp), intent(inout) :: out(:)
    integer, intent(inout) :: status
    real(dp) :: acceleration(2)
    select case (level)
    case (0); out = z(1) + z(3) - sin(t) - cos(t)
    case (1); out = z(2) + z(4) - cos(t) + sin(t)
    case (2)
       acceleration = 0
       call self%f(t, z, y, p, acceleration, status)
       out = sum(acceleration) + sin(t) + cos(t)
    end select
  end subroutine boundary_g

  ! x1(0) = 0; x1'(0) = 1 for an unknown k; x1(1) = sin 1
  subroutine boundary_side(self, l, z, p, res, status)
    class(boundary), intent(in) :: self
    integer, intent(in) :: l
    real(dp), intent(in) :: z(:), p(:)
    real(dp), intent(inout) :: res
    integer, intent(inout) :: status
    if (l == 1) then
       res = z(1)
    else if (l == size(self%zeta)) then
       res = z(1) - sin(1.0_dp)
    else
       res = z(2) - 1
    end if
  end subroutine boundary_side

  subroutine boundary_dside(self, l, z, p, jac, status)
    class(given_boundary), intent(in) :: self
    integer, intent(in) :: l
    real(dp), intent(in) :: z(:), p(:)
    real(dp), intent(inout) :: jac(:)
    integer, intent(inout) :: status
    if (size(jac) /= 4 + size(p)) status = -1
    if (l == 1 .or. l == size(self%zeta)) jac(1) = 1
    if (.not. (l == 1 .or. l == size(self%zeta))) jac(2) = 1
  end subroutine boundary_dside

  subroutine boundary_coupled(self, zl, zr, p, res, status)
    class(boundary), intent(in) :: self
    real(dp), intent(in) :: zl(:), zr(:), p(:)
    real(dp), intent(inout) :: res(:)
    integer, intent(inout) :: status
    res = [zl(1), zl(1) + zr(1) - sin(1.0_dp)]
  end subroutine boundary_coupled

  subroutine boundary_dcoupled(self, zl, zr, p, jac, status)
    class(given_boundary), intent(in) :: self
    real(dp), intent(in) :: zl(:), zr(:), p(:)
    real(dp), intent(inout) :: jac(:,:)
    integer, intent(inout) :: status
    jac(:, 1) = 1
    jac(2, 5) = 1
    if (any(shape(jac) /= [2, 8])) status = -1
  end subroutine boundary_dcoupled

  subroutine boundary_guess(self, t, z, y, dmu, status)
    class(boundary), intent(in) :: self
    real(dp), intent(in) :: t
    real(dp), intent(inout) :: z(:), y(:), dmu(:)
    integer, intent(inout) :: status
    z = [t, 1.0_dp, 1 - t, -1.0_dp]
    y = 1
    if (size(dmu) /= 2) status = -1
  end subroutine boundary_guess

  subroutine matrices_a(self, level, t, out, status)
    class(matrices), intent(in) :: self
    integer, intent(in) :: level
    real(dp), intent(in) :: t
    real(dp), intent(inout) :: out(:,:)
    integer, intent(inout) :: status
    if (level == 0) then
       out(1, 1) = -1
       out(2, 2) = -1
    end if
  end subroutine matrices_a

  subroutine matrices_b(self, t, out, status)
    class(matrices), intent(in) :: self
    real(dp), intent(in) :: t
    real(dp), intent(inout) :: out(:,:)
    integer, intent(inout) :: status
    out = 1
    if (any(shape(out) /= [2, 1])) status = -1
  end subroutine matrices_b

  subroutine matrices_c(self, level, t, out, status)
    class(matrices), intent(in) :: self
    integer, intent(in) :: level
    real(dp), intent(in) :: t
    real(dp), intent(inout) :: out(:,:)
    integer, intent(inout) :: status
    if (level == 0) out = 1
    if (any(shape(out) /= [1, 2])) status = -1
  end subroutine matrices_c

  subroutine matrices_q(self, t, out, status)
    class(matrices), intent(in) :: self
    real(dp), intent(in) :: t
    real(dp), intent(inout) :: out(:)
    integer, intent(inout) :: status
    out = -exp(t)
  end subroutine matrices_q

  subroutine matrices_r(self, level, t, out, status)
    class(matrices), intent(in) :: self
    integer, intent(in) :: level
    real(dp), intent(in) :: t
    real(dp), intent(inout) :: out(:)
    integer, intent(inout) :: status
    if (level == 0) out = -sin(t) - cos(t)
    if (level == 1) out = -cos(t) + sin(t)
    if (level == 2) out = sin(t) + cos(t)
  end subroutine matrices_r

  subroutine matrices_d(self, t, out, status)
    class(matrices), intent(in) :: self
    real(dp), intent(in) :: t
    real(dp), intent(inout) :: out(:,:)
    integer, intent(inout) :: status
    out(:, 1) = [1, 2]
  end subroutine matrices_d

  subroutine matrices_side(self, l, z, p, res, status)
    class(matrices), intent(in) :: self
    integer, intent(in) :: l
    real(dp), intent(in) :: z(:), p(:)
    real(dp), intent(inout) :: res
    integer, intent(inout) :: status
    res = z(1)
    if (l == 2) res = z(1) - sin(1.0_dp)
  end subroutine matrices_side

  subroutine watch(self, step, stop)
    class(watched), intent(inout) :: self
    type(march_step), intent(in) :: step
    logical, intent(inout) :: stop
    real(dp) :: z(4)
    call self%from(step%t, step%z, step%y, z=z)
    self%seen = step%number
    self%worst = max(self%worst, abs(hypot(z(1), z(3)) - 1))
    stop = step%number == self%stop_after
  end subroutine watch
end module reform_problems

program test_reform
  use reform_problems
  use checks
  implicit none
  real(dp) :: end(4)                               ! of the pendulum

  call check_kinds()
  call check_given()
  call check_options()
  call check_boundary()
  call check_constants()
  call check_coupled()
  call check_linear()
  call check_state_space()
  call check_restart()
  call check_copies()
  call check_failing()
  call check_errors()
  call check_result()

contains

  subroutine set_up(problem)
    class(pendulum), intent(inout) :: problem
    problem%n = 2
    problem%n_alg = 1
    problem%n_g = 1
    problem%right = 2
    problem%z_left = [1, 0, 0, 0]
  end subroutine set_up

  ! Every kind leads to the same motion.
  subroutine check_kinds()
    integer, parameter :: kinds(*) = [COLDAE_REFORM_STABILIZED, COLDAE_REFORM_INDEX1, COLDAE_REFORM_INDEX2, &
         COLDAE_REFORM_BAUMGARTE, COLDAE_REFORM_BAUMGARTE2, COLDAE_REFORM_INVARIANT1, COLDAE_REFORM_INVARIANT2, &
         COLDAE_REFORM_FAMILY, COLDAE_REFORM_STATE_SPACE]
    integer, parameter :: index(*) = [2, 1, 2, 1, 2, 2, 2, 2, 1]
    type(pendulum) :: problem
    type(reformed) :: made
    type(reform_info) :: info
    type(solution) :: sol
    real(dp) :: z(4), y(1), drift(1), z_left(4)
    integer :: i
    call set_up(problem)
    call check(made%is_empty(), 'empty at first')
    do i = 1, size(kinds)
       call reform(problem, made, kinds(i), info=info)
       call march(made, sol=sol, tol=1e-9_dp)
       call made%eval(sol, 2.0_dp, z, y)
       if (i == 1) end = z
       call check_near(z, end, 1e-6_dp, 'pendulum, kind '//achar(48 + kinds(i)))
       call check(info%index == index(i) .and. info%message == '', 'its index')
       call check_near(y(1), -3*z(3), 1e-4_dp, 'the force')
       call made%eval(sol, 0.0_dp, z_left)
       call check_near(z_left, [1.0_dp, 0.0_dp, 0.0_dp, 0.0_dp], 1e-12_dp, 'at left')
       call made%drift(0, 2.0_dp, z, drift)
       call check_near(drift(1), (z(1)**2 + z(3)**2 - 1)/2, 1e-15_dp, 'drift')
    end do
    call check_near((end(2)**2 + end(4)**2)/2 + end(3), 0.0_dp, 1e-7_dp, 'energy')
    call made%drift(2, 2.0_dp, z, drift, y=y)
    call check_near(drift(1), 0.0_dp, 1e-4_dp, 'drift of the highest level')
  end subroutine check_kinds

  subroutine check_given()
    type(given_pendulum) :: problem
    type(reformed) :: made
    type(reform_info) :: info
    type(march_options) :: options
    real(dp), allocatable :: z(:), y(:), z_new(:), y_new(:)
    real(dp) :: worst
    character(200) :: message
    call set_up(problem)
    call reform(problem, made, COLDAE_REFORM_STABILIZED, info=info)
    allocate (z(4), y(1), z_new(sum(made%order)), y_new(made%n_alg))
    call check(made%n_alg == 1 + info%n_mu, 'multipliers')
    call made%to([0.6_dp, 0.4_dp, -0.8_dp, 0.3_dp], [2.0_dp], z_new, y_new)
    call made%from(0.0_dp, z_new, y_new, z=z, y=y)
    call check_near([z, y], [0.6_dp, 0.4_dp, -0.8_dp, 0.3_dp, 2.0_dp], 1e-15_dp, 'there and back')
    call check_jacobian(made, 0.5_dp, z_new, y_new, worst=worst, message=message)
    call check(worst <= 1e-6_dp, 'Jacobian of the new problem: '//trim(message))
    options%projection = info%projection
    options%rank_kappa = info%rank_kappa
    call march(made, z_right=z_new, y_right=y_new, tol=1e-9_dp, options=options)
    call made%from(2.0_dp, z_new, y_new, z=z)
    call check_near(z, end, 1e-6_dp, 'with everything given')
  end subroutine check_given

  subroutine check_options()
    type(pendulum) :: problem
    type(reformed) :: made
    type(reform_options) :: options
    type(solution) :: sol
    real(dp) :: z(4)
    call set_up(problem)
    options%kind = COLDAE_REFORM_BAUMGARTE
    options%roots = [(-2.0_dp, 1.0_dp), (-2.0_dp, -1.0_dp)]
    options%first_order = .true.
    call reform(problem, made, options=options)
    call check(all(made%order == 1) .and. size(made%order) == 4, 'first order')
    call march(made, sol=sol, tol=1e-9_dp)
    call made%eval(sol, 2.0_dp, z)
    call check_near(z, end, 1e-6_dp, 'Baumgarte with roots')
    options = reform_options(kind=COLDAE_REFORM_INVARIANT1, direction=COLDAE_REFORM_FORCES)
    call reform(problem, made, options=options)
    call march(made, sol=sol, tol=1e-9_dp)
    call made%eval(sol, 2.0_dp, z)
    call check_near(z, end, 1e-6_dp, 'along the forces')
  end subroutine check_options

  subroutine boundary_sizes(problem, zeta)
    class(boundary), intent(inout) :: problem
    real(dp), intent(in) :: zeta(:)
    problem%n = 2
    problem%n_alg = 1
    problem%n_g = 1
    problem%zeta = zeta
  end subroutine boundary_sizes

  subroutine check_exact(made, sol, what)
    class(reformed), intent(in) :: made
    type(solution), intent(in) :: sol
    character(*), intent(in) :: what
    real(dp), parameter :: t = 0.4_dp
    real(dp) :: z(4), y(1)
    call made%eval(sol, t, z, y)
    call check_near(z, [sin(t), cos(t), cos(t), -sin(t)], 1e-7_dp, what//': z')
    call check_near(y(1), exp(t), 1e-5_dp, what//': y')
  end subroutine check_exact

  subroutine check_boundary()
    type(boundary) :: problem
    type(given_boundary) :: given
    type(reformed) :: made
    type(reform_info) :: info
    type(solution) :: sol, threaded
    call boundary_sizes(problem, [0.0_dp, 1.0_dp])
    problem%linear = .true.
    call reform(problem, made, info=info)
    call check(info%n_extra == 2 .and. size(made%zeta) == 4 .and. made%linear, 'conditions are added')
    call solve(made, sol, tol=1e-9_dp)
    call check_exact(made, sol, 'boundary values')
    call solve(made, threaded, tol=1e-9_dp, n_threads=2)
    call check_same(sol%value([0.2_dp, 0.7_dp], 1), threaded%value([0.2_dp, 0.7_dp], 1), 'two threads')
    call boundary_sizes(given, [0.0_dp, 1.0_dp])
    call reform(given, made)
    call solve(made, sol, tol=1e-9_dp)
    call check_exact(made, sol, 'given dside')
  end subroutine check_boundary

  subroutine check_constants()
    type(given_boundary) :: problem
    type(reformed) :: made
    type(solution) :: sol
    real(dp) :: p(1), drift(1)
    call boundary_sizes(problem, [0.0_dp, 0.0_dp, 1.0_dp])
    problem%is_open = .true.
    problem%n_param = 1
    problem%param_guess = [0.7_dp]
    call reform(problem, made)
    call check_same(made%param_guess, [0.7_dp], 'guess of the constants')
    call solve(made, sol, tol=1e-9_dp)
    call check_exact(made, sol, 'unknown constants')
    p = sol%param()
    call check_near(p(1), 1.0_dp, 1e-6_dp, 'the constant')
    call made%drift(0, 0.0_dp, [0.0_dp, 1.0_dp, 2.0_dp, -1.0_dp], drift, p=p)
    call check_near(drift(1), 1.0_dp, 1e-15_dp, 'drift')
  end subroutine check_constants

  subroutine check_coupled()
    type(boundary) :: problem
    type(given_boundary) :: given
    type(reformed) :: made
    type(solution) :: sol
    call boundary_sizes(problem, [real(dp) ::])
    problem%n_coupled = 2
    call reform(problem, made)
    call solve(made, sol, tol=1e-9_dp)
    call check_exact(made, sol, 'coupled conditions')
    call boundary_sizes(given, [real(dp) ::])
    given%n_coupled = 2
    call reform(given, made)
    call solve(made, sol, tol=1e-9_dp)
    call check_exact(made, sol, 'given dcoupled')
  end subroutine check_coupled

  subroutine check_linear()
    type(matrices) :: problem
    type(reformed) :: made
    type(reform_info) :: info
    type(solution) :: sol
    problem%n = 2
    problem%n_alg = 1
    problem%n_g = 1
    problem%zeta = [0, 1]
    call reform(problem, made, COLDAE_REFORM_STABILIZED, info=info)
    call check(made%linear .and. info%index == 2, 'a linear problem')
    call solve(made, sol, tol=1e-9_dp)
    call check_exact(made, sol, 'by matrices')
  end subroutine check_linear

  subroutine check_state_space()
    type(pendulum) :: problem
    type(watched) :: made
    type(march_info) :: info
    real(dp) :: z(4), y(1), condition
    integer :: switches, status
    call set_up(problem)
    problem%right = 10
    call reform(problem, made, COLDAE_REFORM_STATE_SPACE)
    call made%condition(0.0_dp, problem%z_left, condition)
    call check_near(condition, 1.0_dp, 1e-12_dp, 'condition at left')
    call march_state_space(made, 5.0_dp, z, y, switches, tol=1e-9_dp, info=info)
    call check(switches > 0 .and. made%left > 0, 'coordinates change')
    call check_near(info%t, 10.0_dp, 0.0_dp, 'at the end')
    call check_near((z(2)**2 + z(4)**2)/2 + z(3), 0.0_dp, 1e-6_dp, 'energy')
    call check(made%seen == info%n_steps .and. made%worst <= 1e-12_dp, 'what observe sees')
    call reform(problem, made, COLDAE_REFORM_STATE_SPACE)
    made%stop_after = 3
    call march_state_space(made, 5.0_dp, z, status=status, info=info)
    call check(status == COLDAE_ERR_CANCELLED .and. info%n_steps == 3, 'observe stops')
  end subroutine check_state_space

  subroutine check_restart()
    type(pendulum) :: problem
    type(reformed) :: made
    type(solution) :: sol
    real(dp) :: z(4)
    integer :: status
    character(200) :: message
    call set_up(problem)
    call reform(problem, made, COLDAE_REFORM_STATE_SPACE)
    call march(made, sol=sol, tol=1e-9_dp)
    call made%eval(sol, 1.0_dp, z)
    call made%restart(1.0_dp, z)
    call check_near(made%left, 1.0_dp, 0.0_dp, 'begins there')
    call march(made, sol=sol, tol=1e-9_dp)
    call made%eval(sol, 2.0_dp, z)
    call check_near(z, end, 1e-6_dp, 'the same motion')
    call made%restart(3.0_dp, z, status=status, message=message)
    call check(status == COLDAE_ERR_INVALID, 'outside')
    call check_has(message, 't = 3', 'outside')
  end subroutine check_restart

  ! The problem may go, a copy is a view, free empties.
  subroutine check_copies()
    type(pendulum), allocatable :: problem
    type(reformed) :: made, view
    type(solution) :: sol
    real(dp) :: z(4)
    allocate (problem)
    call set_up(problem)
    call reform(problem, made)
    deallocate (problem)
    view = made
    call march(view, sol=sol, tol=1e-9_dp)
    call view%free()
    call check(view%is_empty() .and. .not. made%is_empty(), 'a view goes, the original stays')
    call made%eval(sol, 2.0_dp, z)
    call check_near(z, end, 1e-6_dp, 'with its own copy of the problem')
    call made%free()
    call made%free()
    call check(made%is_empty() .and. .not. allocated(made%order), 'freed')
  end subroutine check_copies

  subroutine check_failing()
    type(pendulum) :: problem
    type(reformed) :: made
    type(march_info) :: info
    integer :: status
    call set_up(problem)
    problem%fails = .true.
    call reform(problem, made)
    call march(made, info=info, status=status)
    call check(status == COLDAE_ERR_CALLBACK .and. info%callback_code == -7, 'status of a callback')
    call check(info%t > 0 .and. info%t <= 0.5_dp, 'the last good point')
  end subroutine check_failing

  subroutine check_errors()
    type(pendulum) :: problem
    type(reformed) :: made
    type(reform_info) :: info
    type(reform_options) :: options
    type(solution) :: sol
    real(dp) :: z(4), value, small(3)
    integer :: status
    character(200) :: message
    call made%eval(sol, 0.0_dp, z, status=status, message=message)
    call check_has(message, 'call reform first', 'nothing reformed')
    call march(made, status=status)
    call check(status == COLDAE_ERR_INVALID, 'march of nothing')
    call reform(problem, made, status=status, message=message)
    call check(status == COLDAE_ERR_INVALID .and. made%is_empty(), 'no sizes')
    call check_has(message, 'n = 0', 'no sizes')
    call set_up(problem)
    problem%z_left = [1.1_dp, 0.0_dp, 0.0_dp, 0.0_dp]
    call reform(problem, made, info=info, status=status, message=message)
    call check(status /= COLDAE_OK .and. info%message == message, 'off the constraints')
    call check_has(message, 'z_left', 'off the constraints')
    problem%z_left = [1.0_dp, 0.0_dp]
    call reform(problem, made, info=info, status=status, message=message)
    call check_has(message, 'size of z_left is 2, must be 4', 'z_left')
    problem%z_left = [1, 0, 0, 0]
    call reform(problem, made, kind=99, status=status, message=message)
    call check_has(message, 'kind', 'kind')
    options%r = reshape([1.0_dp, 0.0_dp, 0.0_dp], [1, 3])
    call reform(problem, made, COLDAE_REFORM_STATE_SPACE, options, status=status, message=message)
    call check_has(message, 'size of r, second dimension is 3, must be 2', 'r')
    call reform(problem, made)
    call made%condition(0.0_dp, z, value, status=status, message=message)
    call check_has(message, 'STATE_SPACE', 'no coordinates')
    call made%drift(5, 0.0_dp, z, small(1:1), status=status, message=message)
    call check_has(message, 'level = 5', 'no such level')
    call made%drift(0, 0.0_dp, z(1:3), small(1:1), status=status, message=message)
    call check_has(message, 'size of z is 3, must be 4', 'z')
  end subroutine check_errors
end program test_reform
