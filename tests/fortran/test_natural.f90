!> The natural module coldae: every procedure of bvp, every option, the solution type, the errors.
program test_natural
  use coldae
  use checks
  use natural_problems
  implicit none
  integer :: i
  real(dp), parameter :: grid(11) = [(0.1_dp*i, i = 0, 10)]

  call linear()
  call mixed_order()
  call eigenvalue()
  call periodic()
  call index_one()
  call inner_condition()
  call fully_implicit()
  call implicit_parts()
  call implicit_errors()
  call options_reach()
  call continuation()
  call inside_a_callback()
  call many_threads()
  call saved()
  call copies()
  call in_containers()
  call evaluation()
  call invalid_problem()
  call invalid_options()
  call stopped()
  call monitored()
  call words()
  call check_result()

contains

  subroutine linear()
    type(beam) :: problem
    type(solution) :: sol
    type(solve_info) :: info
    real(dp) :: z(4, 11), dmu(1), t(11)
    problem = new_beam()
    call check(sol%is_empty(), 'beam: empty before')
    call solve(problem, sol, tol=1e-8_dp, info=info)
    call check(.not. sol%is_empty(), 'beam: solved')
    t = 1 + grid
    call sol%eval(t, z)
    call check_near(z(1, :), beam_exact(t), 1e-8_dp, 'beam: u')
    call sol%derivative(1.5_dp, dmu)
    call check_near(dmu(1), (1 - 6*2.25_dp*sol%value(1.5_dp, 4) - 9*sol%value(1.5_dp, 3))/3.375_dp, &
         1e-5_dp, 'beam: u''''''''')
    call check(info%n_f > 0 .and. info%n_g > 0 .and. info%n_newton > 0, 'beam: info')
    call check(info%n_intervals == sol%n_intervals(), 'beam: n_intervals')
    call check(size(sol%mesh()) == sol%n_intervals() + 1, 'beam: mesh')
    call check(info%error <= 1, 'beam: estimate against the tolerance')
    call check(all(sol%error() <= 1e-7_dp), 'beam: estimates')
    call check(sol%mstar() == 4 .and. sol%n_alg() == 0 .and. sol%n_param() == 0, 'beam: sizes')
    call check(all(sol%order() == [4]) .and. sol%n_points() >= 4, 'beam: order, points')
    call check(size(sol%param()) == 0, 'beam: no parameters')
    call check(info%message == '', 'beam: no message')
  end subroutine linear

  ! The same problem without and with derivatives: the library must notice which.
  subroutine mixed_order()
    type(mixed) :: plain
    type(mixed_jac) :: with_jac
    type(solution) :: sol
    type(solve_info) :: info
    integer, target :: n_df, n_dg
    integer :: status
    real(dp) :: worst
    character(100) :: message
    plain = mixed(order=[2, 1], zeta=[0.0_dp, 0.0_dp, 1.0_dp])
    call solve(plain, sol, tol_z=[1e-9_dp, 0.0_dp, 1e-9_dp])
    call check_near(sol%value(grid, 1), exp(grid), 1e-8_dp, 'mixed: u')
    call check_near(sol%value(grid, 3), exp(-grid), 1e-8_dp, 'mixed: v')

    n_df = 0
    n_dg = 0
    with_jac = mixed_jac(order=[2, 1], zeta=[0.0_dp, 0.0_dp, 1.0_dp], n_df=n_df, n_dg=n_dg)
    call solve(with_jac, sol, tol=1e-9_dp, info=info)
    call check_near(sol%value(grid, 1), exp(grid), 1e-8_dp, 'mixed_jac: u')
    call check(n_df > 1 .and. info%n_df == n_df - 1, 'mixed_jac: df is used, and called once more to find it')
    call check(n_dg > 1, 'mixed_jac: dg is used')

    call check_jacobian(with_jac, 0.3_dp, [1.2_dp, 0.7_dp, 0.9_dp], worst=worst)
    call check_near(worst, 0.0_dp, 1e-5_dp, 'check_jacobian: right')
    with_jac%slip = 1
    call check_jacobian(with_jac, 0.3_dp, [1.2_dp, 0.7_dp, 0.9_dp], worst=worst, message=message)
    call check(worst > 0.1_dp, 'check_jacobian: wrong')
    call check(message /= '', 'check_jacobian: says where')
    call check_jacobian(with_jac, 0.3_dp, [1.2_dp], worst=worst, status=status, message=message)
    call check(status == COLDAE_ERR_INVALID, 'check_jacobian: size of z')
    call check_has(message, 'z is 1, must be 3', 'check_jacobian: message')
    call check_near(worst, 0.0_dp, 0.0_dp, 'check_jacobian: worst is zero on error')
  end subroutine mixed_order

  subroutine eigenvalue()
    type(eig) :: problem
    type(solution) :: sol
    problem = eig(order=[2], n_param=1, zeta=[0.0_dp, 0.0_dp, 1.0_dp], param_guess=[8.0_dp])
    call solve(problem, sol, tol=1e-9_dp)
    call check_near(sum(sol%param()), pi**2, 1e-7_dp, 'eig: p')
    call check_near(sol%value(grid, 1), sin(pi*grid)/pi, 1e-8_dp, 'eig: u')
    call check(sol%n_param() == 1, 'eig: n_param')
  end subroutine eigenvalue

  subroutine periodic()
    type(period) :: problem
    type(period_batch) :: batch
    type(solution) :: sol
    real(dp) :: t(11)
    integer, target :: n_batch
    t = pi*grid
    problem = period(order=[1, 1], right=pi, n_coupled=2, linear=.true.)
    call solve(problem, sol, tol=1e-9_dp)
    call check_near(sol%value(t, 1), (sin(2*t) - 3*cos(2*t))/10, 1e-8_dp, 'period: u')
    n_batch = 0
    batch = period_batch(order=[1, 1], right=pi, n_coupled=2, linear=.true., n_batch=n_batch)
    call solve(batch, sol, tol=1e-9_dp)
    call check_near(sol%value(t, 1), (sin(2*t) - 3*cos(2*t))/10, 1e-8_dp, 'period_batch: u')
    call check(n_batch > 1, 'period_batch: f_batch is used')
  end subroutine periodic

  subroutine index_one()
    type(yjac) :: problem
    type(solution) :: sol
    type(solve_info) :: info
    real(dp) :: y(1, 11)
    problem = new_yjac()
    call solve(problem, sol, tol=1e-8_dp, info=info)
    call check(info%index == 1, 'yjac: index')
    call check_near(sol%value(grid, 1), 1 + sin(pi*grid), 1e-7_dp, 'yjac: u')
    call sol%eval(grid, y=y)
    call check_near(y(1, :), exp(grid), 1e-5_dp, 'yjac: y')
    call check(sol%n_alg() == 1, 'yjac: n_alg')
  end subroutine index_one

  subroutine inner_condition()
    type(inner) :: problem
    type(solution) :: sol
    problem = inner(order=[3], zeta=[0.0_dp, 0.5_dp, 1.0_dp], linear=.true.)
    call solve(problem, sol, tol=1e-9_dp)
    call check_near(sol%value(grid, 1), exp(grid), 1e-8_dp, 'inner: u')
  end subroutine inner_condition

  ! Without and with derivatives and guess; x' is the y of the solution.
  subroutine fully_implicit()
    type(waves) :: plain
    type(waves_jac) :: with_jac
    type(solution) :: sol, again
    type(solve_info) :: info
    integer, target :: n_jac
    real(dp) :: t(11), y(2, 11)
    t = 3*grid
    plain = new_waves()
    call solve(plain, sol, tol=1e-8_dp, info=info)
    call check_near(sol%value(t, 1), exp(-t) + t*sin(t), 1e-8_dp, 'implicit: x1')
    call check_near(sol%value(t, 2), sin(t), 1e-8_dp, 'implicit: x2')
    call sol%eval(t, y=y)
    call check_near(y(2, :), cos(t), 1e-4_dp, 'implicit: x2''')
    call check(info%index == 2, 'implicit: index')
    call check(info%n_intervals == sol%n_intervals(), 'implicit: n_intervals')
    call check(plain%n_events > info%n_newton, 'implicit: monitor')
    call check(sol%mstar() == 2, 'implicit: mstar')
    call check(sol%n_alg() == 2, 'implicit: n_alg')

    n_jac = 0
    with_jac%waves = plain
    with_jac%n_jac => n_jac
    call solve(with_jac, sol, tol=1e-8_dp, info=info)
    call check_near(sol%value(t, 1), exp(-t) + t*sin(t), 1e-8_dp, 'implicit: x1 with derivatives')
    call check(n_jac > 1 .and. info%n_df == n_jac - 1, 'implicit: dresidual is used, and once to find it')
    call solve(with_jac, again, tol=1e-10_dp, start=sol, points=COLDAE_RADAU)
    call check_near(again%value(t, 1), exp(-t) + t*sin(t), 1e-9_dp, 'implicit: from a start')
  end subroutine fully_implicit

  ! An explicit equation, an unknown constant; conditions that couple the ends.
  subroutine implicit_parts()
    type(hidden_eig) :: eigen
    type(hidden_period) :: turn
    type(solution) :: sol
    type(solve_info) :: info
    real(dp) :: t(11)
    eigen%n = 2
    eigen%n_explicit = 1
    eigen%n_param = 1
    eigen%zeta = [0, 0, 1]
    eigen%param_guess = [8]
    call solve(eigen, sol, tol=1e-9_dp, info=info)
    call check_near(sum(sol%param()), pi**2, 1e-7_dp, 'implicit: p')
    call check_near(sol%value(grid, 1), sin(pi*grid)/pi, 1e-8_dp, 'implicit: eigenfunction')
    call check(info%index == 1, 'implicit: index 1')
    call check(sol%n_alg() == 1, 'implicit: one derivative in y')
    t = pi*grid
    turn%n = 2
    turn%right = pi
    turn%n_coupled = 2
    turn%linear = .true.
    call solve(turn, sol, tol=1e-9_dp)
    call check_near(sol%value(t, 1), (sin(2*t) - 3*cos(2*t))/10, 1e-8_dp, 'implicit: periodic')
  end subroutine implicit_parts

  subroutine implicit_errors()
    type(waves) :: problem
    type(solution) :: sol
    type(solve_info) :: info
    integer :: status
    character(256) :: message
    call solve(problem, sol, status=status, message=message)
    call check(status == COLDAE_ERR_INVALID, 'implicit: nothing set')
    call check_has(message, 'problem.n = 0', 'implicit: names n')
    problem = new_waves()
    problem%n_explicit = 3
    call solve(problem, sol, status=status, message=message)
    call check(status == COLDAE_ERR_INVALID, 'implicit: n_explicit')
    call check_has(message, 'n_explicit', 'implicit: names n_explicit')
    problem = new_waves()
    problem%stop_with = -5
    call solve(problem, sol, status=status, info=info)
    call check(status == COLDAE_ERR_CALLBACK .and. info%callback_code == -5, 'implicit: stopped')
    problem = new_waves()
    problem%cancel_at = 2
    call solve(problem, sol, status=status)
    call check(status == COLDAE_ERR_CANCELLED .and. problem%n_events == 2, 'implicit: cancelled')
    call check(sol%is_empty(), 'implicit: nothing returned')
  end subroutine implicit_errors

  ! Every single option arrives where the options type would have put it.
  subroutine options_reach()
    type(bow) :: problem
    type(solution) :: sol
    type(solve_options) :: options
    type(solve_info) :: info
    problem = bow(order=[2], zeta=[0.0_dp, 1.0_dp], linear=.true.)
    call solve(problem, sol, mesh=[0.0_dp, 0.2_dp, 0.3_dp, 1.0_dp], adapt=COLDAE_FIXED_MESH, n_points=3)
    call check_same(sol%mesh(), [0.0_dp, 0.2_dp, 0.3_dp, 1.0_dp], 'options: mesh, adapt')
    call check(sol%n_points() == 3, 'options: n_points')
    call check_near(sol%value(0.5_dp, 1), 1.0_dp, 1e-12_dp, 'options: u')
    options%adapt = COLDAE_FIXED_MESH
    options%n_intervals = 7
    call solve(problem, sol, options=options, info=info)
    call check(sol%n_intervals() == 7 .and. info%n_meshes == 1, 'options: options')
    call solve(problem, sol, options=options, n_intervals=9, points=COLDAE_RADAU)
    call check(sol%n_intervals() == 9, 'options: a single one overrides')
    call solve(problem, sol, fixed=[0.123_dp])
    call check(any(abs(sol%mesh() - 0.123_dp) <= 0), 'options: fixed')
    call check(any(abs(sol%mesh()) <= 0), 'options: left')
    call check(any(abs(sol%mesh() - 1) <= 0), 'options: right')
  end subroutine options_reach

  subroutine continuation()
    type(mixed) :: problem
    type(solution) :: coarse, fine
    type(solve_info) :: cold, warm
    problem = mixed(order=[2, 1], zeta=[0.0_dp, 0.0_dp, 1.0_dp])
    call solve(problem, coarse, tol=1e-4_dp)
    call solve(problem, fine, tol=1e-9_dp, start=coarse, info=warm)
    call check_near(fine%value(grid, 1), exp(grid), 1e-8_dp, 'continuation: u')
    call check_near(coarse%value(grid, 1), exp(grid), 1e-3_dp, 'continuation: start is still there')
    call solve(problem, fine, tol=1e-9_dp, info=cold)
    call check(warm%n_newton <= cold%n_newton, 'continuation: not more steps')
  end subroutine continuation

  subroutine inside_a_callback()
    type(nested) :: problem
    type(solution) :: sol
    problem = nested(order=[2], zeta=[0.0_dp, 1.0_dp], linear=.true.)
    call solve(problem, sol, tol=1e-8_dp)
    call check_near(sol%value(grid, 1), nested_exact(grid), 1e-8_dp, 'nested: u')
  end subroutine inside_a_callback

  subroutine many_threads()
    type(mixed) :: problem
    type(solution) :: one, four
    problem = mixed(order=[2, 1], zeta=[0.0_dp, 0.0_dp, 1.0_dp])
    call solve(problem, one, tol=1e-9_dp, n_intervals=40)
    call solve(problem, four, tol=1e-9_dp, n_intervals=40, n_threads=4)
    call check_near(four%value(grid, 1), one%value(grid, 1), 0.0_dp, 'n_threads: the same bits')
  end subroutine many_threads

  subroutine saved()
    type(yjac) :: problem
    type(solution) :: sol, back, untouched
    real(dp) :: z(2, 11), y(1, 11), z2(2, 11), y2(1, 11)
    integer :: status
    character(200) :: message
    problem = new_yjac()
    call solve(problem, sol)
    call sol%save('test_natural.solution')
    call back%load('test_natural.solution ')
    call sol%eval(grid, z, y)
    call back%eval(grid, z2, y2)
    call check_near(z2, z, 0.0_dp, 'saved: the same bits')
    call check_near(y2, y, 0.0_dp, 'saved: the same bits of y')
    call check_same(back%mesh(), sol%mesh(), 'saved: mesh')
    call back%load('no/such/file', status, message)
    call check(status == COLDAE_ERR_FILE, 'saved: no file')
    call check(message /= '', 'saved: message')
    call check(.not. back%is_empty(), 'saved: a failed load changes nothing')
    call sol%save('no/such/folder/file', status, message)
    call check(status == COLDAE_ERR_FILE, 'saved: no folder')
    call check_has(message, 'no/such/folder', 'saved: message names the file')
    call untouched%save('nothing', status)
    call check(status == COLDAE_ERR_INVALID, 'saved: empty')
  end subroutine saved

  ! Copies share one C solution, which lives as long as the last of them.
  subroutine copies()
    type(bow) :: problem
    type(solution) :: a, b, c
    problem = bow(order=[2], zeta=[0.0_dp, 1.0_dp], linear=.true.)
    call solve(problem, a)
    b = a
    c = b
    call itself(b, b)
    call a%free()
    call check(a%is_empty() .and. .not. b%is_empty(), 'copies: free one')
    call a%free()
    problem%force = -16
    call solve(problem, b)
    call check_near(b%value(0.5_dp, 1), 2.0_dp, 1e-12_dp, 'copies: the new one')
    call check_near(c%value(0.5_dp, 1), 1.0_dp, 1e-12_dp, 'copies: the old one')
    c = a
    call check(c%is_empty(), 'copies: copy of an empty one')
    call check(size(c%mesh()) == 0, 'empty: mesh')
    call check(size(c%error()) == 0, 'empty: error')
    call check(size(c%param()) == 0, 'empty: param')
    call check(size(c%order()) == 0, 'empty: order')
    call check(c%n_intervals() == 0, 'empty: n_intervals')
    call a%free()
  end subroutine copies

  subroutine itself(left, right)
    type(solution), intent(inout) :: left
    type(solution), intent(inout) :: right
    left = right
  end subroutine itself

  ! In arrays and as components: the type looks after itself there too.
  subroutine in_containers()
    type :: drawer
       type(solution) :: sol
       integer :: label = 0
    end type drawer
    type(bow) :: problem
    type(drawer) :: a, b
    type(solution), allocatable :: many(:), others(:)
    integer :: k
    problem = bow(order=[2], zeta=[0.0_dp, 1.0_dp], linear=.true.)
    allocate (many(3))
    do k = 1, 3
       problem%force = -8*k
       call solve(problem, many(k))
    end do
    allocate (others(3))
    others = many
    call many(2)%free()
    deallocate (many)
    do k = 1, 3
       call check_near(others(k)%value(0.5_dp, 1), real(k, dp), 1e-12_dp, 'containers: array')
    end do
    a%sol = others(3)
    a%label = 3
    b = a
    call others%free()
    call a%sol%free()
    call check_near(b%sol%value(0.5_dp, 1), 3.0_dp, 1e-12_dp, 'containers: component')
    call check(b%label == 3, 'containers: the rest')
  end subroutine in_containers

  subroutine evaluation()
    type(yjac) :: problem
    type(solution) :: sol, empty
    real(dp) :: z(2), y(1), wide(2, 22), z2(2, 11), row(6), dmu(1)
    integer :: status
    character(80) :: message
    problem = new_yjac()
    call solve(problem, sol)
    call sol%eval(0.3_dp, z, y, status, message)
    call check(status == COLDAE_OK .and. message == '', 'eval: both')
    row = -1
    call sol%eval(0.3_dp, row(1:6:3))
    call check_near(row(1:6:3), z, 0.0_dp, 'eval: strided z')
    call check_near(row(2:6:3), -1.0_dp, 0.0_dp, 'eval: the gaps stay')
    call sol%eval(0.3_dp, y=row(1:1))
    call check_near(row(1:1), y, 0.0_dp, 'eval: y alone')
    call sol%eval(grid, z2)
    wide = -1
    call sol%eval_many(grid, wide(:, 1:22:2))
    call check_near(wide(:, 1:22:2), z2, 0.0_dp, 'eval_many: strided')
    call check_near(wide(:, 2:22:2), -1.0_dp, 0.0_dp, 'eval_many: the gaps stay')
    call sol%eval_many(grid(11:1:-1), wide(:, 1:11))
    call check_near(wide(:, 11:1:-1), z2, 0.0_dp, 'eval_many: any order')
    call sol%eval([real(dp) ::], wide(:, 1:0), status=status)
    call check(status == COLDAE_OK, 'eval_many: no points')
    call sol%eval(1.5_dp, z, status=status, message=message)
    call check(status == COLDAE_ERR_INVALID, 'eval: t outside')
    call check_has(message, 'interval', 'eval: message')
    call sol%eval(0.5_dp, row, status=status, message=message)
    call check(status == COLDAE_ERR_INVALID, 'eval: size of z')
    call check_has(message, 'size of z is 6, must be 2', 'eval: message names z')
    call sol%eval(grid, wide, status=status, message=message)
    call check_has(message, 'columns of z is 22, must be 11', 'eval_many: message')
    call sol%derivative(0.5_dp, row, status, message)
    call check_has(message, 'size of dmu is 6, must be 1', 'derivative: message')
    call sol%derivative(-1.0_dp, dmu, status)
    call check(status == COLDAE_ERR_INVALID, 'derivative: t outside')
    call empty%eval(0.5_dp, z, status=status, message=message)
    call check(status == COLDAE_ERR_INVALID, 'eval: empty')
    call check_has(message, 'empty', 'eval: message for empty')
  end subroutine evaluation

  subroutine invalid_problem()
    type(bow) :: problem
    type(eig) :: with_p
    type(period) :: coupled
    type(solution) :: sol
    type(solve_info) :: info
    integer :: status
    character(256) :: message
    call solve(problem, sol, status=status, message=message)
    call check(status == COLDAE_ERR_INVALID, 'invalid: nothing set')
    call check_has(message, 'n_diff', 'invalid: n_diff')
    problem%order = [0]
    call solve(problem, sol, status=status, message=message)
    call check(status == COLDAE_ERR_INVALID, 'invalid: order')
    call check_has(message, 'order', 'invalid: order')
    problem%order = [2]
    problem%zeta = [0.0_dp, 2.0_dp]
    call solve(problem, sol, status=status, message=message, info=info)
    call check(status == COLDAE_ERR_INVALID, 'invalid: zeta')
    call check_has(message, 'zeta', 'invalid: zeta')
    call check(info%message == message, 'invalid: the same words in info')
    problem%zeta = [0.0_dp]
    call solve(problem, sol, status=status, message=message)
    call check(status == COLDAE_ERR_INVALID, 'invalid: one condition too few')
    problem%zeta = [0.0_dp, 1.0_dp]
    problem%n_alg = -1
    call solve(problem, sol, status=status, message=message)
    call check_has(message, 'n_alg', 'invalid: n_alg')
    problem%n_alg = 0
    problem%right = 0
    call solve(problem, sol, status=status, message=message)
    call check_has(message, 'right', 'invalid: right')
    with_p = eig(order=[2], n_param=1, zeta=[0.0_dp, 0.0_dp, 1.0_dp], param_guess=[8.0_dp, 9.0_dp])
    call solve(with_p, sol, status=status, message=message)
    call check(status == COLDAE_ERR_INVALID, 'invalid: param_guess')
    call check_has(message, 'size of param_guess is 2, must be 1', 'invalid: param_guess')
    coupled = period(order=[1, 1], zeta=[0.0_dp, 1.0_dp], linear=.true.)
    call solve(coupled, sol, status=status, message=message)
    call check(status == COLDAE_ERR_INVALID, 'invalid: side conditions without g')
    call check_has(message, 'g', 'invalid: g')
    call check(sol%is_empty(), 'invalid: nothing returned')
  end subroutine invalid_problem

  subroutine invalid_options()
    type(bow) :: problem
    type(solution) :: sol, empty
    integer :: status
    character(256) :: message
    problem = bow(order=[2], zeta=[0.0_dp, 1.0_dp], linear=.true.)
    call solve(problem, sol, tol=-1.0_dp, status=status, message=message)
    call check(status == COLDAE_ERR_INVALID, 'invalid: tol')
    call check_has(message, 'tol', 'invalid: tol')
    call solve(problem, sol, tol_z=[1e-6_dp], status=status, message=message)
    call check_has(message, 'size of tol_z is 1, must be 2', 'invalid: tol_z')
    call solve(problem, sol, n_points=99, status=status, message=message)
    call check_has(message, 'n_points', 'invalid: n_points')
    call solve(problem, sol, mesh=[0.0_dp], status=status, message=message)
    call check(status == COLDAE_ERR_INVALID, 'invalid: mesh of one point')
    call solve(problem, sol, fixed=[2.0_dp], status=status, message=message)
    call check_has(message, 'fixed', 'invalid: fixed')
    call solve(problem, sol, start=empty, status=status, message=message)
    call check(status == COLDAE_ERR_INVALID, 'invalid: start')
    call check_has(message, 'start', 'invalid: start')
    call solve(problem, sol, projection=17, status=status, message=message)
    call check_has(message, 'projection', 'invalid: projection')
    call solve(problem, sol, max_intervals=1, status=status, message=message)
    call check_has(message, 'max_intervals', 'invalid: max_intervals')
    call solve(problem, sol, status=status, message=message)
    call check(status == COLDAE_OK .and. message == '', 'valid after all')
  end subroutine invalid_options

  subroutine stopped()
    type(yjac) :: problem
    type(solution) :: sol
    type(solve_info) :: info
    integer :: status
    character(256) :: message
    problem = new_yjac()
    problem%stop_with = -3
    call solve(problem, sol, info=info, status=status, message=message)
    call check(status == COLDAE_ERR_CALLBACK, 'stopped: status')
    call check(info%callback_code == -3, 'stopped: code')
    call check(message /= '', 'stopped: message')
    call check(sol%is_empty(), 'stopped: nothing returned')
  end subroutine stopped

  subroutine monitored()
    type(yjac) :: problem
    type(solution) :: sol
    type(solve_info) :: info
    integer :: status
    problem = new_yjac()
    call solve(problem, sol, tol=1e-8_dp, info=info)
    call check(problem%n_events > info%n_newton, 'monitor: events')
    call check(problem%n_mesh_events == info%n_meshes, 'monitor: one event per mesh')
    problem = new_yjac()
    problem%cancel_at = 2
    call solve(problem, sol, status=status)
    call check(status == COLDAE_ERR_CANCELLED, 'monitor: cancelled')
    call check(problem%n_events == 2, 'monitor: at once')
    call check(sol%is_empty(), 'monitor: nothing converged yet')
  end subroutine monitored

  subroutine words()
    call check(len(library_version()) >= 5, 'version')
    call check(status_text(COLDAE_ERR_FILE) /= status_text(COLDAE_OK), 'status_text')
    call check(len(status_text(COLDAE_ERR_SINGULAR)) > 0, 'status_text')
  end subroutine words
end program test_natural
