!> reform.f90 - a problem of index 3 rewritten and marched
!>
!> Problem: a pendulum of length 1, z = (p1, p1', p2, p2'), force lambda, from (1, 0) at rest, 0 <= t <= 10,
!>
!>     p1'' = -lambda p1,   p2'' = -lambda p2 - 1,   0 = g = (p1^2 + p2^2 - 1)/2       (index 3).
!>
!> Lesson:  give f, and g with its two derivatives; reform makes a problem of index 2 of them (here the stabilised one
!>          of Gear, Gupta and Leimkuhler).  It is a bvp like any other, for march and solve, and gives your own
!>          unknowns back: eval from a solution, from at a point.
!> Copy:    the type, and the order of the calls.
module pendulum_problem
  use coldae
  implicit none

  type, extends(constrained_problem) :: pendulum
   contains
     procedure :: f
     procedure :: g
  end type pendulum

contains

  subroutine f(self, t, z, y, p, out, status)
    class(pendulum), intent(in) :: self
    real(dp), intent(in) :: t, z(:), y(:), p(:)
    real(dp), intent(inout) :: out(:)
    integer, intent(inout) :: status
    out(1) = -y(1)*z(1)
    out(2) = -y(1)*z(3) - 1
  end subroutine f

  subroutine g(self, level, t, z, y, p, out, status)
    class(pendulum), intent(in) :: self
    integer, intent(in) :: level
    real(dp), intent(in) :: t, z(:), y(:), p(:)
    real(dp), intent(inout) :: out(:)
    integer, intent(inout) :: status
    select case (level)
    case (0); out(1) = (z(1)**2 + z(3)**2 - 1)/2
    case (1); out(1) = z(1)*z(2) + z(3)*z(4)
    case (2); out(1) = z(2)**2 + z(4)**2 - y(1)*(z(1)**2 + z(3)**2) - z(3)
    end select
  end subroutine g
end module pendulum_problem

program main
  use pendulum_problem
  implicit none
  type(pendulum) :: problem
  type(reformed) :: made
  type(reform_info) :: about
  type(march_options) :: options
  type(march_info) :: info
  type(solution) :: sol
  real(dp) :: z(4), lambda(1), drift(1), energy
  integer :: i

  problem%n = 2
  problem%n_alg = 1
  problem%n_g = 1
  problem%right = 10
  problem%z_left = [1, 0, 0, 0]
  call reform(problem, made, COLDAE_REFORM_STABILIZED, info=about)

  options%tol = 1e-8_dp
  options%projection = about%projection
  options%rank_kappa = about%rank_kappa
  call march(made, sol=sol, options=options, info=info)

  do i = 2, 10, 2
     call made%eval(sol, real(i, dp), z, lambda)
     call made%drift(0, real(i, dp), z, drift)
     print '(a, i3, a, 2f12.8, a, f10.6, a, es9.1)', 't =', i, ', p =', z(1), z(3), ', force', lambda, ', g =', drift
  end do
  energy = (z(2)**2 + z(4)**2)/2 + z(3)
  print '(a, i0, 2(a, es8.1))', 'steps ', info%n_steps, ', length off by', abs(hypot(z(1), z(3)) - 1), &
       ', energy by', abs(energy)
  if (.not. abs(hypot(z(1), z(3)) - 1) <= 1e-10_dp) error stop 'reform: length'
  if (.not. abs(energy) <= 1e-5_dp) error stop 'reform: energy'
end program main
