# SPDX-License-Identifier: GPL-3.0-or-later
"""A PyTorch model of your own, as an example: an LSTM over places and hours.

    python lstm_model.py train DATASET_PREFIX             # folder/prefix, without _train.pk; writes lstm_model.pt
    sojourn evaluate --data DATASET --checkpoint "program:python lstm_model.py serve lstm_model.pt"
"""

import pickle
import sys

import torch
from torch import nn

import sojourn_model


class Model(nn.Module):
    def __init__(self, locations, width=64):
        super().__init__()
        self.place = nn.Embedding(locations, width, padding_idx=0)
        self.hour = nn.Embedding(24, 8)
        self.lstm = nn.LSTM(width + 8, width, batch_first=True)
        self.out = nn.Linear(width, locations)

    def forward(self, location, start_minute, length):
        visits = torch.cat([self.place(location), self.hour(start_minute // 60)], dim=-1)
        states, _ = self.lstm(visits)
        return self.out(states[torch.arange(len(length)), length - 1])  # the last visit, not the padding


def train(prefix, epochs=20):
    with open(prefix + "_train.pk", "rb") as file:
        rows = pickle.load(file)
    locations = 1 + max(max(int(row["X"].max()), int(row["Y"])) for row in rows)
    model = Model(locations)
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
    for epoch in range(epochs):
        total = 0.0
        for begin in range(0, len(rows), 64):
            some = rows[begin:begin + 64]
            pad = lambda key: nn.utils.rnn.pad_sequence([torch.as_tensor(r[key]).long() for r in some], batch_first=True)
            length = torch.tensor([len(row["X"]) for row in some])
            loss = nn.functional.cross_entropy(model(pad("X"), pad("start_min_X"), length),
                                               torch.tensor([int(row["Y"]) for row in some]))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            total += loss.item() * len(some)
        print(f"epoch {epoch + 1}: loss {total / len(rows):.3f}")
    torch.save({"locations": locations, "model": model.state_dict()}, "lstm_model.pt")


def serve(path):
    saved = torch.load(path)
    model = Model(saved["locations"])
    model.load_state_dict(saved["model"])
    model.eval()

    @torch.no_grad()
    def predict(batch):
        return model(*(torch.as_tensor(x) for x in (batch.location, batch.start_minute, batch.length)))

    sojourn_model.serve(predict, name="My LSTM", locations=saved["locations"], outputs="logits",
                        parameters=sum(p.numel() for p in model.parameters()))


if __name__ == "__main__":
    {"train": train, "serve": serve}[sys.argv[1]](sys.argv[2])
