!> coldae_motions - constrained motion: integrate, make_consistent and check_jacobian of module coldae
module coldae_motions
  use, intrinsic :: iso_c_binding, only: c_char, c_funloc, c_int, c_loc, c_null_char
  use coldae_c, only: COLDAE_MESSAGE_SIZE, COLDAE_OK
  use coldae_ivp_c, only: coldae_ivp_info, coldae_index3_problem, coldae_index3_options, &
       coldae_index3_start, coldae_index3_problem_init, coldae_index3_options_init, coldae_index3, &
       coldae_index3_consistent, coldae_index3_check_jacobian, COLDAE_INDEX3_PROJECT_BOTH, COLDAE_INDEX3_JACOBIAN_FULL
  use coldae_words, only: dp, report, fail, match, from_c, real_address
  use coldae_problems, only: not_given
  use coldae_marching, only: march_info, copy_march_info
  use coldae_moving, only: motion, motion_gate, motion_gate_f, motion_gate_k, motion_gate_g, motion_gate_g_t, &
       motion_gate_df, motion_gate_dk, motion_gate_dg, motion_gate_mass, motion_gate_observe
  implicit none
  private

  public :: motion_options, motion_start, integrate, make_consistent, check_jacobian

  !> Options of integrate; the values here are the defaults.
  type :: motion_options
     real(dp) :: tol = 1.0e-6_dp               !< both tolerances
     real(dp) :: rtol = -1, atol = -1          !< relative and absolute one; negative: tol
     real(dp), allocatable :: atol_x(:)        !< [n_u+n_v+n_lambda] replaces atol
     logical :: tol_is_local = .false.         !< tolerances of a step, not of the result
     integer :: stages = 3                     !< 2 .. 5: order 2 stages - 1
     integer :: projection = COLDAE_INDEX3_PROJECT_BOTH   !< _BOTH, _VELOCITY, _NONE
     integer :: jacobian = COLDAE_INDEX3_JACOBIAN_FULL    !< _FULL, _STRUCTURE, _CONSTANT
     real(dp) :: h_first = 0, h_largest = 0    !< first and longest step; 0: chosen, no limit
     logical :: constant_steps = .false.       !< all steps are h_first long
     integer :: max_steps = 100000             !< accepted and refused
     logical :: consistency = .true.           !< move u, v onto the constraints first
     real(dp) :: start_limit = 1.0e-3_dp       !< by so much at most
     logical :: out_is_exact = .false.         !< a step ends at each output time
     real(dp) :: max_bytes = 0                 !< memory limit; 0 = none
  end type motion_options

  !> What make_consistent found and did.
  type :: motion_start
     real(dp) :: g = 0, rate = 0               !< |g| and, index 3, |dg/dt| before
     real(dp) :: moved_u = 0, moved_v = 0, moved_lambda = 0   !< changes, over 1 + |component|
  end type motion_start

  !> Values onto the constraints.
  interface make_consistent
     module procedure consistent_motion
  end interface make_consistent

  !> Are the derivatives right?
  interface check_jacobian
     module procedure check_motion
  end interface check_jacobian

contains

  !> Integrate from left to right (coldae_index3).  u, v, lambda: values at left (a guess is enough for lambda), then those
  !> at info%t.  out(n_u+n_v+n_lambda, size(t_out)): values at the times t_out.
  recursive subroutine integrate(problem, u, v, lambda, tol, options, t_out, out, info, status, message)
    class(motion), intent(inout), target :: problem
    real(dp), intent(inout) :: u(:), v(:), lambda(:)
    real(dp), intent(in), optional :: tol
    type(motion_options), intent(in), optional :: options
    real(dp), intent(in), optional :: t_out(:)
    real(dp), intent(inout), optional :: out(:,:)
    type(march_info), intent(out), optional :: info
    integer, intent(out), optional :: status
    character(*), intent(inout), optional :: message
    type(motion_gate), target :: w
    type(motion_options), target :: o
    type(coldae_index3_problem) :: c_problem
    type(coldae_index3_options) :: c_options
    type(coldae_ivp_info) :: c_info
    real(dp), allocatable, target :: times(:), values(:,:)
    character(COLDAE_MESSAGE_SIZE) :: text
    integer :: code

    if (present(options)) o = options
    if (present(tol)) o%tol = tol
    call open_motion(problem, u, v, lambda, w, c_problem, code, text)
    if (code == COLDAE_OK) call fill_motion(o, w, c_options, code, text)
    allocate (times(0), values(w%n_column, 0))
    if (code == COLDAE_OK .and. present(t_out) .and. present(out)) then
       call match('out, first dimension', size(out, 1), w%n_column, code, text)
       if (code == COLDAE_OK) call match('out, second dimension', size(out, 2), size(t_out), code, text)
       if (code == COLDAE_OK) then
          times = t_out
          values = out
          c_options%n_out = size(times)
          c_options%t_out = real_address(times)
          if (size(values) > 0) c_options%out = c_loc(values)
       end if
    else if (code == COLDAE_OK .and. (present(t_out) .or. present(out))) then
       call fail('t_out and out belong together', code, text)
    end if
    if (code == COLDAE_OK) then
       code = coldae_index3(c_problem, c_options, u, v, lambda, c_info)
       call from_c(c_info%message, text)
       if (present(info)) call copy_march_info(c_info, info)
       if (present(out)) out = values
    else if (present(info)) then
       info%message = text
    end if
    call report(code, text, status, message)
  end subroutine integrate

  !> Move u, v, lambda at left onto the constraints (coldae_index3_consistent).  start: what was moved.
  recursive subroutine consistent_motion(problem, u, v, lambda, start, options, info, status, message)
    class(motion), intent(inout), target :: problem
    real(dp), intent(inout) :: u(:), v(:), lambda(:)
    type(motion_start), intent(out), optional :: start
    type(motion_options), intent(in), optional :: options
    type(march_info), intent(out), optional :: info
    integer, intent(out), optional :: status
    character(*), intent(inout), optional :: message
    type(motion_gate), target :: w
    type(motion_options), target :: o
    type(coldae_index3_problem) :: c_problem
    type(coldae_index3_options) :: c_options
    type(coldae_index3_start) :: c_start
    type(coldae_ivp_info) :: c_info
    character(COLDAE_MESSAGE_SIZE) :: text
    integer :: code

    if (present(options)) o = options
    call open_motion(problem, u, v, lambda, w, c_problem, code, text)
    if (code == COLDAE_OK) call fill_motion(o, w, c_options, code, text)
    if (code == COLDAE_OK) then
       code = coldae_index3_consistent(c_problem, c_options, u, v, lambda, c_start, c_info)
       if (present(start)) start = motion_start(c_start%g, c_start%rate, c_start%moved_u, c_start%moved_v, &
            c_start%moved_lambda)
       call from_c(c_info%message, text)
       if (present(info)) call copy_march_info(c_info, info)
    else if (present(info)) then
       info%message = text
    end if
    call report(code, text, status, message)
  end subroutine consistent_motion

  !> Compare df, dk, dg with differences at one point (coldae_index3_check_jacobian); dv = v', else zero.
  !> worst = largest |given - difference| / (1 + |given|); message names the entry.
  recursive subroutine check_motion(problem, t, u, v, lambda, dv, worst, status, message)
    class(motion), intent(inout), target :: problem
    real(dp), intent(in) :: t, u(:), v(:), lambda(:)
    real(dp), intent(in), optional :: dv(:)
    real(dp), intent(out) :: worst
    integer, intent(out), optional :: status
    character(*), intent(inout), optional :: message
    type(motion_gate), target :: w
    type(coldae_index3_problem) :: c_problem
    real(dp), allocatable :: dv_c(:)
    character(kind=c_char) :: c_message(COLDAE_MESSAGE_SIZE)
    character(COLDAE_MESSAGE_SIZE) :: text
    integer :: code

    worst = 0
    c_message = c_null_char
    call open_motion(problem, u, v, lambda, w, c_problem, code, text)
    if (code == COLDAE_OK .and. present(dv)) call match('dv', size(dv), w%n_v, code, text)
    if (code == COLDAE_OK) then
       allocate (dv_c(w%n_v), source=0.0_dp)
       if (present(dv)) dv_c = dv
       code = coldae_index3_check_jacobian(c_problem, t, u, v, lambda, dv_c, worst, c_message, size(c_message))
       call from_c(c_message, text)
    end if
    call report(code, text, status, message)
    if (present(message)) message = text              ! also when all is well: the entry looked at
  end subroutine check_motion

  ! Describe the problem to C; w must outlive the call.
  recursive subroutine open_motion(problem, u, v, lambda, w, c, code, text)
    class(motion), intent(inout), target :: problem
    real(dp), intent(in) :: u(:), v(:), lambda(:)
    type(motion_gate), intent(inout), target :: w
    type(coldae_index3_problem), intent(out) :: c
    integer, intent(out) :: code
    character(*), intent(out) :: text
    code = COLDAE_OK
    text = ''
    call coldae_index3_problem_init(c)
    w%problem => problem
    w%n_u = problem%n_u
    w%n_v = problem%n_v
    w%n_lambda = problem%n_lambda
    w%n_column = max(0, w%n_u + w%n_v + w%n_lambda)
    call match('u', size(u), w%n_u, code, text)
    if (code == COLDAE_OK) call match('v', size(v), w%n_v, code, text)
    if (code == COLDAE_OK) call match('lambda', size(lambda), w%n_lambda, code, text)
    c%n_u = w%n_u
    c%n_v = w%n_v
    c%n_lambda = w%n_lambda
    c%index = problem%index
    c%left = problem%left
    c%right = problem%right
    c%mass_is_constant = merge(1_c_int, 0_c_int, problem%mass_is_constant)
    c%g_depends_on_t = merge(1_c_int, 0_c_int, problem%g_depends_on_t)
    c%user = c_loc(w)
    c%k = c_funloc(motion_gate_k)
    if (code == COLDAE_OK) call find_motion(w, u, v, lambda, c)
  end subroutine open_motion

  ! Which procedures are overridden?  Each is called once at the initial values.
  recursive subroutine find_motion(w, u, v, lambda, c)
    type(motion_gate), intent(in) :: w
    real(dp), intent(in) :: u(:), v(:), lambda(:)
    type(coldae_index3_problem), intent(inout) :: c
    real(dp), allocatable :: x(:), dv(:), jac(:,:), m(:,:)
    integer :: status
    associate (p => w%problem, t => w%problem%left)
      allocate (x(max(w%n_u, w%n_v, w%n_lambda)), dv(w%n_v), m(w%n_v, w%n_v), source=0.0_dp)
      status = 0
      call p%f(t, u, v, lambda, x(:w%n_u), status)
      if (status /= not_given) c%f = c_funloc(motion_gate_f)
      status = 0
      call p%mass(t, u, m, status)
      if (status /= not_given) c%mass = c_funloc(motion_gate_mass)
      allocate (jac(w%n_u, w%n_column), source=0.0_dp)
      status = 0
      call p%df(t, u, v, lambda, dv, jac, status)
      if (status /= not_given) c%df = c_funloc(motion_gate_df)
      deallocate (jac)
      allocate (jac(w%n_v, w%n_column), source=0.0_dp)
      status = 0
      call p%dk(t, u, v, lambda, dv, jac, status)
      if (status /= not_given) c%dk = c_funloc(motion_gate_dk)
      if (w%n_lambda == 0) return
      status = 0
      call p%g(t, u, v, lambda, x(:w%n_lambda), status)
      if (status /= not_given) c%g = c_funloc(motion_gate_g)
      status = 0
      call p%g_t(t, u, v, lambda, x(:w%n_lambda), status)
      if (status /= not_given) c%g_t = c_funloc(motion_gate_g_t)
      deallocate (jac)
      allocate (jac(w%n_lambda, w%n_column), source=0.0_dp)
      status = 0
      call p%dg(t, u, v, lambda, dv, jac, status)
      if (status /= not_given) c%dg = c_funloc(motion_gate_dg)
    end associate
  end subroutine find_motion

  subroutine fill_motion(o, w, c, code, text)
    type(motion_options), intent(in), target :: o
    type(motion_gate), intent(in), target :: w
    type(coldae_index3_options), intent(out) :: c
    integer, intent(out) :: code
    character(*), intent(out) :: text
    code = COLDAE_OK
    text = ''
    call coldae_index3_options_init(c)
    if (allocated(o%atol_x)) then
       call match('atol_x', size(o%atol_x), w%n_column, code, text)
       c%atol_x = real_address(o%atol_x)
    end if
    c%tol = o%tol
    c%rtol = o%rtol
    c%atol = o%atol
    c%tol_is_local = merge(1_c_int, 0_c_int, o%tol_is_local)
    c%stages = o%stages
    c%projection = o%projection
    c%jacobian = o%jacobian
    c%h_first = o%h_first
    c%h_largest = o%h_largest
    c%constant_steps = merge(1_c_int, 0_c_int, o%constant_steps)
    c%max_steps = o%max_steps
    c%consistency = merge(1_c_int, 0_c_int, o%consistency)
    c%start_limit = o%start_limit
    c%out_is_exact = merge(1_c_int, 0_c_int, o%out_is_exact)
    c%observer = c_funloc(motion_gate_observe)
    c%observer_user = c_loc(w)
    c%max_bytes = o%max_bytes
  end subroutine fill_motion
end module coldae_motions
