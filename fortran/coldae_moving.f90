!> coldae_moving - the type motion of module coldae, and how C calls its procedures
module coldae_moving
  use, intrinsic :: iso_c_binding, only: c_double, c_f_pointer, c_int, c_ptr
  use coldae_ivp_c, only: coldae_step
  use coldae_words, only: dp
  use coldae_problems, only: march_step, not_given, look_at
  implicit none
  private

  public :: motion
  ! for the other parts of module coldae only
  public :: motion_gate, motion_gate_f, motion_gate_k, motion_gate_g, motion_gate_g_t
  public :: motion_gate_df, motion_gate_dk, motion_gate_dg, motion_gate_mass, motion_gate_observe

  !> Constrained motion of index 3, 2 or 1 forward in time: extend it, override k and what else you have.
  !>
  !>     u' = f(t, u, v),   M(t, u) v' = k(t, u, v, lambda),   0 = g
  type, abstract :: motion
     integer :: n_u = 0                        !< positions; 0: none
     integer :: n_v = 0                        !< velocities, >= 1
     integer :: n_lambda = 0                   !< constraints, <= n_v; 0: a (stiff) ordinary equation
     integer :: index = 3                      !< of the constraints: g(t, u): 3, g(t, u, v): 2, with lambda: 1
     real(dp) :: left = 0, right = 1           !< from here to there
     logical :: mass_is_constant = .false.     !< M depends neither on t nor on u
     logical :: g_depends_on_t = .false.       !< g contains t by itself
   contains
     procedure(motion_interface), deferred :: k    !< M v'
     procedure :: f => default_motion_f            !< u'; else u' = v
     procedure :: g => default_motion_g            !< the constraints
     procedure :: g_t => default_motion_g_t        !< derivative of g by t; else differenced
     procedure :: mass => default_mass             !< M; else the identity
     procedure :: df => default_motion_df          !< derivatives of f by u, v, lambda; else differenced
     procedure :: dk => default_motion_dk          !< of k - M w, w held fixed; else differenced
     procedure :: dg => default_motion_dg          !< of g; else differenced
     procedure :: observe => default_motion_observe   !< called at the start and after each step; may stop it
  end type motion

  abstract interface
     !> out(n_v) = k; outputs are zero on entry, status as everywhere
     subroutine motion_interface(self, t, u, v, lambda, out, status)
       import :: motion, dp
       class(motion), intent(in) :: self
       real(dp), intent(in) :: t, u(:), v(:), lambda(:)
       real(dp), intent(inout) :: out(:)
       integer, intent(inout) :: status
     end subroutine motion_interface
  end interface

  ! What `user` points to during the integration.
  type :: motion_gate
     class(motion), pointer :: problem => null()
     integer :: n_u = 0, n_v = 0, n_lambda = 0, n_column = 0
  end type motion_gate

contains

  ! ---- C calls back --------------------------------------------------------------------------------

  recursive function motion_gate_f(t, u, v, lambda, out, user) bind(C, name='') result(code)
    real(c_double), value :: t
    real(c_double), intent(in) :: u(*), v(*), lambda(*)
    real(c_double), intent(inout) :: out(*)
    type(c_ptr), value :: user
    integer(c_int) :: code
    type(motion_gate), pointer :: w
    integer :: status
    call c_f_pointer(user, w)
    status = 0
    call w%problem%f(t, u(1:w%n_u), v(1:w%n_v), lambda(1:w%n_lambda), out(1:w%n_u), status)
    code = status
  end function motion_gate_f

  recursive function motion_gate_k(t, u, v, lambda, out, user) bind(C, name='') result(code)
    real(c_double), value :: t
    real(c_double), intent(in) :: u(*), v(*), lambda(*)
    real(c_double), intent(inout) :: out(*)
    type(c_ptr), value :: user
    integer(c_int) :: code
    type(motion_gate), pointer :: w
    integer :: status
    call c_f_pointer(user, w)
    status = 0
    call w%problem%k(t, u(1:w%n_u), v(1:w%n_v), lambda(1:w%n_lambda), out(1:w%n_v), status)
    code = status
  end function motion_gate_k

  recursive function motion_gate_g(t, u, v, lambda, out, user) bind(C, name='') result(code)
    real(c_double), value :: t
    real(c_double), intent(in) :: u(*), v(*), lambda(*)
    real(c_double), intent(inout) :: out(*)
    type(c_ptr), value :: user
    integer(c_int) :: code
    type(motion_gate), pointer :: w
    integer :: status
    call c_f_pointer(user, w)
    status = 0
    call w%problem%g(t, u(1:w%n_u), v(1:w%n_v), lambda(1:w%n_lambda), out(1:w%n_lambda), status)
    code = status
  end function motion_gate_g

  recursive function motion_gate_g_t(t, u, v, lambda, out, user) bind(C, name='') result(code)
    real(c_double), value :: t
    real(c_double), intent(in) :: u(*), v(*), lambda(*)
    real(c_double), intent(inout) :: out(*)
    type(c_ptr), value :: user
    integer(c_int) :: code
    type(motion_gate), pointer :: w
    integer :: status
    call c_f_pointer(user, w)
    status = 0
    call w%problem%g_t(t, u(1:w%n_u), v(1:w%n_v), lambda(1:w%n_lambda), out(1:w%n_lambda), status)
    code = status
  end function motion_gate_g_t

  recursive function motion_gate_df(t, u, v, lambda, dv, d, user) bind(C, name='') result(code)
    real(c_double), value :: t
    real(c_double), intent(in) :: u(*), v(*), lambda(*), dv(*)
    type(c_ptr), value :: d, user
    integer(c_int) :: code
    type(motion_gate), pointer :: w
    real(c_double), pointer :: jac(:,:)
    integer :: status
    call c_f_pointer(user, w)
    call c_f_pointer(d, jac, [w%n_u, w%n_column])
    status = 0
    call w%problem%df(t, u(1:w%n_u), v(1:w%n_v), lambda(1:w%n_lambda), dv(1:w%n_v), jac, status)
    code = status
  end function motion_gate_df

  recursive function motion_gate_dk(t, u, v, lambda, dv, d, user) bind(C, name='') result(code)
    real(c_double), value :: t
    real(c_double), intent(in) :: u(*), v(*), lambda(*), dv(*)
    type(c_ptr), value :: d, user
    integer(c_int) :: code
    type(motion_gate), pointer :: w
    real(c_double), pointer :: jac(:,:)
    integer :: status
    call c_f_pointer(user, w)
    call c_f_pointer(d, jac, [w%n_v, w%n_column])
    status = 0
    call w%problem%dk(t, u(1:w%n_u), v(1:w%n_v), lambda(1:w%n_lambda), dv(1:w%n_v), jac, status)
    code = status
  end function motion_gate_dk

  recursive function motion_gate_dg(t, u, v, lambda, dv, d, user) bind(C, name='') result(code)
    real(c_double), value :: t
    real(c_double), intent(in) :: u(*), v(*), lambda(*), dv(*)
    type(c_ptr), value :: d, user
    integer(c_int) :: code
    type(motion_gate), pointer :: w
    real(c_double), pointer :: jac(:,:)
    integer :: status
    call c_f_pointer(user, w)
    call c_f_pointer(d, jac, [w%n_lambda, w%n_column])
    status = 0
    call w%problem%dg(t, u(1:w%n_u), v(1:w%n_v), lambda(1:w%n_lambda), dv(1:w%n_v), jac, status)
    code = status
  end function motion_gate_dg

  recursive function motion_gate_mass(t, u, m, user) bind(C, name='') result(code)
    real(c_double), value :: t
    real(c_double), intent(in) :: u(*)
    type(c_ptr), value :: m, user
    integer(c_int) :: code
    type(motion_gate), pointer :: w
    real(c_double), pointer :: mass(:,:)
    integer :: status
    call c_f_pointer(user, w)
    call c_f_pointer(m, mass, [w%n_v, w%n_v])
    status = 0
    call w%problem%mass(t, u(1:w%n_u), mass, status)
    code = status
  end function motion_gate_mass

  recursive function motion_gate_observe(step, user) bind(C, name='') result(code)
    type(coldae_step), intent(in), target :: step
    type(c_ptr), value :: user
    integer(c_int) :: code
    type(motion_gate), pointer :: w
    type(march_step) :: seen
    logical :: stop
    call c_f_pointer(user, w)
    call look_at(step, w%n_u + w%n_v, w%n_lambda, seen)
    stop = .false.
    call w%problem%observe(seen, stop)
    code = merge(1_c_int, 0_c_int, stop)
  end function motion_gate_observe

  ! ---- defaults ------------------------------------------------------------------------------------

  !> out(n_u) = u'
  subroutine default_motion_f(self, t, u, v, lambda, out, status)
    class(motion), intent(in) :: self
    real(dp), intent(in) :: t, u(:), v(:), lambda(:)
    real(dp), intent(inout) :: out(:)
    integer, intent(inout) :: status
    associate (u1 => self, u2 => t, u3 => u, u4 => v, u5 => lambda, u6 => out)
    end associate
    status = not_given
  end subroutine default_motion_f

  !> out(n_lambda) = g
  subroutine default_motion_g(self, t, u, v, lambda, out, status)
    class(motion), intent(in) :: self
    real(dp), intent(in) :: t, u(:), v(:), lambda(:)
    real(dp), intent(inout) :: out(:)
    integer, intent(inout) :: status
    associate (u1 => self, u2 => t, u3 => u, u4 => v, u5 => lambda, u6 => out)
    end associate
    status = not_given
  end subroutine default_motion_g

  !> out(n_lambda): derivative of g by t
  subroutine default_motion_g_t(self, t, u, v, lambda, out, status)
    class(motion), intent(in) :: self
    real(dp), intent(in) :: t, u(:), v(:), lambda(:)
    real(dp), intent(inout) :: out(:)
    integer, intent(inout) :: status
    associate (u1 => self, u2 => t, u3 => u, u4 => v, u5 => lambda, u6 => out)
    end associate
    status = not_given
  end subroutine default_motion_g_t

  !> jac(n_u, n_u+n_v+n_lambda)
  subroutine default_motion_df(self, t, u, v, lambda, w, jac, status)
    class(motion), intent(in) :: self
    real(dp), intent(in) :: t, u(:), v(:), lambda(:), w(:)
    real(dp), intent(inout) :: jac(:,:)
    integer, intent(inout) :: status
    associate (u1 => self, u2 => t, u3 => u, u4 => v, u5 => lambda, u6 => w, u7 => jac)
    end associate
    status = not_given
  end subroutine default_motion_df

  !> jac(n_v, n_u+n_v+n_lambda), of k - M w, w = v' held fixed
  subroutine default_motion_dk(self, t, u, v, lambda, w, jac, status)
    class(motion), intent(in) :: self
    real(dp), intent(in) :: t, u(:), v(:), lambda(:), w(:)
    real(dp), intent(inout) :: jac(:,:)
    integer, intent(inout) :: status
    associate (u1 => self, u2 => t, u3 => u, u4 => v, u5 => lambda, u6 => w, u7 => jac)
    end associate
    status = not_given
  end subroutine default_motion_dk

  !> jac(n_lambda, n_u+n_v+n_lambda)
  subroutine default_motion_dg(self, t, u, v, lambda, w, jac, status)
    class(motion), intent(in) :: self
    real(dp), intent(in) :: t, u(:), v(:), lambda(:), w(:)
    real(dp), intent(inout) :: jac(:,:)
    integer, intent(inout) :: status
    associate (u1 => self, u2 => t, u3 => u, u4 => v, u5 => lambda, u6 => w, u7 => jac)
    end associate
    status = not_given
  end subroutine default_motion_dg

  !> m(n_v, n_v)
  subroutine default_mass(self, t, u, m, status)
    class(motion), intent(in) :: self
    real(dp), intent(in) :: t, u(:)
    real(dp), intent(inout) :: m(:,:)
    integer, intent(inout) :: status
    associate (u1 => self, u2 => t, u3 => u, u4 => m)
    end associate
    status = not_given
  end subroutine default_mass

  !> step%z = (u, v), step%y = lambda; stop = .true. ends it with COLDAE_ERR_CANCELLED, what was computed is kept
  subroutine default_motion_observe(self, step, stop)
    class(motion), intent(inout) :: self
    type(march_step), intent(in) :: step
    logical, intent(inout) :: stop
    associate (u1 => self, u2 => step, u3 => stop)
    end associate
  end subroutine default_motion_observe
end module coldae_moving
