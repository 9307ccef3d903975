#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a Python user has: the same work in eager PyTorch, timed on this machine, as JSON on standard output.

Written from the model's specification for the comparison in packaging/bench. Needs torch and numpy; is not needed to
build or run anything.

  packaging/bench_baseline.py DATASET_FOLDER PREFIX CHECKPOINT
"""

import json
import math
import pickle
import random
import sys
import time

import torch
from torch import nn


# rows, places, users, mean and largest length; width, layers, feed-forward part: as tests/bench/large_recipe.h has them
RECIPES = {"geolife": ((7424, 1187, 46, 18, 51), (64, 2, 128)), "large": ((12800, 7038, 693, 24, 60), (128, 3, 256))}


class PointerV45(nn.Module):
    def __init__(self, locations, users, max_length, width=64, heads=4, layers=2, feed_forward=128, dropout=0.15):
        super().__init__()
        quarter = width // 4
        self.position_bias = nn.Parameter(torch.zeros(max_length))
        self.register_buffer("pos_encoding", torch.zeros(1, max_length, width))
        self.loc_emb = nn.Embedding(locations, width, padding_idx=0)
        self.user_emb = nn.Embedding(users, width, padding_idx=0)
        self.time_emb = nn.Embedding(97, quarter)
        self.weekday_emb = nn.Embedding(8, quarter)
        self.recency_emb = nn.Embedding(9, quarter)
        self.duration_emb = nn.Embedding(100, quarter)
        self.pos_from_end_emb = nn.Embedding(max_length + 1, quarter)
        self.input_proj = nn.Linear(2 * width + 5 * quarter, width)
        self.input_norm = nn.LayerNorm(width)
        layer = nn.TransformerEncoderLayer(width, heads, feed_forward, dropout, "gelu", batch_first=True, norm_first=True)
        self.transformer = nn.TransformerEncoder(layer, layers, enable_nested_tensor=False)
        self.pointer_query = nn.Linear(width, width)
        self.pointer_key = nn.Linear(width, width)
        self.gen_head = nn.Linear(width, locations)
        self.ptr_gen_gate = nn.Sequential(nn.Linear(width, width // 2), nn.GELU(), nn.Linear(width // 2, 1), nn.Sigmoid())
        self.dropout = nn.Dropout(dropout)
        self.width = width

    def forward(self, batch):
        x, length = batch["x"], batch["length"]
        rows, steps = x.shape
        places = torch.arange(steps, device=x.device).unsqueeze(0)
        from_end = (length.unsqueeze(1) - places).clamp(0, self.position_bias.numel() - 1)
        padded = places >= length.unsqueeze(1)
        parts = [self.loc_emb(x), self.user_emb(batch["user"]).unsqueeze(1).expand(-1, steps, -1), self.time_emb(batch["time"]),
                 self.weekday_emb(batch["weekday"]), self.recency_emb(batch["recency"]), self.duration_emb(batch["duration"]),
                 self.pos_from_end_emb(from_end)]
        hidden = self.input_norm(self.input_proj(torch.cat(parts, -1))) + self.pos_encoding[:, :steps]
        hidden = self.transformer(self.dropout(hidden), src_key_padding_mask=padded)
        context = hidden[torch.arange(rows, device=x.device), length - 1]
        scores = torch.bmm(self.pointer_query(context).unsqueeze(1), self.pointer_key(hidden).transpose(1, 2)).squeeze(1)
        scores = scores / self.width**0.5 + self.position_bias[from_end]
        weights = torch.softmax(scores.masked_fill(padded, float("-inf")), -1)
        generation = torch.softmax(self.gen_head(context), -1)
        pointer = torch.zeros_like(generation).scatter_add_(1, x, weights)
        gate = self.ptr_gen_gate(context)
        return torch.log(gate * pointer + (1 - gate) * generation + 1e-10)

    def maps(self, batch):
        """Attention of every head, as one collects it from PyTorch's own layers: a second pass through the parts."""
        found = []

        def keep(module, arguments, keywords):
            query = arguments[0]
            found.append(nn.MultiheadAttention.forward(module, query, query, query, need_weights=True, average_attn_weights=False)[1])

        hooks = [layer.self_attn.register_forward_pre_hook(keep, with_kwargs=True) for layer in self.transformer.layers]
        # The hooks call forward themselves, so no hook may run again inside.
        output = self.forward(batch)
        for hook in hooks:
            hook.remove()
        return output, found


def collate(records):
    length = torch.tensor([len(r["X"]) for r in records])
    pad = lambda key, make: nn.utils.rnn.pad_sequence([make(torch.as_tensor(r[key])) for r in records], batch_first=True)
    same = lambda values: values.long()
    return {"x": pad("X", same), "time": pad("start_min_X", lambda v: v.long() // 15), "weekday": pad("weekday_X", same),
            "recency": pad("diff", same), "duration": pad("dur_X", lambda v: (v // 30).long()),
            "user": torch.tensor([int(r["user_X"][0]) for r in records]), "length": length,
            "y": torch.tensor([int(r["Y"]) for r in records])}


def made_groups(recipe):
    """Records without a pattern, 128 at a time, with the sizes of a recipe."""
    (rows, places, users, mean, longest), _ = RECIPES[recipe]
    generator = random.Random(11)
    place = lambda: 2 + int(generator.random() ** 3 * (places - 2))
    records = []
    for _ in range(rows):
        length = min(int(3 - (mean - 3) * math.log(1 - generator.random())), longest)
        records.append({"X": [place() for _ in range(length)], "user_X": [generator.randrange(1, users)],
                        "weekday_X": [generator.randrange(7) for _ in range(length)],
                        "start_min_X": [generator.randrange(1440) for _ in range(length)],
                        "dur_X": [30.0 + generator.randrange(600) for _ in range(length)],
                        "diff": [7 - 7 * i // length for i in range(length)], "Y": place()})
    return [records[first:first + 128] for first in range(0, rows, 128)]


def batches(records, size, order=None):
    order = order if order is not None else range(len(records))
    order = list(order)
    for start in range(0, len(order), size):
        yield collate([records[i] for i in order[start:start + size]])


def best_of(runs, work):
    times = []
    for _ in range(runs):
        started = time.perf_counter()
        work()
        times.append(time.perf_counter() - started)
    return min(times)


def main():
    folder, prefix, checkpoint = sys.argv[1:4]
    torch.set_num_threads(2)
    files = [f"{folder}/{prefix}_{split}.pk" for split in ("train", "validation", "test")]

    def load():
        return [pickle.load(open(name, "rb")) for name in files]

    load_seconds = best_of(3, load)
    train, _, test = load()
    state = torch.load(checkpoint, map_location="cpu", weights_only=True)["model_state_dict"]
    model = PointerV45(state["loc_emb.weight"].shape[0], state["user_emb.weight"].shape[0], state["position_bias"].shape[0])
    model.load_state_dict(state)
    model.eval()

    def evaluate():
        return sum((model(batch).argmax(-1) == batch["y"]).sum().item() for batch in batches(test, 128))

    with torch.no_grad():
        correct = evaluate()
        evaluate_seconds = best_of(3, evaluate)
        ready = list(batches(test, 128))
        forward_seconds = best_of(3, lambda: [model(batch) for batch in ready])
        single = collate([test[2222]])
        assert len(model.maps(single)[1]) == len(model.transformer.layers)
        inspection_seconds = best_of(50, lambda: model.maps(single))

    model.train()
    optimizer = torch.optim.AdamW(model.parameters(), lr=6.5e-4, betas=(0.9, 0.98), eps=1e-9, weight_decay=0.015)
    criterion = nn.CrossEntropyLoss(ignore_index=0, label_smoothing=0.03)

    def train_on(ready):
        for batch in ready:
            optimizer.zero_grad()
            criterion(model(batch), batch["y"]).backward()
            nn.utils.clip_grad_norm_(model.parameters(), 0.8)
            optimizer.step()

    def epoch():
        train_on(batches(train, 128, torch.randperm(len(train)).tolist()))

    epoch_seconds = best_of(3, epoch)
    (_, places, users, _, longest), (width, layers, feed_forward) = RECIPES["large"]
    groups = made_groups("large")
    model = PointerV45(places, users, longest + 10, width, 4, layers, feed_forward).train()
    optimizer = torch.optim.AdamW(model.parameters(), lr=7e-4, betas=(0.9, 0.98), eps=1e-9, weight_decay=0.015)
    large_epoch_seconds = best_of(1, lambda: train_on(collate(group) for group in groups))
    json.dump({"torch": torch.__version__, "threads": 2, "correct@1": correct, "load_seconds": load_seconds,
               "evaluate_seconds": evaluate_seconds, "forward_seconds": forward_seconds,
               "inspection_seconds": inspection_seconds, "epoch_seconds": epoch_seconds,
               "epoch_seconds_large": large_epoch_seconds}, sys.stdout)
    print()


if __name__ == "__main__":
    main()
