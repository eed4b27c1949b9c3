!> The mirror coldae_c against C: the size of every struct, place and size of every field, every
!> constant, and the defaults, both of the mirror and of the natural options type.
program test_layout
  use, intrinsic :: iso_c_binding
  use coldae_c
  use checks
  implicit none

  interface
     integer(c_int) function layout_n_fields() bind(C)
       import :: c_int
     end function layout_n_fields
     integer(c_int) function layout_n_constants() bind(C)
       import :: c_int
     end function layout_n_constants
     integer(c_int) function layout_complete() bind(C)
       import :: c_int
     end function layout_complete
     integer(c_int) function layout_struct_size(name) bind(C)
       import :: c_char, c_int
       character(kind=c_char), intent(in) :: name(*)
     end function layout_struct_size
     integer(c_int) function layout_offset(name) bind(C)
       import :: c_char, c_int
       character(kind=c_char), intent(in) :: name(*)
     end function layout_offset
     integer(c_int) function layout_size(name) bind(C)
       import :: c_char, c_int
       character(kind=c_char), intent(in) :: name(*)
     end function layout_size
     integer(c_int) function layout_constant(name) bind(C)
       import :: c_char, c_int
       character(kind=c_char), intent(in) :: name(*)
     end function layout_constant
     integer(c_int) function layout_defaults(problem, options, implicit) bind(C)
       import :: c_int, coldae_implicit, coldae_options, coldae_problem
       type(coldae_problem), intent(in) :: problem
       type(coldae_options), intent(in) :: options
       type(coldae_implicit), intent(in) :: implicit
     end function layout_defaults
  end interface

  integer :: n_fields = 0, n_constants = 0

  call check(layout_complete() == 1, 'layout.c names every field of the header')
  call problem_fields()
  call options_fields()
  call info_fields()
  call event_fields()
  call implicit_fields()
  call check(n_fields == layout_n_fields(), 'every field was compared')
  call constants()
  call check(n_constants == layout_n_constants(), 'every constant was compared')
  call defaults()
  call natural_defaults()
  call check_result()

contains

  ! The address of a field less the address of its struct is what C says.
  subroutine field(name, here, start, bytes)
    character(*), intent(in) :: name
    type(c_ptr), intent(in) :: here, start
    integer(c_size_t), intent(in) :: bytes
    n_fields = n_fields + 1
    call check(transfer(here, 0_c_intptr_t) - transfer(start, 0_c_intptr_t) &
         == layout_offset(name//c_null_char), 'offset of '//name)
    call check(bytes == layout_size(name//c_null_char), 'size of '//name)
  end subroutine field

  subroutine problem_fields()
    type(coldae_problem), target :: p
    call check(c_sizeof(p) == layout_struct_size('problem'//c_null_char), 'size of coldae_problem')
    call field('problem.n_diff', c_loc(p%n_diff), c_loc(p), c_sizeof(p%n_diff))
    call field('problem.n_alg', c_loc(p%n_alg), c_loc(p), c_sizeof(p%n_alg))
    call field('problem.n_param', c_loc(p%n_param), c_loc(p), c_sizeof(p%n_param))
    call field('problem.order', c_loc(p%order), c_loc(p), c_sizeof(p%order))
    call field('problem.left', c_loc(p%left), c_loc(p), c_sizeof(p%left))
    call field('problem.right', c_loc(p%right), c_loc(p), c_sizeof(p%right))
    call field('problem.n_side', c_loc(p%n_side), c_loc(p), c_sizeof(p%n_side))
    call field('problem.zeta', c_loc(p%zeta), c_loc(p), c_sizeof(p%zeta))
    call field('problem.n_coupled', c_loc(p%n_coupled), c_loc(p), c_sizeof(p%n_coupled))
    call field('problem.linear', c_loc(p%linear), c_loc(p), c_sizeof(p%linear))
    call field('problem.f', c_loc(p%f), c_loc(p), c_sizeof(p%f))
    call field('problem.df', c_loc(p%df), c_loc(p), c_sizeof(p%df))
    call field('problem.f_batch', c_loc(p%f_batch), c_loc(p), c_sizeof(p%f_batch))
    call field('problem.df_batch', c_loc(p%df_batch), c_loc(p), c_sizeof(p%df_batch))
    call field('problem.g', c_loc(p%g), c_loc(p), c_sizeof(p%g))
    call field('problem.dg', c_loc(p%dg), c_loc(p), c_sizeof(p%dg))
    call field('problem.coupled', c_loc(p%coupled), c_loc(p), c_sizeof(p%coupled))
    call field('problem.dcoupled', c_loc(p%dcoupled), c_loc(p), c_sizeof(p%dcoupled))
    call field('problem.guess', c_loc(p%guess), c_loc(p), c_sizeof(p%guess))
    call field('problem.param_guess', c_loc(p%param_guess), c_loc(p), c_sizeof(p%param_guess))
    call field('problem.user', c_loc(p%user), c_loc(p), c_sizeof(p%user))
  end subroutine problem_fields

  subroutine options_fields()
    type(coldae_options), target :: o
    call check(c_sizeof(o) == layout_struct_size('options'//c_null_char), 'size of coldae_options')
    call field('options.tol', c_loc(o%tol), c_loc(o), c_sizeof(o%tol))
    call field('options.tol_z', c_loc(o%tol_z), c_loc(o), c_sizeof(o%tol_z))
    call field('options.points', c_loc(o%points), c_loc(o), c_sizeof(o%points))
    call field('options.n_points', c_loc(o%n_points), c_loc(o), c_sizeof(o%n_points))
    call field('options.projection', c_loc(o%projection), c_loc(o), c_sizeof(o%projection))
    call field('options.consistency', c_loc(o%consistency), c_loc(o), c_sizeof(o%consistency))
    call field('options.rank_kappa', c_loc(o%rank_kappa), c_loc(o), c_sizeof(o%rank_kappa))
    call field('options.n_intervals', c_loc(o%n_intervals), c_loc(o), c_sizeof(o%n_intervals))
    call field('options.max_intervals', c_loc(o%max_intervals), c_loc(o), c_sizeof(o%max_intervals))
    call field('options.mesh', c_loc(o%mesh), c_loc(o), c_sizeof(o%mesh))
    call field('options.fixed', c_loc(o%fixed), c_loc(o), c_sizeof(o%fixed))
    call field('options.n_fixed', c_loc(o%n_fixed), c_loc(o), c_sizeof(o%n_fixed))
    call field('options.adapt', c_loc(o%adapt), c_loc(o), c_sizeof(o%adapt))
    call field('options.mesh_on_projected', c_loc(o%mesh_on_projected), c_loc(o), &
         c_sizeof(o%mesh_on_projected))
    call field('options.newton', c_loc(o%newton), c_loc(o), c_sizeof(o%newton))
    call field('options.sensitive', c_loc(o%sensitive), c_loc(o), c_sizeof(o%sensitive))
    call field('options.max_iterations', c_loc(o%max_iterations), c_loc(o), c_sizeof(o%max_iterations))
    call field('options.n_threads', c_loc(o%n_threads), c_loc(o), c_sizeof(o%n_threads))
    call field('options.max_bytes', c_loc(o%max_bytes), c_loc(o), c_sizeof(o%max_bytes))
    call field('options.start', c_loc(o%start), c_loc(o), c_sizeof(o%start))
    call field('options.start_coarsen', c_loc(o%start_coarsen), c_loc(o), c_sizeof(o%start_coarsen))
    call field('options.monitor', c_loc(o%monitor), c_loc(o), c_sizeof(o%monitor))
    call field('options.monitor_user', c_loc(o%monitor_user), c_loc(o), c_sizeof(o%monitor_user))
  end subroutine options_fields

  subroutine info_fields()
    type(coldae_info), target :: i
    call check(c_sizeof(i) == layout_struct_size('info'//c_null_char), 'size of coldae_info')
    call field('info.n_intervals', c_loc(i%n_intervals), c_loc(i), c_sizeof(i%n_intervals))
    call field('info.n_meshes', c_loc(i%n_meshes), c_loc(i), c_sizeof(i%n_meshes))
    call field('info.n_newton', c_loc(i%n_newton), c_loc(i), c_sizeof(i%n_newton))
    call field('info.n_factor', c_loc(i%n_factor), c_loc(i), c_sizeof(i%n_factor))
    call field('info.n_f', c_loc(i%n_f), c_loc(i), c_sizeof(i%n_f))
    call field('info.n_df', c_loc(i%n_df), c_loc(i), c_sizeof(i%n_df))
    call field('info.n_g', c_loc(i%n_g), c_loc(i), c_sizeof(i%n_g))
    call field('info.n_dg', c_loc(i%n_dg), c_loc(i), c_sizeof(i%n_dg))
    call field('info.callback_code', c_loc(i%callback_code), c_loc(i), c_sizeof(i%callback_code))
    call field('info.index', c_loc(i%index), c_loc(i), c_sizeof(i%index))
    call field('info.error', c_loc(i%error), c_loc(i), c_sizeof(i%error))
    call field('info.condition', c_loc(i%condition), c_loc(i), c_sizeof(i%condition))
    call field('info.bc_residual', c_loc(i%bc_residual), c_loc(i), c_sizeof(i%bc_residual))
    call field('info.constraint_residual', c_loc(i%constraint_residual), c_loc(i), &
         c_sizeof(i%constraint_residual))
    call field('info.seconds_total', c_loc(i%seconds_total), c_loc(i), c_sizeof(i%seconds_total))
    call field('info.peak_bytes', c_loc(i%peak_bytes), c_loc(i), c_sizeof(i%peak_bytes))
    call field('info.message', c_loc(i%message), c_loc(i), c_sizeof(i%message))
  end subroutine info_fields

  subroutine event_fields()
    type(coldae_event), target :: e
    call check(c_sizeof(e) == layout_struct_size('event'//c_null_char), 'size of coldae_event')
    call field('event.kind', c_loc(e%kind), c_loc(e), c_sizeof(e%kind))
    call field('event.mesh', c_loc(e%mesh), c_loc(e), c_sizeof(e%mesh))
    call field('event.n_intervals', c_loc(e%n_intervals), c_loc(e), c_sizeof(e%n_intervals))
    call field('event.iteration', c_loc(e%iteration), c_loc(e), c_sizeof(e%iteration))
    call field('event.damping', c_loc(e%damping), c_loc(e), c_sizeof(e%damping))
    call field('event.correction', c_loc(e%correction), c_loc(e), c_sizeof(e%correction))
    call field('event.error', c_loc(e%error), c_loc(e), c_sizeof(e%error))
  end subroutine event_fields

  subroutine implicit_fields()
    type(coldae_implicit), target :: q
    call check(c_sizeof(q) == layout_struct_size('implicit'//c_null_char), 'size of coldae_implicit')
    call field('implicit.n', c_loc(q%n), c_loc(q), c_sizeof(q%n))
    call field('implicit.n_explicit', c_loc(q%n_explicit), c_loc(q), c_sizeof(q%n_explicit))
    call field('implicit.n_param', c_loc(q%n_param), c_loc(q), c_sizeof(q%n_param))
    call field('implicit.left', c_loc(q%left), c_loc(q), c_sizeof(q%left))
    call field('implicit.right', c_loc(q%right), c_loc(q), c_sizeof(q%right))
    call field('implicit.n_side', c_loc(q%n_side), c_loc(q), c_sizeof(q%n_side))
    call field('implicit.zeta', c_loc(q%zeta), c_loc(q), c_sizeof(q%zeta))
    call field('implicit.n_coupled', c_loc(q%n_coupled), c_loc(q), c_sizeof(q%n_coupled))
    call field('implicit.linear', c_loc(q%linear), c_loc(q), c_sizeof(q%linear))
    call field('implicit.residual', c_loc(q%residual), c_loc(q), c_sizeof(q%residual))
    call field('implicit.dresidual', c_loc(q%dresidual), c_loc(q), c_sizeof(q%dresidual))
    call field('implicit.g', c_loc(q%g), c_loc(q), c_sizeof(q%g))
    call field('implicit.dg', c_loc(q%dg), c_loc(q), c_sizeof(q%dg))
    call field('implicit.coupled', c_loc(q%coupled), c_loc(q), c_sizeof(q%coupled))
    call field('implicit.dcoupled', c_loc(q%dcoupled), c_loc(q), c_sizeof(q%dcoupled))
    call field('implicit.guess', c_loc(q%guess), c_loc(q), c_sizeof(q%guess))
    call field('implicit.param_guess', c_loc(q%param_guess), c_loc(q), c_sizeof(q%param_guess))
    call field('implicit.user', c_loc(q%user), c_loc(q), c_sizeof(q%user))
  end subroutine implicit_fields

  subroutine constant(name, value)
    character(*), intent(in) :: name
    integer(c_int), intent(in) :: value
    n_constants = n_constants + 1
    call check(value == layout_constant(name//c_null_char), name)
  end subroutine constant

  subroutine constants()
    call constant('COLDAE_VERSION_MAJOR', COLDAE_VERSION_MAJOR)
    call constant('COLDAE_VERSION_MINOR', COLDAE_VERSION_MINOR)
    call constant('COLDAE_VERSION_PATCH', COLDAE_VERSION_PATCH)
    call constant('COLDAE_OK', COLDAE_OK)
    call constant('COLDAE_ERR_INVALID', COLDAE_ERR_INVALID)
    call constant('COLDAE_ERR_MEMORY', COLDAE_ERR_MEMORY)
    call constant('COLDAE_ERR_CALLBACK', COLDAE_ERR_CALLBACK)
    call constant('COLDAE_ERR_SINGULAR', COLDAE_ERR_SINGULAR)
    call constant('COLDAE_ERR_NO_CONVERGENCE', COLDAE_ERR_NO_CONVERGENCE)
    call constant('COLDAE_ERR_MESH_LIMIT', COLDAE_ERR_MESH_LIMIT)
    call constant('COLDAE_ERR_CANCELLED', COLDAE_ERR_CANCELLED)
    call constant('COLDAE_ERR_FILE', COLDAE_ERR_FILE)
    call constant('COLDAE_EVENT_MESH', COLDAE_EVENT_MESH)
    call constant('COLDAE_EVENT_NEWTON', COLDAE_EVENT_NEWTON)
    call constant('COLDAE_EVENT_DAMPING', COLDAE_EVENT_DAMPING)
    call constant('COLDAE_EVENT_ERROR', COLDAE_EVENT_ERROR)
    call constant('COLDAE_GAUSS', COLDAE_GAUSS)
    call constant('COLDAE_RADAU', COLDAE_RADAU)
    call constant('COLDAE_PROJECT_AUTO', COLDAE_PROJECT_AUTO)
    call constant('COLDAE_PROJECT_NONE', COLDAE_PROJECT_NONE)
    call constant('COLDAE_PROJECT_INDEX2', COLDAE_PROJECT_INDEX2)
    call constant('COLDAE_PROJECT_SELECTIVE', COLDAE_PROJECT_SELECTIVE)
    call constant('COLDAE_ADAPT', COLDAE_ADAPT)
    call constant('COLDAE_HALVE_ONLY', COLDAE_HALVE_ONLY)
    call constant('COLDAE_FIXED_MESH', COLDAE_FIXED_MESH)
    call constant('COLDAE_NEWTON_DAMPED', COLDAE_NEWTON_DAMPED)
    call constant('COLDAE_NEWTON_FULL', COLDAE_NEWTON_FULL)
  end subroutine constants

  ! The init functions fill the mirror types, and C finds its own defaults there.
  subroutine defaults()
    type(coldae_problem) :: p
    type(coldae_options) :: o
    type(coldae_implicit) :: q
    call coldae_problem_init(p)
    call coldae_options_init(o)
    call coldae_implicit_init(q)
    call check(layout_defaults(p, o, q) == 0, 'defaults as the header states them')
    call check(p%n_diff == 0 .and. p%n_alg == 0 .and. p%n_param == 0, 'default sizes')
    call check(.not. c_associated(p%order) .and. .not. c_associated(p%f), 'default order, f')
    call check_near(p%left, 0.0_c_double, 0.0_c_double, 'default left')
    call check_near(p%right, 1.0_c_double, 0.0_c_double, 'default right')
    call check(.not. c_associated(p%user), 'default user')
    call check(q%n == 0 .and. q%n_explicit == 0 .and. q%n_param == 0, 'implicit: default sizes')
    call check_near(q%right, 1.0_c_double, 0.0_c_double, 'implicit: default right')
    call check(.not. c_associated(q%residual) .and. .not. c_associated(q%user), 'implicit: default residual')
  end subroutine defaults

  ! solve_options is initialised natively; it must agree with coldae_options_init.
  subroutine natural_defaults()
    use coldae, only: solve_options
    type(solve_options) :: n
    type(coldae_options) :: o
    call coldae_options_init(o)
    call check_near(n%tol, o%tol, 0.0_c_double, 'tol')
    call check(.not. allocated(n%tol_z) .and. .not. c_associated(o%tol_z), 'tol_z')
    call check(n%points == o%points, 'points')
    call check(n%n_points == o%n_points, 'n_points')
    call check(n%projection == o%projection, 'projection')
    call check(n%consistency .eqv. o%consistency /= 0, 'consistency')
    call check_near(n%rank_kappa, o%rank_kappa, 0.0_c_double, 'rank_kappa')
    call check(n%n_intervals == o%n_intervals, 'n_intervals')
    call check(n%max_intervals == o%max_intervals, 'max_intervals')
    call check(.not. allocated(n%mesh) .and. .not. c_associated(o%mesh), 'mesh')
    call check(.not. allocated(n%fixed) .and. .not. c_associated(o%fixed), 'fixed')
    call check(o%n_fixed == 0, 'n_fixed')
    call check(n%adapt == o%adapt, 'adapt')
    call check(n%mesh_on_projected .eqv. o%mesh_on_projected /= 0, 'mesh_on_projected')
    call check(n%newton == o%newton, 'newton')
    call check(n%sensitive .eqv. o%sensitive /= 0, 'sensitive')
    call check(n%max_iterations == o%max_iterations, 'max_iterations')
    call check(n%n_threads == o%n_threads, 'n_threads')
    call check_near(n%max_bytes, o%max_bytes, 0.0_c_double, 'max_bytes')
    call check(n%start_coarsen .eqv. o%start_coarsen /= 0, 'start_coarsen')
    call check(.not. c_associated(o%start) .and. .not. c_associated(o%monitor), 'start, monitor')
    call check(.not. c_associated(o%monitor_user), 'monitor_user')
  end subroutine natural_defaults
end program test_layout
