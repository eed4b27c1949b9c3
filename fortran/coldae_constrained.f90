!> coldae_constrained - the types constrained_problem and linear_constrained_problem of module coldae: what a user
!> extends to have it reformed
module coldae_constrained
  use coldae_words, only: dp
  use coldae_problems, only: not_given
  implicit none
  private

  public :: constrained_problem, linear_constrained_problem
  public :: constrained                              ! for the other parts of module coldae only

  !> What both have: sizes, the interval, the conditions.  s = order - g_order; z = (x_1, x_1', .., x_2, ..).
  !>
  !> In every procedure outputs are zero on entry, status as everywhere.
  type, abstract :: constrained
     integer :: n = 0                          !< components x, >= 1
     integer :: n_alg = 0                      !< multipliers y: n_g, or 0 for an equation with an invariant
     integer :: n_g = 0                        !< constraints or invariants
     integer :: order = 2                      !< m: x^(m) = f
     integer :: g_order = 0                    !< the highest derivative of x in the constraint itself
     integer :: highest = -1                   !< highest level that the constraint can give; -1: s
     real(dp) :: left = 0, right = 1           !< the interval
     real(dp), allocatable :: z_left(:)        !< [n order] initial values, on the constraints; else side conditions
     real(dp), allocatable :: zeta(:)          !< where side condition l = 1.. holds: nondecreasing
     integer :: n_coupled = 0                  !< conditions that couple the two ends
   contains
     procedure :: side => default_side         !< side condition l, at zeta(l)
     procedure :: dside => default_dside       !< its derivatives by z, p; else differenced
     procedure :: coupled => default_coupled   !< coupled conditions
     procedure :: dcoupled => default_dcoupled !< their derivatives by zl, zr, p; else differenced
     procedure :: guess => default_guess       !< first guess; else z_left everywhere, or zero
  end type constrained

  !> A problem of higher index: extend it, override f, g and what else you have.
  !>
  !>     x^(m) = f(t, z, y, p),   0 = g(t, x, .., x^(g_order), p)
  type, extends(constrained), abstract :: constrained_problem
     integer :: n_param = 0                    !< unknown constants p
     real(dp), allocatable :: param_guess(:)   !< [n_param] first guess of p; not allocated: zero
     logical :: linear = .false.               !< f, g, side, coupled are linear in (z, y, p), d does not contain z
   contains
     procedure(f_interface), deferred :: f     !< x^(m)
     procedure(g_interface), deferred :: g     !< the constraint and its derivatives by t along the solution
     procedure :: df => default_df             !< derivatives of f by z, y, p; else differenced
     procedure :: dg => default_dg             !< derivatives of g by z, y, p; else differenced
     procedure :: d => default_d               !< direction of the new multipliers; else as the options say
  end type constrained_problem

  !> The linear one by its matrices: extend it, override c and what else you have.
  !>
  !>     x^(m) = sum_j A_j x^(j) + B y + q,   0 = C x^(g_order) + r
  type, extends(constrained), abstract :: linear_constrained_problem
   contains
     procedure(level_interface), deferred :: c     !< C(n_g, n) and its derivatives
     procedure :: a => default_level_matrix        !< A_j(n, n), j = 0 .. order-1; else zero
     procedure :: b => default_matrix              !< B(n, n_alg)
     procedure :: q => default_vector              !< q(n); else zero
     procedure :: r => default_level_vector        !< r(n_g) and its derivatives; else zero
     procedure :: d => default_matrix              !< D(n, n_g); else as the options say
  end type linear_constrained_problem

  abstract interface
     !> out(n) = x^(m)
     subroutine f_interface(self, t, z, y, p, out, status)
       import :: constrained_problem, dp
       class(constrained_problem), intent(in) :: self
       real(dp), intent(in) :: t, z(:), y(:), p(:)
       real(dp), intent(inout) :: out(:)
       integer, intent(inout) :: status
     end subroutine f_interface

     !> out(n_g) = g^(level), level 0 .. highest; only level s may depend on y: x^(m) is replaced by f there
     subroutine g_interface(self, level, t, z, y, p, out, status)
       import :: constrained_problem, dp
       class(constrained_problem), intent(in) :: self
       integer, intent(in) :: level
       real(dp), intent(in) :: t, z(:), y(:), p(:)
       real(dp), intent(inout) :: out(:)
       integer, intent(inout) :: status
     end subroutine g_interface

     !> out: the derivative of this level
     subroutine level_interface(self, level, t, out, status)
       import :: linear_constrained_problem, dp
       class(linear_constrained_problem), intent(in) :: self
       integer, intent(in) :: level
       real(dp), intent(in) :: t
       real(dp), intent(inout) :: out(:,:)
       integer, intent(inout) :: status
     end subroutine level_interface
  end interface

contains

  ! ---- defaults: what an extension need not override ----------------------------------------------

  !> res: residual of side condition l = 1 .. size(zeta), z at zeta(l)
  subroutine default_side(self, l, z, p, res, status)
    class(constrained), intent(in) :: self
    integer, intent(in) :: l
    real(dp), intent(in) :: z(:), p(:)
    real(dp), intent(inout) :: res
    integer, intent(inout) :: status
    associate (u1 => self, u2 => l, u3 => z, u4 => p, u5 => res)
    end associate
    status = not_given
  end subroutine default_side

  !> jac(n order + n_param): derivatives of side condition l
  subroutine default_dside(self, l, z, p, jac, status)
    class(constrained), intent(in) :: self
    integer, intent(in) :: l
    real(dp), intent(in) :: z(:), p(:)
    real(dp), intent(inout) :: jac(:)
    integer, intent(inout) :: status
    associate (u1 => self, u2 => l, u3 => z, u4 => p, u5 => jac)
    end associate
    status = not_given
  end subroutine default_dside

  !> res(n_coupled), zl = z(left), zr = z(right)
  subroutine default_coupled(self, zl, zr, p, res, status)
    class(constrained), intent(in) :: self
    real(dp), intent(in) :: zl(:), zr(:), p(:)
    real(dp), intent(inout) :: res(:)
    integer, intent(inout) :: status
    associate (u1 => self, u2 => zl, u3 => zr, u4 => p, u5 => res)
    end associate
    status = not_given
  end subroutine default_coupled

  !> jac(n_coupled, 2 n order + n_param): derivatives by zl, zr, p
  subroutine default_dcoupled(self, zl, zr, p, jac, status)
    class(constrained), intent(in) :: self
    real(dp), intent(in) :: zl(:), zr(:), p(:)
    real(dp), intent(inout) :: jac(:,:)
    integer, intent(inout) :: status
    associate (u1 => self, u2 => zl, u3 => zr, u4 => p, u5 => jac)
    end associate
    status = not_given
  end subroutine default_dcoupled

  !> z(n order), y(n_alg), dmu(n) = x^(m) at t
  subroutine default_guess(self, t, z, y, dmu, status)
    class(constrained), intent(in) :: self
    real(dp), intent(in) :: t
    real(dp), intent(inout) :: z(:), y(:), dmu(:)
    integer, intent(inout) :: status
    associate (u1 => self, u2 => t, u3 => z, u4 => y, u5 => dmu)
    end associate
    status = not_given
  end subroutine default_guess

  !> jac(n, n order + n_alg + n_param)
  subroutine default_df(self, t, z, y, p, jac, status)
    class(constrained_problem), intent(in) :: self
    real(dp), intent(in) :: t, z(:), y(:), p(:)
    real(dp), intent(inout) :: jac(:,:)
    integer, intent(inout) :: status
    associate (u1 => self, u2 => t, u3 => z, u4 => y, u5 => p, u6 => jac)
    end associate
    status = not_given
  end subroutine default_df

  !> jac(n_g, n order + n_alg + n_param): derivatives of g^(level)
  subroutine default_dg(self, level, t, z, y, p, jac, status)
    class(constrained_problem), intent(in) :: self
    integer, intent(in) :: level
    real(dp), intent(in) :: t, z(:), y(:), p(:)
    real(dp), intent(inout) :: jac(:,:)
    integer, intent(inout) :: status
    associate (u1 => self, u2 => level, u3 => t, u4 => z, u5 => y, u6 => p, u7 => jac)
    end associate
    status = not_given
  end subroutine default_dg

  !> out(n, n_g): dg/dx^(g_order) D must be nonsingular
  subroutine default_d(self, t, z, p, out, status)
    class(constrained_problem), intent(in) :: self
    real(dp), intent(in) :: t, z(:), p(:)
    real(dp), intent(inout) :: out(:,:)
    integer, intent(inout) :: status
    associate (u1 => self, u2 => t, u3 => z, u4 => p, u5 => out)
    end associate
    status = not_given
  end subroutine default_d

  subroutine default_level_matrix(self, level, t, out, status)
    class(linear_constrained_problem), intent(in) :: self
    integer, intent(in) :: level
    real(dp), intent(in) :: t
    real(dp), intent(inout) :: out(:,:)
    integer, intent(inout) :: status
    associate (u1 => self, u2 => level, u3 => t, u4 => out)
    end associate
    status = not_given
  end subroutine default_level_matrix

  subroutine default_level_vector(self, level, t, out, status)
    class(linear_constrained_problem), intent(in) :: self
    integer, intent(in) :: level
    real(dp), intent(in) :: t
    real(dp), intent(inout) :: out(:)
    integer, intent(inout) :: status
    associate (u1 => self, u2 => level, u3 => t, u4 => out)
    end associate
    status = not_given
  end subroutine default_level_vector

  subroutine default_matrix(self, t, out, status)
    class(linear_constrained_problem), intent(in) :: self
    real(dp), intent(in) :: t
    real(dp), intent(inout) :: out(:,:)
    integer, intent(inout) :: status
    associate (u1 => self, u2 => t, u3 => out)
    end associate
    status = not_given
  end subroutine default_matrix

  subroutine default_vector(self, t, out, status)
    class(linear_constrained_problem), intent(in) :: self
    real(dp), intent(in) :: t
    real(dp), intent(inout) :: out(:)
    integer, intent(inout) :: status
    associate (u1 => self, u2 => t, u3 => out)
    end associate
    status = not_given
  end subroutine default_vector
end module coldae_constrained
