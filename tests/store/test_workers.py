"""Work shared out: every result comes once, a fault ends all, a process that dies is told."""

import errno
import os
import signal

import pytest

from replikat.errors import Fault, ReplikatError
from replikat.store.workers import shared_out


def doubled(number: int) -> int:
    return 2 * number


def wrong_at_four(number: int) -> int:
    if number == 4:
        raise ReplikatError(Fault("four", "another number", "numbers.txt", 4))
    return number


def killed_at_four(number: int) -> int:
    if number == 4:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def which_process(number: int) -> int:
    return os.getpid()


@pytest.mark.parametrize("jobs", [1, 2, 5, 40])
def test_every_number_is_worked_on_once(jobs: int) -> None:
    found = list(shared_out(doubled, range(1, 8), jobs))
    assert sorted(found) == [(number, 2 * number) for number in range(1, 8)]
    if jobs == 1:
        assert found == sorted(found)


def test_two_jobs_are_two_processes_and_one_is_none() -> None:
    assert {pid for _, pid in shared_out(which_process, range(4), 1)} == {os.getpid()}
    pids = {pid for _, pid in shared_out(which_process, range(4), 2)}
    assert len(pids) == 2
    assert os.getpid() not in pids


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_first_fault_is_raised_with_its_place(jobs: int) -> None:
    with pytest.raises(ReplikatError) as caught:
        list(shared_out(wrong_at_four, range(1, 9), jobs))
    assert [str(fault) for fault in caught.value.faults] == ["numbers.txt:4: four; another number"]


def test_a_process_that_dies_is_told_with_what_it_had_to_do() -> None:
    with pytest.raises(ReplikatError, match=r"a process ended before its work was done \(4, 6, 8\); run again to go on"):
        list(shared_out(killed_at_four, range(1, 9), 2))


def test_no_process_is_left_behind() -> None:
    import multiprocessing

    work = shared_out(doubled, range(1, 100), 3)
    next(work)
    work.close()  # type: ignore[attr-defined]  # it is a generator
    assert multiprocessing.active_children() == []


def full(number: int) -> int:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_full_disk_is_a_line() -> None:
    with pytest.raises(ReplikatError, match="No space left on device; every file is whole, run again to go on"):
        list(shared_out(full, [1, 2], 2))
