!> coldae_solutions - the type solution of module coldae: a C solution, shared and counted
module coldae_solutions
  use, intrinsic :: iso_c_binding, only: c_associated, c_char, c_double, c_f_pointer, c_int, c_loc, c_null_char, &
       c_null_ptr, c_ptr
  use coldae_c, only: COLDAE_MESSAGE_SIZE, COLDAE_OK, COLDAE_ERR_INVALID, &
       coldae_solution_eval, coldae_solution_eval_many, coldae_solution_derivative, coldae_solution_mesh, &
       coldae_solution_error, coldae_solution_param, coldae_solution_sizes, coldae_solution_save, &
       coldae_solution_load, coldae_solution_free
  use coldae_words, only: dp, status_text, report, fail, match, from_c
  implicit none
  private

  public :: solution
  public :: adopt, handle                            ! for the other parts of module coldae only

  ! The C solution and how many solution variables share it.
  type :: shared_handle
     type(c_ptr) :: c = c_null_ptr
     integer :: owners = 1
  end type shared_handle

  !> A solution: immutable, outlives the problem.  Copies share one C object, the last one frees it.
  !> (Inside a type of your own copy it by itself, b%sol = a%sol: gfortran 12 finalizes a temporary of
  !> its own making after b = a, so b%sol may be gone where b outlives the procedure.)
  type :: solution
     private
     type(shared_handle), pointer :: shared => null()
     type(c_ptr) :: home = c_null_ptr   ! address of the variable that holds this share
   contains
     procedure :: is_empty            !< nothing solved or loaded yet
     procedure, private :: eval_one
     procedure :: eval_many           !< z(mstar, n), y(n_alg, n) at t(n) in any order
     generic :: eval => eval_one, eval_many   !< z(mstar), y(n_alg) at t
     procedure :: value               !< component i of z at t: a function, elemental in t and i
     procedure :: derivative          !< dmu(n_diff) = u_i^(m_i) at t
     procedure :: mesh                !< the mesh points, left to right
     procedure :: error               !< [mstar] estimated absolute errors, maximum over the interval
     procedure :: param               !< [n_param] the constants found
     procedure :: order               !< [n_diff] orders of the equations
     procedure :: mstar               !< length of z
     procedure :: n_alg               !< length of y
     procedure :: n_param             !< length of p
     procedure :: n_points            !< collocation points per subinterval
     procedure :: n_intervals         !< subintervals of the mesh
     procedure :: save => save_file   !< to a portable file
     procedure :: load => load_file   !< from such a file: the same bits
     procedure :: free                !< empties this variable; also done when it goes out of scope
     procedure, private :: assign
     generic :: assignment(=) => assign
     final :: finalize
  end type solution

contains

  ! ---- values --------------------------------------------------------------------------------------

  pure function is_empty(self)
    class(solution), intent(in) :: self
    logical :: is_empty
    is_empty = .not. associated(self%shared)
  end function is_empty

  !> z(mstar) and y(n_alg) at t; either may be left out.
  subroutine eval_one(self, t, z, y, status, message)
    class(solution), intent(in) :: self
    real(dp), intent(in) :: t
    real(dp), intent(out), optional :: z(:), y(:)
    integer, intent(out), optional :: status
    character(*), intent(inout), optional :: message
    real(dp) :: z_c(self%mstar()), y_c(self%n_alg())   ! contiguous
    character(COLDAE_MESSAGE_SIZE) :: text
    integer :: code
    call need_solution(self, code, text)
    if (code == COLDAE_OK .and. present(z)) call match('z', size(z), self%mstar(), code, text)
    if (code == COLDAE_OK .and. present(y)) call match('y', size(y), self%n_alg(), code, text)
    if (code == COLDAE_OK) then
       if (present(y)) then
          code = coldae_solution_eval(self%shared%c, t, z_c, y_c)
          if (code == COLDAE_OK) y = y_c
       else
          code = coldae_solution_eval(self%shared%c, t, z_c)
       end if
       if (code == COLDAE_OK .and. present(z)) z = z_c
       call explain_t(code, text)
    end if
    call report(code, text, status, message)
  end subroutine eval_one

  !> z(mstar, n) and y(n_alg, n) at t(n); either may be left out.
  subroutine eval_many(self, t, z, y, status, message)
    class(solution), intent(in) :: self
    real(dp), intent(in) :: t(:)
    real(dp), intent(out), optional :: z(:,:), y(:,:)
    integer, intent(out), optional :: status
    character(*), intent(inout), optional :: message
    real(dp), allocatable :: z_c(:,:), y_c(:,:)        ! contiguous
    character(COLDAE_MESSAGE_SIZE) :: text
    integer :: code
    call need_solution(self, code, text)
    if (code == COLDAE_OK .and. present(z)) call match('rows of z', size(z, 1), self%mstar(), code, text)
    if (code == COLDAE_OK .and. present(z)) call match('columns of z', size(z, 2), size(t), code, text)
    if (code == COLDAE_OK .and. present(y)) call match('rows of y', size(y, 1), self%n_alg(), code, text)
    if (code == COLDAE_OK .and. present(y)) call match('columns of y', size(y, 2), size(t), code, text)
    if (code == COLDAE_OK .and. size(t) > 0) then
       allocate (z_c(self%mstar(), size(t)), y_c(self%n_alg(), size(t)))
       if (present(y)) then
          code = coldae_solution_eval_many(self%shared%c, size(t), t, z_c, y_c)
          if (code == COLDAE_OK) y = y_c
       else
          code = coldae_solution_eval_many(self%shared%c, size(t), t, z_c)
       end if
       if (code == COLDAE_OK .and. present(z)) z = z_c
       call explain_t(code, text)
    end if
    call report(code, text, status, message)
  end subroutine eval_many

  !> Component i of z at t.  error stop if there is none.
  impure elemental function value(self, t, i) result(u)
    class(solution), intent(in) :: self
    real(dp), intent(in) :: t
    integer, intent(in) :: i
    real(dp) :: u
    real(dp), allocatable :: z(:)
    if (i < 1 .or. i > self%mstar()) error stop 'coldae: value: no such component of z'
    allocate (z(self%mstar()))
    call self%eval(t, z)
    u = z(i)
  end function value

  subroutine derivative(self, t, dmu, status, message)
    class(solution), intent(in) :: self
    real(dp), intent(in) :: t
    real(dp), intent(out) :: dmu(:)
    integer, intent(out), optional :: status
    character(*), intent(inout), optional :: message
    character(COLDAE_MESSAGE_SIZE) :: text
    integer :: code
    call need_solution(self, code, text)
    if (code == COLDAE_OK) call match('dmu', size(dmu), size(self%order()), code, text)
    if (code == COLDAE_OK) then
       code = coldae_solution_derivative(self%shared%c, t, dmu)
       call explain_t(code, text)
    end if
    call report(code, text, status, message)
  end subroutine derivative

  ! ---- what it holds: of size zero for an empty solution ---------------------------------------------

  function mesh(self) result(t)
    class(solution), intent(in) :: self
    real(dp), allocatable :: t(:)
    type(c_ptr) :: c
    real(c_double), pointer :: points(:)
    integer :: n
    if (self%is_empty()) then
       allocate (t(0))
    else
       n = coldae_solution_mesh(self%shared%c, c)
       call c_f_pointer(c, points, [n + 1])
       t = points
    end if
  end function mesh

  function error(self) result(error_z)
    class(solution), intent(in) :: self
    real(dp), allocatable :: error_z(:)
    allocate (error_z(self%mstar()))
    if (.not. self%is_empty()) call coldae_solution_error(self%shared%c, error_z)
  end function error

  function param(self) result(p)
    class(solution), intent(in) :: self
    real(dp), allocatable :: p(:)
    real(c_double), pointer :: values(:)
    if (self%n_param() == 0) then
       allocate (p(0))
    else
       call c_f_pointer(coldae_solution_param(self%shared%c), values, [self%n_param()])
       p = values
    end if
  end function param

  function order(self) result(m)
    class(solution), intent(in) :: self
    integer, allocatable :: m(:)
    type(c_ptr) :: c
    integer(c_int), pointer :: values(:)
    integer(c_int) :: n
    if (self%is_empty()) then
       allocate (m(0))
    else
       call coldae_solution_sizes(self%shared%c, n_diff=n, order=c)
       call c_f_pointer(c, values, [n])
       m = values
    end if
  end function order

  pure function mstar(self) result(n)
    class(solution), intent(in) :: self
    integer :: n
    integer(c_int) :: c
    c = 0
    if (.not. self%is_empty()) call coldae_solution_sizes(self%shared%c, mstar=c)
    n = c
  end function mstar

  pure function n_alg(self) result(n)
    class(solution), intent(in) :: self
    integer :: n
    integer(c_int) :: c
    c = 0
    if (.not. self%is_empty()) call coldae_solution_sizes(self%shared%c, n_alg=c)
    n = c
  end function n_alg

  pure function n_param(self) result(n)
    class(solution), intent(in) :: self
    integer :: n
    integer(c_int) :: c
    c = 0
    if (.not. self%is_empty()) call coldae_solution_sizes(self%shared%c, n_param=c)
    n = c
  end function n_param

  pure function n_points(self) result(n)
    class(solution), intent(in) :: self
    integer :: n
    integer(c_int) :: c
    c = 0
    if (.not. self%is_empty()) call coldae_solution_sizes(self%shared%c, n_points=c)
    n = c
  end function n_points

  function n_intervals(self) result(n)
    class(solution), intent(in) :: self
    integer :: n
    n = 0
    if (.not. self%is_empty()) n = coldae_solution_mesh(self%shared%c)
  end function n_intervals

  ! ---- files ---------------------------------------------------------------------------------------

  subroutine save_file(self, path, status, message)
    class(solution), intent(in) :: self
    character(*), intent(in) :: path
    integer, intent(out), optional :: status
    character(*), intent(inout), optional :: message
    character(COLDAE_MESSAGE_SIZE) :: text
    integer :: code
    call need_solution(self, code, text)
    if (code == COLDAE_OK) then
       code = coldae_solution_save(self%shared%c, trim(path)//c_null_char)
       text = 'save '//trim(path)//': '//status_text(code)
    end if
    call report(code, text, status, message)
  end subroutine save_file

  !> On error the variable keeps what it had.
  subroutine load_file(self, path, status, message)
    class(solution), intent(inout) :: self
    character(*), intent(in) :: path
    integer, intent(out), optional :: status
    character(*), intent(inout), optional :: message
    character(kind=c_char) :: c_message(COLDAE_MESSAGE_SIZE)
    character(COLDAE_MESSAGE_SIZE) :: text
    type(c_ptr) :: c
    integer :: code
    c_message = c_null_char
    code = coldae_solution_load(trim(path)//c_null_char, c, c_message, size(c_message))
    if (code == COLDAE_OK) call adopt(self, c)
    call from_c(c_message, text)
    if (text == '') text = 'load '//trim(path)//': '//status_text(code)
    call report(code, text, status, message)
  end subroutine load_file

  ! ---- owners --------------------------------------------------------------------------------------

  !> Let go of the C solution; the last owner frees it.
  impure elemental subroutine free(self)
    class(solution), intent(inout), target :: self
    if (associated(self%shared) .and. at_home(self)) then
       self%shared%owners = self%shared%owners - 1
       if (self%shared%owners == 0) then
          call coldae_solution_free(self%shared%c)
          deallocate (self%shared)
       end if
    end if
    self%shared => null()
    self%home = c_null_ptr
  end subroutine free

  impure elemental subroutine finalize(self)
    type(solution), intent(inout) :: self
    call self%free()
  end subroutine finalize

  ! left = right: both share the C solution from now on.  Count first: left = left must not free it.
  impure elemental subroutine assign(left, right)
    class(solution), intent(inout), target :: left
    type(solution), intent(in) :: right
    type(shared_handle), pointer :: shared
    type(c_ptr) :: home
    shared => right%shared
    if (associated(shared)) shared%owners = shared%owners + 1
    home = address(left)
    if (associated(left%shared) .and. .not. at_home(left)) home = left%home
    call left%free()
    left%shared => shared
    left%home = home
  end subroutine assign

  ! Compilers copy variables bit by bit too, into temporaries and with allocate(source=).  Such a copy
  ! carries the home of another variable, and lets that one do the counting.
  impure elemental function at_home(self)
    class(solution), intent(in), target :: self
    logical :: at_home
    at_home = c_associated(self%home, address(self))
  end function at_home

  function address(self) result(c)
    class(solution), intent(in), target :: self
    type(c_ptr) :: c
    c = c_loc(self%home)
  end function address

  ! The variable becomes the owner of c; NULL makes it empty.
  subroutine adopt(self, c)
    class(solution), intent(inout), target :: self
    type(c_ptr), intent(in) :: c
    call self%free()
    if (c_associated(c)) then
       allocate (self%shared)
       self%shared%c = c
       self%home = address(self)
    end if
  end subroutine adopt

  ! The C solution; NULL for an empty one.
  function handle(self) result(c)
    type(solution), intent(in) :: self
    type(c_ptr) :: c
    c = c_null_ptr
    if (associated(self%shared)) c = self%shared%c
  end function handle

  ! ---- errors --------------------------------------------------------------------------------------

  subroutine need_solution(self, code, text)
    class(solution), intent(in) :: self
    integer, intent(out) :: code
    character(*), intent(out) :: text
    code = COLDAE_OK
    text = ''
    if (self%is_empty()) call fail('the solution is empty: solve or load first', code, text)
  end subroutine need_solution

  subroutine explain_t(code, text)
    integer, intent(in) :: code
    character(*), intent(inout) :: text
    if (code == COLDAE_OK) return
    text = status_text(code)
    if (code == COLDAE_ERR_INVALID) text = 't is outside the interval of the solution'
  end subroutine explain_t
end module coldae_solutions
