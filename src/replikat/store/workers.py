"""Work shared out among processes: each does its part number by number, and ends with the one that
asked.
"""

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection, wait
from typing import Any, TypeVar

from replikat.errors import Fault, ReplikatError, system_fault

Made = TypeVar("Made")


def processors() -> int:
    """Return how many processors there are to share work among."""
    return os.cpu_count() or 1


def shared_out(
    work: Callable[[int], Made], numbers: Sequence[int], jobs: int
) -> Iterator[tuple[int, Made]]:
    """Yield number and result of every piece of work as it is finished; with one job all is done
    here, in order.

    `work` must be picklable. ReplikatError is what the first failed piece of work said; the others
    end with it.
    """
    shares = [share for first in range(jobs) if (share := numbers[first::jobs])]
    if len(shares) < 2:
        yield from ((number, work(number)) for number in numbers)
        return
    waiting: dict[Connection, list[int]] = {}
    processes = []
    try:
        for share in shares:
            mine, theirs = multiprocessing.Pipe(duplex=False)
            process = multiprocessing.Process(target=_work, args=(work, share, theirs), daemon=True)
            process.start()
            theirs.close()  # so that the end of the process is the end of what it says
            processes.append(process)
            waiting[mine] = list(share)
        while waiting:
            for ready in wait(list(waiting)):
                assert isinstance(ready, Connection)
                told = _heard(ready, waiting)
                if told:
                    yield told
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            process.join()


def _heard(ready: Connection, waiting: dict[Connection, list[int]]) -> tuple[int, Any] | None:
    """Return what a process has said, or nothing where it has come to its end."""
    try:
        number, made, faults = ready.recv()
    except EOFError:
        left = waiting.pop(ready)
        if left:
            told = ", ".join(map(str, left[:5])) + (" ..." if len(left) > 5 else "")
            raise ReplikatError(
                Fault(f"a process ended before its work was done ({told})", "run again to go on")
            ) from None
        return None
    if faults:
        raise ReplikatError(*faults)
    waiting[ready].remove(number)
    return number, made


def _work(work: Callable[[int], Made], share: Sequence[int], connection: Connection) -> None:
    """Do a share of the work, piece by piece, as long as there is somebody to tell."""
    signal.signal(
        signal.SIGINT, signal.SIG_IGN
    )  # a terminal sends it to all; the one that asked ends the others
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # not in the middle of a file
    asking = multiprocessing.parent_process()
    for number in share:
        if asking is None or not asking.is_alive():
            return
        try:
            told: tuple[int, Made | None, tuple[Fault, ...]] = number, work(number), ()
        except ReplikatError as error:
            told = number, None, error.faults
        except OSError as error:  # a full disk, or a file that is open in a viewer
            told = number, None, (system_fault(error, "every file is whole, run again to go on"),)
        connection.send(told)
