!> coldae_reforming - problems of higher index rewritten: reform, reformed and march_state_space of module coldae
module coldae_reforming
  use, intrinsic :: iso_c_binding, only: c_associated, c_char, c_f_pointer, c_f_procpointer, c_int, c_loc, &
       c_null_char, c_null_ptr, c_ptr
  use coldae_c, only: coldae_problem, COLDAE_MESSAGE_SIZE, COLDAE_OK
  use coldae_ivp_c, only: coldae_march_options, coldae_invariant, coldae_ivp_info
  use coldae_reform_c, only: coldae_reform_problem, coldae_reform_linear, coldae_reform_options, coldae_reform_info, &
       coldae_reform_create, coldae_reform_create_linear, coldae_reform_free, coldae_reform_result, coldae_reform_to, &
       coldae_reform_from, coldae_reform_drift, coldae_reform_condition, coldae_reform_restart, coldae_reform_march
  use coldae_words, only: dp, status_text, report, fail, match, copy_optional, from_c
  use coldae_solutions, only: solution
  use coldae_problems, only: bvp, not_given
  use coldae_gates, only: gate
  use coldae_opening, only: open_gate
  use coldae_marching, only: march_options, march_info, fill_march, copy_march_info
  use coldae_constrained, only: constrained_problem, linear_constrained_problem
  use coldae_reform_gates, only: reform_gate
  use coldae_reform_opening, only: reform_options, reform_info, open_constrained, open_linear, fill_reform, &
       copy_reform_info
  implicit none
  private

  public :: reform, reformed, march_state_space

  ! The C reform with its gate; the variable at home frees both.
  type :: holder
     type(reform_gate), pointer :: gate => null()
     type(c_ptr) :: home = c_null_ptr          ! address of the variable that owns them
   contains
     final :: finalize
  end type holder

  !> The new problem, of index 1 or 2: a bvp, for solve, march, make_consistent and check_jacobian.
  !>
  !> It is freed when it goes out of scope.  A copy (a = b) is a view of the original, good as long as that lives.
  !> To see the steps of a march extend it and override observe; from gives the original unknowns.
  type, extends(bvp) :: reformed
     type(holder), private :: held
   contains
     procedure :: is_empty                     !< nothing reformed yet
     procedure :: eval => eval_original        !< original z, y at t from a solution of the new problem
     procedure :: to => to_new                 !< from original unknowns to the new ones
     procedure :: from => from_new             !< .. and back
     procedure :: drift => drift_of            !< g^(level) at original unknowns
     procedure :: condition => condition_of    !< COLDAE_REFORM_STATE_SPACE: condition of the coordinates
     procedure :: restart                      !< begin at another point, with other coordinates
     procedure :: free                         !< also done when it goes out of scope
     procedure :: f => new_f
     procedure :: df => new_df
     procedure :: g => new_g
     procedure :: dg => new_dg
     procedure :: coupled => new_coupled
     procedure :: dcoupled => new_dcoupled
     procedure :: guess => new_guess
  end type reformed

  !> Rewrite a problem of higher index (coldae_reform_create).  made keeps a copy of the problem; what is changed in
  !> the problem afterwards has no influence.  After an error made is empty.
  interface reform
     module procedure reform_problem, reform_linear
  end interface reform

contains

  ! ---- make and free -------------------------------------------------------------------------------

  recursive subroutine reform_problem(problem, made, kind, options, info, status, message)
    class(constrained_problem), intent(in) :: problem
    class(reformed), intent(inout) :: made
    integer, intent(in), optional :: kind
    type(reform_options), intent(in), optional :: options
    type(reform_info), intent(out), optional :: info
    integer, intent(out), optional :: status
    character(*), intent(inout), optional :: message
    type(reform_options), target :: o
    type(coldae_reform_problem) :: c_problem
    type(coldae_reform_options) :: c_options
    type(coldae_reform_info) :: c_info
    character(COLDAE_MESSAGE_SIZE) :: text
    integer :: code

    if (present(options)) o = options
    if (present(kind)) o%kind = kind
    call take_gate(made)
    allocate (made%held%gate%problem, source=problem)
    call open_constrained(made%held%gate, c_problem, code, text)
    if (code == COLDAE_OK) call fill_reform(o, problem, c_options, code, text)
    if (code == COLDAE_OK) then
       code = coldae_reform_create(c_problem, c_options, made%held%gate%c, c_info)
       call from_c(c_info%message, text)
       if (present(info)) call copy_reform_info(c_info, info)
    else if (present(info)) then
       info%message = text
    end if
    call settle(made, code)
    call report(code, text, status, message)
  end subroutine reform_problem

  recursive subroutine reform_linear(problem, made, kind, options, info, status, message)
    class(linear_constrained_problem), intent(in) :: problem
    class(reformed), intent(inout) :: made
    integer, intent(in), optional :: kind
    type(reform_options), intent(in), optional :: options
    type(reform_info), intent(out), optional :: info
    integer, intent(out), optional :: status
    character(*), intent(inout), optional :: message
    type(reform_options), target :: o
    type(coldae_reform_linear) :: c_problem
    type(coldae_reform_options) :: c_options
    type(coldae_reform_info) :: c_info
    character(COLDAE_MESSAGE_SIZE) :: text
    integer :: code

    if (present(options)) o = options
    if (present(kind)) o%kind = kind
    call take_gate(made)
    allocate (made%held%gate%linear, source=problem)
    call open_linear(made%held%gate, c_problem, code, text)
    if (code == COLDAE_OK) call fill_reform(o, problem, c_options, code, text)
    if (code == COLDAE_OK) then
       code = coldae_reform_create_linear(c_problem, c_options, made%held%gate%c, c_info)
       call from_c(c_info%message, text)
       if (present(info)) call copy_reform_info(c_info, info)
    else if (present(info)) then
       info%message = text
    end if
    call settle(made, code)
    call report(code, text, status, message)
  end subroutine reform_linear

  ! Begin anew: made owns an empty gate.
  subroutine take_gate(made)
    class(reformed), intent(inout) :: made
    call made%free()
    allocate (made%held%gate)
    made%held%home = address(made%held)
  end subroutine take_gate

  ! Look at the new problem, or let go of all after an error.
  subroutine settle(made, code)
    class(reformed), intent(inout) :: made
    integer, intent(in) :: code
    if (code /= COLDAE_OK) then
       call made%free()
       return
    end if
    associate (w => made%held%gate)
      call c_f_pointer(coldae_reform_result(w%c), w%new)
      call c_f_procpointer(w%new%f, w%f)
      if (c_associated(w%new%df)) call c_f_procpointer(w%new%df, w%df)
      if (c_associated(w%new%g)) call c_f_procpointer(w%new%g, w%g)
      if (c_associated(w%new%dg)) call c_f_procpointer(w%new%dg, w%dg)
      if (c_associated(w%new%coupled)) call c_f_procpointer(w%new%coupled, w%coupled)
      if (c_associated(w%new%dcoupled)) call c_f_procpointer(w%new%dcoupled, w%dcoupled)
      if (c_associated(w%new%guess)) call c_f_procpointer(w%new%guess, w%guess)
    end associate
    call copy_sizes(made)
  end subroutine settle

  ! The components of a bvp from the new problem.
  subroutine copy_sizes(made)
    class(reformed), intent(inout) :: made
    integer(c_int), pointer :: order(:)
    real(dp), pointer :: values(:)
    associate (new => made%held%gate%new)
      call c_f_pointer(new%order, order, [new%n_diff])
      made%order = int(order)
      made%n_alg = new%n_alg
      made%n_param = new%n_param
      made%left = new%left
      made%right = new%right
      made%n_coupled = new%n_coupled
      made%linear = new%linear /= 0
      call c_f_pointer(new%zeta, values, [new%n_side])
      made%zeta = values
      if (.not. c_associated(new%param_guess)) return
      call c_f_pointer(new%param_guess, values, [new%n_param])
      made%param_guess = values
    end associate
  end subroutine copy_sizes

  !> Let go of the C reform; a view only forgets it.
  subroutine free(self)
    class(reformed), intent(inout) :: self
    call release(self%held)
    if (allocated(self%order)) deallocate (self%order)
    if (allocated(self%zeta)) deallocate (self%zeta)
    if (allocated(self%param_guess)) deallocate (self%param_guess)
  end subroutine free

  impure elemental subroutine finalize(self)
    type(holder), intent(inout) :: self
    call release(self)
  end subroutine finalize

  impure elemental subroutine release(self)
    type(holder), intent(inout) :: self
    if (associated(self%gate) .and. c_associated(self%home, address(self))) then
       if (c_associated(self%gate%c)) call coldae_reform_free(self%gate%c)
       if (associated(self%gate%problem)) deallocate (self%gate%problem)
       if (associated(self%gate%linear)) deallocate (self%gate%linear)
       deallocate (self%gate)
    end if
    self%gate => null()
    self%home = c_null_ptr
  end subroutine release

  impure elemental function address(self) result(c)
    type(holder), intent(in), target :: self
    type(c_ptr) :: c
    c = c_loc(self%home)
  end function address

  pure function is_empty(self)
    class(reformed), intent(in) :: self
    logical :: is_empty
    is_empty = .not. associated(self%held%gate)
  end function is_empty

  subroutine need_reform(self, code, text)
    class(reformed), intent(in) :: self
    integer, intent(out) :: code
    character(*), intent(out) :: text
    code = COLDAE_OK
    text = ''
    if (self%is_empty()) call fail('nothing was reformed: call reform first', code, text)
  end subroutine need_reform

  ! ---- between the unknowns ------------------------------------------------------------------------

  !> Original z(n order), y(n_alg) at t from a solution of the new problem.
  recursive subroutine eval_original(self, sol, t, z, y, status, message)
    class(reformed), intent(in) :: self
    type(solution), intent(in) :: sol
    real(dp), intent(in) :: t
    real(dp), intent(out), optional :: z(:), y(:)
    integer, intent(out), optional :: status
    character(*), intent(inout), optional :: message
    real(dp) :: z_new(sol%mstar()), y_new(sol%n_alg())
    character(COLDAE_MESSAGE_SIZE) :: text
    integer :: code
    call need_reform(self, code, text)
    if (code == COLDAE_OK) call sol%eval(t, z_new, y_new, status=code, message=text)
    if (code == COLDAE_OK) call self%from(t, z_new, y_new, sol%param(), z, y, status=code, message=text)
    call report(code, text, status, message)
  end subroutine eval_original

  !> New unknowns from original ones, the new multipliers zero.
  subroutine to_new(self, z, y, z_new, y_new, status, message)
    class(reformed), intent(in) :: self
    real(dp), intent(in) :: z(:), y(:)
    real(dp), intent(out) :: z_new(:), y_new(:)
    integer, intent(out), optional :: status
    character(*), intent(inout), optional :: message
    character(COLDAE_MESSAGE_SIZE) :: text
    integer :: code
    call need_reform(self, code, text)
    if (code == COLDAE_OK) call match('z', size(z), self%held%gate%mstar, code, text)
    if (code == COLDAE_OK) call match('y', size(y), self%held%gate%n_alg, code, text)
    if (code == COLDAE_OK) call match('z_new', size(z_new), sum(self%order), code, text)
    if (code == COLDAE_OK) call match('y_new', size(y_new), self%n_alg, code, text)
    z_new = 0
    y_new = 0
    if (code == COLDAE_OK) then
       code = coldae_reform_to(self%held%gate%c, z, y, z_new, y_new)
       text = status_text(code)
    end if
    call report(code, text, status, message)
  end subroutine to_new

  !> Original z(n order), y(n_alg) from new unknowns at t; either may be left out.  p: the constants, if there are any.
  recursive subroutine from_new(self, t, z_new, y_new, p, z, y, status, message)
    class(reformed), intent(in) :: self
    real(dp), intent(in) :: t, z_new(:), y_new(:)
    real(dp), intent(in), optional :: p(:)
    real(dp), intent(out), optional :: z(:), y(:)
    integer, intent(out), optional :: status
    character(*), intent(inout), optional :: message
    real(dp), allocatable :: p_c(:), z_c(:), y_c(:)
    character(COLDAE_MESSAGE_SIZE) :: text
    integer :: code
    call need_reform(self, code, text)
    if (code == COLDAE_OK) call match('z_new', size(z_new), sum(self%order), code, text)
    if (code == COLDAE_OK) call match('y_new', size(y_new), self%n_alg, code, text)
    if (code == COLDAE_OK) call copy_optional('p', p, self%n_param, p_c, code, text)
    if (code == COLDAE_OK .and. present(z)) call match('z', size(z), self%held%gate%mstar, code, text)
    if (code == COLDAE_OK .and. present(y)) call match('y', size(y), self%held%gate%n_alg, code, text)
    if (present(z)) z = 0
    if (present(y)) y = 0
    if (code == COLDAE_OK) then
       allocate (z_c(self%held%gate%mstar), y_c(self%held%gate%n_alg), source=0.0_dp)
       code = coldae_reform_from(self%held%gate%c, t, z_new, y_new, p_c, z_c, y_c)
       text = status_text(code)
       if (present(z)) z = z_c
       if (present(y)) y = y_c
    end if
    call report(code, text, status, message)
  end subroutine from_new

  !> drift(n_g) = g^(level) at original z; y is needed at the highest level only.
  recursive subroutine drift_of(self, level, t, z, drift, y, p, status, message)
    class(reformed), intent(in) :: self
    integer, intent(in) :: level
    real(dp), intent(in) :: t, z(:)
    real(dp), intent(out) :: drift(:)
    real(dp), intent(in), optional :: y(:), p(:)
    integer, intent(out), optional :: status
    character(*), intent(inout), optional :: message
    real(dp), allocatable :: p_c(:)
    character(COLDAE_MESSAGE_SIZE) :: text
    integer :: code
    call need_reform(self, code, text)
    if (code == COLDAE_OK) call match('z', size(z), self%held%gate%mstar, code, text)
    if (code == COLDAE_OK) call match('drift', size(drift), self%held%gate%n_g, code, text)
    if (code == COLDAE_OK .and. present(y)) call match('y', size(y), self%held%gate%n_alg, code, text)
    if (code == COLDAE_OK) call copy_optional('p', p, self%n_param, p_c, code, text)
    drift = 0
    if (code == COLDAE_OK) then
       if (present(y)) then
          code = coldae_reform_drift(self%held%gate%c, int(level, c_int), t, z, y, p_c, drift)
       else
          code = coldae_reform_drift(self%held%gate%c, int(level, c_int), t, z, p=p_c, drift=drift)
       end if
       text = status_text(code)
       if (code /= COLDAE_OK) write (text, '(3a, i0)') 'drift: ', status_text(code), ', level = ', level
    end if
    call report(code, text, status, message)
  end subroutine drift_of

  !> Condition number of the coordinates at original z (COLDAE_REFORM_STATE_SPACE only).
  recursive subroutine condition_of(self, t, z, condition, p, status, message)
    class(reformed), intent(in) :: self
    real(dp), intent(in) :: t, z(:)
    real(dp), intent(out) :: condition
    real(dp), intent(in), optional :: p(:)
    integer, intent(out), optional :: status
    character(*), intent(inout), optional :: message
    real(dp), allocatable :: p_c(:)
    character(COLDAE_MESSAGE_SIZE) :: text
    integer :: code
    condition = 0
    call need_reform(self, code, text)
    if (code == COLDAE_OK) call match('z', size(z), self%held%gate%mstar, code, text)
    if (code == COLDAE_OK) call copy_optional('p', p, self%n_param, p_c, code, text)
    if (code == COLDAE_OK) then
       code = coldae_reform_condition(self%held%gate%c, t, z, p_c, condition)
       text = 'condition: '//status_text(code)//' (there are coordinates with COLDAE_REFORM_STATE_SPACE only)'
    end if
    call report(code, text, status, message)
  end subroutine condition_of

  !> Go on from original z at t, left < t < right, with new coordinates; needs z_left.  After an error it is as before.
  recursive subroutine restart(self, t, z, status, message)
    class(reformed), intent(inout) :: self
    real(dp), intent(in) :: t, z(:)
    integer, intent(out), optional :: status
    character(*), intent(inout), optional :: message
    character(kind=c_char) :: c_message(COLDAE_MESSAGE_SIZE)
    character(COLDAE_MESSAGE_SIZE) :: text
    integer :: code
    c_message = c_null_char
    call need_reform(self, code, text)
    if (code == COLDAE_OK) call match('z', size(z), self%held%gate%mstar, code, text)
    if (code == COLDAE_OK) then
       code = coldae_reform_restart(self%held%gate%c, t, z, c_message, int(size(c_message), c_int))
       call from_c(c_message, text)
       call copy_sizes(self)
    end if
    call report(code, text, status, message)
  end subroutine restart

  !> March a COLDAE_REFORM_STATE_SPACE that was made with z_left; new coordinates whenever their condition passes limit
  !> (coldae_reform_march).  z, y: original unknowns at info%t.  n_switches: changes of coordinates.
  recursive subroutine march_state_space(made, limit, z, y, n_switches, tol, options, info, status, message)
    class(reformed), intent(inout), target :: made
    real(dp), intent(in) :: limit
    real(dp), intent(out), optional :: z(:), y(:)
    integer, intent(out), optional :: n_switches
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
    real(dp), allocatable :: z_c(:), y_c(:)
    integer(c_int) :: changes
    character(COLDAE_MESSAGE_SIZE) :: text
    integer :: code

    if (present(options)) o = options
    if (present(tol)) o%tol = tol
    changes = 0
    call need_reform(made, code, text)
    if (code == COLDAE_OK .and. present(z)) call match('z', size(z), made%held%gate%mstar, code, text)
    if (code == COLDAE_OK .and. present(y)) call match('y', size(y), made%held%gate%n_alg, code, text)
    if (code == COLDAE_OK) call open_gate(made, w=w, c=c_problem, code=code, text=text)
    if (code == COLDAE_OK) call fill_march(made, o, w, invariant, c_options, code, text)
    if (present(z)) z = 0
    if (present(y)) y = 0
    if (code == COLDAE_OK) then
       allocate (z_c(made%held%gate%mstar), y_c(made%held%gate%n_alg), source=0.0_dp)
       code = coldae_reform_march(made%held%gate%c, c_options, limit, z_c, y_c, changes, c_info)
       call from_c(c_info%message, text)
       call copy_sizes(made)
       if (present(z)) z = z_c
       if (present(y)) y = y_c
       if (present(info)) call copy_march_info(c_info, info)
    else if (present(info)) then
       info%message = text
    end if
    if (present(n_switches)) n_switches = changes
    call report(code, text, status, message)
  end subroutine march_state_space

  ! ---- the new problem as a bvp: its functions are those of C ---------------------------------------

  subroutine new_f(self, t, z, y, p, rhs, status)
    class(reformed), intent(in) :: self
    real(dp), intent(in) :: t, z(:), y(:), p(:)
    real(dp), intent(inout) :: rhs(:)
    integer, intent(inout) :: status
    status = self%held%gate%f(t, z, y, p, rhs, self%held%gate%new%user)
  end subroutine new_f

  subroutine new_df(self, t, z, y, p, jac, status)
    class(reformed), intent(in) :: self
    real(dp), intent(in) :: t, z(:), y(:), p(:)
    real(dp), intent(inout) :: jac(:,:)
    integer, intent(inout) :: status
    status = not_given
    if (associated(self%held%gate%df)) status = self%held%gate%df(t, z, y, p, jac, self%held%gate%new%user)
  end subroutine new_df

  subroutine new_g(self, l, z, p, res, status)
    class(reformed), intent(in) :: self
    integer, intent(in) :: l
    real(dp), intent(in) :: z(:), p(:)
    real(dp), intent(inout) :: res
    integer, intent(inout) :: status
    status = not_given
    if (associated(self%held%gate%g)) status = self%held%gate%g(int(l - 1, c_int), z, p, res, self%held%gate%new%user)
  end subroutine new_g

  subroutine new_dg(self, l, z, p, jac, status)
    class(reformed), intent(in) :: self
    integer, intent(in) :: l
    real(dp), intent(in) :: z(:), p(:)
    real(dp), intent(inout) :: jac(:)
    integer, intent(inout) :: status
    status = not_given
    if (associated(self%held%gate%dg)) status = self%held%gate%dg(int(l - 1, c_int), z, p, jac, &
         self%held%gate%new%user)
  end subroutine new_dg

  subroutine new_coupled(self, zl, zr, p, res, status)
    class(reformed), intent(in) :: self
    real(dp), intent(in) :: zl(:), zr(:), p(:)
    real(dp), intent(inout) :: res(:)
    integer, intent(inout) :: status
    status = not_given
    if (associated(self%held%gate%coupled)) status = self%held%gate%coupled(zl, zr, p, res, self%held%gate%new%user)
  end subroutine new_coupled

  subroutine new_dcoupled(self, zl, zr, p, jac, status)
    class(reformed), intent(in) :: self
    real(dp), intent(in) :: zl(:), zr(:), p(:)
    real(dp), intent(inout) :: jac(:,:)
    integer, intent(inout) :: status
    status = not_given
    if (associated(self%held%gate%dcoupled)) status = self%held%gate%dcoupled(zl, zr, p, jac, &
         self%held%gate%new%user)
  end subroutine new_dcoupled

  subroutine new_guess(self, t, z, y, dmu, status)
    class(reformed), intent(in) :: self
    real(dp), intent(in) :: t
    real(dp), intent(inout) :: z(:), y(:), dmu(:)
    integer, intent(inout) :: status
    status = not_given
    if (associated(self%held%gate%guess)) status = self%held%gate%guess(t, z, y, dmu, self%held%gate%new%user)
  end subroutine new_guess
end module coldae_reforming
