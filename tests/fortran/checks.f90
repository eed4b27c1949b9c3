!> checks - the test framework of the Fortran tests: count, print what failed, go on, end with a code
!>
!> Comparisons are written so that NaN fails.
module checks
  use, intrinsic :: iso_c_binding, only: dp => c_double
  implicit none
  private
  public :: check, check_near, check_same, check_has, check_result

  integer :: done = 0, failed = 0

contains

  subroutine check(ok, what)
    logical, intent(in) :: ok
    character(*), intent(in) :: what
    done = done + 1
    if (.not. ok) then
       failed = failed + 1
       print '(2a)', 'failed: ', what
    end if
  end subroutine check

  !> |a - b| <= tol
  impure elemental subroutine check_near(a, b, tol, what)
    real(dp), intent(in) :: a, b, tol
    character(*), intent(in) :: what
    done = done + 1
    if (.not. (abs(a - b) <= tol)) then
       failed = failed + 1
       print '(2a, 3(a, es23.16))', 'failed: ', what, ': ', a, ' is not ', b, ' +- ', tol
    end if
  end subroutine check_near

  !> the same number of values, and the same bits
  subroutine check_same(a, b, what)
    real(dp), intent(in) :: a(:), b(:)
    character(*), intent(in) :: what
    call check(size(a) == size(b), what//': size')
    if (size(a) == size(b)) call check_near(a, b, 0.0_dp, what)
  end subroutine check_same

  !> the text contains the part
  subroutine check_has(text, part, what)
    character(*), intent(in) :: text, part, what
    done = done + 1
    if (index(text, part) == 0) then
       failed = failed + 1
       print '(6a)', 'failed: ', what, ': "', trim(text), '" does not contain ', part
    end if
  end subroutine check_has

  !> The end of a test program.  A test that checked nothing has failed.
  subroutine check_result()
    print '(i0, a, i0, a)', done, ' checks, ', failed, ' failed'
    if (failed > 0 .or. done == 0) stop 1
  end subroutine check_result
end module checks
