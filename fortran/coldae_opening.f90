!> coldae_opening - describe a problem to C, and find out which of its procedures are overridden
module coldae_opening
  use, intrinsic :: iso_c_binding, only: c_funloc, c_funptr, c_int, c_loc
  use coldae_c, only: coldae_problem, coldae_implicit, coldae_problem_init, coldae_implicit_init, COLDAE_OK
  use coldae_words, only: dp, match, real_address, int_address
  use coldae_solutions, only: solution
  use coldae_problems, only: bvp, implicit_problem, conditions, not_given
  use coldae_gates, only: gate, gate_f, gate_df, gate_f_batch, gate_df_batch, gate_g, gate_dg, gate_coupled, &
       gate_dcoupled, gate_guess, gate_residual, gate_dresidual, gate_implicit_guess
  implicit none
  private

  public :: open_gate, open_implicit, begin_at

contains

  ! Describe the problem to C.  w holds what the C struct points to, so it must outlive the call.
  recursive subroutine open_gate(problem, start, w, c, code, text)
    class(bvp), intent(inout), target :: problem
    type(solution), intent(in), optional :: start
    type(gate), intent(inout), target :: w
    type(coldae_problem), intent(out) :: c
    integer, intent(out) :: code
    character(*), intent(out) :: text

    call coldae_problem_init(c)
    w%problem => problem
    allocate (w%order(0))
    if (allocated(problem%order)) w%order = int(problem%order, c_int)
    w%n_diff = size(w%order)
    w%n_alg = problem%n_alg
    w%n_f = w%n_diff + w%n_alg
    w%mstar = sum(w%order)
    call open_conditions(problem, w, code, text)

    c%n_diff = w%n_diff
    c%n_alg = w%n_alg
    c%n_param = w%n_param
    c%order = int_address(w%order)
    c%left = problem%left
    c%right = problem%right
    c%n_side = size(w%zeta)
    c%zeta = real_address(w%zeta)
    c%n_coupled = w%n_coupled
    c%linear = merge(1_c_int, 0_c_int, problem%linear)
    c%param_guess = real_address(w%param_guess)
    c%user = c_loc(w)
    if (code == COLDAE_OK) call find_procedures(w, start, c)
  end subroutine open_gate

  recursive subroutine open_implicit(problem, start, w, c, code, text)
    class(implicit_problem), intent(inout), target :: problem
    type(solution), intent(in), optional :: start
    type(gate), intent(inout), target :: w
    type(coldae_implicit), intent(out) :: c
    integer, intent(out) :: code
    character(*), intent(out) :: text

    call coldae_implicit_init(c)
    w%implicit => problem
    w%n_diff = problem%n
    w%n_alg = problem%n - problem%n_explicit
    w%n_f = problem%n
    w%mstar = problem%n
    call open_conditions(problem, w, code, text)

    c%n = problem%n
    c%n_explicit = problem%n_explicit
    c%n_param = w%n_param
    c%left = problem%left
    c%right = problem%right
    c%n_side = size(w%zeta)
    c%zeta = real_address(w%zeta)
    c%n_coupled = w%n_coupled
    c%linear = merge(1_c_int, 0_c_int, problem%linear)
    c%param_guess = real_address(w%param_guess)
    c%user = c_loc(w)
    if (code == COLDAE_OK) call find_implicit(w, start, c)
  end subroutine open_implicit

  ! What both kinds of problem have; n_diff, n_alg and mstar of w are set.
  subroutine open_conditions(problem, w, code, text)
    class(conditions), intent(inout), target :: problem
    type(gate), intent(inout) :: w
    integer, intent(out) :: code
    character(*), intent(out) :: text
    code = COLDAE_OK
    text = ''
    w%conditions => problem
    allocate (w%zeta(0), w%param_guess(0))
    if (allocated(problem%zeta)) w%zeta = problem%zeta
    if (allocated(problem%param_guess)) then
       w%param_guess = problem%param_guess
       call match('param_guess', size(w%param_guess), problem%n_param, code, text)
    end if
    w%n_param = problem%n_param
    w%n_coupled = problem%n_coupled
    w%n_column = w%mstar + w%n_alg + w%n_param
  end subroutine open_conditions

  ! Which procedures are overridden?  A default one answers not_given, so each is called once, where the
  ! solve begins: at the guess (or start), at an inner point of no special meaning.
  recursive subroutine find_procedures(w, start, c)
    type(gate), intent(in) :: w
    type(solution), intent(in), optional :: start
    type(coldae_problem), intent(inout) :: c
    real(dp), allocatable :: z(:), y(:), p(:)
    real(dp) :: t
    logical :: given

    c%f = c_funloc(gate_f)
    ! Sizes that are out of range: no user code is called, the library will name the field.
    if (w%n_diff < 1 .or. any(w%order < 1) .or. any(w%order > 1000)) return
    if (w%n_alg < 0 .or. w%n_param < 0 .or. w%n_coupled < 0) return

    call begin_at(w, start, t, z, y, p, given)
    if (given) c%guess = c_funloc(gate_guess)
    call find_equations(w, t, z, y, p, c)
    call find_conditions(w, start, z, y, p, c%g, c%dg, c%coupled, c%dcoupled)
  end subroutine find_procedures

  recursive subroutine find_implicit(w, start, c)
    type(gate), intent(in) :: w
    type(solution), intent(in), optional :: start
    type(coldae_implicit), intent(inout) :: c
    integer, parameter :: most = 30000               ! of the library
    real(dp), allocatable :: x(:), dx(:), p(:), jac(:,:)
    real(dp) :: t
    logical :: given
    integer :: status

    c%residual = c_funloc(gate_residual)
    if (c%n < 1 .or. c%n > most .or. w%n_alg < 0 .or. w%n_alg > c%n) return
    if (w%n_param < 0 .or. w%n_param > most .or. w%n_coupled < 0) return

    call begin_at(w, start, t, x, dx, p, given)
    if (given) c%guess = c_funloc(gate_implicit_guess)
    allocate (jac(w%n_f, w%n_column), source=0.0_dp)
    status = 0
    call w%implicit%dresidual(t, x, dx, p, jac, status)
    if (status /= not_given) c%dresidual = c_funloc(gate_dresidual)
    call find_conditions(w, start, x, dx, p, c%g, c%dg, c%coupled, c%dcoupled)
  end subroutine find_implicit

  ! Where procedures are tried: an inner point t, and z, y, p as the solve will begin there.
  recursive subroutine begin_at(w, start, t, z, y, p, given)
    type(gate), intent(in) :: w
    type(solution), intent(in), optional :: start
    real(dp), intent(out) :: t
    real(dp), allocatable, intent(out) :: z(:), y(:), p(:)
    logical, intent(out) :: given
    real(dp), parameter :: golden = 0.38196601125010515_dp
    allocate (z(w%mstar), y(w%n_alg), p(w%n_param), source=0.0_dp)
    if (present(start)) call start_param(start, p)
    if (size(w%param_guess) > 0) p = w%param_guess
    t = w%conditions%left + golden*(w%conditions%right - w%conditions%left)
    call first_point(w, start, t, z, y, given)
  end subroutine begin_at

  ! z, y at t as the solve will begin: from start if it fits, else the guess; given: there is a guess.
  recursive subroutine first_point(w, start, t, z, y, given)
    type(gate), intent(in) :: w
    type(solution), intent(in), optional :: start
    real(dp), intent(in) :: t
    real(dp), intent(out) :: z(:), y(:)
    logical, intent(out) :: given
    real(dp) :: dmu(w%n_diff), z_start(size(z)), y_start(size(y))   ! dmu: all x' of an implicit problem
    integer :: status
    z = 0
    y = 0
    dmu = 0
    status = 0
    if (associated(w%problem)) then
       call w%problem%guess(t, z, y, dmu, status)
    else
       call w%implicit%guess(t, z, dmu, status)
       y = dmu(w%n_diff - w%n_alg + 1:)
    end if
    given = status /= not_given
    if (present(start)) then
       call start%eval(t, z_start, y_start, status=status)
       if (status /= COLDAE_OK) return
       z = z_start
       y = y_start
    end if
  end subroutine first_point

  subroutine start_param(start, p)
    type(solution), intent(in) :: start
    real(dp), intent(inout) :: p(:)
    if (start%n_param() == size(p)) p = start%param()
  end subroutine start_param

  recursive subroutine find_equations(w, t, z, y, p, c)
    type(gate), intent(in) :: w
    real(dp), intent(in) :: t, z(:), y(:), p(:)
    type(coldae_problem), intent(inout) :: c
    real(dp), allocatable :: zm(:,:), ym(:,:), rhs(:,:), jac(:,:,:)
    integer :: status
    allocate (zm(w%mstar, 1), ym(w%n_alg, 1), rhs(w%n_f, 1), jac(w%n_f, w%n_column, 1), source=0.0_dp)
    status = 0
    call w%problem%df(t, z, y, p, jac(:, :, 1), status)
    if (status /= not_given) c%df = c_funloc(gate_df)
    zm(:, 1) = z
    ym(:, 1) = y
    status = 0
    call w%problem%f_batch([t], zm, ym, p, rhs, status)
    if (status /= not_given) c%f_batch = c_funloc(gate_f_batch)
    jac = 0
    status = 0
    call w%problem%df_batch([t], zm, ym, p, jac, status)
    if (status /= not_given) c%df_batch = c_funloc(gate_df_batch)
  end subroutine find_equations

  ! z, y, p: as the solve begins at an inner point.
  recursive subroutine find_conditions(w, start, z, y, p, g, dg, coupled, dcoupled)
    type(gate), intent(in) :: w
    type(solution), intent(in), optional :: start
    real(dp), intent(inout) :: z(:), y(:)
    real(dp), intent(in) :: p(:)
    type(c_funptr), intent(inout) :: g, dg, coupled, dcoupled
    logical :: given
    if (w%n_coupled > 0) call find_coupled(w, z, p, coupled, dcoupled)
    if (size(w%zeta) > 0) then
       call first_point(w, start, w%zeta(1), z, y, given)
       call find_side(w, z, p, g, dg)
    end if
  end subroutine find_conditions

  recursive subroutine find_side(w, z, p, g, dg)
    type(gate), intent(in) :: w
    real(dp), intent(in) :: z(:), p(:)
    type(c_funptr), intent(inout) :: g, dg
    real(dp) :: res, jac(w%mstar + w%n_param)
    integer :: status
    res = 0
    status = 0
    call w%conditions%g(1, z, p, res, status)
    if (status /= not_given) g = c_funloc(gate_g)
    jac = 0
    status = 0
    call w%conditions%dg(1, z, p, jac, status)
    if (status /= not_given) dg = c_funloc(gate_dg)
  end subroutine find_side

  recursive subroutine find_coupled(w, z, p, coupled, dcoupled)
    type(gate), intent(in) :: w
    real(dp), intent(in) :: z(:), p(:)
    type(c_funptr), intent(inout) :: coupled, dcoupled
    real(dp), allocatable :: res(:), jac(:,:)
    integer :: status
    allocate (res(w%n_coupled), jac(w%n_coupled, 2*w%mstar + w%n_param), source=0.0_dp)
    status = 0
    call w%conditions%coupled(z, z, p, res, status)
    if (status /= not_given) coupled = c_funloc(gate_coupled)
    status = 0
    call w%conditions%dcoupled(z, z, p, jac, status)
    if (status /= not_given) dcoupled = c_funloc(gate_dcoupled)
  end subroutine find_coupled
end module coldae_opening
