!> Several solves at the same time, each in its own thread, give what they give alone.
module thread_work
  use, intrinsic :: iso_c_binding, only: c_int
  use coldae
  use natural_problems
  implicit none
  integer, parameter :: n_threads = 4, n_repeats = 10
  real(dp), parameter :: grid(5) = [0.0_dp, 0.25_dp, 0.5_dp, 0.75_dp, 1.0_dp]
  real(dp) :: found(5, n_repeats, n_threads) = -1   ! each thread writes its own part

contains

  recursive subroutine work(number) bind(C)
    integer(c_int), value :: number
    integer :: i
    do i = 1, n_repeats
       call one(mod(number, 2) == 0, found(:, i, number))
    end do
  end subroutine work

  recursive subroutine one(is_yjac, values)
    logical, intent(in) :: is_yjac
    real(dp), intent(inout) :: values(:)
    type(yjac) :: index_one
    type(mixed) :: mixed_order
    type(solution) :: sol
    integer :: status
    if (is_yjac) then
       index_one = new_yjac()
       call solve(index_one, sol, tol=1e-8_dp, status=status)
    else
       mixed_order = mixed(order=[2, 1], zeta=[0.0_dp, 0.0_dp, 1.0_dp])
       call solve(mixed_order, sol, tol=1e-8_dp, status=status)
    end if
    if (status == COLDAE_OK) values = sol%value(grid, 1)
  end subroutine one
end module thread_work

program test_threads
  use, intrinsic :: iso_c_binding
  use checks
  use thread_work
  implicit none

  interface
     integer(c_int) function run_in_threads(n, work) bind(C)
       import :: c_funptr, c_int
       integer(c_int), value :: n
       type(c_funptr), value :: work
     end function run_in_threads
  end interface

  real(dp) :: alone(5, 0:1)
  integer :: i, k

  call one(.false., alone(:, 1))
  call one(.true., alone(:, 0))
  call check_near(alone(:, 1), exp(grid), 1e-7_dp, 'mixed alone')
  call check_near(alone(:, 0), 1 + sin(pi*grid), 1e-7_dp, 'yjac alone')
  call check(run_in_threads(n_threads, c_funloc(work)) == 0, 'threads ran')
  do k = 1, n_threads
     do i = 1, n_repeats
        call check_near(found(:, i, k), alone(:, mod(k, 2)), 0.0_dp, 'the same bits in a thread')
     end do
  end do
  call check_result()
end program test_threads
