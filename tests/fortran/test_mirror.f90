!> The mirror coldae_c used as a C program would: bind(C) callbacks, c_loc, c_funloc.
module mirror_problems
  use, intrinsic :: iso_c_binding
  use coldae_c
  implicit none
  real(c_double), parameter :: pi = acos(-1.0_c_double)

  type, bind(C) :: tally                     ! what `user` points to
     integer(c_int) :: n_f, n_events, cancel_after
     real(c_double) :: force
  end type tally

contains

  ! linear: u'' = force, u(0) = u(1) = 0
  function linear_f(t, z, y, p, f, user) bind(C) result(code)
    real(c_double), value :: t
    real(c_double), intent(in) :: z(*), y(*), p(*)
    real(c_double), intent(inout) :: f(*)
    type(c_ptr), value :: user
    integer(c_int) :: code
    type(tally), pointer :: my
    call c_f_pointer(user, my)
    my%n_f = my%n_f + 1
    f(1) = my%force
    code = 0
  end function linear_f

  function dirichlet(l, z, p, g, user) bind(C) result(code)
    integer(c_int), value :: l
    real(c_double), intent(in) :: z(*), p(*)
    real(c_double), intent(inout) :: g
    type(c_ptr), value :: user
    integer(c_int) :: code
    g = z(1)
    code = 0
  end function dirichlet

  ! mixed order: u'' = u^2 v, v' = -v^2 u, u = e^t, v = e^-t
  function mixed_f(t, z, y, p, f, user) bind(C) result(code)
    real(c_double), value :: t
    real(c_double), intent(in) :: z(*), y(*), p(*)
    real(c_double), intent(inout) :: f(*)
    type(c_ptr), value :: user
    integer(c_int) :: code
    f(1) = z(1)**2*z(3)
    f(2) = -z(3)**2*z(1)
    code = 0
  end function mixed_f

  function mixed_df(t, z, y, p, df, user) bind(C) result(code)
    real(c_double), value :: t
    real(c_double), intent(in) :: z(*), y(*), p(*)
    real(c_double), intent(inout) :: df(*)
    type(c_ptr), value :: user
    integer(c_int) :: code
    df(1) = 2*z(1)*z(3)
    df(2) = -z(3)**2
    df(5) = z(1)**2
    df(6) = -2*z(3)*z(1)
    code = 0
  end function mixed_df

  function mixed_g(l, z, p, g, user) bind(C) result(code)
    integer(c_int), value :: l
    real(c_double), intent(in) :: z(*), p(*)
    real(c_double), intent(inout) :: g
    type(c_ptr), value :: user
    integer(c_int) :: code
    select case (l)                          ! from zero, as in C
    case (0)
       g = z(1) - 1
    case (1)
       g = z(3) - 1
    case (2)
       g = z(1) - exp(1.0_c_double)
    end select
    code = 0
  end function mixed_g

  function mixed_dg(l, z, p, dg, user) bind(C) result(code)
    integer(c_int), value :: l
    real(c_double), intent(in) :: z(*), p(*)
    real(c_double), intent(inout) :: dg(*)
    type(c_ptr), value :: user
    integer(c_int) :: code
    if (l == 1) then
       dg(3) = 1
    else
       dg(1) = 1
    end if
    code = 0
  end function mixed_dg

  function mixed_guess(t, z, y, dmu, user) bind(C) result(code)
    real(c_double), value :: t
    real(c_double), intent(inout) :: z(*), y(*), dmu(*)
    type(c_ptr), value :: user
    integer(c_int) :: code
    z(1:3) = [1 + t, 1.0_c_double, 1.0_c_double]
    code = 0
  end function mixed_guess

  ! eig: u'' + p u = 0, u(0) = 0, u'(0) = 1, u(1) = 0
  function eig_f(t, z, y, p, f, user) bind(C) result(code)
    real(c_double), value :: t
    real(c_double), intent(in) :: z(*), y(*), p(*)
    real(c_double), intent(inout) :: f(*)
    type(c_ptr), value :: user
    integer(c_int) :: code
    f(1) = -p(1)*z(1)
    code = 0
  end function eig_f

  function eig_g(l, z, p, g, user) bind(C) result(code)
    integer(c_int), value :: l
    real(c_double), intent(in) :: z(*), p(*)
    real(c_double), intent(inout) :: g
    type(c_ptr), value :: user
    integer(c_int) :: code
    g = z(1)
    if (l == 1) g = z(2) - 1
    code = 0
  end function eig_g

  function eig_guess(t, z, y, dmu, user) bind(C) result(code)
    real(c_double), value :: t
    real(c_double), intent(inout) :: z(*), y(*), dmu(*)
    type(c_ptr), value :: user
    integer(c_int) :: code
    z(1) = t*(1 - t)
    z(2) = 1 - 2*t
    dmu(1) = -2
    code = 0
  end function eig_guess

  ! period: u' = v, v' = -u - v/2 + cos 2t, periodic; many points in one call
  function period_f_batch(m, t, z, y, p, f, user) bind(C) result(code)
    integer(c_int), value :: m
    real(c_double), intent(in) :: t(*), z(*), y(*), p(*)
    real(c_double), intent(inout) :: f(*)
    type(c_ptr), value :: user
    integer(c_int) :: code
    integer :: j
    do j = 1, m
       f(2*j - 1) = z(2*j)
       f(2*j) = -z(2*j - 1) - z(2*j)/2 + cos(2*t(j))
    end do
    code = 0
  end function period_f_batch

  function period_df_batch(m, t, z, y, p, df, user) bind(C) result(code)
    integer(c_int), value :: m
    real(c_double), intent(in) :: t(*), z(*), y(*), p(*)
    real(c_double), intent(inout) :: df(*)
    type(c_ptr), value :: user
    integer(c_int) :: code
    integer :: j
    do j = 1, m
       df(4*j - 3:4*j) = [0.0_c_double, -1.0_c_double, 1.0_c_double, -0.5_c_double]
    end do
    code = 0
  end function period_df_batch

  function period_coupled(zl, zr, p, r, user) bind(C) result(code)
    real(c_double), intent(in) :: zl(*), zr(*), p(*)
    real(c_double), intent(inout) :: r(*)
    type(c_ptr), value :: user
    integer(c_int) :: code
    r(1:2) = zl(1:2) - zr(1:2)
    code = 0
  end function period_coupled

  function period_dcoupled(zl, zr, p, dr, user) bind(C) result(code)
    real(c_double), intent(in) :: zl(*), zr(*), p(*)
    real(c_double), intent(inout) :: dr(*)
    type(c_ptr), value :: user
    integer(c_int) :: code
    dr(1:8) = [1, 0, 0, 1, -1, 0, 0, -1]
    code = 0
  end function period_dcoupled

  ! yjac: index 1, u = 1 + sin pi t, y = e^t
  function yjac_f(t, z, y, p, f, user) bind(C) result(code)
    real(c_double), value :: t
    real(c_double), intent(in) :: z(*), y(*), p(*)
    real(c_double), intent(inout) :: f(*)
    type(c_ptr), value :: user
    integer(c_int) :: code
    f(1) = y(1)*z(1) - exp(t)*(1 + sin(pi*t)) - pi**2*sin(pi*t)
    f(2) = y(1)**3 + z(1)*y(1) - exp(3*t) - (1 + sin(pi*t))*exp(t)
    code = 0
  end function yjac_f

  function yjac_df(t, z, y, p, df, user) bind(C) result(code)
    real(c_double), value :: t
    real(c_double), intent(in) :: z(*), y(*), p(*)
    real(c_double), intent(inout) :: df(*)
    type(c_ptr), value :: user
    integer(c_int) :: code
    df(1) = y(1)
    df(2) = y(1)
    df(5) = z(1)
    df(6) = 3*y(1)**2 + z(1)
    code = 0
  end function yjac_df

  function yjac_g(l, z, p, g, user) bind(C) result(code)
    integer(c_int), value :: l
    real(c_double), intent(in) :: z(*), p(*)
    real(c_double), intent(inout) :: g
    type(c_ptr), value :: user
    integer(c_int) :: code
    g = z(1) - 1
    code = 0
  end function yjac_g

  function yjac_guess(t, z, y, dmu, user) bind(C) result(code)
    real(c_double), value :: t
    real(c_double), intent(inout) :: z(*), y(*), dmu(*)
    type(c_ptr), value :: user
    integer(c_int) :: code
    z(1) = 1
    y(1) = 1
    code = 0
  end function yjac_guess

  function cancelling(event, user) bind(C) result(cancel)
    type(coldae_event), intent(in) :: event
    type(c_ptr), value :: user
    integer(c_int) :: cancel
    type(tally), pointer :: my
    call c_f_pointer(user, my)
    my%n_events = my%n_events + 1
    cancel = merge(1, 0, my%n_events >= my%cancel_after .and. event%n_intervals > 0)
  end function cancelling
  ! implicit: 0 = s + s^3 + w + w^3, 0 = x2 - sin t, w = x1 - t x2, s = x1' - t x2' - x2, x1(3) given
  function waves_residual(t, x, dx, p, r, user) bind(C) result(code)
    real(c_double), value :: t
    real(c_double), intent(in) :: x(*), dx(*), p(*)
    real(c_double), intent(inout) :: r(*)
    type(c_ptr), value :: user
    integer(c_int) :: code
    real(c_double) :: w, s
    w = x(1) - t*x(2)
    s = dx(1) - t*dx(2) - x(2)
    r(1) = s + s**3 + w + w**3
    r(2) = x(2) - sin(t)
    code = 0
  end function waves_residual

  function waves_dresidual(t, x, dx, p, dr, user) bind(C) result(code)
    real(c_double), value :: t
    real(c_double), intent(in) :: x(*), dx(*), p(*)
    real(c_double), intent(inout) :: dr(*)
    type(c_ptr), value :: user
    integer(c_int) :: code
    real(c_double) :: w, s, by_w, by_s
    w = x(1) - t*x(2)
    s = dx(1) - t*dx(2) - x(2)
    by_w = 1 + 3*w**2
    by_s = 1 + 3*s**2
    dr(1) = by_w                             ! column by column: x1, x2, x1', x2'
    dr(3) = -t*by_w - by_s
    dr(4) = 1
    dr(5) = by_s
    dr(7) = -t*by_s
    code = 0
  end function waves_dresidual

  function waves_g(l, z, p, g, user) bind(C) result(code)
    integer(c_int), value :: l
    real(c_double), intent(in) :: z(*), p(*)
    real(c_double), intent(inout) :: g
    type(c_ptr), value :: user
    integer(c_int) :: code
    g = z(1) - exp(-3.0_c_double) - 3*sin(3.0_c_double)
    code = 0
  end function waves_g

  function waves_guess(t, x, dx, user) bind(C) result(code)
    real(c_double), value :: t
    real(c_double), intent(inout) :: x(*), dx(*)
    type(c_ptr), value :: user
    integer(c_int) :: code
    x(2) = sin(t)
    dx(2) = cos(t)
    code = 0
  end function waves_guess
end module mirror_problems

program test_mirror
  use, intrinsic :: iso_c_binding
  use coldae_c
  use checks
  use mirror_problems
  implicit none
  real(c_double), parameter :: zero = 0
  integer, parameter :: n_check = 11

  call linear()
  call mixed()
  call eigenvalue()
  call periodic()
  call index_one()
  call fully_implicit()
  call saved()
  call invalid()
  call cancelled()
  call words()
  call check_result()

contains

  real(c_double) function at(i, right)
    integer, intent(in) :: i
    real(c_double), intent(in) :: right
    at = right*(i - 1)/(n_check - 1)
  end function at

  subroutine linear()
    type(coldae_problem) :: problem
    type(coldae_info) :: info
    type(c_ptr) :: sol
    type(tally), target :: my
    integer(c_int), target :: order(1) = [2]
    real(c_double), target :: zeta(2) = [0, 1]
    real(c_double) :: z(2), dmu(1), t
    integer :: i
    my = tally(0, 0, 0, -8.0_c_double)
    call coldae_problem_init(problem)
    problem%n_diff = 1
    problem%order = c_loc(order)
    problem%n_side = 2
    problem%zeta = c_loc(zeta)
    problem%linear = 1
    problem%f = c_funloc(linear_f)
    problem%g = c_funloc(dirichlet)
    problem%user = c_loc(my)
    call check(coldae_solve(problem, solution=sol, info=info) == COLDAE_OK, 'linear: default options')
    call check(my%n_f > 0, 'linear: user reached')
    call check(info%n_f > 0 .and. info%n_intervals >= 1, 'linear: info')
    call check(info%message(1) == c_null_char, 'linear: no message')
    do i = 1, n_check
       t = at(i, 1.0_c_double)
       call check(coldae_solution_eval(sol, t, z) == COLDAE_OK, 'linear: eval without y')
       call check_near(z(1), 4*t*(1 - t), 1e-12_c_double, 'linear: u')
       call check_near(z(2), 4 - 8*t, 1e-12_c_double, 'linear: u''')
       call check(coldae_solution_derivative(sol, t, dmu) == COLDAE_OK, 'linear: derivative')
       call check_near(dmu(1), -8.0_c_double, 1e-10_c_double, 'linear: u''''')
    end do
    call check(coldae_solution_eval(sol, 2.0_c_double, z) == COLDAE_ERR_INVALID, 'linear: t outside')
    call coldae_solution_free(sol)
  end subroutine linear

  subroutine mixed()
    type(coldae_problem) :: problem
    type(coldae_options) :: options
    type(c_ptr) :: sol
    integer(c_int), target :: order(2) = [2, 1]
    real(c_double), target :: zeta(3) = [0, 0, 1]
    real(c_double), target :: tol_z(3) = [1e-9_c_double, zero, 1e-9_c_double]
    real(c_double) :: z(3, n_check), t(n_check), worst
    character(kind=c_char) :: message(200)
    integer :: i
    call coldae_problem_init(problem)
    problem%n_diff = 2
    problem%order = c_loc(order)
    problem%n_side = 3
    problem%zeta = c_loc(zeta)
    problem%f = c_funloc(mixed_f)
    problem%df = c_funloc(mixed_df)
    problem%g = c_funloc(mixed_g)
    problem%dg = c_funloc(mixed_dg)
    problem%guess = c_funloc(mixed_guess)
    call check(coldae_check_jacobian(problem, 0.3_c_double, [1.2_c_double, 0.7_c_double, 0.9_c_double], &
         worst=worst, message=message, message_size=size(message)) == COLDAE_OK, 'mixed: check_jacobian')
    call check_near(worst, zero, 1e-5_c_double, 'mixed: df is right')
    call coldae_options_init(options)
    options%tol_z = c_loc(tol_z)
    call check(coldae_solve(problem, options, sol) == COLDAE_OK, 'mixed: without info')
    t = [(at(i, 1.0_c_double), i = 1, n_check)]
    call check(coldae_solution_eval_many(sol, n_check, t, z) == COLDAE_OK, 'mixed: eval_many')
    call check_near(z(1, :), exp(t), 1e-8_c_double, 'mixed: u')
    call check_near(z(3, :), exp(-t), 1e-8_c_double, 'mixed: v')
    call coldae_solution_free(sol)
  end subroutine mixed

  subroutine eigenvalue()
    type(coldae_problem) :: problem
    type(coldae_options) :: options
    type(c_ptr) :: sol
    integer(c_int), target :: order(1) = [2]
    integer(c_int) :: n_param, mstar
    integer(c_int), pointer :: order_back(:)
    type(c_ptr) :: order_c
    real(c_double), target :: zeta(3) = [0, 0, 1], guess(1) = [8]
    real(c_double), pointer :: p(:)
    real(c_double) :: error_z(2)
    call eig_problem(problem, order, zeta, guess)
    call coldae_options_init(options)
    options%tol = 1e-9_c_double
    call check(coldae_solve(problem, options, sol) == COLDAE_OK, 'eig: status')
    call c_f_pointer(coldae_solution_param(sol), p, [1])
    call check_near(p(1), pi**2, 1e-7_c_double, 'eig: p')
    call coldae_solution_sizes(sol, n_param=n_param, mstar=mstar, order=order_c)
    call c_f_pointer(order_c, order_back, [1])
    call check(n_param == 1 .and. mstar == 2 .and. order_back(1) == 2, 'eig: sizes')
    call coldae_solution_error(sol, error_z)
    call check(all(error_z >= 0 .and. error_z <= 1e-8_c_double), 'eig: estimated errors')
    call coldae_solution_free(sol)
  end subroutine eigenvalue

  subroutine eig_problem(problem, order, zeta, guess)
    type(coldae_problem), intent(out) :: problem
    integer(c_int), intent(in), target :: order(1)
    real(c_double), intent(in), target :: zeta(3), guess(1)
    call coldae_problem_init(problem)
    problem%n_diff = 1
    problem%n_param = 1
    problem%order = c_loc(order)
    problem%n_side = 3
    problem%zeta = c_loc(zeta)
    problem%f = c_funloc(eig_f)
    problem%g = c_funloc(eig_g)
    problem%guess = c_funloc(eig_guess)
    problem%param_guess = c_loc(guess)
  end subroutine eig_problem

  subroutine periodic()
    type(coldae_problem) :: problem
    type(coldae_options) :: options
    type(c_ptr) :: sol
    integer(c_int), target :: order(2) = [1, 1]
    real(c_double) :: z(2), t
    integer :: i
    call coldae_problem_init(problem)
    problem%n_diff = 2
    problem%order = c_loc(order)
    problem%right = pi
    problem%n_coupled = 2
    problem%linear = 1
    problem%f_batch = c_funloc(period_f_batch)
    problem%df_batch = c_funloc(period_df_batch)
    problem%coupled = c_funloc(period_coupled)
    problem%dcoupled = c_funloc(period_dcoupled)
    call coldae_options_init(options)
    options%tol = 1e-9_c_double
    call check(coldae_solve(problem, options, sol) == COLDAE_OK, 'period: status')
    do i = 1, n_check
       t = at(i, pi)
       call check(coldae_solution_eval(sol, t, z) == COLDAE_OK, 'period: eval')
       call check_near(z(1), (sin(2*t) - 3*cos(2*t))/10, 1e-8_c_double, 'period: u')
    end do
    call coldae_solution_free(sol)
  end subroutine periodic

  subroutine yjac_problem(problem, order, zeta)
    type(coldae_problem), intent(out) :: problem
    integer(c_int), intent(in), target :: order(1)
    real(c_double), intent(in), target :: zeta(2)
    call coldae_problem_init(problem)
    problem%n_diff = 1
    problem%n_alg = 1
    problem%order = c_loc(order)
    problem%n_side = 2
    problem%zeta = c_loc(zeta)
    problem%f = c_funloc(yjac_f)
    problem%df = c_funloc(yjac_df)
    problem%g = c_funloc(yjac_g)
    problem%guess = c_funloc(yjac_guess)
  end subroutine yjac_problem

  subroutine index_one()
    type(coldae_problem) :: problem
    type(coldae_options) :: options
    type(coldae_info) :: info
    type(c_ptr) :: sol
    integer(c_int), target :: order(1) = [2]
    real(c_double), target :: zeta(2) = [0, 1]
    real(c_double) :: z(2), y(1), t
    integer :: i
    call yjac_problem(problem, order, zeta)
    call coldae_options_init(options)
    options%tol = 1e-8_c_double
    options%points = COLDAE_RADAU
    call check(coldae_solve(problem, options, sol, info) == COLDAE_OK, 'yjac: status')
    call check(info%index == 1, 'yjac: index')
    call check(info%constraint_residual <= 1e-5_c_double, 'yjac: constraint')
    do i = 1, n_check
       t = at(i, 1.0_c_double)
       call check(coldae_solution_eval(sol, t, z, y) == COLDAE_OK, 'yjac: eval')
       call check_near(z(1), 1 + sin(pi*t), 1e-7_c_double, 'yjac: u')
       call check_near(y(1), exp(t), 1e-5_c_double, 'yjac: y')
       call check(coldae_solution_eval(sol, t, y=y) == COLDAE_OK, 'yjac: eval y alone')
    end do
    call coldae_solution_free(sol)
  end subroutine index_one

  subroutine fully_implicit()
    type(coldae_implicit) :: problem
    type(coldae_options) :: options
    type(coldae_info) :: info
    type(c_ptr) :: sol
    real(c_double), target :: zeta(1) = [3]
    real(c_double) :: z(2), y(2), t
    integer :: i
    call coldae_implicit_init(problem)
    call check(coldae_solve_implicit(problem, solution=sol, info=info) == COLDAE_ERR_INVALID, 'implicit: empty')
    call check_has(text(info), 'problem.n = 0', 'implicit: message names n')
    problem%n = 2
    problem%right = 3
    problem%n_side = 1
    problem%zeta = c_loc(zeta)
    problem%residual = c_funloc(waves_residual)
    problem%dresidual = c_funloc(waves_dresidual)
    problem%g = c_funloc(waves_g)
    problem%guess = c_funloc(waves_guess)
    call coldae_options_init(options)
    options%tol = 1e-8_c_double
    call check(coldae_solve_implicit(problem, options, sol, info) == COLDAE_OK, 'implicit: status')
    call check(info%index == 2, 'implicit: index')
    do i = 1, n_check
       t = at(i, 3.0_c_double)
       call check(coldae_solution_eval(sol, t, z, y) == COLDAE_OK, 'implicit: eval')
       call check_near(z(1), exp(-t) + t*sin(t), 1e-8_c_double, 'implicit: x1')
       call check_near(z(2), sin(t), 1e-8_c_double, 'implicit: x2')
       call check_near(y(2), cos(t), 1e-4_c_double, 'implicit: x2''')
    end do
    call coldae_solution_free(sol)
  end subroutine fully_implicit

  subroutine saved()
    character(*), parameter :: path = 'test_mirror.solution'//c_null_char
    type(coldae_problem) :: problem
    type(c_ptr) :: sol, back, t_sol, t_back
    integer(c_int), target :: order(1) = [2]
    real(c_double), target :: zeta(2) = [0, 1]
    real(c_double), pointer :: t1(:), t2(:)
    real(c_double) :: z1(2), z2(2)
    character(kind=c_char) :: message(200)
    integer :: n
    call yjac_problem(problem, order, zeta)
    call check(coldae_solve(problem, solution=sol) == COLDAE_OK, 'saved: solve')
    call check(coldae_solution_save(sol, path) == COLDAE_OK, 'saved: save')
    call check(coldae_solution_load(path, back, message, size(message)) == COLDAE_OK, 'saved: load')
    n = coldae_solution_mesh(sol, t_sol)
    call check(n == coldae_solution_mesh(back, t_back), 'saved: mesh size')
    call c_f_pointer(t_sol, t1, [n + 1])
    call c_f_pointer(t_back, t2, [n + 1])
    call check_same(t2, t1, 'saved: the same mesh')
    call check(coldae_solution_eval(sol, 0.3_c_double, z1) == COLDAE_OK, 'saved: eval')
    call check(coldae_solution_eval(back, 0.3_c_double, z2) == COLDAE_OK, 'saved: eval loaded')
    call check_near(z2, z1, zero, 'saved: the same bits')
    call coldae_solution_free(sol)
    call coldae_solution_free(back)
    message = c_null_char
    call check(coldae_solution_load('no/such/file'//c_null_char, back, message, size(message)) &
         == COLDAE_ERR_FILE, 'saved: no file')
    call check(.not. c_associated(back), 'saved: NULL on error')
    call check(message(1) /= c_null_char, 'saved: a message')
    call coldae_solution_free(c_null_ptr)
  end subroutine saved

  subroutine invalid()
    type(coldae_problem) :: problem
    type(coldae_options) :: options
    type(coldae_info) :: info
    type(c_ptr) :: sol
    integer(c_int), target :: order(1) = [2]
    real(c_double), target :: zeta(2) = [0, 1]
    call yjac_problem(problem, order, zeta)
    call coldae_options_init(options)
    options%tol = -1
    call check(coldae_solve(problem, options, sol, info) == COLDAE_ERR_INVALID, 'invalid: tol')
    call check_has(text(info), 'tol', 'invalid: message names tol')
    call check(.not. c_associated(sol), 'invalid: NULL')
    order(1) = 0
    call check(coldae_solve(problem, solution=sol, info=info) == COLDAE_ERR_INVALID, 'invalid: order')
    call check_has(text(info), 'order', 'invalid: message names order')
  end subroutine invalid

  subroutine cancelled()
    type(coldae_problem) :: problem
    type(coldae_options) :: options
    type(coldae_info) :: info
    type(c_ptr) :: sol
    type(tally), target :: my
    integer(c_int), target :: order(1) = [2]
    real(c_double), target :: zeta(2) = [0, 1]
    my = tally(0, 0, 2, zero)
    call yjac_problem(problem, order, zeta)
    call coldae_options_init(options)
    options%monitor = c_funloc(cancelling)
    options%monitor_user = c_loc(my)
    call check(coldae_solve(problem, options, sol, info) == COLDAE_ERR_CANCELLED, 'cancelled: status')
    call check(my%n_events == 2, 'cancelled: at the second event')
    call check(text(info) /= '', 'cancelled: a message')
    call coldae_solution_free(sol)
  end subroutine cancelled

  subroutine words()
    character(kind=c_char), pointer :: s(:)
    character(8) :: version
    integer :: i
    call check(c_associated(coldae_strerror(COLDAE_ERR_FILE)), 'strerror')
    write (version, '(i0, a, i0, a, i0)') COLDAE_VERSION_MAJOR, '.', COLDAE_VERSION_MINOR, '.', &
         COLDAE_VERSION_PATCH
    call c_f_pointer(coldae_version(), s, [len_trim(version)])
    call check(all([(s(i) == version(i:i), i = 1, len_trim(version))]), 'version')
  end subroutine words

  function text(info)
    type(coldae_info), intent(in) :: info
    character(size(info%message)) :: text
    integer :: i
    text = ''
    do i = 1, len(text)
       if (info%message(i) == c_null_char) exit
       text(i:i) = info%message(i)
    end do
  end function text
end program test_mirror
