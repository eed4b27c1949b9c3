!> coldae_singular - the type singular_problem of module coldae, and how C calls its procedures
module coldae_singular
  use, intrinsic :: iso_c_binding, only: c_associated, c_double, c_f_pointer, c_int, c_ptr
  use coldae_c, only: coldae_event
  use coldae_srm_c, only: coldae_srm_step
  use coldae_words, only: dp
  use coldae_problems, only: solve_event, not_given
  implicit none
  private

  public :: singular_problem, regularize_step
  ! for the other parts of module coldae only
  public :: singular_gate, gate_a, gate_b, gate_c, gate_q, gate_r, gate_dc, gate_dr, gate_f, gate_g, gate_gt, gate_e
  public :: gate_y0, gate_guess, gate_smooth, gate_side, gate_dside, gate_coupled, gate_dcoupled
  public :: gate_monitor, gate_observe

  !> A problem whose constraints lose rank at isolated points: extend it, override b, c and what else you have.
  !>
  !>     x' = A(t) x + B(t) y + q(t),   0 = C(t) x + r(t)      linear form: a, q, r
  !>     x' = f(t, x) + B(t, x) y,      0 = g(t, x)            nonlinear form: f and g, c = dg/dx
  !>
  !> In every procedure outputs are zero on entry, status as everywhere.  In the linear form x has size 0 (but not in
  !> smooth).
  type, abstract :: singular_problem
     integer :: n_x = 0                        !< components x, >= 1
     integer :: n_y = 0                        !< constraints and components y, from 1 to n_x
     real(dp) :: left = 0, right = 1           !< the interval
     real(dp), allocatable :: zeta(:)          !< where side condition l = 1.. holds: nondecreasing;
                                               !! size(zeta) + n_coupled = n_x - n_y, or n_x
     integer :: n_coupled = 0                  !< conditions that couple the two ends
   contains
     procedure(matrix_interface), deferred :: b    !< B(n_x, n_y)
     procedure(matrix_interface), deferred :: c    !< C(n_y, n_x), derivatives of the constraints by x
     procedure :: a => default_matrix              !< A(n_x, n_x); else zero
     procedure :: q => default_vector              !< q(n_x); else zero
     procedure :: r => default_vector              !< r(n_y); else zero
     procedure :: dc => default_matrix             !< C'(n_y, n_x), where the options need it
     procedure :: dr => default_vector             !< r'(n_y), likewise
     procedure :: f => default_vector              !< f(n_x): makes it the nonlinear form, with g
     procedure :: g => default_vector              !< g(n_y)
     procedure :: gt => default_vector             !< derivative of g by t, where the linear form would need dc
     procedure :: e => default_matrix              !< E(n_y, n_y) with COLDAE_SRM_E_FUNCTION
     procedure :: y0 => default_function           !< y_0(n_y) with COLDAE_SRM_Y0_FUNCTION
     procedure :: smooth => default_smooth         !< B E C and B E g by hand, replaces E
     procedure :: side => default_side             !< side condition l, at zeta(l)
     procedure :: dside => default_dside           !< its derivatives by x; else differenced
     procedure :: coupled => default_coupled       !< coupled conditions
     procedure :: dcoupled => default_dcoupled     !< their derivatives by xl, xr; else differenced
     procedure :: guess => default_function        !< first guess x(n_x), nonlinear form; else zero
     procedure :: monitor => default_monitor       !< regularize_solve: called with each event; may cancel
     procedure :: observe => default_observe       !< regularize_march: called at the start and after each step
  end type singular_problem

  !> What observe sees: the step from t_old to t.  The pointers are good during the call only.
  type :: regularize_step
     integer :: number = 0                     !< steps so far; 0: the start
     real(dp) :: t_old = 0, t = 0
     real(dp), pointer :: x(:) => null()       !< [n_x] at t
     real(dp), pointer :: By(:) => null()      !< [n_x] B y at t
     real(dp), pointer :: y(:) => null()       !< [n_y] y from B y; NaN where B has lost rank
  end type regularize_step

  abstract interface
     subroutine matrix_interface(self, t, x, out, status)
       import :: singular_problem, dp
       class(singular_problem), intent(in) :: self
       real(dp), intent(in) :: t, x(:)
       real(dp), intent(inout) :: out(:,:)
       integer, intent(inout) :: status
     end subroutine matrix_interface
  end interface

  ! What `user` points to.
  type :: singular_gate
     class(singular_problem), pointer :: problem => null()
     integer :: n_x = 0, n_y = 0, n_coupled = 0
     integer :: n_given = 0                    ! size of x in the data: n_x, or 0 in the linear form
     real(c_double), allocatable :: zeta(:), start(:)
  end type singular_gate

contains

  ! ---- C calls back --------------------------------------------------------------------------------

  recursive function gate_a(t, x, out, user) bind(C, name='') result(code)
    real(c_double), value :: t
    type(c_ptr), value :: x, out, user
    integer(c_int) :: code
    code = call_data('a', t, x, out, user)
  end function gate_a

  recursive function gate_b(t, x, out, user) bind(C, name='') result(code)
    real(c_double), value :: t
    type(c_ptr), value :: x, out, user
    integer(c_int) :: code
    code = call_data('b', t, x, out, user)
  end function gate_b

  recursive function gate_c(t, x, out, user) bind(C, name='') result(code)
    real(c_double), value :: t
    type(c_ptr), value :: x, out, user
    integer(c_int) :: code
    code = call_data('c', t, x, out, user)
  end function gate_c

  recursive function gate_q(t, x, out, user) bind(C, name='') result(code)
    real(c_double), value :: t
    type(c_ptr), value :: x, out, user
    integer(c_int) :: code
    code = call_data('q', t, x, out, user)
  end function gate_q

  recursive function gate_r(t, x, out, user) bind(C, name='') result(code)
    real(c_double), value :: t
    type(c_ptr), value :: x, out, user
    integer(c_int) :: code
    code = call_data('r', t, x, out, user)
  end function gate_r

  recursive function gate_dc(t, x, out, user) bind(C, name='') result(code)
    real(c_double), value :: t
    type(c_ptr), value :: x, out, user
    integer(c_int) :: code
    code = call_data('dc', t, x, out, user)
  end function gate_dc

  recursive function gate_dr(t, x, out, user) bind(C, name='') result(code)
    real(c_double), value :: t
    type(c_ptr), value :: x, out, user
    integer(c_int) :: code
    code = call_data('dr', t, x, out, user)
  end function gate_dr

  recursive function gate_f(t, x, out, user) bind(C, name='') result(code)
    real(c_double), value :: t
    type(c_ptr), value :: x, out, user
    integer(c_int) :: code
    code = call_data('f', t, x, out, user)
  end function gate_f

  recursive function gate_g(t, x, out, user) bind(C, name='') result(code)
    real(c_double), value :: t
    type(c_ptr), value :: x, out, user
    integer(c_int) :: code
    code = call_data('g', t, x, out, user)
  end function gate_g

  recursive function gate_gt(t, x, out, user) bind(C, name='') result(code)
    real(c_double), value :: t
    type(c_ptr), value :: x, out, user
    integer(c_int) :: code
    code = call_data('gt', t, x, out, user)
  end function gate_gt

  recursive function gate_e(t, x, out, user) bind(C, name='') result(code)
    real(c_double), value :: t
    type(c_ptr), value :: x, out, user
    integer(c_int) :: code
    code = call_data('e', t, x, out, user)
  end function gate_e

  recursive function gate_y0(t, x, out, user) bind(C, name='') result(code)
    real(c_double), value :: t
    type(c_ptr), value :: x, out, user
    integer(c_int) :: code
    code = call_data('y0', t, x, out, user)
  end function gate_y0

  recursive function gate_guess(t, x, out, user) bind(C, name='') result(code)
    real(c_double), value :: t
    type(c_ptr), value :: x, out, user
    integer(c_int) :: code
    code = call_data('guess', t, x, out, user)
  end function gate_guess

  ! The data named: out is a matrix or a vector of its shape.
  recursive function call_data(which, t, x, out, user) result(code)
    character(*), intent(in) :: which
    real(c_double), intent(in) :: t
    type(c_ptr), intent(in) :: x, out, user
    integer(c_int) :: code
    type(singular_gate), pointer :: w
    real(c_double), pointer :: at(:), v(:), m(:,:)
    integer :: rows, columns, status
    call c_f_pointer(user, w)
    rows = w%n_y
    columns = w%n_x
    if (any(which == ['a    ', 'b    ', 'q    ', 'f    ', 'guess'])) rows = w%n_x
    if (which == 'b' .or. which == 'e') columns = w%n_y
    call c_f_pointer(x, at, [w%n_given])
    call c_f_pointer(out, m, [rows, columns])
    call c_f_pointer(out, v, [rows])
    status = 0
    select case (which)
    case ('a'); call w%problem%a(t, at, m, status)
    case ('b'); call w%problem%b(t, at, m, status)
    case ('c'); call w%problem%c(t, at, m, status)
    case ('q'); call w%problem%q(t, at, v, status)
    case ('r'); call w%problem%r(t, at, v, status)
    case ('dc'); call w%problem%dc(t, at, m, status)
    case ('dr'); call w%problem%dr(t, at, v, status)
    case ('f'); call w%problem%f(t, at, v, status)
    case ('g'); call w%problem%g(t, at, v, status)
    case ('gt'); call w%problem%gt(t, at, v, status)
    case ('e'); call w%problem%e(t, at, m, status)
    case ('y0'); call w%problem%y0(t, v, status)
    case ('guess'); call w%problem%guess(t, v, status)
    end select
    code = status
  end function call_data

  recursive function gate_smooth(t, x, p, v, user) bind(C, name='') result(code)
    real(c_double), value :: t
    type(c_ptr), value :: x, p, v, user
    integer(c_int) :: code
    type(singular_gate), pointer :: w
    real(c_double), pointer :: at(:), matrix(:,:), vector(:)
    integer :: status
    call c_f_pointer(user, w)
    call c_f_pointer(x, at, [w%n_x])
    nullify (matrix, vector)                   ! then they are not present in smooth
    if (c_associated(p)) call c_f_pointer(p, matrix, [w%n_x, w%n_x])
    if (c_associated(v)) call c_f_pointer(v, vector, [w%n_x])
    status = 0
    call w%problem%smooth(t, at, matrix, vector, status)
    code = status
  end function gate_smooth

  recursive function gate_side(l, x, p, res, user) bind(C, name='') result(code)
    integer(c_int), value :: l
    real(c_double), intent(in) :: x(*)
    real(c_double), intent(inout) :: res
    type(c_ptr), value :: p, user
    integer(c_int) :: code
    type(singular_gate), pointer :: w
    integer :: status
    associate (unused => p)
    end associate
    call c_f_pointer(user, w)
    status = 0
    call w%problem%side(l + 1, x(1:w%n_x), res, status)
    code = status
  end function gate_side

  recursive function gate_dside(l, x, p, jac, user) bind(C, name='') result(code)
    integer(c_int), value :: l
    real(c_double), intent(in) :: x(*)
    real(c_double), intent(inout) :: jac(*)
    type(c_ptr), value :: p, user
    integer(c_int) :: code
    type(singular_gate), pointer :: w
    integer :: status
    associate (unused => p)
    end associate
    call c_f_pointer(user, w)
    status = 0
    call w%problem%dside(l + 1, x(1:w%n_x), jac(1:w%n_x), status)
    code = status
  end function gate_dside

  recursive function gate_coupled(xl, xr, p, res, user) bind(C, name='') result(code)
    real(c_double), intent(in) :: xl(*), xr(*)
    real(c_double), intent(inout) :: res(*)
    type(c_ptr), value :: p, user
    integer(c_int) :: code
    type(singular_gate), pointer :: w
    integer :: status
    associate (unused => p)
    end associate
    call c_f_pointer(user, w)
    status = 0
    call w%problem%coupled(xl(1:w%n_x), xr(1:w%n_x), res(1:w%n_coupled), status)
    code = status
  end function gate_coupled

  recursive function gate_dcoupled(xl, xr, p, dr, user) bind(C, name='') result(code)
    real(c_double), intent(in) :: xl(*), xr(*)
    type(c_ptr), value :: p, dr, user
    integer(c_int) :: code
    type(singular_gate), pointer :: w
    real(c_double), pointer :: jac(:,:)
    integer :: status
    associate (unused => p)
    end associate
    call c_f_pointer(user, w)
    call c_f_pointer(dr, jac, [w%n_coupled, 2*w%n_x])
    status = 0
    call w%problem%dcoupled(xl(1:w%n_x), xr(1:w%n_x), jac, status)
    code = status
  end function gate_dcoupled

  recursive function gate_monitor(event, user) bind(C, name='') result(code)
    type(coldae_event), intent(in) :: event
    type(c_ptr), value :: user
    integer(c_int) :: code
    type(singular_gate), pointer :: w
    logical :: cancel
    call c_f_pointer(user, w)
    cancel = .false.
    call w%problem%monitor(solve_event(event%kind, event%mesh, event%n_intervals, event%iteration, &
         event%damping, event%correction, event%error), cancel)
    code = merge(1_c_int, 0_c_int, cancel)
  end function gate_monitor

  recursive function gate_observe(step, user) bind(C, name='') result(code)
    type(coldae_srm_step), intent(in) :: step
    type(c_ptr), value :: user
    integer(c_int) :: code
    type(singular_gate), pointer :: w
    type(regularize_step) :: seen
    logical :: stop
    call c_f_pointer(user, w)
    seen%number = step%number
    seen%t_old = step%t_old
    seen%t = step%t
    call c_f_pointer(step%x, seen%x, [w%n_x])
    call c_f_pointer(step%By, seen%By, [w%n_x])
    call c_f_pointer(step%y, seen%y, [w%n_y])
    stop = .false.
    call w%problem%observe(seen, stop)
    code = merge(1_c_int, 0_c_int, stop)
  end function gate_observe

  ! ---- defaults: what an extension need not override ----------------------------------------------

  subroutine default_matrix(self, t, x, out, status)
    class(singular_problem), intent(in) :: self
    real(dp), intent(in) :: t, x(:)
    real(dp), intent(inout) :: out(:,:)
    integer, intent(inout) :: status
    associate (u1 => self, u2 => t, u3 => x, u4 => out)
    end associate
    status = not_given
  end subroutine default_matrix

  subroutine default_vector(self, t, x, out, status)
    class(singular_problem), intent(in) :: self
    real(dp), intent(in) :: t, x(:)
    real(dp), intent(inout) :: out(:)
    integer, intent(inout) :: status
    associate (u1 => self, u2 => t, u3 => x, u4 => out)
    end associate
    status = not_given
  end subroutine default_vector

  subroutine default_function(self, t, out, status)
    class(singular_problem), intent(in) :: self
    real(dp), intent(in) :: t
    real(dp), intent(inout) :: out(:)
    integer, intent(inout) :: status
    associate (u1 => self, u2 => t, u3 => out)
    end associate
    status = not_given
  end subroutine default_function

  !> p(n_x, n_x) = B E C and v(n_x) = B E g; set those that are present
  subroutine default_smooth(self, t, x, p, v, status)
    class(singular_problem), intent(in) :: self
    real(dp), intent(in) :: t, x(:)
    real(dp), intent(inout), optional :: p(:,:), v(:)
    integer, intent(inout) :: status
    if (present(p) .or. present(v)) then
       associate (u1 => self, u2 => t, u3 => x)
       end associate
    end if
    status = not_given
  end subroutine default_smooth

  !> res: residual of side condition l = 1 .. size(zeta), x at zeta(l)
  subroutine default_side(self, l, x, res, status)
    class(singular_problem), intent(in) :: self
    integer, intent(in) :: l
    real(dp), intent(in) :: x(:)
    real(dp), intent(inout) :: res
    integer, intent(inout) :: status
    associate (u1 => self, u2 => l, u3 => x, u4 => res)
    end associate
    status = not_given
  end subroutine default_side

  !> jac(n_x): derivatives of side condition l
  subroutine default_dside(self, l, x, jac, status)
    class(singular_problem), intent(in) :: self
    integer, intent(in) :: l
    real(dp), intent(in) :: x(:)
    real(dp), intent(inout) :: jac(:)
    integer, intent(inout) :: status
    associate (u1 => self, u2 => l, u3 => x, u4 => jac)
    end associate
    status = not_given
  end subroutine default_dside

  !> res(n_coupled), xl = x(left), xr = x(right)
  subroutine default_coupled(self, xl, xr, res, status)
    class(singular_problem), intent(in) :: self
    real(dp), intent(in) :: xl(:), xr(:)
    real(dp), intent(inout) :: res(:)
    integer, intent(inout) :: status
    associate (u1 => self, u2 => xl, u3 => xr, u4 => res)
    end associate
    status = not_given
  end subroutine default_coupled

  !> jac(n_coupled, 2 n_x): derivatives by xl, xr
  subroutine default_dcoupled(self, xl, xr, jac, status)
    class(singular_problem), intent(in) :: self
    real(dp), intent(in) :: xl(:), xr(:)
    real(dp), intent(inout) :: jac(:,:)
    integer, intent(inout) :: status
    associate (u1 => self, u2 => xl, u3 => xr, u4 => jac)
    end associate
    status = not_given
  end subroutine default_dcoupled

  !> cancel = .true. ends the solve with COLDAE_ERR_CANCELLED
  subroutine default_monitor(self, event, cancel)
    class(singular_problem), intent(inout) :: self
    type(solve_event), intent(in) :: event
    logical, intent(inout) :: cancel
    associate (u1 => self, u2 => event, u3 => cancel)
    end associate
  end subroutine default_monitor

  !> stop = .true. ends the march with COLDAE_ERR_CANCELLED; what was computed is kept
  subroutine default_observe(self, step, stop)
    class(singular_problem), intent(inout) :: self
    type(regularize_step), intent(in) :: step
    logical, intent(inout) :: stop
    associate (u1 => self, u2 => step, u3 => stop)
    end associate
  end subroutine default_observe
end module coldae_singular
