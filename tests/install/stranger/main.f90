!> u'' = -u, u(0) = 0, u(1) = 1:  u = sin t / sin 1
module stranger
  use coldae
  implicit none

  type, extends(bvp) :: oscillator
   contains
     procedure :: f
     procedure :: g
  end type oscillator

contains

  subroutine f(self, t, z, y, p, rhs, status)
    class(oscillator), intent(in) :: self
    real(dp), intent(in) :: t, z(:), y(:), p(:)
    real(dp), intent(inout) :: rhs(:)
    integer, intent(inout) :: status
    rhs(1) = -z(1)
  end subroutine f

  subroutine g(self, l, z, p, res, status)
    class(oscillator), intent(in) :: self
    integer, intent(in) :: l
    real(dp), intent(in) :: z(:), p(:)
    real(dp), intent(inout) :: res
    integer, intent(inout) :: status
    res = z(1) - (l - 1)
  end subroutine g
end module stranger

program main
  use stranger
  implicit none
  type(oscillator) :: problem
  type(solution) :: sol
  real(dp) :: z(2)

  problem%order = [2]
  problem%zeta = [0.0_dp, 1.0_dp]
  problem%linear = .true.
  call solve(problem, sol)
  call sol%eval(0.5_dp, z)
  print '(3a, f8.6)', 'libcoldae ', library_version(), ': u(0.5) = ', z(1)
  if (.not. abs(z(1) - sin(0.5_dp) / sin(1.0_dp)) < 1e-5_dp) error stop 'wrong'
end program main
