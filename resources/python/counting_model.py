# SPDX-License-Identifier: GPL-3.0-or-later
"""A model without any library, as an example: where somebody goes next is where they have been, most recent first.

    sojourn evaluate --data DATASET --checkpoint "program:python counting_model.py LOCATIONS"

LOCATIONS is how many ids the dataset has: `sojourn info DATASET` says it.
"""

import sys

import sojourn_model

LOCATIONS = int(sys.argv[1])
HALF_LIFE = 3.0  # visits: one that is so many older counts half as much


def predict(batch):
    rows = []
    for locations, length in zip(batch.location, batch.length):
        scores = [1e-4] * LOCATIONS
        for position in range(int(length)):
            scores[int(locations[position])] += 0.5 ** ((int(length) - 1 - position) / HALF_LIFE)
        total = sum(scores)
        rows.append([score / total for score in scores])
    return rows


sojourn_model.serve(predict, name="Counting", locations=LOCATIONS)
