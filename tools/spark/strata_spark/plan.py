"""Which groups of a layer go together.

A group is flooded by one worker, so a layer takes at least as long as its largest one. What a group costs is
not known before it is flooded; it goes about with its entries. Groups are dealt out by that, the most
expensive first, each to the part that has least so far. A group that is worth more than its share of the
cluster is *huge*: it gets an executor for itself, with all its cores.
"""

import heapq
from dataclasses import dataclass, field

# Entries that are worth a task: about as long as Spark takes for one.
ENTRIES_OF_TASK = 200_000
# Tasks for each core in a large layer: enough for the last ones to be short.
TASKS_PER_CORE = 2


@dataclass
class Plan:
    # (stuck, founded) -> number of a part.
    parts: dict = field(default_factory=dict)
    count: int = 1
    huge: list = field(default_factory=list)
    groups: int = 0
    # The share of the largest group in all entries.
    largest_share: float = 0.0


def tasks_for(entries, cores, task_entries=ENTRIES_OF_TASK):
    return max(1, min(cores * TASKS_PER_CORE, entries // task_entries))


def pack(sizes, cores, cores_per_executor, task_entries=ENTRIES_OF_TASK):
    """A plan for groups with so many entries each. `sizes` is a dictionary."""
    total = sum(sizes.values())
    plan = Plan(groups=len(sizes), largest_share=max(sizes.values(), default=0) / max(total, 1))
    is_huge = set()
    if cores_per_executor > 1 and total >= 2 * task_entries:
        share = max(total / cores, task_entries)
        is_huge = {group for group, size in sizes.items() if size > share}
    plan.huge = sorted(is_huge, key=lambda group: -sizes[group])
    rest = sorted((group for group in sizes if group not in is_huge), key=lambda group: -sizes[group])
    entries = sum(sizes[group] for group in rest)
    plan.count = max(1, min(tasks_for(entries, cores, task_entries), len(rest)))
    heap = [(0, part) for part in range(plan.count)]
    for group in rest:
        cost, part = heapq.heappop(heap)
        plan.parts[group] = part
        heapq.heappush(heap, (cost + sizes[group], part))
    for part, group in enumerate(plan.huge):
        plan.parts[group] = part
    return plan
