#!/usr/bin/env python3
"""Answers sweeps of a box against the brushes of a .map, for `compare judge --answers`: tracer.py WORLD.map < SWEEPS > ANSWERS

Each plane is moved out by the box, and the path is clipped by all of them (Cyrus and Beck, 1978). There are no bevels at
edges, so a box stops short of sharp ones: the referee says how often."""
import re
import sys

MINS, MAXS, SKIN = (-15, -15, -24), (15, 15, 32), 0.125


def brushes(text):
    face = re.compile(r"\( (\S+) (\S+) (\S+) \) " * 3)
    for block in re.findall(r"\{\n((?:\( .*\n)+)\}", text):
        yield [plane(*map(float, numbers)) for numbers in face.findall(block)]


def plane(ax, ay, az, bx, by, bz, cx, cy, cz):
    u, v = (cx - ax, cy - ay, cz - az), (bx - ax, by - ay, bz - az)
    n = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
    length = sum(x * x for x in n) ** 0.5
    n = tuple(x / length for x in n)
    return n, n[0] * ax + n[1] * ay + n[2] * az


def sweep(world, start, end):
    fraction, normal, dist, inside = 1.0, (0, 0, 0), 0.0, False
    for planes in world:
        enter, leave, met = float("-inf"), 1.0, None
        for n, d in planes:
            out = d - sum(x * (MINS[i] if x > 0 else MAXS[i]) for i, x in enumerate(n))
            a, b = (sum(x * p for x, p in zip(n, at)) - out for at in (start, end))
            if a >= 0 and b >= a:
                break
            if b < a and a / (a - b) > enter:
                enter, met = a / (a - b), (n, d, a - b)
            elif b > a:
                leave = min(leave, a / (a - b))
        else:
            inside |= enter < 0 < leave
            if met and 0 <= enter < leave and enter - SKIN / met[2] < fraction:
                fraction, normal, dist = max(0, enter - SKIN / met[2]), met[0], met[1]
    fraction = 0.0 if inside else fraction
    at = [s + fraction * (e - s) for s, e in zip(start, end)] if fraction < 1 else end
    return [fraction, *at, *(normal if not inside else (0, 0, 0)), dist, int(inside), 0, 1]


if __name__ == "__main__":
    world = list(brushes(open(sys.argv[1]).read()))
    for line in sys.stdin:
        numbers = [float(x) for x in line.split()]
        print(*("%.9g" % x for x in sweep(world, numbers[:3], numbers[3:])))
