!> coldae_solving - boundary value problems: solve and check_jacobian of module coldae
module coldae_solving
  use, intrinsic :: iso_c_binding, only: c_char, c_funloc, c_int, c_loc, c_null_char, c_null_ptr, c_ptr
  use coldae_c, only: coldae_problem, coldae_implicit, coldae_options, coldae_info, COLDAE_MESSAGE_SIZE, &
       COLDAE_OK, COLDAE_GAUSS, COLDAE_PROJECT_AUTO, COLDAE_ADAPT, COLDAE_NEWTON_DAMPED, &
       coldae_options_init, coldae_solve, coldae_solve_implicit, coldae_check_jacobian
  use coldae_words, only: dp, report, fail, match, copy_optional, from_c, real_address
  use coldae_solutions, only: solution, adopt, handle
  use coldae_problems, only: bvp, implicit_problem
  use coldae_gates, only: gate, gate_monitor
  use coldae_opening, only: open_gate, open_implicit
  implicit none
  private

  public :: solve, check_jacobian, solve_options, solve_info
  public :: fill_options                             ! for the other parts of module coldae only

  !> Options of solve; the values here are the defaults.
  type :: solve_options
     real(dp) :: tol = 1.0e-6_dp               !< |error| <= tol (1 + |u|) for every component of z
     real(dp), allocatable :: tol_z(:)         !< [mstar] replaces tol; 0 = not controlled
     integer :: points = COLDAE_GAUSS          !< COLDAE_GAUSS or COLDAE_RADAU
     integer :: n_points = 0                   !< per subinterval; 0 = chosen by the library
     integer :: projection = COLDAE_PROJECT_AUTO  !< COLDAE_PROJECT_AUTO, _NONE, _INDEX2, _SELECTIVE
     logical :: consistency = .true.           !< index 2: add "the constraints hold at left"
     real(dp) :: rank_kappa = 1.0e-2_dp        !< rank decision of selective projection
     integer :: n_intervals = 5                !< of the first mesh
     integer :: max_intervals = 10000          !< of any mesh
     real(dp), allocatable :: mesh(:)          !< first mesh, sets n_intervals; not allocated: uniform
     real(dp), allocatable :: fixed(:)         !< points that every mesh must contain (jumps)
     integer :: adapt = COLDAE_ADAPT           !< COLDAE_ADAPT, COLDAE_HALVE_ONLY, COLDAE_FIXED_MESH
     logical :: mesh_on_projected = .true.     !< index 2: equidistribute on the projected solution
     integer :: newton = COLDAE_NEWTON_DAMPED  !< COLDAE_NEWTON_DAMPED or COLDAE_NEWTON_FULL
     logical :: sensitive = .false.            !< start strongly damped
     integer :: max_iterations = 40            !< Newton steps per mesh
     integer :: n_threads = 1                  !< 1 = the caller's thread only
     real(dp) :: max_bytes = 0                 !< memory limit; 0 = none
     logical :: start_coarsen = .true.         !< take every second point of the mesh of start
  end type solve_options

  !> What a solve reports, also after an error.
  type :: solve_info
     integer :: n_intervals = 0                !< subintervals of the returned mesh
     integer :: n_meshes = 0                   !< meshes solved or tried
     integer :: n_newton = 0                   !< Newton steps, over all meshes
     integer :: n_factor = 0                   !< linearisations factored
     integer :: n_f = 0, n_df = 0, n_g = 0, n_dg = 0   !< evaluations, in points
     integer :: callback_code = 0              !< last nonzero status of a callback
     integer :: index = 0                      !< found: 0, 1 or 2; -1 where it varies
     real(dp) :: error = 0                     !< largest estimate / (tol (1 + |u|))
     real(dp) :: condition = 0                 !< condition number of the global matrix, estimated
     real(dp) :: bc_residual = 0               !< largest side or coupled condition at the result
     real(dp) :: constraint_residual = 0       !< largest constraint at mesh points
     real(dp) :: seconds_total = 0             !< wall clock
     real(dp) :: peak_bytes = 0                !< largest memory held at a time
     character(COLDAE_MESSAGE_SIZE) :: message = ''   !< what, where, what to try; blank if OK
  end type solve_info

  !> The verb, for bvp and for implicit_problem.
  interface solve
     module procedure solve_bvp, solve_implicit
  end interface solve

  !> Are the derivatives right?
  interface check_jacobian
     module procedure check_bvp
  end interface check_jacobian

contains

  !> Solve the problem.  sol becomes the last converged solution, or empty if there is none.
  !> Single options override those in options.  start: continue from this solution and its mesh.
  recursive subroutine solve_bvp(problem, sol, tol, tol_z, points, n_points, projection, n_intervals, &
       max_intervals, mesh, fixed, adapt, n_threads, start, options, info, status, message)
    class(bvp), intent(inout), target :: problem
    type(solution), intent(inout) :: sol
    real(dp), intent(in), optional :: tol, tol_z(:), mesh(:), fixed(:)
    integer, intent(in), optional :: points, n_points, projection, n_intervals, max_intervals, adapt
    integer, intent(in), optional :: n_threads
    type(solution), intent(in), optional :: start
    type(solve_options), intent(in), optional :: options
    type(solve_info), intent(out), optional :: info
    integer, intent(out), optional :: status
    character(*), intent(inout), optional :: message
    type(gate), target :: w
    type(solve_options), target :: o
    type(coldae_problem) :: c_problem
    character(COLDAE_MESSAGE_SIZE) :: text
    integer :: code

    call gather(o, tol, tol_z, points, n_points, projection, n_intervals, max_intervals, mesh, fixed, adapt, &
         n_threads, options)
    call open_gate(problem, start, w, c_problem, code, text)
    call run(w, o, start, sol, code, text, info, problem=c_problem)
    call report(code, text, status, message)
  end subroutine solve_bvp

  !> The same for a fully implicit problem; the projection COLDAE_PROJECT_AUTO is the right one there.
  recursive subroutine solve_implicit(problem, sol, tol, tol_z, points, n_points, projection, n_intervals, &
       max_intervals, mesh, fixed, adapt, n_threads, start, options, info, status, message)
    class(implicit_problem), intent(inout), target :: problem
    type(solution), intent(inout) :: sol
    real(dp), intent(in), optional :: tol, tol_z(:), mesh(:), fixed(:)
    integer, intent(in), optional :: points, n_points, projection, n_intervals, max_intervals, adapt
    integer, intent(in), optional :: n_threads
    type(solution), intent(in), optional :: start
    type(solve_options), intent(in), optional :: options
    type(solve_info), intent(out), optional :: info
    integer, intent(out), optional :: status
    character(*), intent(inout), optional :: message
    type(gate), target :: w
    type(solve_options), target :: o
    type(coldae_implicit) :: c_problem
    character(COLDAE_MESSAGE_SIZE) :: text
    integer :: code

    call gather(o, tol, tol_z, points, n_points, projection, n_intervals, max_intervals, mesh, fixed, adapt, &
         n_threads, options)
    call open_implicit(problem, start, w, c_problem, code, text)
    call run(w, o, start, sol, code, text, info, implicit=c_problem)
    call report(code, text, status, message)
  end subroutine solve_implicit

  ! The options of a solve: all of them, then the single ones.
  subroutine gather(o, tol, tol_z, points, n_points, projection, n_intervals, max_intervals, mesh, fixed, adapt, &
       n_threads, options)
    type(solve_options), intent(inout) :: o
    real(dp), intent(in), optional :: tol, tol_z(:), mesh(:), fixed(:)
    integer, intent(in), optional :: points, n_points, projection, n_intervals, max_intervals, adapt
    integer, intent(in), optional :: n_threads
    type(solve_options), intent(in), optional :: options
    if (present(options)) o = options
    if (present(tol)) o%tol = tol
    if (present(tol_z)) o%tol_z = tol_z
    if (present(points)) o%points = points
    if (present(n_points)) o%n_points = n_points
    if (present(projection)) o%projection = projection
    if (present(n_intervals)) o%n_intervals = n_intervals
    if (present(max_intervals)) o%max_intervals = max_intervals
    if (present(mesh)) o%mesh = mesh
    if (present(fixed)) o%fixed = fixed
    if (present(adapt)) o%adapt = adapt
    if (present(n_threads)) o%n_threads = n_threads
  end subroutine gather

  ! Hand one of the two problems to C, unless code says that it could not be described.
  recursive subroutine run(w, o, start, sol, code, text, info, problem, implicit)
    type(gate), intent(in), target :: w
    type(solve_options), intent(inout), target :: o
    type(solution), intent(in), optional :: start
    type(solution), intent(inout) :: sol
    integer, intent(inout) :: code
    character(*), intent(inout) :: text
    type(solve_info), intent(inout), optional :: info
    type(coldae_problem), intent(in), optional :: problem
    type(coldae_implicit), intent(in), optional :: implicit
    type(coldae_options) :: c_options
    type(coldae_info) :: c_info
    type(c_ptr) :: c_solution

    c_solution = c_null_ptr
    if (code == COLDAE_OK) call fill_options(o, start, w, c_options, code, text)
    if (code == COLDAE_OK) then
       if (present(problem)) code = coldae_solve(problem, c_options, c_solution, c_info)
       if (present(implicit)) code = coldae_solve_implicit(implicit, c_options, c_solution, c_info)
       if (present(info)) call copy_info(c_info, info)
       call from_c(c_info%message, text)
    else if (present(info)) then
       info%message = text
    end if
    call adopt(sol, c_solution)
  end subroutine run

  ! Options to C: every field, so that the natural defaults above are the ones that hold.
  subroutine fill_options(o, start, w, c, code, text)
    type(solve_options), intent(inout), target :: o
    type(solution), intent(in), optional :: start
    type(gate), intent(in), target :: w
    type(coldae_options), intent(out) :: c
    integer, intent(out) :: code
    character(*), intent(out) :: text

    code = COLDAE_OK
    text = ''
    call coldae_options_init(c)
    if (allocated(o%tol_z)) then
       call match('tol_z', size(o%tol_z), w%mstar, code, text)
       c%tol_z = real_address(o%tol_z)
    end if
    if (allocated(o%mesh)) then
       o%n_intervals = size(o%mesh) - 1
       c%mesh = real_address(o%mesh)
    end if
    if (allocated(o%fixed)) then
       c%n_fixed = size(o%fixed)
       c%fixed = real_address(o%fixed)
    end if
    c%tol = o%tol
    c%points = o%points
    c%n_points = o%n_points
    c%projection = o%projection
    c%consistency = merge(1_c_int, 0_c_int, o%consistency)
    c%rank_kappa = o%rank_kappa
    c%n_intervals = o%n_intervals
    c%max_intervals = o%max_intervals
    c%adapt = o%adapt
    c%mesh_on_projected = merge(1_c_int, 0_c_int, o%mesh_on_projected)
    c%newton = o%newton
    c%sensitive = merge(1_c_int, 0_c_int, o%sensitive)
    c%max_iterations = o%max_iterations
    c%n_threads = o%n_threads
    c%max_bytes = o%max_bytes
    c%start_coarsen = merge(1_c_int, 0_c_int, o%start_coarsen)
    c%monitor = c_funloc(gate_monitor)
    c%monitor_user = c_loc(w)
    if (present(start)) then
       if (start%is_empty()) call fail('start: the solution is empty', code, text)
       if (.not. start%is_empty()) c%start = handle(start)
    end if
  end subroutine fill_options

  subroutine copy_info(c, info)
    type(coldae_info), intent(in) :: c
    type(solve_info), intent(out) :: info
    info%n_intervals = c%n_intervals
    info%n_meshes = c%n_meshes
    info%n_newton = c%n_newton
    info%n_factor = c%n_factor
    info%n_f = c%n_f
    info%n_df = c%n_df
    info%n_g = c%n_g
    info%n_dg = c%n_dg
    info%callback_code = c%callback_code
    info%index = c%index
    info%error = c%error
    info%condition = c%condition
    info%bc_residual = c%bc_residual
    info%constraint_residual = c%constraint_residual
    info%seconds_total = c%seconds_total
    info%peak_bytes = c%peak_bytes
    call from_c(c%message, info%message)
  end subroutine copy_info

  !> Compare df with differences of f at one point: worst = largest |df - difference| / (1 + |df|);
  !> message names the entry.  y, p may be left out where the problem has none.
  recursive subroutine check_bvp(problem, t, z, y, p, worst, status, message)
    class(bvp), intent(inout), target :: problem
    real(dp), intent(in) :: t, z(:)
    real(dp), intent(in), optional :: y(:), p(:)
    real(dp), intent(out) :: worst
    integer, intent(out), optional :: status
    character(*), intent(inout), optional :: message
    type(gate), target :: w
    type(coldae_problem) :: c_problem
    real(dp), allocatable :: y_c(:), p_c(:)
    character(kind=c_char) :: c_message(COLDAE_MESSAGE_SIZE)
    character(COLDAE_MESSAGE_SIZE) :: text
    integer :: code

    worst = 0
    c_message = c_null_char
    call open_gate(problem, w=w, c=c_problem, code=code, text=text)
    if (code == COLDAE_OK) call match('z', size(z), w%mstar, code, text)
    if (code == COLDAE_OK) call copy_optional('y', y, w%n_alg, y_c, code, text)
    if (code == COLDAE_OK) call copy_optional('p', p, w%n_param, p_c, code, text)
    if (code == COLDAE_OK) then
       code = coldae_check_jacobian(c_problem, t, z, y_c, p_c, worst, c_message, size(c_message))
       call from_c(c_message, text)
    end if
    call report(code, text, status, message)
    if (present(message)) message = text              ! also when all is well: the entry looked at
  end subroutine check_bvp
end module coldae_solving
