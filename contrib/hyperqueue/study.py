#!/usr/bin/env python3
"""Drives the shards of one run as an array of tasks on HyperQueue, and puts them together.

Each task is `PROGRAM ARGS --resume --shard I/N --out OUT/shards/I`. A shard keeps its results as they come, so a task that lost its
worker, its machine or its process goes on where it was: HyperQueue starts it again on another worker, and this script does so when the process itself
was killed. A task ends with its worker, so that no two processes write one shard. Run the script again with the same arguments
after a stop: shards that are done take no time.

    pip install hyperqueue
    python3 study.py --shards 64 --out study -- target/release/compare bar --worlds a.bsp,b.bsp --contestants bsp,bvh
"""

import argparse
import ctypes
import signal
import subprocess
import sys
from pathlib import Path

# Tasks whose process was killed are started again so often; more often something is wrong with the machine.
TRIES = 3
# A worker may be lost under a task so often before HyperQueue gives the task up: machines of a queue come and go.
CRASHES = 20
VERBS = (["suite", "families"], ["bar"])
# What is given with the results of all shards too; nothing else changes what they show. With a value or without one.
SHOWN = {"--fail-on": 1, "--export-json": 1, "--export-csv": 1, "--export-markdown": 1, "--suites": 1, "--reports": 0}
# The first argument of this script where it runs as a task.
TASK = "--run-task"
# Linux's prctl: which signal a process gets when its parent ends.
PR_SET_PDEATHSIG = 1


def end_with_parent():
    """Linux alone has it; HyperQueue runs nowhere else."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def task(command):
    """Runs a shard: without this, a shard would outlive a worker that is killed, and another worker would begin it too."""
    end_with_parent()
    code = subprocess.run(command, preexec_fn=end_with_parent).returncode
    # Exit code 1 is a result (a contestant failed); 2 is bad input; a signal is a kill.
    sys.exit(0 if code in (0, 1) else 2)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shards", type=int, required=True, help="how many tasks; a few for each worker even them out")
    parser.add_argument("--out", type=Path, required=True, help="folder for shards, logs and the whole")
    parser.add_argument("--server", type=Path, help="server directory of a running HyperQueue [default: a cluster of this machine]")
    parser.add_argument("--workers", type=int, default=1, help="workers of the cluster of this machine")
    parser.add_argument("--cpus", type=int, default=1, help="processors that each task takes")
    parser.add_argument("command", nargs="+", help="after --: the program, its verb and its arguments")
    given = parser.parse_args()
    if not any(given.command[1 : 1 + len(verb)] == verb for verb in VERBS):
        parser.error(f"after -- give the program and one of {', '.join(' '.join(verb) for verb in VERBS)}")
    own = ("--shard", "--out", "--resume", "--results")
    if any(word.split("=")[0] in own for word in given.command):
        parser.error(f"leave out {', '.join(own)}: the script gives them where they are needed")
    if given.shards < 1 or given.workers < 1 or given.cpus < 1:
        parser.error("--shards, --workers and --cpus are at least 1")
    return given


def shown(command):
    """The program, its verb, and those of its options that change what results show."""
    verb = next(verb for verb in VERBS if command[1 : 1 + len(verb)] == verb)
    kept, words = command[: 1 + len(verb)], iter(command[1 + len(verb) :])
    for word in words:
        option, is_whole, _ = word.partition("=")
        if option in SHOWN:
            kept.append(word)
            if SHOWN[option] and not is_whole:
                kept.append(next(words))
    return kept


def submit(client, given, numbers):
    from hyperqueue import Job
    from hyperqueue.ffi.protocol import ResourceRequest

    job = Job(max_fails=None, name="clipmark")
    for i in numbers:
        command = [*given.command, "--resume", "--shard", f"{i}/{given.shards}", "--out", str(given.out / "shards" / str(i))]
        job.program(
            [sys.executable, str(Path(__file__).resolve()), TASK, *command],
            name=f"shard {i}",
            stdout=str(given.out / "logs" / f"{i}.out"),
            stderr=str(given.out / "logs" / f"{i}.err"),
            # As many threads as processors: rayon's own variable.
            env={"RAYON_NUM_THREADS": str(given.cpus)},
            resources=ResourceRequest(cpus=given.cpus),
            crash_limit=CRASHES,
        )
    submitted = client.submit(job)
    if client.wait_for_jobs([submitted], raise_on_error=False):
        return []
    failed = client.get_failed_tasks(submitted)
    return [numbers[task] for task in sorted(failed)]


def run(client, given):
    left = list(range(1, given.shards + 1))
    for attempt in range(TRIES):
        left = submit(client, given, left)
        if not left:
            return True
        print(f"try {attempt + 1} of {TRIES}: shards {left} did not come to their end", file=sys.stderr)
    for i in left:
        log = given.out / "logs" / f"{i}.err"
        last = log.read_text(errors="replace").strip().splitlines()[-1:] if log.exists() else []
        print(f"shard {i} failed: {' '.join(last) or 'no message'} (see {log})", file=sys.stderr)
    return False


def main():
    given = arguments()
    given.out = given.out.resolve()
    given.command[0] = str(Path(given.command[0]).resolve())
    (given.out / "logs").mkdir(parents=True, exist_ok=True)
    try:
        from hyperqueue import Client, LocalCluster
        from hyperqueue.cluster import WorkerConfig
    except ImportError:
        sys.exit("study.py: the Python package hyperqueue is not there; pip install hyperqueue")
    if given.server:
        done = run(Client(given.server), given)
    else:
        with LocalCluster() as cluster:
            for _ in range(given.workers):
                cluster.start_worker(WorkerConfig(cores=given.cpus))
            done = run(cluster.client(), given)
    if not done:
        sys.exit(2)
    shards = [str(given.out / "shards" / str(i)) for i in range(1, given.shards + 1)]
    all_shards = given.out / "shards.jsonl"
    all_shards.write_text("".join((Path(shard) / "results.jsonl").read_text() for shard in shards))
    whole = ["--results", str(all_shards), "--out", str(given.out / "whole")]
    sys.exit(subprocess.run([*shown(given.command), *whole]).returncode)


if sys.argv[1:2] == [TASK]:
    task(sys.argv[2:])
main()
