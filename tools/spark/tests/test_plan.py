"""Which groups go together, without Spark."""

from strata_spark import plan, state


def test_groups_are_dealt_out_by_size():
    sizes = {(n, 0): size for n, size in enumerate([900, 500, 400, 300, 300, 200, 100, 100])}
    packed = plan.pack(sizes, cores=2, cores_per_executor=1, task_entries=700)
    costs = [0] * packed.count
    for group, part in packed.parts.items():
        costs[part] += sizes[group]
    assert packed.count == 4 and packed.huge == []
    assert max(costs) == 900 and sum(costs) == sum(sizes.values())
    assert packed.groups == 8 and round(packed.largest_share, 3) == 0.321


def test_a_huge_group_goes_alone():
    sizes = {(1, 1): 10_000, (2, 2): 300, (3, 3): 300}
    packed = plan.pack(sizes, cores=4, cores_per_executor=2, task_entries=100)
    assert packed.huge == [(1, 1)] and packed.parts[(1, 1)] == 0
    assert sorted(packed.parts[group] for group in [(2, 2), (3, 3)]) == [0, 1]
    assert plan.pack(sizes, cores=4, cores_per_executor=1, task_entries=100).huge == []


def test_a_layer_is_never_without_a_task():
    assert plan.tasks_for(1, 64) == 1
    assert plan.tasks_for(10**9, 64) == 64 * plan.TASKS_PER_CORE
    assert plan.pack({(1, 1): 5}, 64, 1).count == 1


def test_commits_add_up_to_what_waits():
    census = state.Census()
    layer = {"depth": 0}
    census.add({"layers": [layer], "folder": "a", "took_all": True,
                "waiting": {"1": {"entries": 5, "runs": 1}, "2": {"entries": 7, "runs": 2}}})
    census.add({"layers": [{"depth": 1}], "folder": "b", "took_all": False,
                "waiting": {"2": {"entries": 1, "runs": 1}, "3": {"entries": 1, "runs": 1}}})
    assert census.entries_at(2) == 8 and census.entries() == 9
    assert [waits["folder"] for waits in census.waiting[2]] == ["a", "b"]
    census.add({"layers": [{"depth": 2}, {"depth": 3}], "folder": "c", "took_all": True, "waiting": {}})
    assert census.entries() == 0 and [layer["depth"] for layer in census.layers] == [0, 1, 2, 3]
