!> coldae_marching - initial value problems: march and make_consistent of module coldae
module coldae_marching
  use, intrinsic :: iso_c_binding, only: c_funloc, c_int, c_loc, c_null_funptr, c_null_ptr, c_ptr
  use coldae_c, only: coldae_problem, COLDAE_MESSAGE_SIZE, COLDAE_OK, COLDAE_RADAU, COLDAE_PROJECT_AUTO
  use coldae_ivp_c, only: COLDAE_STEP_AUTO, coldae_march_options, coldae_ivp_info, coldae_invariant, &
       coldae_march_options_init, coldae_march, coldae_consistent
  use coldae_words, only: dp, report, match, from_c, real_address
  use coldae_solutions, only: solution, adopt
  use coldae_problems, only: bvp, not_given
  use coldae_gates, only: gate, gate_observe, gate_invariant, gate_dinvariant, gate_direction
  use coldae_opening, only: open_gate, begin_at
  implicit none
  private

  public :: march, make_consistent, march_options, march_info
  public :: fill_march, copy_march_info              ! for the other parts of module coldae only

  !> Options of march; the values here are the defaults.
  type :: march_options
     real(dp) :: tol = 1.0e-6_dp               !< local error of a step <= tol (1 + |z|)
     real(dp), allocatable :: tol_z(:)         !< [mstar] replaces tol; 0 = not controlled
     integer :: points = COLDAE_RADAU          !< COLDAE_RADAU or COLDAE_GAUSS
     integer :: n_points = 0                   !< in a step; 0 = chosen by the library
     integer :: projection = COLDAE_PROJECT_AUTO  !< at the end of a step
     real(dp) :: rank_kappa = 1.0e-2_dp        !< its rank decision
     logical :: consistency = .true.           !< z_left must satisfy the constraints
     integer :: step = COLDAE_STEP_AUTO        !< COLDAE_STEP_FIXED, _MESH or _AUTO
     integer :: n_steps = 100                  !< of COLDAE_STEP_FIXED
     real(dp), allocatable :: mesh(:)          !< of COLDAE_STEP_MESH
     real(dp), allocatable :: fixed(:)         !< points that AUTO must step on (jumps)
     real(dp) :: h_first = 0, h_largest = 0    !< first and longest step of AUTO; 0 = chosen, no limit
     integer :: max_steps = 1000000            !< of AUTO
     integer :: max_iterations = 10            !< Newton iterations of a step
     real(dp) :: max_bytes = 0                 !< memory limit; 0 = none
  end type march_options

  !> What a march reports, also after an error.
  type :: march_info
     integer :: n_steps = 0                    !< accepted steps
     integer :: n_rejected = 0, n_failed = 0   !< refused by the error test; because Newton failed
     integer :: n_newton = 0, n_factor = 0     !< Newton iterations, linearisations factored
     integer :: n_f = 0, n_df = 0, n_g = 0, n_dg = 0   !< evaluations, in points
     integer :: callback_code = 0              !< last nonzero status of a callback
     integer :: index = 0                      !< found; -1 where it varies
     real(dp) :: t = 0                         !< where it ended: right, or the last good point
     real(dp) :: h = 0, smallest = 0, largest = 0   !< last, shortest and longest step
     real(dp) :: constraint_residual = 0       !< largest constraint at the end of any step
     real(dp) :: seconds_total = 0, peak_bytes = 0
     character(COLDAE_MESSAGE_SIZE) :: message = ''   !< what, where, what to try; blank if OK
  end type march_info

  !> Values onto the constraints.
  interface make_consistent
     module procedure consistent_bvp
  end interface make_consistent

contains

  !> March from left to right, step by step (coldae_march).  z_left: initial values; without it all conditions are
  !> at left and are solved.  z_right, y_right: the values at info%t; sol: the whole.
  recursive subroutine march(problem, z_left, z_right, y_right, sol, tol, options, info, status, message)
    class(bvp), intent(inout), target :: problem
    real(dp), intent(in), optional :: z_left(:)
    real(dp), intent(out), optional :: z_right(:), y_right(:)
    type(solution), intent(inout), optional :: sol
    real(dp), intent(in), optional :: tol
    type(march_options), intent(in), optional :: options
    type(march_info), intent(out), optional :: info
    integer, intent(out), optional :: status
    character(*), intent(inout), optional :: message
    type(gate), target :: w
    type(march_options), target :: o
    type(coldae_problem) :: c_problem
    type(coldae_march_options) :: c_options
    type(coldae_invariant), target :: invariant
    type(coldae_ivp_info) :: c_info
    type(c_ptr) :: c_solution
    real(dp), allocatable :: z(:), y(:)
    character(COLDAE_MESSAGE_SIZE) :: text
    integer :: code

    if (present(options)) o = options
    if (present(tol)) o%tol = tol
    c_solution = c_null_ptr
    call open_gate(problem, w=w, c=c_problem, code=code, text=text)
    if (code == COLDAE_OK .and. present(z_left)) call match('z_left', size(z_left), w%mstar, code, text)
    if (code == COLDAE_OK .and. present(z_right)) call match('z_right', size(z_right), w%mstar, code, text)
    if (code == COLDAE_OK .and. present(y_right)) call match('y_right', size(y_right), w%n_alg, code, text)
    if (code == COLDAE_OK) call fill_march(problem, o, w, invariant, c_options, code, text)
    allocate (z(max(w%mstar, 1)), y(max(w%n_alg, 1)), source=0.0_dp)
    if (code == COLDAE_OK) then
       if (present(sol)) then
          code = coldae_march(c_problem, z_left, c_options, z, y, c_solution, c_info)
          call adopt(sol, c_solution)
       else
          code = coldae_march(c_problem, z_left, c_options, z, y, info=c_info)
       end if
       call from_c(c_info%message, text)
       if (present(info)) call copy_march_info(c_info, info)
    else if (present(info)) then
       info%message = text
    end if
    if (present(z_right)) call hand_over(z, z_right)
    if (present(y_right)) call hand_over(y, y_right)
    call report(code, text, status, message)
  end subroutine march

  ! The values, as far as there is room for them.
  subroutine hand_over(from, to)
    real(dp), intent(in) :: from(:)
    real(dp), intent(out) :: to(:)
    integer :: n
    n = min(size(from), size(to))
    to = 0
    to(:n) = from(:n)
  end subroutine hand_over

  !> Move z, y at t to values that satisfy the constraints and the invariant (coldae_consistent).  keep(i): z(i)
  !> stays as it is.  moved: z out - z in.
  recursive subroutine consistent_bvp(problem, t, z, y, keep, moved, options, info, status, message)
    class(bvp), intent(inout), target :: problem
    real(dp), intent(in) :: t
    real(dp), intent(inout) :: z(:), y(:)
    logical, intent(in), optional :: keep(:)
    real(dp), intent(out), optional :: moved(:)
    type(march_options), intent(in), optional :: options
    type(march_info), intent(out), optional :: info
    integer, intent(out), optional :: status
    character(*), intent(inout), optional :: message
    type(gate), target :: w
    type(march_options), target :: o
    type(coldae_problem) :: c_problem
    type(coldae_march_options) :: c_options
    type(coldae_invariant), target :: invariant
    type(coldae_ivp_info) :: c_info
    integer(c_int), allocatable :: c_keep(:)
    character(COLDAE_MESSAGE_SIZE) :: text
    integer :: code

    if (present(options)) o = options
    call open_gate(problem, w=w, c=c_problem, code=code, text=text)
    if (code == COLDAE_OK) call match('z', size(z), w%mstar, code, text)
    if (code == COLDAE_OK) call match('y', size(y), w%n_alg, code, text)
    if (code == COLDAE_OK .and. present(keep)) call match('keep', size(keep), w%mstar, code, text)
    if (code == COLDAE_OK .and. present(moved)) call match('moved', size(moved), w%mstar, code, text)
    if (code == COLDAE_OK) call fill_march(problem, o, w, invariant, c_options, code, text)
    if (code == COLDAE_OK) then
       allocate (c_keep(size(z)), source=0_c_int)
       if (present(keep)) c_keep = merge(1_c_int, 0_c_int, keep)
       code = coldae_consistent(c_problem, t, c_keep, c_options, z, y, moved, c_info)
       call from_c(c_info%message, text)
       if (present(info)) call copy_march_info(c_info, info)
    else if (present(info)) then
       info%message = text
    end if
    call report(code, text, status, message)
  end subroutine consistent_bvp

  ! Options to C: every field.  o and invariant are pointed to, so they must outlive the call.
  subroutine fill_march(problem, o, w, invariant, c, code, text)
    class(bvp), intent(in) :: problem
    type(march_options), intent(inout), target :: o
    type(gate), intent(in), target :: w
    type(coldae_invariant), intent(out), target :: invariant
    type(coldae_march_options), intent(out) :: c
    integer, intent(out) :: code
    character(*), intent(out) :: text

    code = COLDAE_OK
    text = ''
    call coldae_march_options_init(c)
    if (allocated(o%tol_z)) then
       call match('tol_z', size(o%tol_z), w%mstar, code, text)
       c%tol_z = real_address(o%tol_z)
    end if
    if (allocated(o%mesh)) then
       o%n_steps = size(o%mesh) - 1
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
    c%rank_kappa = o%rank_kappa
    c%consistency = merge(1_c_int, 0_c_int, o%consistency)
    c%step = o%step
    c%n_steps = o%n_steps
    c%h_first = o%h_first
    c%h_largest = o%h_largest
    c%max_steps = o%max_steps
    c%max_iterations = o%max_iterations
    c%max_bytes = o%max_bytes
    c%observer = c_funloc(gate_observe)
    c%observer_user = c_loc(w)
    if (problem%n_invariant > 0) call fill_invariant(problem, w, invariant, c)
  end subroutine fill_march

  ! Which procedures of the invariant are overridden?  Each is called once, as in find_procedures.
  subroutine fill_invariant(problem, w, invariant, c)
    class(bvp), intent(in) :: problem
    type(gate), intent(in), target :: w
    type(coldae_invariant), intent(out), target :: invariant
    type(coldae_march_options), intent(inout) :: c
    real(dp), allocatable :: z(:), y(:), p(:), jac(:,:), directions(:,:)
    real(dp) :: t
    logical :: given
    integer :: status
    call begin_at(w, t=t, z=z, y=y, p=p, given=given)
    allocate (jac(problem%n_invariant, w%mstar), directions(w%mstar, problem%n_invariant), source=0.0_dp)
    invariant%n = problem%n_invariant
    invariant%h = c_funloc(gate_invariant)
    invariant%dh = c_null_funptr
    invariant%d = c_null_funptr
    invariant%user = c_loc(w)
    status = 0
    call problem%dinvariant(t, z, p, jac, status)
    if (status /= not_given) invariant%dh = c_funloc(gate_dinvariant)
    status = 0
    call problem%direction(t, z, p, directions, status)
    if (status /= not_given) invariant%d = c_funloc(gate_direction)
    c%invariants = c_loc(invariant)
    c%n_invariants = 1
  end subroutine fill_invariant

  subroutine copy_march_info(c, info)
    type(coldae_ivp_info), intent(in) :: c
    type(march_info), intent(out) :: info
    info%n_steps = c%n_steps
    info%n_rejected = c%n_rejected
    info%n_failed = c%n_failed
    info%n_newton = c%n_newton
    info%n_factor = c%n_factor
    info%n_f = c%n_f
    info%n_df = c%n_df
    info%n_g = c%n_g
    info%n_dg = c%n_dg
    info%callback_code = c%callback_code
    info%index = c%index
    info%t = c%t
    info%h = c%h
    info%smallest = c%smallest
    info%largest = c%largest
    info%constraint_residual = c%constraint_residual
    info%seconds_total = c%seconds_total
    info%peak_bytes = c%peak_bytes
    call from_c(c%message, info%message)
  end subroutine copy_march_info
end module coldae_marching
