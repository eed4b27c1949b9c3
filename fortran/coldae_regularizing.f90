!> coldae_regularizing - sequential regularization: regularize_solve, regularize_march and recover_y of module coldae
module coldae_regularizing
  use, intrinsic :: iso_c_binding, only: c_funloc, c_int, c_loc, c_null_ptr, c_ptr
  use coldae_c, only: COLDAE_MESSAGE_SIZE, COLDAE_OK, COLDAE_ERR_SINGULAR, COLDAE_FIXED_MESH
  use coldae_srm_c, only: coldae_srm_problem, coldae_srm_options, coldae_srm_info, coldae_srm_problem_init, &
       coldae_srm_options_init, coldae_srm_solve, coldae_srm_march, coldae_srm_recover, COLDAE_SRM_LIST, &
       COLDAE_SRM_E_INVERSE, COLDAE_SRM_SEQUENTIAL, COLDAE_SRM_Y0_ZERO, COLDAE_SRM_END_KEEP, COLDAE_SRM_RADAU
  use coldae_words, only: dp, status_text, report, match, from_c, real_address, int_address
  use coldae_solutions, only: solution, adopt
  use coldae_problems, only: not_given
  use coldae_gates, only: gate
  use coldae_solving, only: solve_options, fill_options
  use coldae_singular, only: singular_problem, singular_gate, gate_a, gate_b, gate_c, gate_q, gate_r, gate_dc, &
       gate_dr, gate_f, gate_g, gate_gt, gate_e, gate_y0, gate_guess, gate_smooth, gate_side, gate_dside, &
       gate_coupled, gate_dcoupled, gate_monitor, gate_observe
  implicit none
  private

  public :: regularize_solve, regularize_march, recover_y, regularize_options, regularize_info

  !> Options of both; the values here are the defaults.
  type :: regularize_options
     real(dp) :: eps = 0                       !< regularization parameter; 0 = chosen
     integer :: iterations = 0                 !< 0 = as many as tol asks for
     integer :: max_iterations = 20
     real(dp) :: tol = 1.0e-6_dp               !< with iterations = 0: wanted constraint residual
     integer :: e = COLDAE_SRM_E_INVERSE       !< COLDAE_SRM_E_..
     real(dp) :: delta = 1.0e-6_dp             !< of COLDAE_SRM_E_DELTA
     real(dp) :: alpha1 = 0, alpha2 = 1        !< weights of dg/dt and g
     integer :: variant = COLDAE_SRM_SEQUENTIAL   !< COLDAE_SRM_SEQUENTIAL, _PENALTY, _PARK_CHIOU
     integer :: y0 = COLDAE_SRM_Y0_ZERO        !< COLDAE_SRM_Y0_..: the first iterate
     real(dp), allocatable :: y0_value(:)      !< [n_y] with COLDAE_SRM_Y0_VALUE
     real(dp) :: dodge = 0                     !< where C B is singular take B E at t + dodge; 0 = interpolate
     real(dp) :: max_bytes = 0                 !< memory limit; 0 = none
     ! regularize_solve
     type(solve_options) :: bvp = solve_options(adapt=COLDAE_FIXED_MESH, n_intervals=100)   !< of each iteration
     integer :: shoot_back = 0                 !< iterations that remove the layer at left
     integer :: end = COLDAE_SRM_END_KEEP      !< COLDAE_SRM_END_..: x(right) before them
     integer, allocatable :: end_components(:) !< [n_y] from 1 to n_x, with COLDAE_SRM_END_COMPONENTS
     ! regularize_march
     integer :: stages = COLDAE_SRM_RADAU      !< COLDAE_SRM_RADAU, _EULER, _RK4
     integer :: n_points = 3                   !< of COLDAE_SRM_RADAU
     integer :: n_steps = 100
     real(dp), allocatable :: mesh(:)          !< the steps, sets n_steps; not allocated: equal ones
  end type regularize_options

  !> What both report, also after an error.
  type :: regularize_info
     real(dp) :: eps = 0                       !< used
     integer :: iterations = 0                 !< done
     real(dp), allocatable :: residual(:)      !< largest |g| of each iteration, the first 16 of them
     real(dp) :: constraint_residual = 0       !< largest |g| of the result
     integer :: n_singular = 0                 !< places where C B is nearly singular
     real(dp), allocatable :: singular_t(:)    !< .. where, the first 16 of them
     real(dp), allocatable :: singular_condition(:)   !< .. and how nearly
     integer :: n_dodged = 0                   !< evaluations where C B is singular
     integer :: n_indefinite = 0               !< points where B E C has an eigenvalue with negative real part
     real(dp) :: indefinite_t = 0, indefinite_value = 0   !< the first of them, the smallest real part there
     integer :: n_intervals = 0                !< subintervals, or steps done
     integer :: n_newton = 0                   !< Newton steps
     integer :: n_data = 0                     !< calls of the problem's procedures
     integer :: callback_code = 0              !< last nonzero status of a callback
     real(dp) :: t = 0                         !< where a march ended
     real(dp) :: seconds_total = 0, peak_bytes = 0
     character(COLDAE_MESSAGE_SIZE) :: message = ''   !< what, where, what to try; with COLDAE_OK blank or a warning
  end type regularize_info

contains

  !> Boundary values (coldae_srm_solve).  sol: x in the place of z, B y (n_x of them) in the place of y.
  recursive subroutine regularize_solve(problem, sol, tol, options, info, status, message)
    class(singular_problem), intent(inout), target :: problem
    type(solution), intent(inout) :: sol
    real(dp), intent(in), optional :: tol
    type(regularize_options), intent(in), optional :: options
    type(regularize_info), intent(out), optional :: info
    integer, intent(out), optional :: status
    character(*), intent(inout), optional :: message
    type(singular_gate), target :: w
    type(regularize_options), target :: o
    integer(c_int), allocatable, target :: components(:)
    type(coldae_srm_problem) :: c_problem
    type(coldae_srm_options) :: c_options
    type(coldae_srm_info) :: c_info
    type(c_ptr) :: c_solution
    character(COLDAE_MESSAGE_SIZE) :: text
    integer :: code

    if (present(options)) o = options
    if (present(tol)) o%tol = tol
    c_solution = c_null_ptr
    call open_singular(problem, w, c_problem)
    call fill_regularize(o, w, components, c_options, code, text)
    if (code == COLDAE_OK) then
       code = coldae_srm_solve(c_problem, c_options, c_solution, c_info)
       call from_c(c_info%message, text)
       if (present(info)) call copy_info(c_info, info)
    else if (present(info)) then
       info%message = text
    end if
    call adopt(sol, c_solution)
    call report(code, text, status, message)
  end subroutine regularize_solve

  !> Initial values (coldae_srm_march) from x_left, which is on the constraints.  x, By: at info%t, also after an
  !> error; sol: all steps, as in regularize_solve.
  recursive subroutine regularize_march(problem, x_left, x, By, sol, tol, options, info, status, message)
    class(singular_problem), intent(inout), target :: problem
    real(dp), intent(in) :: x_left(:)
    real(dp), intent(out), optional :: x(:), By(:)
    type(solution), intent(inout), optional :: sol
    real(dp), intent(in), optional :: tol
    type(regularize_options), intent(in), optional :: options
    type(regularize_info), intent(out), optional :: info
    integer, intent(out), optional :: status
    character(*), intent(inout), optional :: message
    type(singular_gate), target :: w
    type(regularize_options), target :: o
    integer(c_int), allocatable, target :: components(:)
    type(coldae_srm_problem) :: c_problem
    type(coldae_srm_options) :: c_options
    type(coldae_srm_info) :: c_info
    type(c_ptr) :: c_solution
    real(dp), allocatable :: x_c(:), By_c(:)
    character(COLDAE_MESSAGE_SIZE) :: text
    integer :: code

    if (present(options)) o = options
    if (present(tol)) o%tol = tol
    c_solution = c_null_ptr
    call open_singular(problem, w, c_problem, x_left)
    call fill_regularize(o, w, components, c_options, code, text)
    if (code == COLDAE_OK) call match('x_left', size(x_left), w%n_x, code, text)
    if (code == COLDAE_OK .and. present(x)) call match('x', size(x), w%n_x, code, text)
    if (code == COLDAE_OK .and. present(By)) call match('By', size(By), w%n_x, code, text)
    if (present(x)) x = 0
    if (present(By)) By = 0
    if (code == COLDAE_OK) then
       allocate (x_c(size(x_left)), By_c(size(x_left)), source=0.0_dp)
       if (present(sol)) then
          code = coldae_srm_march(c_problem, c_options, x_c, By_c, c_solution, c_info)
       else
          code = coldae_srm_march(c_problem, c_options, x_c, By_c, info=c_info)
       end if
       call from_c(c_info%message, text)
       if (present(x)) x = x_c
       if (present(By)) By = By_c
       if (present(info)) call copy_info(c_info, info)
    else if (present(info)) then
       info%message = text
    end if
    if (present(sol)) call adopt(sol, c_solution)
    call report(code, text, status, message)
  end subroutine regularize_march

  !> y at t from x and By of a solution or a step (coldae_srm_recover); condition: of B.  COLDAE_ERR_SINGULAR where B
  !> has lost rank: y is not changed.
  recursive subroutine recover_y(problem, t, x, By, y, condition, status, message)
    class(singular_problem), intent(inout), target :: problem
    real(dp), intent(in) :: t, x(:), By(:)
    real(dp), intent(inout) :: y(:)
    real(dp), intent(out), optional :: condition
    integer, intent(out), optional :: status
    character(*), intent(inout), optional :: message
    type(singular_gate), target :: w
    type(coldae_srm_problem) :: c_problem
    character(COLDAE_MESSAGE_SIZE) :: text
    real(dp) :: number
    integer :: code
    code = COLDAE_OK
    text = ''
    number = 0
    call open_singular(problem, w, c_problem)
    call match('x', size(x), w%n_x, code, text)
    if (code == COLDAE_OK) call match('By', size(By), w%n_x, code, text)
    if (code == COLDAE_OK) call match('y', size(y), w%n_y, code, text)
    if (code == COLDAE_OK) then
       code = coldae_srm_recover(c_problem, t, x, By, y, number)
       text = status_text(code)
       if (code == COLDAE_ERR_SINGULAR) write (text, '(a, es10.3)') 'B has lost rank at t =', t
    end if
    if (present(condition)) condition = number
    call report(code, text, status, message)
  end subroutine recover_y

  ! ---- to C ----------------------------------------------------------------------------------------

  ! Describe the problem to C; w must outlive the call.
  recursive subroutine open_singular(problem, w, c, x_left)
    class(singular_problem), intent(inout), target :: problem
    type(singular_gate), intent(inout), target :: w
    type(coldae_srm_problem), intent(out) :: c
    real(dp), intent(in), optional :: x_left(:)
    integer, parameter :: most = 30000                 ! larger sizes are refused by the library
    call coldae_srm_problem_init(c)
    w%problem => problem
    w%n_x = problem%n_x
    w%n_y = problem%n_y
    w%n_coupled = problem%n_coupled
    allocate (w%zeta(0), w%start(0))
    if (allocated(problem%zeta)) w%zeta = problem%zeta
    if (present(x_left)) w%start = x_left
    c%n_x = w%n_x
    c%n_y = w%n_y
    c%left = problem%left
    c%right = problem%right
    c%n_side = size(w%zeta)
    c%zeta = real_address(w%zeta)
    c%n_coupled = w%n_coupled
    c%start = real_address(w%start)
    c%user = c_loc(w)
    c%B = c_funloc(gate_b)
    c%C = c_funloc(gate_c)
    ! Sizes that are out of range: no user code is called, the library will name the field.
    if (w%n_x < 1 .or. w%n_x > most .or. w%n_y < 1 .or. w%n_y > w%n_x .or. w%n_coupled < 0) return
    call find_data(w, c)
    call find_conditions(w, c)
  end subroutine open_singular

  ! Which procedures are overridden?  Each is called once, at the start of a march, or at the guess at an inner point.
  recursive subroutine find_data(w, c)
    type(singular_gate), intent(inout) :: w
    type(coldae_srm_problem), intent(inout) :: c
    real(dp), parameter :: golden = 0.38196601125010515_dp
    real(dp), allocatable :: x(:), v(:), u(:), m(:,:), at(:)
    real(dp) :: t
    integer :: status
    associate (p => w%problem)
      t = p%left + golden*(p%right - p%left)
      allocate (x(w%n_x), v(w%n_x), u(w%n_y), m(w%n_x, w%n_x), source=0.0_dp)
      status = 0
      call p%guess(t, x, status)
      if (answered(status)) c%guess = c_funloc(gate_guess)
      if (size(w%start) == w%n_x) then
         x = w%start
         t = p%left
      end if
      call p%f(t, x, v, status)
      if (answered(status)) then
         c%f = c_funloc(gate_f)
         w%n_given = w%n_x
      end if
      call p%g(t, x, u, status)
      if (answered(status)) then
         c%g = c_funloc(gate_g)
         w%n_given = w%n_x
      end if
      at = x(:w%n_given)
      call p%gt(t, at, u, status)
      if (answered(status)) c%gt = c_funloc(gate_gt)
      call p%a(t, at, m, status)
      if (answered(status)) c%A = c_funloc(gate_a)
      call p%q(t, at, v, status)
      if (answered(status)) c%q = c_funloc(gate_q)
      call p%r(t, at, u, status)
      if (answered(status)) c%r = c_funloc(gate_r)
      call p%dc(t, at, m(:w%n_y, :), status)
      if (answered(status)) c%dC = c_funloc(gate_dc)
      call p%dr(t, at, u, status)
      if (answered(status)) c%dr = c_funloc(gate_dr)
      call p%e(t, at, m(:w%n_y, :w%n_y), status)
      if (answered(status)) c%E = c_funloc(gate_e)
      call p%y0(t, u, status)
      if (answered(status)) c%y0 = c_funloc(gate_y0)
      call p%smooth(t, x, m, v, status)
      if (answered(status)) c%smooth = c_funloc(gate_smooth)
    end associate
  end subroutine find_data

  recursive subroutine find_conditions(w, c)
    type(singular_gate), intent(in) :: w
    type(coldae_srm_problem), intent(inout) :: c
    real(dp), allocatable :: x(:), jac(:), res(:), ends(:,:)
    real(dp) :: one
    integer :: status
    allocate (x(w%n_x), jac(w%n_x), res(w%n_coupled), ends(w%n_coupled, 2*w%n_x), source=0.0_dp)
    status = 0
    if (size(w%zeta) > 0) then
       one = 0
       call w%problem%guess(w%zeta(1), x, status)
       status = 0
       call w%problem%side(1, x, one, status)
       if (answered(status)) c%side = c_funloc(gate_side)
       call w%problem%dside(1, x, jac, status)
       if (answered(status)) c%dside = c_funloc(gate_dside)
    end if
    if (w%n_coupled > 0) then
       call w%problem%coupled(x, x, res, status)
       if (answered(status)) c%coupled = c_funloc(gate_coupled)
       call w%problem%dcoupled(x, x, ends, status)
       if (answered(status)) c%dcoupled = c_funloc(gate_dcoupled)
    end if
  end subroutine find_conditions

  ! Is the procedure that was just called overridden?  If not, it stays NULL in C.  status is zero for the next one.
  function answered(status)
    integer, intent(inout) :: status
    logical :: answered
    answered = status /= not_given
    status = 0
  end function answered

  ! Options to C: every field.  o and components are pointed to, so they must outlive the call.
  subroutine fill_regularize(o, w, components, c, code, text)
    type(regularize_options), intent(inout), target :: o
    type(singular_gate), intent(in), target :: w
    integer(c_int), allocatable, intent(out), target :: components(:)
    type(coldae_srm_options), intent(out) :: c
    integer, intent(out) :: code
    character(*), intent(out) :: text
    type(gate) :: sizes                                ! all that fill_options needs to know

    call coldae_srm_options_init(c)
    sizes%mstar = w%n_x
    call fill_options(o%bvp, w=sizes, c=c%bvp, code=code, text=text)
    c%bvp%monitor = c_funloc(gate_monitor)
    c%bvp%monitor_user = c_loc(w)
    allocate (components(0))
    if (allocated(o%y0_value)) then
       if (code == COLDAE_OK) call match('y0_value', size(o%y0_value), w%n_y, code, text)
       c%y0_value = real_address(o%y0_value)
    end if
    if (allocated(o%end_components)) then
       if (code == COLDAE_OK) call match('end_components', size(o%end_components), w%n_y, code, text)
       components = int(o%end_components - 1, c_int)
       c%end_components = int_address(components)
    end if
    if (allocated(o%mesh)) then
       o%n_steps = size(o%mesh) - 1
       c%mesh = real_address(o%mesh)
    end if
    c%eps = o%eps
    c%iterations = o%iterations
    c%max_iterations = o%max_iterations
    c%tol = o%tol
    c%E = o%e
    c%delta = o%delta
    c%alpha1 = o%alpha1
    c%alpha2 = o%alpha2
    c%variant = o%variant
    c%y0 = o%y0
    c%dodge = o%dodge
    c%max_bytes = o%max_bytes
    c%shoot_back = o%shoot_back
    c%end = o%end
    c%stages = o%stages
    c%n_points = o%n_points
    c%n_steps = o%n_steps
    c%observer = c_funloc(gate_observe)
    c%observer_user = c_loc(w)
  end subroutine fill_regularize

  subroutine copy_info(c, info)
    type(coldae_srm_info), intent(in) :: c
    type(regularize_info), intent(out) :: info
    integer :: n
    n = max(0, min(int(c%n_singular), int(COLDAE_SRM_LIST)))
    info%eps = c%eps
    info%iterations = c%iterations
    info%residual = c%residual(:c%n_residual)
    info%constraint_residual = c%constraint_residual
    info%n_singular = c%n_singular
    info%singular_t = c%singular_t(:n)
    info%singular_condition = c%singular_condition(:n)
    info%n_dodged = c%n_dodged
    info%n_indefinite = c%n_indefinite
    info%indefinite_t = c%indefinite_t
    info%indefinite_value = c%indefinite_value
    info%n_intervals = c%n_intervals
    info%n_newton = c%n_newton
    info%n_data = c%n_data
    info%callback_code = c%callback_code
    info%t = c%t
    info%seconds_total = c%seconds_total
    info%peak_bytes = c%peak_bytes
    call from_c(c%message, info%message)
  end subroutine copy_info
end module coldae_regularizing
