!> coldae_problems - the problem types of module coldae: what a user extends and overrides
module coldae_problems
  use, intrinsic :: iso_c_binding, only: c_f_pointer, c_ptr
  use coldae_c, only: COLDAE_MESSAGE_SIZE, COLDAE_OK
  use coldae_ivp_c, only: coldae_step, coldae_step_eval
  use coldae_words, only: dp, report, match
  implicit none
  private

  public :: bvp, implicit_problem, solve_event, march_step
  public :: conditions, not_given, look_at           ! for the other parts of module coldae only

  integer, parameter :: not_given = -huge(0)         ! status of a procedure that was not overridden

  !> What the monitor sees.  A field that the kind does not name is zero.
  type :: solve_event
     integer :: kind = 0              !< COLDAE_EVENT_MESH: a mesh is about to be solved
                                      !! COLDAE_EVENT_NEWTON: a Newton step was accepted
                                      !! COLDAE_EVENT_DAMPING: a trial step was refused
                                      !! COLDAE_EVENT_ERROR: a converged mesh was judged
     integer :: mesh = 0              !< number of the mesh, from 1
     integer :: n_intervals = 0       !< its subintervals
     integer :: iteration = 0         !< number of the Newton step on this mesh, from 1
     real(dp) :: damping = 0          !< factor of the step, in (0, 1]
     real(dp) :: correction = 0       !< weighted norm of the correction
     real(dp) :: error = 0            !< largest estimated error over tolerance: accepted below 0.75
                                      !! (1 on the last possible mesh)
  end type solve_event

  !> What every problem has: the interval, the constants, the conditions.  Extend bvp or implicit_problem.
  !>
  !> In every procedure outputs are zero on entry: set what is not zero.  status is zero on entry; leave
  !> it, or set > 0: "not defined here" (Newton shortens its step; so does a NaN), < 0: stop.
  type, abstract :: conditions
     integer :: n_param = 0                    !< unknown constants p
     real(dp) :: left = 0                      !< the interval
     real(dp) :: right = 1
     real(dp), allocatable :: zeta(:)          !< where side condition l = 1.. holds: nondecreasing;
                                               !! size(zeta) + n_coupled = mstar + n_param
                                               !! (index-2 constraints: see consistency)
     integer :: n_coupled = 0                  !< conditions that couple the two ends
     logical :: linear = .false.               !< the equations, g, coupled are linear in all but t
     real(dp), allocatable :: param_guess(:)   !< [n_param] first guess of p; not allocated: zero
   contains
     procedure :: g => default_g               !< side condition l, at zeta(l)
     procedure :: dg => default_dg             !< its derivatives by z, p; else differenced
     procedure :: coupled => default_coupled   !< coupled conditions
     procedure :: dcoupled => default_dcoupled !< their derivatives by zl, zr, p; else differenced
     procedure :: monitor => default_monitor   !< called with each event; may cancel the solve
  end type conditions

  !> A boundary value problem: extend it, override f and what else you have.
  type, extends(conditions), abstract :: bvp
     integer, allocatable :: order(:)          !< [n_diff] order of each differential equation, >= 1
     integer :: n_alg = 0                      !< algebraic components y = number of constraints
     integer :: n_invariant = 0                !< rows of invariant, for march
   contains
     procedure(f_interface), deferred :: f     !< the equations
     procedure :: df => default_df             !< their derivatives by z, y, p; else differenced
     procedure :: f_batch => default_f_batch   !< many points in one call, used instead of f
     procedure :: df_batch => default_df_batch !< likewise instead of df
     procedure :: guess => default_guess       !< first guess; else zero
     procedure :: observe => default_observe   !< march: called at the start and after each step; may stop it
     procedure :: invariant => default_invariant    !< march: what must hold after each step, and does not by itself
     procedure :: dinvariant => default_dinvariant  !< its derivatives by z; else differenced
     procedure :: direction => default_direction    !< where z may be moved for it; else the shortest way
  end type bvp

  !> What observe sees: the step from t_old to t.  The pointers are good during the call only.
  type :: march_step
     integer :: number = 0                     !< accepted steps so far; 0: the start
     real(dp) :: t_old = 0, t = 0
     real(dp), pointer :: z(:) => null()       !< [mstar] at t
     real(dp), pointer :: y(:) => null()       !< [n_alg] at t
     type(coldae_step), pointer, private :: c => null()
   contains
     procedure :: eval => eval_step            !< z, y at any t from t_old to t, but not at the start
  end type march_step

  !> A fully implicit problem 0 = r(t, x, x', p): extend it, override residual and what else you have.
  !>
  !> The first n_explicit equations may be given solved, x_i' = r_i.  The derivative of r by x' may be singular
  !> (index 1, its rank constant between fixed points): then give conditions for the differential part of x
  !> only, the library adds the constraints at left (consistency).  In g, dg, coupled, dcoupled z is x, and
  !> mstar = n.  Of the solution z is x, and y is x' of the components n_explicit+1 .. n.
  type, extends(conditions), abstract :: implicit_problem
     integer :: n = 0                          !< components x
     integer :: n_explicit = 0                 !< equations given as x_i' = r_i, the first ones
   contains
     procedure(residual_interface), deferred :: residual   !< the equations
     procedure :: dresidual => default_dresidual           !< their derivatives; else differenced
     procedure :: guess => default_implicit_guess          !< first guess; else zero
  end type implicit_problem

  abstract interface
     !> rhs(n_diff+n_alg): the right-hand sides, then the constraint residuals
     subroutine f_interface(self, t, z, y, p, rhs, status)
       import :: bvp, dp
       class(bvp), intent(in) :: self
       real(dp), intent(in) :: t, z(:), y(:), p(:)
       real(dp), intent(inout) :: rhs(:)
       integer, intent(inout) :: status
     end subroutine f_interface

     !> r(n) from x(n) and dx(n - n_explicit), the derivatives of the components n_explicit+1 .. n
     subroutine residual_interface(self, t, x, dx, p, r, status)
       import :: implicit_problem, dp
       class(implicit_problem), intent(in) :: self
       real(dp), intent(in) :: t, x(:), dx(:), p(:)
       real(dp), intent(inout) :: r(:)
       integer, intent(inout) :: status
     end subroutine residual_interface
  end interface

contains

  ! ---- defaults: what an extension need not override ----------------------------------------------
  ! Each says not_given.  The empty associate names the arguments that a default does not look at.

  !> jac(n_diff+n_alg, mstar+n_alg+n_param): derivatives of f by z, y, p
  subroutine default_df(self, t, z, y, p, jac, status)
    class(bvp), intent(in) :: self
    real(dp), intent(in) :: t, z(:), y(:), p(:)
    real(dp), intent(inout) :: jac(:,:)
    integer, intent(inout) :: status
    associate (u1 => self, u2 => t, u3 => z, u4 => y, u5 => p, u6 => jac)
    end associate
    status = not_given
  end subroutine default_df

  !> rhs(n_diff+n_alg, m) at t(m), z(mstar, m), y(n_alg, m)
  subroutine default_f_batch(self, t, z, y, p, rhs, status)
    class(bvp), intent(in) :: self
    real(dp), intent(in) :: t(:), z(:,:), y(:,:), p(:)
    real(dp), intent(inout) :: rhs(:,:)
    integer, intent(inout) :: status
    associate (u1 => self, u2 => t, u3 => z, u4 => y, u5 => p, u6 => rhs)
    end associate
    status = not_given
  end subroutine default_f_batch

  !> jac(n_diff+n_alg, mstar+n_alg+n_param, m) at t(m), z(mstar, m), y(n_alg, m)
  subroutine default_df_batch(self, t, z, y, p, jac, status)
    class(bvp), intent(in) :: self
    real(dp), intent(in) :: t(:), z(:,:), y(:,:), p(:)
    real(dp), intent(inout) :: jac(:,:,:)
    integer, intent(inout) :: status
    associate (u1 => self, u2 => t, u3 => z, u4 => y, u5 => p, u6 => jac)
    end associate
    status = not_given
  end subroutine default_df_batch

  !> res: residual of side condition l = 1 .. size(zeta), z at zeta(l)
  subroutine default_g(self, l, z, p, res, status)
    class(conditions), intent(in) :: self
    integer, intent(in) :: l
    real(dp), intent(in) :: z(:), p(:)
    real(dp), intent(inout) :: res
    integer, intent(inout) :: status
    associate (u1 => self, u2 => l, u3 => z, u4 => p, u5 => res)
    end associate
    status = not_given
  end subroutine default_g

  !> jac(mstar+n_param): derivatives of side condition l by z, p
  subroutine default_dg(self, l, z, p, jac, status)
    class(conditions), intent(in) :: self
    integer, intent(in) :: l
    real(dp), intent(in) :: z(:), p(:)
    real(dp), intent(inout) :: jac(:)
    integer, intent(inout) :: status
    associate (u1 => self, u2 => l, u3 => z, u4 => p, u5 => jac)
    end associate
    status = not_given
  end subroutine default_dg

  !> res(n_coupled): residuals of the coupled conditions, zl = z(left), zr = z(right)
  subroutine default_coupled(self, zl, zr, p, res, status)
    class(conditions), intent(in) :: self
    real(dp), intent(in) :: zl(:), zr(:), p(:)
    real(dp), intent(inout) :: res(:)
    integer, intent(inout) :: status
    associate (u1 => self, u2 => zl, u3 => zr, u4 => p, u5 => res)
    end associate
    status = not_given
  end subroutine default_coupled

  !> jac(n_coupled, 2 mstar+n_param): derivatives of the coupled conditions by zl, zr, p
  subroutine default_dcoupled(self, zl, zr, p, jac, status)
    class(conditions), intent(in) :: self
    real(dp), intent(in) :: zl(:), zr(:), p(:)
    real(dp), intent(inout) :: jac(:,:)
    integer, intent(inout) :: status
    associate (u1 => self, u2 => zl, u3 => zr, u4 => p, u5 => jac)
    end associate
    status = not_given
  end subroutine default_dcoupled

  !> z(mstar), y(n_alg), dmu(n_diff) = u_i^(m_i): the first guess at t
  subroutine default_guess(self, t, z, y, dmu, status)
    class(bvp), intent(in) :: self
    real(dp), intent(in) :: t
    real(dp), intent(inout) :: z(:), y(:), dmu(:)
    integer, intent(inout) :: status
    associate (u1 => self, u2 => t, u3 => z, u4 => y, u5 => dmu)
    end associate
    status = not_given
  end subroutine default_guess

  !> jac(n, n + (n - n_explicit) + n_param): derivatives of the residual by x, dx, p
  subroutine default_dresidual(self, t, x, dx, p, jac, status)
    class(implicit_problem), intent(in) :: self
    real(dp), intent(in) :: t, x(:), dx(:), p(:)
    real(dp), intent(inout) :: jac(:,:)
    integer, intent(inout) :: status
    associate (u1 => self, u2 => t, u3 => x, u4 => dx, u5 => p, u6 => jac)
    end associate
    status = not_given
  end subroutine default_dresidual

  !> x(n), dx(n): the first guess at t and its derivatives
  subroutine default_implicit_guess(self, t, x, dx, status)
    class(implicit_problem), intent(in) :: self
    real(dp), intent(in) :: t
    real(dp), intent(inout) :: x(:), dx(:)
    integer, intent(inout) :: status
    associate (u1 => self, u2 => t, u3 => x, u4 => dx)
    end associate
    status = not_given
  end subroutine default_implicit_guess

  !> Progress; cancel = .true. ends the solve with COLDAE_ERR_CANCELLED.
  subroutine default_monitor(self, event, cancel)
    class(conditions), intent(inout) :: self
    type(solve_event), intent(in) :: event
    logical, intent(inout) :: cancel
    associate (u1 => self, u2 => event, u3 => cancel)
    end associate
  end subroutine default_monitor

  !> stop = .true. ends the march with COLDAE_ERR_CANCELLED; what was computed is kept
  subroutine default_observe(self, step, stop)
    class(bvp), intent(inout) :: self
    type(march_step), intent(in) :: step
    logical, intent(inout) :: stop
    associate (u1 => self, u2 => step, u3 => stop)
    end associate
  end subroutine default_observe

  !> h(n_invariant): zero where the invariant holds
  subroutine default_invariant(self, t, z, p, h, status)
    class(bvp), intent(in) :: self
    real(dp), intent(in) :: t, z(:), p(:)
    real(dp), intent(inout) :: h(:)
    integer, intent(inout) :: status
    associate (u1 => self, u2 => t, u3 => z, u4 => p, u5 => h)
    end associate
    status = not_given
  end subroutine default_invariant

  !> jac(n_invariant, mstar)
  subroutine default_dinvariant(self, t, z, p, jac, status)
    class(bvp), intent(in) :: self
    real(dp), intent(in) :: t, z(:), p(:)
    real(dp), intent(inout) :: jac(:,:)
    integer, intent(inout) :: status
    associate (u1 => self, u2 => t, u3 => z, u4 => p, u5 => jac)
    end associate
    status = not_given
  end subroutine default_dinvariant

  !> directions(mstar, n_invariant)
  subroutine default_direction(self, t, z, p, directions, status)
    class(bvp), intent(in) :: self
    real(dp), intent(in) :: t, z(:), p(:)
    real(dp), intent(inout) :: directions(:,:)
    integer, intent(inout) :: status
    associate (u1 => self, u2 => t, u3 => z, u4 => p, u5 => directions)
    end associate
    status = not_given
  end subroutine default_direction

  ! ---- a step of march -----------------------------------------------------------------------------

  !> z, y at t inside the step.
  subroutine eval_step(self, t, z, y, status, message)
    class(march_step), intent(in) :: self
    real(dp), intent(in) :: t
    real(dp), intent(out), optional :: z(:), y(:)
    integer, intent(out), optional :: status
    character(*), intent(inout), optional :: message
    character(COLDAE_MESSAGE_SIZE) :: text
    integer :: code
    code = COLDAE_OK
    text = ''
    if (present(z)) call match('z', size(z), size(self%z), code, text)
    if (code == COLDAE_OK .and. present(y)) call match('y', size(y), size(self%y), code, text)
    if (code == COLDAE_OK) then
       code = coldae_step_eval(self%c, t, z, y)
       if (code /= COLDAE_OK) text = 't is outside of the step, or there is no step yet'
    end if
    call report(code, text, status, message)
  end subroutine eval_step

  ! What observe sees of a step of C.
  subroutine look_at(step, n_z, n_y, seen)
    type(coldae_step), intent(in), target :: step
    integer, intent(in) :: n_z, n_y
    type(march_step), intent(out) :: seen
    seen%number = step%number
    seen%t_old = step%t_old
    seen%t = step%t
    seen%c => step
    call c_f_pointer(step%z, seen%z, [n_z])
    call view(step%y, n_y, seen%y)
  end subroutine look_at

  ! n numbers at c, which may be NULL for n = 0.
  subroutine view(c, n, x)
    type(c_ptr), intent(in) :: c
    integer, intent(in) :: n
    real(dp), pointer, intent(out) :: x(:)
    real(dp), target, save :: nothing(0)
    if (n > 0) then
       call c_f_pointer(c, x, [n])
    else
       x => nothing
    end if
  end subroutine view
end module coldae_problems
