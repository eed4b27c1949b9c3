#!/usr/bin/env python3
"""peers_scipy.py BENCH - time of scipy's solve_bvp over ours, at equal true error, as a table.

Both get the same equations, Jacobians, guess and first mesh.  scipy's tolerance is the one of a series, a factor of
sqrt(10) apart, whose true error comes closest to ours from above; times are the least of several runs.  The error is
max |u - u*|/(1 + |u*|); ours over mesh, inner and 1001 equidistant points, scipy's over 4001 equidistant points.
"""
import math
import re
import subprocess
import sys
import time

try:
    import numpy as np
    from scipy.integrate import solve_bvp
    from scipy.special import airy, erf
except ImportError:
    print("(not measured: no scipy)")
    sys.exit(0)

PI = math.pi


def second_order(name, left, right, ends, n, f, df0, df1, exact, guess=None):
    """u'' = f(t, u, u') with u given at both ends."""
    def fun(t, z):
        return np.vstack((z[1], f(t, z[0], z[1])))

    def jac(t, z):
        J = np.zeros((2, 2, t.size))
        J[0, 1] = 1
        J[1, 0] = df0(t, z[0], z[1])
        J[1, 1] = df1(t, z[0], z[1])
        return J

    def bc(a, b):
        return np.array([a[0] - ends[0], b[0] - ends[1]])

    def bc_jac(a, b):
        return np.array([[1.0, 0], [0, 0]]), np.array([[0.0, 0], [1, 0]])

    t = np.linspace(left, right, n + 1)
    return name, fun, jac, bc, bc_jac, t, guess(t) if guess else np.zeros((2, t.size)), exact


def b1():
    eps, s = 1e-4, 1e-2
    exact = lambda t: (np.exp(-t / s) - np.exp((t - 2) / s)) / (1 - math.exp(-2 / s))
    return second_order("b1", 0, 1, (1, 0), 5, lambda t, u, v: u / eps, lambda t, u, v: 1 / eps,
                        lambda t, u, v: 0, exact)


def b7():
    eps = 1e-4
    s = math.sqrt(2 * eps)
    c = s / math.sqrt(PI)
    exact = lambda t: np.cos(PI * t) + t + (t * erf(t / s) + c * np.exp(-t * t / (s * s))) / (
        erf(1 / s) + c * math.exp(-1 / (s * s)))
    f = lambda t, u, v: (u - t * v - (1 + eps * PI * PI) * np.cos(PI * t) - PI * t * np.sin(PI * t)) / eps
    return second_order("b7", -1, 1, (-1, 1), 5, f, lambda t, u, v: 1 / eps, lambda t, u, v: -t / eps, exact)


def b15():
    eps = 1e-4
    scale = eps ** (-1 / 3)
    left, right = airy(-scale), airy(scale)
    a, b = np.linalg.solve([[left[0], left[2]], [right[0], right[2]]], [1, 1])
    exact = lambda t: a * airy(t * scale)[0] + b * airy(t * scale)[2]
    return second_order("b15", -1, 1, (1, 1), 5, lambda t, u, v: t * u / eps, lambda t, u, v: t / eps,
                        lambda t, u, v: 0, exact)


def b20():
    eps = 0.02
    log_cosh = lambda x: np.abs(x) + np.log1p(np.exp(-2 * np.abs(x))) - math.log(2)
    exact = lambda t: 1 + eps * log_cosh((t - 0.745) / eps)
    ends = exact(0.0), exact(1.0)
    guess = lambda t: np.vstack((ends[0] + (ends[1] - ends[0]) * t, np.full(t.size, ends[1] - ends[0])))
    return second_order("b20", 0, 1, ends, 10, lambda t, u, v: (1 - v * v) / eps, lambda t, u, v: 0,
                        lambda t, u, v: -2 * v / eps, exact, guess)


def beam():
    """(t^3 u'')'' = 1, u(1) = u''(1) = u(2) = u''(2) = 0."""
    def fun(t, z):
        return np.vstack((z[1], z[2], z[3], (1 - 6 * t * t * z[3] - 6 * t * z[2]) / t**3))

    def jac(t, z):
        J = np.zeros((4, 4, t.size))
        J[0, 1] = J[1, 2] = J[2, 3] = 1
        J[3, 2] = -6 / t**2
        J[3, 3] = -6 / t
        return J

    def bc(a, b):
        return np.array([a[0], a[2], b[0], b[2]])

    def bc_jac(a, b):
        A, B = np.zeros((4, 4)), np.zeros((4, 4))
        A[0, 0] = A[1, 2] = B[2, 0] = B[3, 2] = 1
        return A, B

    exact = lambda t: (10 * math.log(2) - 3) / 4 * (1 - t) + (1 / t + (3 + t) * np.log(t) - t) / 2
    t = np.linspace(1, 2, 6)
    return "beam", fun, jac, bc, bc_jac, t, np.zeros((4, t.size)), exact


def run_scipy(problem, tol, repeat):
    name, fun, jac, bc, bc_jac, t, guess, exact = problem
    best = math.inf
    for _ in range(repeat):
        begin = time.perf_counter()
        s = solve_bvp(fun, bc, t, guess, fun_jac=jac, bc_jac=bc_jac, tol=tol, max_nodes=200000)
        best = min(best, time.perf_counter() - begin)
    at = np.linspace(t[0], t[-1], 4001)
    u = exact(at)
    return np.max(np.abs(s.sol(at)[0] - u) / (1 + np.abs(u))) if s.status == 0 else math.nan, best, s.x.size - 1


def run_ours(bench, name, tol):
    text = subprocess.run([bench, "run", name, "--tol", str(tol), "--repeat", "300"], capture_output=True, text=True,
                          check=True).stdout
    n, error, seconds = (re.search(pattern, text, re.M).group(1)
                         for pattern in (r"^N (\d+)", r"^error (\S+)", r"best (\S+) s"))
    return float(error), float(seconds), int(n)


def closest_from_above(problem, error):
    """The tolerance with the smallest true error that is not below `error`; the tightest possible if none is."""
    found = None
    for i in range(2, 25):
        tol = 10 ** (-i / 2)
        there, seconds, n = run_scipy(problem, tol, 1)
        if there >= error and (found is None or there < found[1]):
            found = tol, there
        if there < error or seconds > 10:
            break
    return found


def main():
    ratios = []
    print("| problem | our tol | our N | our error | our ms | scipy tol | scipy N | scipy error | scipy ms | scipy over ours |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for make in (b1, b7, b15, b20, beam):
        problem = make()
        for tol in (1e-4, 1e-6, 1e-8):
            error, seconds, n = run_ours(sys.argv[1], problem[0], tol)
            found = closest_from_above(problem, error)
            if found is None:
                print(f"| {problem[0]} | {tol:.0e} | {n} | {error:.1e} | {1e3 * seconds:.3f} | - | - | - | - | - |")
                continue
            there, other, nodes = run_scipy(problem, found[0], 3)
            ratios.append(other / seconds)
            print(f"| {problem[0]} | {tol:.0e} | {n} | {error:.1e} | {1e3 * seconds:.3f} | {found[0]:.0e} | {nodes} "
                  f"| {there:.1e} | {1e3 * other:.1f} | {other / seconds:.0f} |", flush=True)
    if ratios:
        print(f"\nTime of scipy's solve_bvp over ours at equal true error: geometric mean "
              f"{math.exp(sum(map(math.log, ratios)) / len(ratios)):.0f}, least {min(ratios):.0f}.")


main()
