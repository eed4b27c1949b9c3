!> The mirror coldae_srm_c: every field and constant against C, and Examples 1 and 2 of Ascher & Lin (1993) solved with it.
module srm_example
  use, intrinsic :: iso_c_binding
  use coldae_srm_c
  implicit none
  integer :: steps = 0

contains

  function A(t, x, out, user) bind(C) result(code)
    real(c_double), value :: t
    real(c_double), intent(in) :: x(*)
    real(c_double), intent(inout) :: out(*)
    type(c_ptr), value :: user
    integer(c_int) :: code
    out(1) = -1
    out(3) = 1
    code = 0
  end function A

  function B(t, x, out, user) bind(C) result(code)
    real(c_double), value :: t
    real(c_double), intent(in) :: x(*)
    real(c_double), intent(inout) :: out(*)
    type(c_ptr), value :: user
    integer(c_int) :: code
    out(2) = 1 - 2 * t
    code = 0
  end function B

  function C(t, x, out, user) bind(C) result(code)
    real(c_double), value :: t
    real(c_double), intent(in) :: x(*)
    real(c_double), intent(inout) :: out(*)
    type(c_ptr), value :: user
    integer(c_int) :: code
    out(1:2) = 1 - 2 * t
    code = 0
  end function C

  function q(t, x, out, user) bind(C) result(code)
    real(c_double), value :: t
    real(c_double), intent(in) :: x(*)
    real(c_double), intent(inout) :: out(*)
    type(c_ptr), value :: user
    integer(c_int) :: code
    out(1) = -sin(t)
    code = 0
  end function q

  function r(t, x, out, user) bind(C) result(code)
    real(c_double), value :: t
    real(c_double), intent(in) :: x(*)
    real(c_double), intent(inout) :: out(*)
    type(c_ptr), value :: user
    integer(c_int) :: code
    out(1) = -(1 - 2 * t) * (exp(-t) + sin(t))
    code = 0
  end function r

  function smooth(t, x, P, v, user) bind(C) result(code)
    real(c_double), value :: t
    real(c_double), intent(in) :: x(*)
    real(c_double), intent(inout), optional :: P(*), v(*)
    type(c_ptr), value :: user
    integer(c_int) :: code
    if (present(P)) P(2) = 1
    if (present(P)) P(4) = 1
    if (present(v)) v(2) = x(1) + x(2) - exp(-t) - sin(t)
    code = 0
  end function smooth

  function ends(xl, xr, p, res, user) bind(C) result(code)
    real(c_double), intent(in) :: xl(*), xr(*), p(*)
    real(c_double), intent(inout) :: res(*)
    type(c_ptr), value :: user
    integer(c_int) :: code
    res(1) = xr(1) + xl(2) - exp(-1.0_c_double)
    code = 0
  end function ends

  function watch(step, user) bind(C) result(stop)
    type(coldae_srm_step), intent(in) :: step
    type(c_ptr), value :: user
    integer(c_int) :: stop
    steps = step%number
    stop = 0
  end function watch
end module srm_example

program test_srm
  use, intrinsic :: iso_c_binding
  use coldae_c
  use coldae_srm_c
  use srm_example
  use checks
  implicit none

  interface
     integer(c_int) function srm_n_fields() bind(C)
       import :: c_int
     end function srm_n_fields
     integer(c_int) function srm_n_constants() bind(C)
       import :: c_int
     end function srm_n_constants
     integer(c_int) function srm_offset(i) bind(C)
       import :: c_int
       integer(c_int), value :: i
     end function srm_offset
     integer(c_int) function srm_size(i) bind(C)
       import :: c_int
       integer(c_int), value :: i
     end function srm_size
     integer(c_int) function srm_struct_size(i) bind(C)
       import :: c_int
       integer(c_int), value :: i
     end function srm_struct_size
     integer(c_int) function srm_constant(i) bind(C)
       import :: c_int
       integer(c_int), value :: i
     end function srm_constant
  end interface

  integer(c_int) :: n_fields = 0, n_constants = 0

  call step_fields()
  call problem_fields()
  call options_fields()
  call info_fields()
  call check(n_fields == srm_n_fields(), 'every field was compared')
  call constants()
  call check(n_constants == srm_n_constants(), 'every constant was compared')
  call boundary()
  call initial()
  call check_result()

contains

  ! The next field: its place in the struct, and its size.
  subroutine field(here, start, bytes)
    type(c_ptr), intent(in) :: here, start
    integer(c_size_t), intent(in) :: bytes
    character(8) :: number
    write (number, '(i0)') n_fields
    call check(transfer(here, 0_c_intptr_t) - transfer(start, 0_c_intptr_t) == srm_offset(n_fields), &
         'offset of field '//trim(number))
    call check(bytes == srm_size(n_fields), 'size of field '//trim(number))
    n_fields = n_fields + 1
  end subroutine field

  subroutine step_fields()
    type(coldae_srm_step), target :: s
    call check(c_sizeof(s) == srm_struct_size(0), 'size of coldae_srm_step')
    call field(c_loc(s%number), c_loc(s), c_sizeof(s%number))
    call field(c_loc(s%t_old), c_loc(s), c_sizeof(s%t_old))
    call field(c_loc(s%t), c_loc(s), c_sizeof(s%t))
    call field(c_loc(s%x), c_loc(s), c_sizeof(s%x))
    call field(c_loc(s%By), c_loc(s), c_sizeof(s%By))
    call field(c_loc(s%y), c_loc(s), c_sizeof(s%y))
  end subroutine step_fields

  subroutine problem_fields()
    type(coldae_srm_problem), target :: s
    call check(c_sizeof(s) == srm_struct_size(1), 'size of coldae_srm_problem')
    call field(c_loc(s%n_x), c_loc(s), c_sizeof(s%n_x))
    call field(c_loc(s%n_y), c_loc(s), c_sizeof(s%n_y))
    call field(c_loc(s%left), c_loc(s), c_sizeof(s%left))
    call field(c_loc(s%right), c_loc(s), c_sizeof(s%right))
    call field(c_loc(s%B), c_loc(s), c_sizeof(s%B))
    call field(c_loc(s%C), c_loc(s), c_sizeof(s%C))
    call field(c_loc(s%A), c_loc(s), c_sizeof(s%A))
    call field(c_loc(s%q), c_loc(s), c_sizeof(s%q))
    call field(c_loc(s%r), c_loc(s), c_sizeof(s%r))
    call field(c_loc(s%dC), c_loc(s), c_sizeof(s%dC))
    call field(c_loc(s%dr), c_loc(s), c_sizeof(s%dr))
    call field(c_loc(s%f), c_loc(s), c_sizeof(s%f))
    call field(c_loc(s%g), c_loc(s), c_sizeof(s%g))
    call field(c_loc(s%gt), c_loc(s), c_sizeof(s%gt))
    call field(c_loc(s%smooth), c_loc(s), c_sizeof(s%smooth))
    call field(c_loc(s%E), c_loc(s), c_sizeof(s%E))
    call field(c_loc(s%y0), c_loc(s), c_sizeof(s%y0))
    call field(c_loc(s%n_side), c_loc(s), c_sizeof(s%n_side))
    call field(c_loc(s%zeta), c_loc(s), c_sizeof(s%zeta))
    call field(c_loc(s%side), c_loc(s), c_sizeof(s%side))
    call field(c_loc(s%dside), c_loc(s), c_sizeof(s%dside))
    call field(c_loc(s%n_coupled), c_loc(s), c_sizeof(s%n_coupled))
    call field(c_loc(s%coupled), c_loc(s), c_sizeof(s%coupled))
    call field(c_loc(s%dcoupled), c_loc(s), c_sizeof(s%dcoupled))
    call field(c_loc(s%guess), c_loc(s), c_sizeof(s%guess))
    call field(c_loc(s%start), c_loc(s), c_sizeof(s%start))
    call field(c_loc(s%user), c_loc(s), c_sizeof(s%user))
  end subroutine problem_fields

  subroutine options_fields()
    type(coldae_srm_options), target :: s
    call check(c_sizeof(s) == srm_struct_size(2), 'size of coldae_srm_options')
    call field(c_loc(s%eps), c_loc(s), c_sizeof(s%eps))
    call field(c_loc(s%iterations), c_loc(s), c_sizeof(s%iterations))
    call field(c_loc(s%max_iterations), c_loc(s), c_sizeof(s%max_iterations))
    call field(c_loc(s%tol), c_loc(s), c_sizeof(s%tol))
    call field(c_loc(s%E), c_loc(s), c_sizeof(s%E))
    call field(c_loc(s%delta), c_loc(s), c_sizeof(s%delta))
    call field(c_loc(s%alpha1), c_loc(s), c_sizeof(s%alpha1))
    call field(c_loc(s%alpha2), c_loc(s), c_sizeof(s%alpha2))
    call field(c_loc(s%variant), c_loc(s), c_sizeof(s%variant))
    call field(c_loc(s%y0), c_loc(s), c_sizeof(s%y0))
    call field(c_loc(s%y0_value), c_loc(s), c_sizeof(s%y0_value))
    call field(c_loc(s%dodge), c_loc(s), c_sizeof(s%dodge))
    call field(c_loc(s%max_bytes), c_loc(s), c_sizeof(s%max_bytes))
    call field(c_loc(s%bvp), c_loc(s), c_sizeof(s%bvp))
    call field(c_loc(s%shoot_back), c_loc(s), c_sizeof(s%shoot_back))
    call field(c_loc(s%end), c_loc(s), c_sizeof(s%end))
    call field(c_loc(s%end_components), c_loc(s), c_sizeof(s%end_components))
    call field(c_loc(s%stages), c_loc(s), c_sizeof(s%stages))
    call field(c_loc(s%n_points), c_loc(s), c_sizeof(s%n_points))
    call field(c_loc(s%n_steps), c_loc(s), c_sizeof(s%n_steps))
    call field(c_loc(s%mesh), c_loc(s), c_sizeof(s%mesh))
    call field(c_loc(s%observer), c_loc(s), c_sizeof(s%observer))
    call field(c_loc(s%observer_user), c_loc(s), c_sizeof(s%observer_user))
  end subroutine options_fields

  subroutine info_fields()
    type(coldae_srm_info), target :: s
    call check(c_sizeof(s) == srm_struct_size(3), 'size of coldae_srm_info')
    call field(c_loc(s%eps), c_loc(s), c_sizeof(s%eps))
    call field(c_loc(s%iterations), c_loc(s), c_sizeof(s%iterations))
    call field(c_loc(s%n_residual), c_loc(s), c_sizeof(s%n_residual))
    call field(c_loc(s%residual), c_loc(s), c_sizeof(s%residual))
    call field(c_loc(s%constraint_residual), c_loc(s), c_sizeof(s%constraint_residual))
    call field(c_loc(s%n_singular), c_loc(s), c_sizeof(s%n_singular))
    call field(c_loc(s%singular_t), c_loc(s), c_sizeof(s%singular_t))
    call field(c_loc(s%singular_condition), c_loc(s), c_sizeof(s%singular_condition))
    call field(c_loc(s%n_dodged), c_loc(s), c_sizeof(s%n_dodged))
    call field(c_loc(s%n_indefinite), c_loc(s), c_sizeof(s%n_indefinite))
    call field(c_loc(s%indefinite_t), c_loc(s), c_sizeof(s%indefinite_t))
    call field(c_loc(s%indefinite_value), c_loc(s), c_sizeof(s%indefinite_value))
    call field(c_loc(s%n_intervals), c_loc(s), c_sizeof(s%n_intervals))
    call field(c_loc(s%n_newton), c_loc(s), c_sizeof(s%n_newton))
    call field(c_loc(s%n_data), c_loc(s), c_sizeof(s%n_data))
    call field(c_loc(s%callback_code), c_loc(s), c_sizeof(s%callback_code))
    call field(c_loc(s%t), c_loc(s), c_sizeof(s%t))
    call field(c_loc(s%seconds_total), c_loc(s), c_sizeof(s%seconds_total))
    call field(c_loc(s%peak_bytes), c_loc(s), c_sizeof(s%peak_bytes))
    call field(c_loc(s%message), c_loc(s), c_sizeof(s%message))
  end subroutine info_fields

  subroutine constant(value)
    integer(c_int), intent(in) :: value
    call check(value == srm_constant(n_constants), 'constants')
    n_constants = n_constants + 1
  end subroutine constant

  subroutine constants()
    call constant(COLDAE_SRM_E_INVERSE)
    call constant(COLDAE_SRM_E_TRANSPOSE)
    call constant(COLDAE_SRM_E_IDENTITY)
    call constant(COLDAE_SRM_E_DELTA)
    call constant(COLDAE_SRM_E_FUNCTION)
    call constant(COLDAE_SRM_Y0_ZERO)
    call constant(COLDAE_SRM_Y0_VALUE)
    call constant(COLDAE_SRM_Y0_FUNCTION)
    call constant(COLDAE_SRM_Y0_START)
    call constant(COLDAE_SRM_SEQUENTIAL)
    call constant(COLDAE_SRM_PENALTY)
    call constant(COLDAE_SRM_PARK_CHIOU)
    call constant(COLDAE_SRM_RADAU)
    call constant(COLDAE_SRM_EULER)
    call constant(COLDAE_SRM_RK4)
    call constant(COLDAE_SRM_END_KEEP)
    call constant(COLDAE_SRM_END_ALONG_B)
    call constant(COLDAE_SRM_END_COMPONENTS)
    call constant(COLDAE_SRM_LIST)
  end subroutine constants

  function example() result(p)
    type(coldae_srm_problem) :: p
    call coldae_srm_problem_init(p)
    p%n_x = 2
    p%n_y = 1
    p%A = c_funloc(A)
    p%B = c_funloc(B)
    p%C = c_funloc(C)
    p%q = c_funloc(q)
    p%r = c_funloc(r)
  end function example

  subroutine boundary()
    type(coldae_srm_problem) :: p
    type(coldae_srm_options) :: o
    type(coldae_srm_info) :: info
    type(c_ptr) :: solution
    real(c_double) :: x(2), By(2), y(1), condition
    p = example()
    p%n_coupled = 1
    p%coupled = c_funloc(ends)
    p%smooth = c_funloc(smooth)
    call coldae_srm_options_init(o)
    call check(o%bvp%n_intervals == 100 .and. o%bvp%adapt == COLDAE_FIXED_MESH, 'defaults of bvp')
    call check(coldae_srm_solve(p, o, solution, info) == COLDAE_OK, 'boundary values solved')
    call check(coldae_solution_eval(solution, 0.75_c_double, x, By) == COLDAE_OK, 'evaluated')
    call check_near(x, [exp(-0.75_c_double), sin(0.75_c_double)], 1e-5_c_double, 'x')
    call check_near(By, [0.0_c_double, cos(0.75_c_double)], 1e-4_c_double, 'B y')
    call check(coldae_srm_recover(p, 0.75_c_double, x, By, y, condition) == COLDAE_OK, 'y recovered')
    call check_near(y(1), -2 * cos(0.75_c_double), 1e-3_c_double, 'y')
    call check(info%n_singular == 1 .and. info%iterations == 3, 'what info tells')
    call check_near(info%singular_t(1), 0.5_c_double, 1e-12_c_double, 'where C B is singular')
    call coldae_solution_free(solution)
  end subroutine boundary

  subroutine initial()
    type(coldae_srm_problem) :: p
    type(coldae_srm_options) :: o
    type(coldae_srm_info) :: info
    type(c_ptr) :: solution
    real(c_double), target :: start(2) = [1.0_c_double, 0.0_c_double], one(1) = 1.0_c_double
    real(c_double) :: x(2), By(2)
    p = example()
    p%start = c_loc(start)
    call coldae_srm_options_init(o)
    o%eps = 0.01_c_double
    o%iterations = 3
    o%y0 = COLDAE_SRM_Y0_VALUE
    o%y0_value = c_loc(one)
    o%observer = c_funloc(watch)
    call check(coldae_srm_march(p, o, x, By, solution, info) == COLDAE_OK, 'initial values solved')
    call check_near(x, [exp(-1.0_c_double), sin(1.0_c_double)], 1e-5_c_double, 'x at the end')
    call check_near(By, [0.0_c_double, cos(1.0_c_double)], 1e-4_c_double, 'B y at the end')
    call check(steps == 100, 'steps seen')
    call check(coldae_solution_mesh(solution) == 100, 'steps kept')
    call coldae_solution_free(solution)
    p%start = c_null_ptr
    call check(coldae_srm_march(p, x=x) == COLDAE_ERR_INVALID, 'without a start')
  end subroutine initial
end program test_srm
