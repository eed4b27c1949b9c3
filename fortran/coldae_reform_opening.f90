!> coldae_reform_opening - describe a constrained problem and the options of its reformulation to C
module coldae_reform_opening
  use, intrinsic :: iso_c_binding, only: c_double, c_funloc, c_funptr, c_int, c_loc
  use coldae_c, only: COLDAE_MESSAGE_SIZE, COLDAE_OK
  use coldae_reform_c, only: coldae_reform_problem, coldae_reform_linear, coldae_reform_options, coldae_reform_info, &
       coldae_reform_problem_init, coldae_reform_linear_init, coldae_reform_options_init, COLDAE_REFORM_INVARIANT1, &
       COLDAE_REFORM_TRANSPOSED
  use coldae_words, only: dp, match, from_c, real_address
  use coldae_problems, only: not_given
  use coldae_constrained, only: constrained
  use coldae_reform_gates, only: reform_gate, gate_f, gate_df, gate_g, gate_dg, gate_d, gate_side, gate_dside, &
       gate_coupled, gate_dcoupled, gate_guess, gate_a, gate_b, gate_c, gate_q, gate_r, gate_linear_d
  implicit none
  private

  public :: reform_options, reform_info
  public :: open_constrained, open_linear, fill_reform, copy_reform_info   ! for the other parts of module coldae only

  !> Options of reform; the values here are the defaults.
  type :: reform_options
     integer :: kind = COLDAE_REFORM_INVARIANT1      !< COLDAE_REFORM_..: what is made of the problem
     logical :: first_order = .false.                !< n m equations of first order
     integer :: direction = COLDAE_REFORM_TRANSPOSED !< COLDAE_REFORM_TRANSPOSED, _FORCES: where the problem has no d
     real(dp) :: gamma = 1                           !< Baumgarte's parameter
     complex(dp), allocatable :: roots(:)            !< instead of gamma: in conjugate pairs, real parts <= 0
     integer :: n_imposed = 1                        !< COLDAE_REFORM_FAMILY: how many of g, g', .. hold
     real(dp), allocatable :: r(:,:)                 !< (n - n_g, n) STATE_SPACE: u = R x; else chosen at left
     real(dp) :: consistent = 1.0e-6_dp              !< largest |g^(j)| at z_left that is accepted
     real(dp), allocatable, private :: root_re(:), root_im(:)
  end type reform_options

  !> What reform reports, also after an error.
  type :: reform_info
     integer :: index = 0                      !< of the new problem: 1 or 2
     integer :: n_extra = 0                    !< conditions added at left
     integer :: n_mu = 0                       !< new multipliers: y of the new problem after the n_alg original ones
     integer :: projection = 0                 !< COLDAE_PROJECT_.. that fits, for the options of the solver
     real(dp) :: rank_kappa = 0                !< .. and rank_kappa
     real(dp) :: condition = 0                 !< at left; 0: no z known to look at
     real(dp) :: drift = 0                     !< largest |g^(j)| at z_left
     integer :: callback_code = 0              !< last nonzero status of a callback
     character(COLDAE_MESSAGE_SIZE) :: message = ''   !< what, where, what to try; blank if OK
  end type reform_info

contains

  ! The problem of w to C; w lives as long as the C reform.
  recursive subroutine open_constrained(w, c, code, text)
    type(reform_gate), intent(inout), target :: w
    type(coldae_reform_problem), intent(out) :: c
    integer, intent(out) :: code
    character(*), intent(out) :: text
    call coldae_reform_problem_init(c)
    w%conditions => w%problem
    w%n_param = w%problem%n_param
    call open_sizes(w, code, text)
    if (allocated(w%problem%param_guess)) then
       w%param_guess = w%problem%param_guess
       if (code == COLDAE_OK) call match('param_guess', size(w%param_guess), w%n_param, code, text)
    end if
    c%n = w%n
    c%n_alg = w%n_alg
    c%n_g = w%n_g
    c%order = w%problem%order
    c%g_order = w%problem%g_order
    c%highest = w%problem%highest
    c%n_param = w%n_param
    c%left = w%problem%left
    c%right = w%problem%right
    c%linear = merge(1_c_int, 0_c_int, w%problem%linear)
    c%z_left = real_address(w%z_left)
    c%n_side = size(w%zeta)
    c%zeta = real_address(w%zeta)
    c%n_coupled = w%n_coupled
    c%param_guess = real_address(w%param_guess)
    c%user = c_loc(w)
    c%f = c_funloc(gate_f)
    c%g = c_funloc(gate_g)
    if (code /= COLDAE_OK .or. are_odd(w)) return
    call find_equations(w, c)
    call find_conditions(w, c%side, c%dside, c%coupled, c%dcoupled, c%guess)
  end subroutine open_constrained

  recursive subroutine open_linear(w, c, code, text)
    type(reform_gate), intent(inout), target :: w
    type(coldae_reform_linear), intent(out) :: c
    integer, intent(out) :: code
    character(*), intent(out) :: text
    call coldae_reform_linear_init(c)
    w%conditions => w%linear
    call open_sizes(w, code, text)
    c%n = w%n
    c%n_alg = w%n_alg
    c%n_g = w%n_g
    c%order = w%linear%order
    c%g_order = w%linear%g_order
    c%highest = w%linear%highest
    c%left = w%linear%left
    c%right = w%linear%right
    c%z_left = real_address(w%z_left)
    c%n_side = size(w%zeta)
    c%zeta = real_address(w%zeta)
    c%n_coupled = w%n_coupled
    c%user = c_loc(w)
    c%C = c_funloc(gate_c)
    if (code /= COLDAE_OK .or. are_odd(w)) return
    call find_matrices(w, c)
    call find_conditions(w, c%side, c%dside, c%coupled, c%dcoupled, c%guess)
  end subroutine open_linear

  subroutine open_sizes(w, code, text)
    type(reform_gate), intent(inout) :: w
    integer, intent(out) :: code
    character(*), intent(out) :: text
    code = COLDAE_OK
    text = ''
    w%n = w%conditions%n
    w%n_alg = w%conditions%n_alg
    w%n_g = w%conditions%n_g
    w%n_coupled = w%conditions%n_coupled
    w%mstar = w%n*w%conditions%order
    w%n_column = w%mstar + w%n_alg + w%n_param
    allocate (w%zeta(0), w%z_left(0), w%param_guess(0))
    if (allocated(w%conditions%zeta)) w%zeta = w%conditions%zeta
    if (.not. allocated(w%conditions%z_left)) return
    w%z_left = w%conditions%z_left
    call match('z_left', size(w%z_left), w%mstar, code, text)
  end subroutine open_sizes

  ! Sizes that are out of range: no user code is called, the library will name the field.
  pure function are_odd(w)
    type(reform_gate), intent(in) :: w
    logical :: are_odd
    integer, parameter :: most = 30000
    are_odd = w%n < 1 .or. w%n > most .or. w%n_g < 1 .or. w%n_g > w%n .or. w%n_alg < 0 .or. w%n_alg > w%n &
         .or. w%n_param < 0 .or. w%n_param > most .or. w%n_coupled < 0 .or. w%n_coupled > most &
         .or. w%conditions%order < 1 .or. w%conditions%order > 30
  end function are_odd

  ! ---- which procedures are overridden?  Each is called once, at z_left or at the guess at an inner point -----------

  recursive subroutine begin_at(w, t, z, y, p, given)
    type(reform_gate), intent(in) :: w
    real(dp), intent(out) :: t
    real(dp), allocatable, intent(out) :: z(:), y(:), p(:)
    logical, intent(out) :: given
    real(dp), parameter :: golden = 0.38196601125010515_dp
    real(dp) :: dmu(w%n)
    integer :: status
    allocate (z(w%mstar), y(w%n_alg), p(w%n_param), source=0.0_dp)
    if (size(w%param_guess) > 0) p = w%param_guess
    t = w%conditions%left + golden*(w%conditions%right - w%conditions%left)
    dmu = 0
    status = 0
    call w%conditions%guess(t, z, y, dmu, status)
    given = status /= not_given
    if (size(w%z_left) == 0) return
    t = w%conditions%left
    z = w%z_left
  end subroutine begin_at

  recursive subroutine find_equations(w, c)
    type(reform_gate), intent(in) :: w
    type(coldae_reform_problem), intent(inout) :: c
    real(dp), allocatable :: z(:), y(:), p(:), jac(:,:), d(:,:)
    real(dp) :: t
    logical :: given
    integer :: status
    call begin_at(w, t, z, y, p, given)
    allocate (jac(w%n, w%n_column), d(w%n, w%n_g), source=0.0_dp)
    status = 0
    call w%problem%df(t, z, y, p, jac, status)
    if (answered(status)) c%df = c_funloc(gate_df)
    call w%problem%dg(0, t, z, y, p, jac(:w%n_g, :), status)
    if (answered(status)) c%dg = c_funloc(gate_dg)
    call w%problem%d(t, z, p, d, status)
    if (answered(status)) c%D = c_funloc(gate_d)
  end subroutine find_equations

  recursive subroutine find_matrices(w, c)
    type(reform_gate), intent(in) :: w
    type(coldae_reform_linear), intent(inout) :: c
    real(dp), parameter :: golden = 0.38196601125010515_dp
    real(dp), allocatable :: m(:,:), v(:)
    real(dp) :: t
    integer :: status
    t = w%linear%left + golden*(w%linear%right - w%linear%left)
    allocate (m(w%n, w%n), v(w%n), source=0.0_dp)
    status = 0
    call w%linear%a(0, t, m, status)
    if (answered(status)) c%A = c_funloc(gate_a)
    call w%linear%b(t, m(:, :w%n_alg), status)
    if (answered(status)) c%B = c_funloc(gate_b)
    call w%linear%q(t, v, status)
    if (answered(status)) c%q = c_funloc(gate_q)
    call w%linear%r(0, t, v(:w%n_g), status)
    if (answered(status)) c%r = c_funloc(gate_r)
    call w%linear%d(t, m(:, :w%n_g), status)
    if (answered(status)) c%D = c_funloc(gate_linear_d)
  end subroutine find_matrices

  recursive subroutine find_conditions(w, side, dside, coupled, dcoupled, guess)
    type(reform_gate), intent(in) :: w
    type(c_funptr), intent(inout) :: side, dside, coupled, dcoupled, guess
    real(dp), allocatable :: z(:), y(:), p(:), jac(:), res(:), ends(:,:)
    real(dp) :: t, one
    logical :: given
    integer :: status
    call begin_at(w, t, z, y, p, given)
    if (given) guess = c_funloc(gate_guess)
    allocate (jac(w%mstar + w%n_param), res(w%n_coupled), ends(w%n_coupled, 2*w%mstar + w%n_param), source=0.0_dp)
    one = 0
    status = 0
    if (size(w%zeta) > 0) then
       call w%conditions%side(1, z, p, one, status)
       if (answered(status)) side = c_funloc(gate_side)
       call w%conditions%dside(1, z, p, jac, status)
       if (answered(status)) dside = c_funloc(gate_dside)
    end if
    if (w%n_coupled > 0) then
       call w%conditions%coupled(z, z, p, res, status)
       if (answered(status)) coupled = c_funloc(gate_coupled)
       call w%conditions%dcoupled(z, z, p, ends, status)
       if (answered(status)) dcoupled = c_funloc(gate_dcoupled)
    end if
  end subroutine find_conditions

  ! Is the procedure that was just called overridden?  If not, it stays NULL in C.  status is zero for the next one.
  function answered(status)
    integer, intent(inout) :: status
    logical :: answered
    answered = status /= not_given
    status = 0
  end function answered

  ! ---- options and info ----------------------------------------------------------------------------

  ! Options to C: every field.  o is pointed to, so it must outlive the call.
  subroutine fill_reform(o, problem, c, code, text)
    type(reform_options), intent(inout), target :: o
    class(constrained), intent(in) :: problem
    type(coldae_reform_options), intent(out) :: c
    integer, intent(out) :: code
    character(*), intent(out) :: text
    code = COLDAE_OK
    text = ''
    call coldae_reform_options_init(c)
    if (allocated(o%roots)) then
       o%root_re = real(o%roots, c_double)
       o%root_im = aimag(o%roots)
       c%n_roots = size(o%roots)
       c%root_re = real_address(o%root_re)
       c%root_im = real_address(o%root_im)
    end if
    if (allocated(o%r)) then
       call match('r, first dimension', size(o%r, 1), problem%n - problem%n_g, code, text)
       if (code == COLDAE_OK) call match('r, second dimension', size(o%r, 2), problem%n, code, text)
       if (size(o%r) > 0) c%R = c_loc(o%r)
    end if
    c%kind = o%kind
    c%first_order = merge(1_c_int, 0_c_int, o%first_order)
    c%direction = o%direction
    c%gamma = o%gamma
    c%n_imposed = o%n_imposed
    c%consistent = o%consistent
  end subroutine fill_reform

  subroutine copy_reform_info(c, info)
    type(coldae_reform_info), intent(in) :: c
    type(reform_info), intent(out) :: info
    info%index = c%index
    info%n_extra = c%n_extra
    info%n_mu = c%n_mu
    info%projection = c%projection
    info%rank_kappa = c%rank_kappa
    info%condition = c%condition
    info%drift = c%drift
    info%callback_code = c%callback_code
    call from_c(c%message, info%message)
  end subroutine copy_reform_info
end module coldae_reform_opening
