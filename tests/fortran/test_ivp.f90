!> The mirror coldae_ivp_c: every field where C has it, and a pendulum and a decay integrated through it.
module ivp_problems
  use, intrinsic :: iso_c_binding
  use coldae_ivp_c
  implicit none

contains

  function pendulum_k(t, u, v, lambda, out, user) bind(C) result(code)
    real(c_double), value :: t
    real(c_double), intent(in) :: u(*), v(*), lambda(*)
    real(c_double), intent(inout) :: out(*)
    type(c_ptr), value :: user
    integer(c_int) :: code
    out(1) = -u(1)*lambda(1)
    out(2) = -u(2)*lambda(1) - 1
    code = 0
  end function pendulum_k

  function pendulum_g(t, u, v, lambda, out, user) bind(C) result(code)
    real(c_double), value :: t
    real(c_double), intent(in) :: u(*), v(*), lambda(*)
    real(c_double), intent(inout) :: out(*)
    type(c_ptr), value :: user
    integer(c_int) :: code
    out(1) = u(1)**2 + u(2)**2 - 1
    code = 0
  end function pendulum_g

  function pendulum_dg(t, u, v, lambda, w, d, user) bind(C) result(code)
    real(c_double), value :: t
    real(c_double), intent(in) :: u(*), v(*), lambda(*), w(*)
    real(c_double), intent(inout) :: d(*)
    type(c_ptr), value :: user
    integer(c_int) :: code
    d(1) = 2*u(1)
    d(2) = 2*u(2)
    code = 0
  end function pendulum_dg

  function unit_mass(t, u, m, user) bind(C) result(code)
    real(c_double), value :: t
    real(c_double), intent(in) :: u(*)
    real(c_double), intent(inout) :: m(*)
    type(c_ptr), value :: user
    integer(c_int) :: code
    m(1) = 1
    m(4) = 1
    code = 0
  end function unit_mass

  ! user: the number of steps seen; half-way through each step the dense output is on the circle
  function watch(step, user) bind(C) result(cancel)
    type(coldae_step), intent(in) :: step
    type(c_ptr), value :: user
    integer(c_int) :: cancel
    integer(c_int), pointer :: seen
    real(c_double) :: z(4), y(1)
    call c_f_pointer(user, seen)
    cancel = 0
    if (step%number == 0) return
    seen = seen + 1
    if (coldae_step_eval(step, (step%t_old + step%t)/2, z, y) /= 0) cancel = 1
    if (.not. abs(z(1)**2 + z(2)**2 - 1) < 1e-4_c_double) cancel = 2
  end function watch

  function decay(t, z, y, p, f, user) bind(C) result(code)
    real(c_double), value :: t
    real(c_double), intent(in) :: z(*), y(*), p(*)
    real(c_double), intent(inout) :: f(*)
    type(c_ptr), value :: user
    integer(c_int) :: code
    f(1) = -z(1)
    code = 0
  end function decay
end module ivp_problems

program test_ivp
  use, intrinsic :: iso_c_binding
  use coldae_c
  use coldae_ivp_c
  use ivp_problems
  use checks
  implicit none

  interface
     integer(c_int) function layout_ivp_step(x) bind(C)
       import :: c_int, coldae_step
       type(coldae_step), intent(out) :: x
     end function layout_ivp_step
     integer(c_int) function layout_ivp_info(x) bind(C)
       import :: c_int, coldae_ivp_info
       type(coldae_ivp_info), intent(out) :: x
     end function layout_ivp_info
     integer(c_int) function layout_ivp_invariant(x) bind(C)
       import :: c_int, coldae_invariant
       type(coldae_invariant), intent(out) :: x
     end function layout_ivp_invariant
     integer(c_int) function layout_ivp_march(x) bind(C)
       import :: c_int, coldae_march_options
       type(coldae_march_options), intent(out) :: x
     end function layout_ivp_march
     integer(c_int) function layout_ivp_problem(x) bind(C)
       import :: c_int, coldae_index3_problem
       type(coldae_index3_problem), intent(out) :: x
     end function layout_ivp_problem
     integer(c_int) function layout_ivp_start(x) bind(C)
       import :: c_int, coldae_index3_start
       type(coldae_index3_start), intent(out) :: x
     end function layout_ivp_start
     integer(c_int) function layout_ivp_options(x) bind(C)
       import :: c_int, coldae_index3_options
       type(coldae_index3_options), intent(out) :: x
     end function layout_ivp_options
  end interface

  call step_fields()
  call info_fields()
  call invariant_fields()
  call march_fields()
  call problem_fields()
  call start_fields()
  call options_fields()
  call motion()
  call marching()
  call check_result()

contains

  subroutine step_fields()
    type(coldae_step), target :: x
    call check(layout_ivp_step(x) == c_sizeof(x), 'size of coldae_step')
    call check(x%number == 1, 'step.number')
    call check(nint(x%t_old) == 2, 'step.t_old')
    call check(nint(x%t) == 3, 'step.t')
    call check(transfer(x%z, 0_c_intptr_t) == 4, 'step.z')
    call check(transfer(x%y, 0_c_intptr_t) == 5, 'step.y')
    call check(transfer(x%dense, 0_c_intptr_t) == 6, 'step.dense')
  end subroutine step_fields

  subroutine info_fields()
    type(coldae_ivp_info), target :: x
    call check(layout_ivp_info(x) == c_sizeof(x), 'size of coldae_ivp_info')
    call check(x%n_steps == 1, 'info.n_steps')
    call check(x%n_rejected == 2, 'info.n_rejected')
    call check(x%n_failed == 3, 'info.n_failed')
    call check(x%n_newton == 4, 'info.n_newton')
    call check(x%n_factor == 5, 'info.n_factor')
    call check(x%n_f == 6, 'info.n_f')
    call check(x%n_df == 7, 'info.n_df')
    call check(x%n_g == 8, 'info.n_g')
    call check(x%n_dg == 9, 'info.n_dg')
    call check(x%callback_code == 10, 'info.callback_code')
    call check(x%index == 11, 'info.index')
    call check(nint(x%t) == 12, 'info.t')
    call check(nint(x%h) == 13, 'info.h')
    call check(nint(x%smallest) == 14, 'info.smallest')
    call check(nint(x%largest) == 15, 'info.largest')
    call check(nint(x%constraint_residual) == 16, 'info.constraint_residual')
    call check(nint(x%seconds_total) == 17, 'info.seconds_total')
    call check(nint(x%peak_bytes) == 18, 'info.peak_bytes')
    call check(all(x%message == 'x'), 'info.message')
  end subroutine info_fields

  subroutine invariant_fields()
    type(coldae_invariant), target :: x
    call check(layout_ivp_invariant(x) == c_sizeof(x), 'size of coldae_invariant')
    call check(x%n == 1, 'invariant.n')
    call check(transfer(x%h, 0_c_intptr_t) == 2, 'invariant.h')
    call check(transfer(x%dh, 0_c_intptr_t) == 3, 'invariant.dh')
    call check(transfer(x%D, 0_c_intptr_t) == 4, 'invariant.D')
    call check(transfer(x%user, 0_c_intptr_t) == 5, 'invariant.user')
  end subroutine invariant_fields

  subroutine march_fields()
    type(coldae_march_options), target :: x
    call check(layout_ivp_march(x) == c_sizeof(x), 'size of coldae_march_options')
    call check(nint(x%tol) == 1, 'march.tol')
    call check(transfer(x%tol_z, 0_c_intptr_t) == 2, 'march.tol_z')
    call check(x%points == 3, 'march.points')
    call check(x%n_points == 4, 'march.n_points')
    call check(x%projection == 5, 'march.projection')
    call check(nint(x%rank_kappa) == 6, 'march.rank_kappa')
    call check(x%consistency == 7, 'march.consistency')
    call check(x%step == 8, 'march.step')
    call check(x%n_steps == 9, 'march.n_steps')
    call check(transfer(x%mesh, 0_c_intptr_t) == 10, 'march.mesh')
    call check(transfer(x%fixed, 0_c_intptr_t) == 11, 'march.fixed')
    call check(x%n_fixed == 12, 'march.n_fixed')
    call check(nint(x%h_first) == 13, 'march.h_first')
    call check(nint(x%h_largest) == 14, 'march.h_largest')
    call check(x%max_steps == 15, 'march.max_steps')
    call check(x%max_iterations == 16, 'march.max_iterations')
    call check(transfer(x%invariants, 0_c_intptr_t) == 17, 'march.invariants')
    call check(x%n_invariants == 18, 'march.n_invariants')
    call check(transfer(x%observer, 0_c_intptr_t) == 19, 'march.observer')
    call check(transfer(x%observer_user, 0_c_intptr_t) == 20, 'march.observer_user')
    call check(nint(x%max_bytes) == 21, 'march.max_bytes')
  end subroutine march_fields

  subroutine problem_fields()
    type(coldae_index3_problem), target :: x
    call check(layout_ivp_problem(x) == c_sizeof(x), 'size of coldae_index3_problem')
    call check(x%n_u == 1, 'problem.n_u')
    call check(x%n_v == 2, 'problem.n_v')
    call check(x%n_lambda == 3, 'problem.n_lambda')
    call check(x%index == 4, 'problem.index')
    call check(nint(x%left) == 5, 'problem.left')
    call check(nint(x%right) == 6, 'problem.right')
    call check(transfer(x%f, 0_c_intptr_t) == 7, 'problem.f')
    call check(transfer(x%k, 0_c_intptr_t) == 8, 'problem.k')
    call check(transfer(x%g, 0_c_intptr_t) == 9, 'problem.g')
    call check(transfer(x%mass, 0_c_intptr_t) == 10, 'problem.mass')
    call check(x%mass_is_constant == 11, 'problem.mass_is_constant')
    call check(transfer(x%df, 0_c_intptr_t) == 12, 'problem.df')
    call check(transfer(x%dk, 0_c_intptr_t) == 13, 'problem.dk')
    call check(transfer(x%dg, 0_c_intptr_t) == 14, 'problem.dg')
    call check(x%g_depends_on_t == 15, 'problem.g_depends_on_t')
    call check(transfer(x%g_t, 0_c_intptr_t) == 16, 'problem.g_t')
    call check(transfer(x%user, 0_c_intptr_t) == 17, 'problem.user')
  end subroutine problem_fields

  subroutine start_fields()
    type(coldae_index3_start), target :: x
    call check(layout_ivp_start(x) == c_sizeof(x), 'size of coldae_index3_start')
    call check(nint(x%g) == 1, 'start.g')
    call check(nint(x%rate) == 2, 'start.rate')
    call check(nint(x%moved_u) == 3, 'start.moved_u')
    call check(nint(x%moved_v) == 4, 'start.moved_v')
    call check(nint(x%moved_lambda) == 5, 'start.moved_lambda')
  end subroutine start_fields

  subroutine options_fields()
    type(coldae_index3_options), target :: x
    call check(layout_ivp_options(x) == c_sizeof(x), 'size of coldae_index3_options')
    call check(nint(x%tol) == 1, 'options.tol')
    call check(nint(x%rtol) == 2, 'options.rtol')
    call check(nint(x%atol) == 3, 'options.atol')
    call check(transfer(x%atol_x, 0_c_intptr_t) == 4, 'options.atol_x')
    call check(x%tol_is_local == 5, 'options.tol_is_local')
    call check(x%stages == 6, 'options.stages')
    call check(x%projection == 7, 'options.projection')
    call check(x%jacobian == 8, 'options.jacobian')
    call check(nint(x%h_first) == 9, 'options.h_first')
    call check(nint(x%h_largest) == 10, 'options.h_largest')
    call check(x%constant_steps == 11, 'options.constant_steps')
    call check(x%max_steps == 12, 'options.max_steps')
    call check(x%consistency == 13, 'options.consistency')
    call check(nint(x%start_limit) == 14, 'options.start_limit')
    call check(transfer(x%start, 0_c_intptr_t) == 15, 'options.start')
    call check(transfer(x%t_out, 0_c_intptr_t) == 16, 'options.t_out')
    call check(x%n_out == 17, 'options.n_out')
    call check(transfer(x%out, 0_c_intptr_t) == 18, 'options.out')
    call check(x%out_is_exact == 19, 'options.out_is_exact')
    call check(transfer(x%observer, 0_c_intptr_t) == 20, 'options.observer')
    call check(transfer(x%observer_user, 0_c_intptr_t) == 21, 'options.observer_user')
    call check(nint(x%max_bytes) == 22, 'options.max_bytes')
  end subroutine options_fields

  subroutine motion()
    type(coldae_index3_problem) :: problem
    type(coldae_index3_options) :: options
    type(coldae_index3_start) :: start
    type(coldae_ivp_info) :: info
    integer(c_int), target, volatile :: seen ! changed through c_loc
    real(c_double), target, volatile :: t_out(2), x_out(5, 2)
    real(c_double) :: u(2), v(2), lambda(1), worst
    call coldae_index3_problem_init(problem)
    problem%n_u = 2
    problem%n_v = 2
    problem%n_lambda = 1
    problem%right = 20
    problem%k = c_funloc(pendulum_k)
    problem%g = c_funloc(pendulum_g)
    problem%dg = c_funloc(pendulum_dg)
    problem%mass = c_funloc(unit_mass)
    problem%mass_is_constant = 1
    call coldae_index3_options_init(options)
    call check(options%stages == 3 .and. options%rtol < 0 .and. options%max_steps == 100000, 'defaults')
    options%tol = 1e-10_c_double
    options%jacobian = COLDAE_INDEX3_JACOBIAN_FULL
    seen = 0
    options%observer = c_funloc(watch)
    options%observer_user = c_loc(seen)
    t_out = [10, 20]
    options%t_out = c_loc(t_out)
    options%n_out = 2
    options%out = c_loc(x_out)
    u = [1, 0]
    v = 0
    lambda = 0
    call check(coldae_index3(problem, options, u, v, lambda, info) == COLDAE_OK, 'coldae_index3')
    call check_near(u, [-0.517719703552777816_c_double, -0.855550295747259886_c_double], 1e-6_c_double, 'u(20)')
    call check_near(info%constraint_residual, 0.0_c_double, 1e-14_c_double, 'constraint')
    call check(seen == info%n_steps, 'steps seen')
    call check_same(x_out(1:2, 2), u, 'output at the end')
    u = [1.1_c_double, 0.0_c_double]
    call check(coldae_index3_consistent(problem, u=u, v=v, lambda=lambda, start=start) == COLDAE_OK, 'consistent')
    call check_near(u(1)**2 + u(2)**2, 1.0_c_double, 1e-15_c_double, 'on the circle')
    call check(start%moved_u > 0.04_c_double .and. start%g > 0.2_c_double, 'what moved')
    call check(coldae_index3_check_jacobian(problem, 0.0_c_double, u, v, lambda, worst=worst, message_size=0) == COLDAE_OK, &
         'check_jacobian')
    call check(worst < 1e-6_c_double, 'derivatives')
  end subroutine motion

  subroutine marching()
    type(coldae_problem) :: problem
    type(coldae_march_options) :: options
    type(coldae_ivp_info) :: info
    integer(c_int), target :: order(1)
    real(c_double) :: z(1), z_left(1)
    order = 1
    z_left = 1
    call coldae_problem_init(problem)
    problem%n_diff = 1
    problem%order = c_loc(order)
    problem%f = c_funloc(decay)
    call coldae_march_options_init(options)
    call check(options%step == COLDAE_STEP_AUTO, 'defaults of marching')
    options%tol = 1e-9_c_double
    call check(coldae_march(problem, z_left, options, z, info=info) == COLDAE_OK, 'coldae_march')
    call check_near(z(1), exp(-1.0_c_double), 1e-7_c_double, 'decay')
    call check(info%n_steps > 0, 'steps of marching')
  end subroutine marching
end program test_ivp
