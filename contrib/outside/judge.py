#!/usr/bin/env python3
"""A program for `compare judge --program contrib/outside/judge.py`: sweeps of a box against the brushes of a .map, and a character
controller that slides and steps on them. It runs alone: copy it, and put your own in the place of `answer_sweep` and `step`.
A question is one JSON object a line on standard input, its answer one a line on standard output (docs/judge-program.md)."""
import json
import re
import sys

MINS, MAXS, SKIN = (-15, -15, -24), (15, 15, 32), 0.125
UP, GROUND, LEAST = (0, 0, 1), 0.25, 1e-6
still, world, parts, movement, bodies = [], [], [], {}, {}


def add(a, b, times=1.0):
    return [x + times * y for x, y in zip(a, b)]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def cross(a, b):
    return [a[i - 2] * b[i - 1] - a[i - 1] * b[i - 2] for i in range(3)]


def plane(*at):
    normal = cross(add(at[6:], at[:3], -1), add(at[3:6], at[:3], -1))
    normal = [x / dot(normal, normal) ** 0.5 for x in normal]
    return normal, dot(normal, at[:3])


def brushes(text):
    faces = re.compile(r"\( (\S+) (\S+) (\S+) \) " * 3).findall
    return [[plane(*map(float, face)) for face in faces(block)] for block in re.findall(r"\{\n((?:\( .*\n)+)\}", text)]


def answer_sweep(start, end):
    """The path is clipped by each brush's planes, moved out by the box. Without bevels at edges it stops short of sharp ones."""
    fraction, normal, inside = 1.0, None, False
    for planes in world:
        enter, leave, met = float("-inf"), 1.0, None
        for n, d in planes:
            out = d - sum(x * (MINS[i] if x > 0 else MAXS[i]) for i, x in enumerate(n))
            a, b = dot(n, start) - out, dot(n, end) - out
            if a >= 0 and b >= a:
                break
            if b < a and a / (a - b) > enter:
                enter, met = a / (a - b), (n, a - b)
            elif b > a:
                leave = min(leave, a / (a - b))
        else:
            inside |= enter < 0 < leave
            if met and 0 <= enter < leave and enter - SKIN / met[1] < fraction:
                fraction, normal = max(0, enter - SKIN / met[1]), met[0]
    fraction, normal = (0, None) if inside else (fraction, normal)
    end = add(start, add(end, start, -1), fraction) if fraction < 1 else end
    return {"fraction": fraction, "end": end, "normal": normal, "start_solid": inside, "contents": int(fraction < 1)}


def cast(at, way):
    """Where a way ends, and the normal of what ends it."""
    found = answer_sweep(at, add(at, way))
    return found["end"], found["normal"]


def slide(at, way, walks):
    """Along all that is met. Who walks takes steep ground for a wall."""
    planes = []
    for _ in range(4):
        end, normal = cast(at, way)
        if normal is None:
            return end
        way, at = add(add(way, at), end, -1), end
        if walks and abs(normal[2]) < movement["walkable_normal"]:
            length = (normal[0] ** 2 + normal[1] ** 2) ** 0.5
            normal = [normal[0] / length, normal[1] / length, 0] if length > LEAST else normal
        way = add(way, normal, -min(0, dot(way, normal)))
        other = next((p for p in planes if dot(way, p) < -LEAST), None)
        if other:
            crease = cross(normal, other)
            way = [x * dot(way, crease) / max(LEAST, dot(crease, crease)) for x in crease]
        planes.append(normal)
    return at


def stand(at, reach):
    end, normal = cast(at, (0, 0, -reach))
    return (end, normal) if normal and normal[2] >= movement["walkable_normal"] else (None, None)


def moved(part, pose):
    return [[(n, d + dot(n, pose[:3])) for n, d in planes] for planes in part]


def ride(at, poses):
    """With the part stood on, past it and all else; then out of the way of what comes. Parts that turn are taken as they lie."""
    global world
    ways = [add(pose["to"][:3], pose["from"][:3], -1) for pose in poses]
    place = lambda k, end: moved(parts[k], poses[k][end])
    for k, way in enumerate(ways):
        world = place(k, "from")
        if cast(at, (0, 0, -GROUND))[1]:
            world = still + [b for i in range(len(parts)) if i != k for b in place(i, "from")]
            at = slide(at, way, False)
        elif any(way):
            # It sees the part stand, and itself come.
            end, normal = cast(at, [-x for x in way])
            world = still
            at = slide(at, add(way, add(end, at, -1)), False) if normal else at
    world = still + [b for k in range(len(parts)) for b in place(k, "to")]
    return at


def step(asked):
    body = bodies.setdefault(asked["body"], {})
    if "place" in asked:
        body.update(at=asked["place"]["origin"], ground=UP if asked["place"]["grounded"] else None)
    if "parts" in asked:
        body["at"] = ride(body["at"], asked["parts"])
    start, way, walks = body["at"], asked["displacement"], asked["way"] == "walks"
    length = dot(way, way) ** 0.5
    if walks and body["ground"] and length > LEAST:
        along = add(way, body["ground"], -dot(way, body["ground"]))
        long = dot(along, along) ** 0.5
        way = [x * length / long for x in along] if long > LEAST else way
    at = slide(start, way, walks)
    gain = lambda end: dot(add(end, start, -1), way)
    if walks and gain(at) < 0.99 * length * length:
        up = slide(start, (0, 0, movement["step_height"]), False)
        over, _ = stand(slide(up, (way[0], way[1], 0), True), movement["step_height"] + GROUND)
        at = over if over and gain(over) > gain(at) else at
    falls = asked["velocity"][2] <= 0 and asked["way"] != "swims"
    stood, ground = stand(at, movement["step_height"] if walks else GROUND) if falls else (None, None)
    body.update(at=stood if stood and walks else at, ground=ground)
    return {"origin": body["at"], "velocity": None, "ground": ground}


for line in sys.stdin:
    asked = json.loads(line)
    answer = {"id": asked["id"]}
    if asked["ask"] == "hello":
        answer.update(name="python-box", version="1", answers=["sweep", "step", "parts"], declares={"skin": SKIN, "shape": "box"})
    elif asked["ask"] == "world":
        still, *parts = [brushes(open(file).read()) for file in [asked["file"], *asked.get("parts", [])]]
        world, movement, bodies = still, asked["movement"], {}
    elif asked["ask"] == "sweep":
        answer["answers"] = [answer_sweep(s[:3], s[3:]) for s in asked["sweeps"]]
    elif asked["ask"] == "step":
        answer.update(step(asked))
    print(json.dumps(answer), flush=True)
