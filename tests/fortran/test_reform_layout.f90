!> The mirror of reform.h against C: place of every field, size of every struct, every constant.
program test_reform_layout
  use, intrinsic :: iso_c_binding
  use coldae_reform_c
  use checks
  implicit none

  interface
     integer(c_int) function layout_place(i) bind(C)
       import :: c_int
       integer(c_int), value :: i
     end function layout_place
     integer(c_int) function layout_length(i) bind(C)
       import :: c_int
       integer(c_int), value :: i
     end function layout_length
     integer(c_int) function layout_value(i) bind(C)
       import :: c_int
       integer(c_int), value :: i
     end function layout_value
     integer(c_int) function layout_counts(i) bind(C)
       import :: c_int
       integer(c_int), value :: i
     end function layout_counts
  end interface

  integer :: n_field = 0, n_struct = 0, n_constant = 0

  call coldae_reform_problem_fields()
  call coldae_reform_options_fields()
  call coldae_reform_info_fields()
  call coldae_reform_linear_fields()
  call constant('COLDAE_REFORM_INDEX1', COLDAE_REFORM_INDEX1)
  call constant('COLDAE_REFORM_INDEX2', COLDAE_REFORM_INDEX2)
  call constant('COLDAE_REFORM_BAUMGARTE', COLDAE_REFORM_BAUMGARTE)
  call constant('COLDAE_REFORM_BAUMGARTE2', COLDAE_REFORM_BAUMGARTE2)
  call constant('COLDAE_REFORM_STABILIZED', COLDAE_REFORM_STABILIZED)
  call constant('COLDAE_REFORM_INVARIANT1', COLDAE_REFORM_INVARIANT1)
  call constant('COLDAE_REFORM_INVARIANT2', COLDAE_REFORM_INVARIANT2)
  call constant('COLDAE_REFORM_FAMILY', COLDAE_REFORM_FAMILY)
  call constant('COLDAE_REFORM_STATE_SPACE', COLDAE_REFORM_STATE_SPACE)
  call constant('COLDAE_REFORM_TRANSPOSED', COLDAE_REFORM_TRANSPOSED)
  call constant('COLDAE_REFORM_FORCES', COLDAE_REFORM_FORCES)
  call constant('COLDAE_REFORM_NO_COORDINATES', COLDAE_REFORM_NO_COORDINATES)
  call constant('COLDAE_REFORM_NOT_FINITE', COLDAE_REFORM_NOT_FINITE)
  call check(n_field == layout_counts(0_c_int), 'every field was compared')
  call check(n_struct == layout_counts(1_c_int), 'every struct was compared')
  call check(n_constant == layout_counts(2_c_int), 'every constant was compared')
  call check_result()

contains

  subroutine field(name, struct, member)
    character(*), intent(in) :: name
    type(c_ptr), intent(in) :: struct, member
    integer(c_intptr_t) :: place
    place = transfer(member, place) - transfer(struct, place)
    call check(place == layout_place(int(n_field, c_int)), name)
    n_field = n_field + 1
  end subroutine field

  subroutine length(name, bytes)
    character(*), intent(in) :: name
    integer, intent(in) :: bytes
    call check(bytes == layout_length(int(n_struct, c_int)), name)
    n_struct = n_struct + 1
  end subroutine length

  subroutine constant(name, value)
    character(*), intent(in) :: name
    integer(c_int), intent(in) :: value
    call check(value == layout_value(int(n_constant, c_int)), name)
    n_constant = n_constant + 1
  end subroutine constant

  subroutine coldae_reform_problem_fields()
    type(coldae_reform_problem), target :: x
    call field('reform_problem%n', c_loc(x), c_loc(x%n))
    call field('reform_problem%n_alg', c_loc(x), c_loc(x%n_alg))
    call field('reform_problem%n_g', c_loc(x), c_loc(x%n_g))
    call field('reform_problem%order', c_loc(x), c_loc(x%order))
    call field('reform_problem%g_order', c_loc(x), c_loc(x%g_order))
    call field('reform_problem%highest', c_loc(x), c_loc(x%highest))
    call field('reform_problem%n_param', c_loc(x), c_loc(x%n_param))
    call field('reform_problem%left', c_loc(x), c_loc(x%left))
    call field('reform_problem%right', c_loc(x), c_loc(x%right))
    call field('reform_problem%linear', c_loc(x), c_loc(x%linear))
    call field('reform_problem%f', c_loc(x), c_loc(x%f))
    call field('reform_problem%df', c_loc(x), c_loc(x%df))
    call field('reform_problem%g', c_loc(x), c_loc(x%g))
    call field('reform_problem%dg', c_loc(x), c_loc(x%dg))
    call field('reform_problem%D', c_loc(x), c_loc(x%D))
    call field('reform_problem%z_left', c_loc(x), c_loc(x%z_left))
    call field('reform_problem%n_side', c_loc(x), c_loc(x%n_side))
    call field('reform_problem%zeta', c_loc(x), c_loc(x%zeta))
    call field('reform_problem%n_coupled', c_loc(x), c_loc(x%n_coupled))
    call field('reform_problem%side', c_loc(x), c_loc(x%side))
    call field('reform_problem%dside', c_loc(x), c_loc(x%dside))
    call field('reform_problem%coupled', c_loc(x), c_loc(x%coupled))
    call field('reform_problem%dcoupled', c_loc(x), c_loc(x%dcoupled))
    call field('reform_problem%guess', c_loc(x), c_loc(x%guess))
    call field('reform_problem%param_guess', c_loc(x), c_loc(x%param_guess))
    call field('reform_problem%user', c_loc(x), c_loc(x%user))
    call length('coldae_reform_problem', int(c_sizeof(x)))
  end subroutine coldae_reform_problem_fields

  subroutine coldae_reform_options_fields()
    type(coldae_reform_options), target :: x
    call field('reform_options%kind', c_loc(x), c_loc(x%kind))
    call field('reform_options%first_order', c_loc(x), c_loc(x%first_order))
    call field('reform_options%direction', c_loc(x), c_loc(x%direction))
    call field('reform_options%gamma', c_loc(x), c_loc(x%gamma))
    call field('reform_options%n_roots', c_loc(x), c_loc(x%n_roots))
    call field('reform_options%root_re', c_loc(x), c_loc(x%root_re))
    call field('reform_options%root_im', c_loc(x), c_loc(x%root_im))
    call field('reform_options%n_imposed', c_loc(x), c_loc(x%n_imposed))
    call field('reform_options%R', c_loc(x), c_loc(x%R))
    call field('reform_options%consistent', c_loc(x), c_loc(x%consistent))
    call length('coldae_reform_options', int(c_sizeof(x)))
  end subroutine coldae_reform_options_fields

  subroutine coldae_reform_info_fields()
    type(coldae_reform_info), target :: x
    call field('reform_info%index', c_loc(x), c_loc(x%index))
    call field('reform_info%n_extra', c_loc(x), c_loc(x%n_extra))
    call field('reform_info%n_mu', c_loc(x), c_loc(x%n_mu))
    call field('reform_info%projection', c_loc(x), c_loc(x%projection))
    call field('reform_info%callback_code', c_loc(x), c_loc(x%callback_code))
    call field('reform_info%rank_kappa', c_loc(x), c_loc(x%rank_kappa))
    call field('reform_info%condition', c_loc(x), c_loc(x%condition))
    call field('reform_info%drift', c_loc(x), c_loc(x%drift))
    call field('reform_info%message', c_loc(x), c_loc(x%message))
    call length('coldae_reform_info', int(c_sizeof(x)))
  end subroutine coldae_reform_info_fields

  subroutine coldae_reform_linear_fields()
    type(coldae_reform_linear), target :: x
    call field('reform_linear%n', c_loc(x), c_loc(x%n))
    call field('reform_linear%n_alg', c_loc(x), c_loc(x%n_alg))
    call field('reform_linear%n_g', c_loc(x), c_loc(x%n_g))
    call field('reform_linear%order', c_loc(x), c_loc(x%order))
    call field('reform_linear%g_order', c_loc(x), c_loc(x%g_order))
    call field('reform_linear%highest', c_loc(x), c_loc(x%highest))
    call field('reform_linear%left', c_loc(x), c_loc(x%left))
    call field('reform_linear%right', c_loc(x), c_loc(x%right))
    call field('reform_linear%A', c_loc(x), c_loc(x%A))
    call field('reform_linear%B', c_loc(x), c_loc(x%B))
    call field('reform_linear%C', c_loc(x), c_loc(x%C))
    call field('reform_linear%q', c_loc(x), c_loc(x%q))
    call field('reform_linear%r', c_loc(x), c_loc(x%r))
    call field('reform_linear%D', c_loc(x), c_loc(x%D))
    call field('reform_linear%z_left', c_loc(x), c_loc(x%z_left))
    call field('reform_linear%n_side', c_loc(x), c_loc(x%n_side))
    call field('reform_linear%zeta', c_loc(x), c_loc(x%zeta))
    call field('reform_linear%n_coupled', c_loc(x), c_loc(x%n_coupled))
    call field('reform_linear%side', c_loc(x), c_loc(x%side))
    call field('reform_linear%dside', c_loc(x), c_loc(x%dside))
    call field('reform_linear%coupled', c_loc(x), c_loc(x%coupled))
    call field('reform_linear%dcoupled', c_loc(x), c_loc(x%dcoupled))
    call field('reform_linear%guess', c_loc(x), c_loc(x%guess))
    call field('reform_linear%user', c_loc(x), c_loc(x%user))
    call length('coldae_reform_linear', int(c_sizeof(x)))
  end subroutine coldae_reform_linear_fields
end program test_reform_layout
