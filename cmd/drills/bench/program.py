"""A queue of jobs that are tried again when they fail."""
import heapq
import itertools
import time


class Job:
    """Something to do, and how often it has failed."""

    def __init__(self, name, action, retries=3):
        self.name = name
        self.action = action
        self.retries = retries
        self.failures = 0


class Queue:
    """Runs jobs in the order of their times."""

    def __init__(self, clock=time.monotonic):
        self.clock = clock
        self.heap = []
        self.counter = itertools.count()

    def add(self, job, delay=0.0):
        entry = (self.clock() + delay, next(self.counter), job)
        heapq.heappush(self.heap, entry)

    def run(self):
        while self.heap:
            when, _, job = heapq.heappop(self.heap)
            time.sleep(max(0, when - self.clock()))
            try:
                job.action()
            except OSError as error:
                job.failures += 1
                print(f"{job.name}: {error!r}, \"{job.failures}\" so far")
                if job.failures <= job.retries:
                    self.add(job, delay=2 ** job.failures)
            else:
                yield job.name
