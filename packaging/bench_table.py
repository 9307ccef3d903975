#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Lays the benchmarks beside eager PyTorch, both measured in the same run of packaging/bench.

  packaging/bench_table.py BASELINE.json RESULT.json...
"""

import json
import sys

SECONDS = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0}
# benchmark, what Python's time for it is called, what is compared, the ratio to reach
ROWS = [
    ("loadGeoLife", "load_seconds", "load the three GeoLife pickles", 0.25),
    ("evaluateTest", "evaluate_seconds", "evaluate 3502 test sequences", 1 / 3),
    ("inspectOne/withMaps", "inspection_seconds", "one inspection with all maps", 0.5),
    ("trainEpoch/pointer_v45", "epoch_seconds", "one training epoch, GeoLife recipe", 1 / 5.5),
    ("trainEpochLarge", "epoch_seconds_large", "one training epoch, large recipe", 1 / 5),
    *((f"trainEpoch/{kind}", f"epoch_seconds_{kind}", f"one training epoch, {kind}", 1 / faster)
      for kind, faster in (("lstm", 2), ("lstm_location", 2), ("transformer", 3), ("lstm_pointer", 2), ("deepmove", 5))),
]


def main():
    with open(sys.argv[1]) as file:
        baseline = json.load(file)
    found = {}
    for name in sys.argv[2:]:
        with open(name) as file:
            for run in json.load(file)["benchmarks"]:
                plain = run["name"].replace("/real_time", "").replace("/manual_time", "").split("/iterations")[0]
                found[plain] = run
    print(f"{'what':38} {'eager PyTorch':>14} {'Sojourn':>10} {'ratio':>7} {'to reach':>9}")
    for benchmark, key, words, goal in ROWS:
        run = found.get(benchmark)
        if run is None or "error_message" in run or key not in baseline:
            print(f"{words:38} not measured")
            continue
        ours = run["real_time"] * SECONDS[run["time_unit"]]
        print(f"{words:38} {baseline[key] * 1e3:11.1f} ms {ours * 1e3:7.1f} ms {ours / baseline[key]:7.2f} {goal:9.2f}")
    for benchmark, words in (("changeSample", "change of sample"), ("editVisit", "edit of a visit")):
        change = found.get(benchmark)
        if change and "p95_ms" in change:
            print(f"{words} to all panels repainted: median {change['median_ms']:.1f} ms, "
                  f"95th percentile {change['p95_ms']:.1f} ms (to reach: 16 ms)")
    large = found.get("changeSampleLarge")
    if large and "error_message" not in large:
        print(f"8 layers of 8 heads, 100,000 places, 150 visits, {large['label']}: "
              f"{large['real_time'] * SECONDS[large['time_unit']] * 1e3:.0f} ms (to reach: 100 ms), "
              f"{large['inspection_mb']:.0f} MB an inspection")
    for benchmark, words in (("panMap", "map"), ("drawEmbeddings", "two scatters")):
        frame = found.get(benchmark)
        if frame and "error_message" not in frame:
            print(f"a frame of 10,000 places, {words}: "
                  f"{frame['real_time'] * SECONDS[frame['time_unit']] * 1e3:.1f} ms (to reach: 16.7 ms)")
    samples = [(word, found.get("samples" + word.capitalize())) for word in ("scroll", "sort", "filter")]
    if all(run and "error_message" not in run for _, run in samples):
        print("Samples at 1,000,000 rows: " + ", ".join(
            f"{word} {run['real_time'] * SECONDS[run['time_unit']] * 1e3:.1f} ms" for word, run in samples))
    for benchmark, words in (("readEventLog", "event log"), ("readTensorBoardFile", "TensorBoard file")):
        run = found.get(benchmark)
        if run and "bytes_per_second" in run:
            print(f"{words} read at {run['bytes_per_second'] / 2**20:.0f} MiB/s a core (to reach: 120 MiB/s)")


if __name__ == "__main__":
    main()
