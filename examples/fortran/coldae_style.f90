!> coldae_style.f90 - subroutines of an old COLDAE driver, unchanged, with the new library
!>
!> Problem: Example 1 of Ascher & Spiteri (1994) with p = 0: index 2, solution x1 = x2 = e^t, y = -e^t/(2-t).
!>
!> Lesson:  fsub, dfsub, gsub, dgsub and guess of an old driver need not be rewritten.  The module
!>          coldae_style below holds a problem whose procedures call them; the program sets what the old
!>          argument list said and calls solve.  What went through COMMON may stay there, or move into the type.
!> Copy:    the module coldae_style; then your own subroutines; then the program.
module coldae_style
  use coldae
  implicit none

  abstract interface
     subroutine fsub_interface(x, z, y, f)          ! right-hand sides, then constraint residuals
       import :: dp
       real(dp), intent(in) :: x, z(*), y(*)
       real(dp), intent(out) :: f(*)
     end subroutine fsub_interface
     subroutine gsub_interface(i, z, g)             ! side condition i
       import :: dp
       integer, intent(in) :: i
       real(dp), intent(in) :: z(*)
       real(dp), intent(out) :: g
     end subroutine gsub_interface
     subroutine dgsub_interface(i, z, dg)           ! its derivatives
       import :: dp
       integer, intent(in) :: i
       real(dp), intent(in) :: z(*)
       real(dp), intent(out) :: dg(*)
     end subroutine dgsub_interface
     subroutine guess_interface(x, z, y, dmval)     ! first guess
       import :: dp
       real(dp), intent(in) :: x
       real(dp), intent(out) :: z(*), y(*), dmval(*)
     end subroutine guess_interface
  end interface

  !> A problem made of the five subroutines; without first (guess) everything starts at zero.
  type, extends(bvp) :: old_problem
     procedure(fsub_interface), pointer, nopass :: fsub => null()
     procedure(), pointer, nopass :: dfsub => null()    ! (x, z, y, df), df(ncomp+ny, *): its first dimension is
                                                        ! written in yours, so no interface can be given here
     procedure(gsub_interface), pointer, nopass :: gsub => null()
     procedure(dgsub_interface), pointer, nopass :: dgsub => null()
     procedure(guess_interface), pointer, nopass :: first => null()
   contains
     procedure :: f => call_fsub
     procedure :: df => call_dfsub
     procedure :: g => call_gsub
     procedure :: dg => call_dgsub
     procedure :: guess => call_guess
  end type old_problem

contains

  subroutine call_fsub(self, t, z, y, p, rhs, status)
    class(old_problem), intent(in) :: self
    real(dp), intent(in) :: t, z(:), y(:), p(:)
    real(dp), intent(inout) :: rhs(:)
    integer, intent(inout) :: status
    call self%fsub(t, z, y, rhs)
  end subroutine call_fsub

  subroutine call_dfsub(self, t, z, y, p, jac, status)
    class(old_problem), intent(in) :: self
    real(dp), intent(in) :: t, z(:), y(:), p(:)
    real(dp), intent(inout) :: jac(:,:)
    integer, intent(inout) :: status
    call self%dfsub(t, z, y, jac)
  end subroutine call_dfsub

  subroutine call_gsub(self, l, z, p, res, status)
    class(old_problem), intent(in) :: self
    integer, intent(in) :: l
    real(dp), intent(in) :: z(:), p(:)
    real(dp), intent(inout) :: res
    integer, intent(inout) :: status
    call self%gsub(l, z, res)
  end subroutine call_gsub

  subroutine call_dgsub(self, l, z, p, jac, status)
    class(old_problem), intent(in) :: self
    integer, intent(in) :: l
    real(dp), intent(in) :: z(:), p(:)
    real(dp), intent(inout) :: jac(:)
    integer, intent(inout) :: status
    call self%dgsub(l, z, jac)
  end subroutine call_dgsub

  subroutine call_guess(self, t, z, y, dmu, status)
    class(old_problem), intent(in) :: self
    real(dp), intent(in) :: t
    real(dp), intent(inout) :: z(:), y(:), dmu(:)
    integer, intent(inout) :: status
    if (associated(self%first)) call self%first(t, z, y, dmu)
  end subroutine call_guess
end module coldae_style

!> What an old driver brings along: its subroutines, with nu in a module instead of COMMON.
module old_subroutines
  use coldae, only: dp
  implicit none
  real(dp) :: nu = 50

contains

  subroutine fsub(x, z, y, f)
    real(dp), intent(in) :: x, z(*), y(*)
    real(dp), intent(out) :: f(*)
    f(1) = (nu - 1/(2 - x))*z(1) + (2 - x)*nu*y(1) + (3 - x)/(2 - x)*exp(x)
    f(2) = (nu - 1)/(2 - x)*z(1) - z(2) + (nu - 1)*y(1) + 2*exp(x)
    f(3) = (x + 2)*z(1) + (x**2 - 4)*z(2) - (x**2 + x - 2)*exp(x)
  end subroutine fsub

  subroutine dfsub(x, z, y, df)
    real(dp), intent(in) :: x, z(*), y(*)
    real(dp), intent(out) :: df(3, *)
    df(1, 1:3) = [nu - 1/(2 - x), 0.0_dp, (2 - x)*nu]
    df(2, 1:3) = [(nu - 1)/(2 - x), -1.0_dp, nu - 1]
    df(3, 1:3) = [x + 2, x**2 - 4, 0.0_dp]
  end subroutine dfsub

  subroutine gsub(i, z, g)
    integer, intent(in) :: i
    real(dp), intent(in) :: z(*)
    real(dp), intent(out) :: g
    if (i == 1) g = z(1) - 1                       ! x1(0) = 1
    if (i == 2) g = z(1) - 2*z(2) + 1              ! the constraint at t = 0, as COLDAE wants it
  end subroutine gsub

  subroutine dgsub(i, z, dg)
    integer, intent(in) :: i
    real(dp), intent(in) :: z(*)
    real(dp), intent(out) :: dg(*)
    if (i == 1) dg(1:2) = [1.0_dp, 0.0_dp]
    if (i == 2) dg(1:2) = [1.0_dp, -2.0_dp]
  end subroutine dgsub
end module old_subroutines

program main
  use coldae_style
  use old_subroutines
  implicit none
  type(old_problem) :: problem
  type(solution) :: sol
  type(solve_info) :: info
  real(dp) :: z(2), y(1), x, error
  integer :: i

  ! ncomp = 2, ny = 1, m = (1, 1), aleft = 0, aright = 1, zeta = (0, 0)
  problem%order = [1, 1]
  problem%n_alg = 1
  problem%zeta = [0, 0]
  problem%linear = .true.                          ! ipar(1) = 0
  problem%fsub => fsub
  problem%dfsub => dfsub
  problem%gsub => gsub
  problem%dgsub => dgsub

  ! ipar(2) = 4 points, ipar(3) = 5 subintervals, ipar(4) = 2 tolerances: ltol = (1, 2), tol = 1e-5
  call solve(problem, sol, n_points=4, n_intervals=5, tol_z=[1e-5_dp, 1e-5_dp], info=info)

  error = 0
  do i = 0, 10
     x = i/10.0_dp
     call sol%eval(x, z, y)                        ! call APPSLN(x, z, y, fspace, ispace)
     error = max(error, maxval(abs(z - exp(x))/(1 + exp(x))))
  end do
  print '(2(a, i0), a, es8.1)', 'index ', info%index, ', ', info%n_intervals, ' subintervals, error', error
  if (.not. error <= 1e-5_dp) error stop 'coldae_style: wrong'
end program main
