!> coldae_words - what all parts of module coldae share: the kind of its numbers, errors and strings, addresses for C
module coldae_words
  use, intrinsic :: iso_c_binding, only: c_associated, c_char, c_double, c_f_pointer, c_int, c_loc, c_null_char, &
       c_null_ptr, c_ptr, c_size_t
  use coldae_c, only: COLDAE_OK, COLDAE_ERR_INVALID, coldae_strerror, coldae_version
  implicit none
  private

  public :: dp, status_text, library_version
  public :: report, fail, match, copy_optional, from_c, real_address, int_address

  integer, parameter :: dp = c_double                !< kind of every real number

contains

  !> The meaning of a status.
  function status_text(status) result(text)
    integer, intent(in) :: status
    character(:), allocatable :: text
    text = c_string(coldae_strerror(int(status, c_int)))
  end function status_text

  !> Version of the library, "major.minor.patch".
  function library_version() result(text)
    character(:), allocatable :: text
    text = c_string(coldae_version())
  end function library_version

  ! One end for every procedure: to status and message, or stop.
  subroutine report(code, text, status, message)
    integer, intent(in) :: code
    character(*), intent(in) :: text
    integer, intent(out), optional :: status
    character(*), intent(inout), optional :: message
    if (present(message)) then
       message = ''
       if (code /= COLDAE_OK) message = text
    end if
    if (present(status)) then
       status = code
    else if (code /= COLDAE_OK) then
       error stop 'coldae: '//trim(text)
    end if
  end subroutine report

  subroutine fail(what, code, text)
    character(*), intent(in) :: what
    integer, intent(out) :: code
    character(*), intent(out) :: text
    code = COLDAE_ERR_INVALID
    text = what
  end subroutine fail

  ! A size is what it must be, or the message says which one is not.
  subroutine match(name, given, needed, code, text)
    character(*), intent(in) :: name
    integer, intent(in) :: given, needed
    integer, intent(inout) :: code
    character(*), intent(inout) :: text
    if (given == needed) return
    code = COLDAE_ERR_INVALID
    write (text, '(3a, i0, a, i0)') 'size of ', name, ' is ', given, ', must be ', needed
  end subroutine match

  ! A copy of x, which may be left out where nothing is needed.
  subroutine copy_optional(name, x, needed, copy, code, text)
    character(*), intent(in) :: name
    real(dp), intent(in), optional :: x(:)
    integer, intent(in) :: needed
    real(dp), allocatable, intent(out) :: copy(:)
    integer, intent(inout) :: code
    character(*), intent(inout) :: text
    if (present(x)) then
       allocate (copy, source=x)
    else
       allocate (copy(0))
    end if
    call match(name, size(copy), needed, code, text)
  end subroutine copy_optional

  function real_address(x) result(c)
    real(c_double), intent(in), target, contiguous :: x(:)
    type(c_ptr) :: c
    c = c_null_ptr
    if (size(x) > 0) c = c_loc(x)
  end function real_address

  function int_address(x) result(c)
    integer(c_int), intent(in), target, contiguous :: x(:)
    type(c_ptr) :: c
    c = c_null_ptr
    if (size(x) > 0) c = c_loc(x)
  end function int_address

  ! A C string in an array of characters to a blank-padded one.
  pure subroutine from_c(c, text)
    character(kind=c_char), intent(in) :: c(:)
    character(*), intent(out) :: text
    integer :: i
    text = ''
    do i = 1, min(size(c), len(text))
       if (c(i) == c_null_char) exit
       text(i:i) = c(i)
    end do
  end subroutine from_c

  ! A C string behind a pointer to a string of its length.
  function c_string(c) result(text)
    type(c_ptr), intent(in) :: c
    character(:), allocatable :: text
    character(kind=c_char), pointer :: chars(:)
    integer :: i, n
    interface
       pure function strlen(s) bind(C)
         import :: c_ptr, c_size_t
         type(c_ptr), value :: s
         integer(c_size_t) :: strlen
       end function strlen
    end interface
    text = ''
    if (.not. c_associated(c)) return
    n = int(strlen(c))
    call c_f_pointer(c, chars, [n])
    text = repeat(' ', n)
    do i = 1, n
       text(i:i) = chars(i)
    end do
  end function c_string
end module coldae_words
