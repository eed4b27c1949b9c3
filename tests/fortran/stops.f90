!> Without a status argument an error ends the program with the message: this program must not finish.
program stops
  use coldae
  use natural_problems
  implicit none
  type(beam) :: problem
  type(solution) :: sol
  problem = new_beam()
  call solve(problem, sol, tol=-1.0_dp)
  print '(a)', 'not reached'
end program stops
