#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Eager PyTorch twins of the networks to compare with: what our implementations are held against, and timed beside.

Written from the published shapes and names. Needs torch; is not needed to build or run anything.

  tests/nets/twins.py --write                      stores captures of small twins in tests/nets/captures
  tests/nets/twins.py --check                      compares them with what this PyTorch finds
  tests/nets/twins.py --bench FOLDER PREFIX JSON   times an epoch of each on the real data, adds the seconds to JSON
"""

import json
import math
import pathlib
import sys

try:
    import torch
    from torch import nn
    from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence
except ImportError:
    print("twins: this Python has no torch", file=sys.stderr)
    sys.exit(77)

HERE = pathlib.Path(__file__).resolve().parent
STEPS, BATCH = 20, 24


def last_of(hidden, length):
    return hidden[torch.arange(len(length)), length - 1]


def run_lstm(lstm, x, length):
    packed = pack_padded_sequence(x, length, batch_first=True, enforce_sorted=False)
    return pad_packed_sequence(lstm(packed)[0], batch_first=True, total_length=x.shape[1])[0]


def start_lstm(module, all_biases):
    for name, parameter in module.named_parameters():
        if "lstm.weight_hh" in name:
            nn.init.orthogonal_(parameter)
        elif parameter.dim() > 1:
            nn.init.xavier_uniform_(parameter)
        elif "bias" in name and (all_biases or "lstm." in name):
            quarter = len(parameter) // 4
            nn.init.zeros_(parameter)
            nn.init.ones_(parameter[quarter:len(parameter) // 2])


class Temporal(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.minute_embed = nn.Embedding(4, width)
        self.hour_embed = nn.Embedding(24, width)
        self.weekday_embed = nn.Embedding(7, width)


class SummedEmbedding(nn.Module):
    def __init__(self, locations, width, dropout):
        super().__init__()
        self.emb_loc = nn.Embedding(locations, width)
        self.temporal_embedding = Temporal(width)
        self.emb_duration = nn.Embedding(96, width)
        self.dropout = nn.Dropout(dropout)

    def forward(self, batch):
        time = self.temporal_embedding
        clock = batch["time"]
        return self.dropout(self.emb_loc(batch["x"]) + time.hour_embed(clock // 4) + time.minute_embed(clock % 4)
                            + time.weekday_embed(batch["weekday"]) + self.emb_duration(batch["duration"]))


class ResidualHead(nn.Module):
    def __init__(self, locations, users, width, user_dropout, dropout):
        super().__init__()
        self.emb_user = nn.Embedding(users, width)
        self.fc_loc = nn.Linear(width, locations)
        self.linear1 = nn.Linear(width, 2 * width)
        self.linear2 = nn.Linear(2 * width, width)
        self.norm1 = nn.BatchNorm1d(width)
        self.user_dropout, self.dropout = nn.Dropout(user_dropout), nn.Dropout(dropout)

    def forward(self, context, user):
        x = self.user_dropout(context + self.emb_user(user))
        residual = self.dropout(self.linear2(self.dropout(torch.relu(self.linear1(x)))))
        return self.fc_loc(self.norm1(x + residual))


class Lstm(nn.Module):
    def __init__(self, locations, users, width=32, hidden=128, layers=2, dropout=0.2, outer=0.1, head=0.2):
        super().__init__()
        self.Embedding = SummedEmbedding(locations, width, outer)
        self.lstm = nn.LSTM(width, hidden, layers, batch_first=True, dropout=dropout)
        self.layer_norm = nn.LayerNorm(hidden)
        self.FC = ResidualHead(locations, users, hidden, outer, head)
        start_lstm(self, True)

    def forward(self, batch):
        hidden = run_lstm(self.lstm, self.Embedding(batch), batch["length"])
        return self.FC(self.layer_norm(last_of(hidden, batch["length"])), batch["user"])


class LstmLocation(nn.Module):
    def __init__(self, locations, users, width=64, hidden=128, layers=2, dropout=0.2):
        super().__init__()
        self.loc_emb = nn.Embedding(locations, width, padding_idx=0)
        self.user_emb = nn.Embedding(users, width // 2, padding_idx=0)
        self.input_norm = nn.LayerNorm(width)
        self.lstm = nn.LSTM(width, hidden, layers, batch_first=True, dropout=dropout)
        self.output_norm = nn.LayerNorm(hidden + width // 2)
        self.classifier = nn.Linear(hidden + width // 2, locations)
        self.dropout = nn.Dropout(dropout)
        start_lstm(self, False)

    def forward(self, batch):
        x = self.dropout(self.input_norm(self.loc_emb(batch["x"])))
        last = last_of(run_lstm(self.lstm, x, batch["length"]), batch["length"])
        together = torch.cat([last, self.user_emb(batch["user"])], -1)
        return self.classifier(self.dropout(self.output_norm(together)))


class LstmPointer(nn.Module):
    def __init__(self, locations, users, width=64, hidden=128, layers=2, dropout=0.2):
        super().__init__()
        self.loc_emb = nn.Embedding(locations, width, padding_idx=0)
        self.lstm = nn.LSTM(width, hidden, layers, batch_first=True, dropout=dropout)
        self.pointer_key = nn.Linear(hidden, hidden, bias=False)
        self.pointer_query = nn.Linear(hidden, hidden, bias=False)
        self.pointer_score = nn.Linear(hidden, 1, bias=False)
        self.dropout, self.locations, self.weights = nn.Dropout(dropout), locations, None
        start_lstm(self, False)

    def forward(self, batch):
        x, length = batch["x"], batch["length"]
        hidden = run_lstm(self.lstm, self.dropout(self.loc_emb(x)), length)
        query = self.pointer_query(last_of(hidden, length)).unsqueeze(1)
        score = self.pointer_score(torch.tanh(self.pointer_key(hidden) + query)).squeeze(-1)
        padded = torch.arange(x.shape[1]).unsqueeze(0) >= length.unsqueeze(1)
        self.weights = torch.softmax(score.masked_fill(padded, float("-inf")), -1)
        pointer = torch.zeros(len(x), self.locations).scatter_add(1, x, self.weights)
        return torch.log(pointer + 1e-10)


class Transformer(nn.Module):
    def __init__(self, locations, users, width=64, heads=4, layers=2, feed_forward=128, dropout=0.15, longest=64):
        super().__init__()
        place = torch.arange(longest).unsqueeze(1)
        angle = place * torch.exp(torch.arange(0, width, 2) * (-math.log(10000.0) / width))
        table = torch.zeros(1, longest, width)
        table[0, :, 0::2], table[0, :, 1::2] = torch.sin(angle), torch.cos(angle)
        self.register_buffer("pos_encoding", table)
        self.loc_emb = nn.Embedding(locations, width, padding_idx=0)
        self.input_proj = nn.Linear(width, width)
        self.input_norm = nn.LayerNorm(width)
        layer = nn.TransformerEncoderLayer(width, heads, feed_forward, dropout, "gelu", batch_first=True, norm_first=True)
        self.transformer = nn.TransformerEncoder(layer, layers, enable_nested_tensor=False)
        self.gen_head = nn.Linear(width, locations)
        for parameter in self.parameters():
            if parameter.dim() > 1:
                nn.init.xavier_uniform_(parameter)

    def forward(self, batch):
        x, length = batch["x"], batch["length"]
        hidden = self.input_norm(self.input_proj(self.loc_emb(x))) + self.pos_encoding[:, :x.shape[1]]
        padded = torch.arange(x.shape[1]).unsqueeze(0) >= length.unsqueeze(1)
        context = last_of(self.transformer(hidden, src_key_padding_mask=padded), length)
        return torch.log(torch.softmax(self.gen_head(context), -1) + 1e-10)


class DeepMove(nn.Module):
    """The published loop: one sample at a time, the mean location of each half hour of the history in a loop."""

    class Parts(nn.Module):
        def __init__(self, locations, users, width, hidden):
            super().__init__()
            narrow = width // 4
            self.emb_loc = nn.Embedding(locations, width)
            self.emb_tim = nn.Embedding(48, narrow)
            self.emb_uid = nn.Embedding(users, narrow)
            self.fc_attn = nn.Linear(width + narrow, hidden)
            self.rnn = nn.GRU(width + narrow, hidden, 1)
            self.fc_final = nn.Linear(2 * hidden + narrow, locations)

    def __init__(self, locations, users, width=40, hidden=45, dropout=0.3):
        super().__init__()
        self.model = self.Parts(locations, users, width, hidden)
        self.dropout, self.weights = nn.Dropout(dropout), None
        nn.init.xavier_uniform_(self.model.rnn.weight_ih_l0)
        nn.init.orthogonal_(self.model.rnn.weight_hh_l0)
        nn.init.zeros_(self.model.rnn.bias_ih_l0)
        nn.init.zeros_(self.model.rnn.bias_hh_l0)

    def one(self, sample):
        parts = self.model
        x = self.dropout(torch.cat([parts.emb_loc(sample["x"]), parts.emb_tim(sample["slot"])], 1))
        last = parts.rnn(x.unsqueeze(1))[0][-1]
        if len(sample["history_count"]) > 0:
            visits = parts.emb_loc(sample["history_x"])
            means, first = [], 0
            for count in sample["history_count"]:
                means.append(torch.mean(visits[first:first + count], dim=0, keepdim=True))
                first += count
            rows = torch.cat([torch.cat(means, 0), parts.emb_tim(sample["history_slot"])], 1)
            rows = torch.tanh(parts.fc_attn(rows))
            weights = torch.softmax(last @ rows.t(), -1)
            past = weights @ rows
        else:
            weights, past = torch.zeros(1, 0), torch.zeros_like(last)
        user = parts.emb_uid(sample["user"])
        return parts.fc_final(self.dropout(torch.cat([last, past, user], 1))), weights[0]

    def forward(self, batch):
        found = [self.one(sample) for sample in batch["samples"]]
        self.weights = [weights for _, weights in found]
        return torch.cat([scores for scores, _ in found], 0)


def deepmove_sample(x, slot, user, history):
    """`history`: the location and half hour of every earlier visit, in any order."""
    history = sorted(history, key=lambda visit: visit[1])
    slots = sorted({visit[1] for visit in history})
    return {"x": torch.tensor(x), "slot": torch.tensor(slot), "user": torch.tensor([user]),
            "history_x": torch.tensor([visit[0] for visit in history], dtype=torch.int32),
            "history_slot": torch.tensor(slots, dtype=torch.int64),
            "history_count": [sum(visit[1] == one for visit in history) for one in slots]}


SMALL = {"width": 8, "layers": 2}
SMALL_LSTM = {**SMALL, "hidden": 12}
# kind: the class, its arguments in the captures, the recipe
LINEAR = {"adam": torch.optim.Adam, "betas": (0.9, 0.999), "eps": 1e-8, "decay": 1e-6, "smoothing": 0, "clip": 1.0, "rate": 1e-3, "batch": 32}
COSINE = {"adam": torch.optim.AdamW, "betas": (0.9, 0.98), "eps": 1e-9, "decay": 0.015, "smoothing": 0.03, "clip": 0.8, "rate": 6.5e-4, "batch": 128}
PLATEAU = {"adam": torch.optim.Adam, "betas": (0.9, 0.999), "eps": 1e-8, "decay": 1e-5, "smoothing": 0, "clip": 5.0, "rate": 1e-3, "batch": 1}
TWINS = {
    "lstm": (Lstm, {**SMALL_LSTM, "outer": 0, "head": 0}, LINEAR),
    "lstm_location": (LstmLocation, SMALL_LSTM, {**COSINE, "decay": 0.01, "clip": 1.0, "rate": 1e-3}),
    "transformer": (Transformer, {**SMALL, "heads": 4, "feed_forward": 12, "longest": 16}, COSINE),
    "lstm_pointer": (LstmPointer, SMALL_LSTM, COSINE),
    "deepmove": (DeepMove, {"width": 8, "hidden": 12}, PLATEAU),
}


def trainer(model, recipe, rate):
    optimizer = recipe["adam"](model.parameters(), lr=rate, betas=recipe["betas"], eps=recipe["eps"], weight_decay=recipe["decay"])
    criterion = nn.CrossEntropyLoss(ignore_index=0, label_smoothing=recipe["smoothing"])

    def step(batch):
        optimizer.zero_grad()
        loss = criterion(model(batch), batch["y"])
        loss.backward()
        norm = nn.utils.clip_grad_norm_(model.parameters(), recipe["clip"])
        optimizer.step()
        return loss, norm

    return step


def formula_weights(model):
    """The same numbers in every language: a sine, around 1 for the scales of norms."""
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            phase = sum(map(ord, name))
            centre = 1.0 if "norm" in name and name.endswith("weight") else 0.0
            values = torch.arange(parameter.numel(), dtype=torch.float64)
            parameter.copy_((0.3 * torch.sin(1.3 * values + phase) + centre).view(parameter.shape))


def formula_record(i):
    length = 1 + i * 5 % 7
    return {"x": [1 + (7 * i + 3 * j) % 29 for j in range(length)],
            "weekday": [(i + j) % 7 for j in range(length)],
            "time": [(97 * i + 61 * j) % 1440 // 15 for j in range(length)],
            "duration": [(35 * i + 50 * j) % 2800 // 30 for j in range(length)]}


def formula_sample(i):
    """For DeepMove; a training split of 60 sequences from number 100 came before."""
    history = []
    for j in (*range(100, 160), *range(i)):
        if j % 4 == i % 4:
            record = formula_record(j)
            history += zip(record["x"], [time // 2 for time in record["time"]])
    record = formula_record(i)
    return deepmove_sample(record["x"], [time // 2 for time in record["time"]], 1 + i % 4, history)


def formula_batch(first, count):
    records = [formula_record(i) for i in range(first, first + count)]
    batch = {key: nn.utils.rnn.pad_sequence([torch.tensor(r[key]) for r in records], batch_first=True) for key in records[0]}
    numbers = range(first, first + count)
    # Every second target is in the window.
    targets = [1 + i * 11 % 29 if i % 2 else r["x"][i % len(r["x"])] for i, r in zip(numbers, records)]
    return {**batch, "samples": [formula_sample(i) for i in numbers], "length": torch.tensor([len(r["x"]) for r in records]),
            "user": torch.tensor([1 + i % 4 for i in numbers]), "y": torch.tensor(targets)}


def capture(kind):
    make, arguments, recipe = TWINS[kind]
    torch.manual_seed(0)
    model = make(30, 5, dropout=0, **arguments)
    formula_weights(model)
    model.eval()
    batch = formula_batch(0, 6)
    with torch.no_grad():
        found = {"log_probability": torch.log_softmax(model(batch), -1).tolist()}
    if kind == "lstm_pointer":
        found["pointer_weight"] = [row[:n].tolist() for row, n in zip(model.weights, batch["length"])]
    if kind == "deepmove":
        found["history_weight"] = [row.tolist() for row in model.weights]
        found["history_slot"] = [sample["history_slot"].tolist() for sample in batch["samples"]]
    model.train()
    step = trainer(model, {**recipe, "decay": 0.05}, 0.005)
    steps = [step(formula_batch(number * BATCH, BATCH)) for number in range(STEPS)]
    found["loss"] = [loss.item() for loss, _ in steps]
    found["gradient_norm"] = [norm.item() for _, norm in steps]
    return found


def largest_difference(a, b):
    if isinstance(a, list):
        return max((largest_difference(x, y) for x, y in zip(a, b, strict=True)), default=0)
    return abs(a - b)


def rounded(value):
    return [rounded(one) for one in value] if isinstance(value, list) else float(f"{value:.9g}")


def check():
    failed = False
    for kind in TWINS:
        stored, found = json.loads((HERE / "captures" / f"{kind}.json").read_text()), capture(kind)
        for key, value in stored.items():
            difference = largest_difference(value, found[key])
            failed |= difference > 1e-5 * (10 if key == "gradient_norm" else 1)
            print(f"{kind} {key}: largest difference {difference:.1e}")
    sys.exit(failed)


def deepmove_batches(train):
    """Batches of one, as published: inputs are made before the training; a user's first window is no sample."""
    import numpy
    earlier, made = {}, []
    for record in train:
        x, user = [int(one) for one in record["X"]], int(record["user_X"][0])
        slot = [int(one) // 30 for one in record["start_min_X"]]
        known = earlier.get(user)
        if known is not None:
            order = numpy.argsort(known[:, 1], kind="stable")
            slots, counts = numpy.unique(known[:, 1], return_counts=True)
            sample = {"x": torch.tensor(x), "slot": torch.tensor(slot), "user": torch.tensor([user]),
                      "history_x": torch.from_numpy(known[order, 0]), "history_slot": torch.from_numpy(slots).long(),
                      "history_count": counts.tolist()}
            made.append({"samples": [sample], "y": torch.tensor([int(record["Y"])])})
        visits = numpy.array([x, slot], dtype=numpy.int32).T
        earlier[user] = visits if known is None else numpy.concatenate([known, visits])
    return made


def bench(folder, prefix, target):
    sys.path.insert(0, str(HERE.parents[1] / "packaging"))
    import pickle
    from bench_baseline import batches, best_of
    torch.set_num_threads(2)
    with open(f"{folder}/{prefix}_train.pk", "rb") as file:
        train = pickle.load(file)
    locations = 1 + max(max(max(r["X"]), r["Y"]) for r in train)
    users = 1 + max(r["user_X"][0] for r in train)
    timed = {}
    for kind, (make, _, recipe) in TWINS.items():
        torch.manual_seed(42)
        model = make(int(locations), int(users))
        model.train()
        step = trainer(model, recipe, recipe["rate"])
        single = deepmove_batches(train) if kind == "deepmove" else None

        def epoch():
            order = torch.randperm(len(single or train)).tolist()
            for batch in ([single[i] for i in order] if single else batches(train, recipe["batch"], order)):
                step(batch)

        timed[f"epoch_seconds_{kind}"] = best_of(2, epoch)
    path = pathlib.Path(target)
    known = json.loads(path.read_text()) if path.exists() else {}
    path.write_text(json.dumps({**known, **timed}) + "\n")


def main():
    if sys.argv[1:] == ["--check"]:
        check()
    elif sys.argv[1:] == ["--write"]:
        for kind in TWINS:
            path = HERE / "captures" / f"{kind}.json"
            path.write_text(json.dumps({key: rounded(value) for key, value in capture(kind).items()}, separators=(",", ":")) + "\n")
    elif len(sys.argv) == 5 and sys.argv[1] == "--bench":
        bench(*sys.argv[2:])
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
