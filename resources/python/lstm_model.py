# SPDX-License-Identifier: GPL-3.0-or-later
"""A PyTorch model of your own, as an example: an LSTM over places and hours.

    python lstm_model.py train DATASET_PREFIX             # folder/prefix, without _train.pk; writes lstm_model.pt
    sojourn evaluate --data DATASET --checkpoint "program:python lstm_model.py serve lstm_model.pt"
"""

import pickle
import sys
import time

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


def read(prefix, split):
    with open(f"{prefix}_{split}.pk", "rb") as file:
        return pickle.load(file)


def tensors(rows):
    pad = lambda key: nn.utils.rnn.pad_sequence([torch.as_tensor(row[key]).long() for row in rows], batch_first=True)
    return (pad("X"), pad("start_min_X"), torch.tensor([len(row["X"]) for row in rows]),
            torch.tensor([int(row["Y"]) for row in rows]))


def train(prefix, epochs=20, rate=3e-3):
    rows, validation = read(prefix, "train"), read(prefix, "validation")
    locations = 1 + max(max(int(row["X"].max()), int(row["Y"])) for row in rows)
    model = Model(locations)
    optimizer = torch.optim.Adam(model.parameters(), lr=rate)
    # What the studio and the monitor show while it goes on: sojourn-studio --run runs
    with sojourn_model.Run(time.strftime("runs/lstm-%Y%m%d-%H%M%S"), model="My LSTM", epochs=epochs, dataset=prefix,
                           learning_rate=rate, splits={"train": len(rows), "validation": len(validation)},
                           parameters=sum(p.numel() for p in model.parameters())) as run:
        for epoch in range(epochs):
            for begin in range(0, len(rows), 64):
                *inputs, target = tensors(rows[begin:begin + 64])
                loss = nn.functional.cross_entropy(model(*inputs), target)
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                run.step(loss.item(), lr=rate)
                if run.wants_pause():
                    run.pause()
            with torch.no_grad():
                *inputs, target = tensors(validation)
                logits = model(*inputs).log_softmax(-1)
                # Places that training never saw are no rows of the model: always wrong, and no part of the loss.
                known = target < locations
                right = (logits.argmax(-1) == target).float().mean().item()
                loss = nn.functional.nll_loss(logits[known], target[known]).item()
            run.validation(loss=loss, accuracy=right, n=len(target))
            print(f"epoch {epoch + 1}: validation loss {loss:.3f}, Acc@1 {100 * right:.1f} %")
            torch.save({"locations": locations, "model": model.state_dict()}, "lstm_model.pt")
            if run.wants_stop():
                break


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
