#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The Pointer Network V45 in PyTorch as a model program: opened so, it has to give the figures of our own V45.

Written from the published shapes and names. Needs torch.

  pointer_v45_program.py serve CHECKPOINT   answers as a model program
  pointer_v45_program.py check SOJOURN      compares what SOJOURN finds with both, within 1e-4; needs SOJOURN_SHARED
"""

import json
import math
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
NEAR = 1e-4


def serve(path):
    sys.path.insert(0, str(ROOT / "resources/python"))
    import sojourn_model
    import torch
    from torch.nn import functional as F

    saved = torch.load(path, weights_only=False, map_location="cpu")
    w, heads = saved["model_state_dict"], saved["config"]["model"]["nhead"]
    locations, d = w["loc_emb.weight"].shape
    longest = len(w["position_bias"])
    layers = len([name for name in w if name.endswith("linear1.weight")])

    def linear(name, x):
        return F.linear(x, w[name + ".weight"], w[name + ".bias"])

    def norm(name, x):
        return F.layer_norm(x, (d,), w[name + ".weight"], w[name + ".bias"])

    def looked_up(name, ids):
        table = w[name + ".weight"]
        return table[ids.clamp(0, len(table) - 1)]

    def attended(layer, x, hidden):  # hidden: [B, S], keys that no query reads
        size = d // heads
        name = f"transformer.layers.{layer}.self_attn"
        projected = F.linear(x, w[name + ".in_proj_weight"], w[name + ".in_proj_bias"])
        q, k, v = (part.unflatten(-1, (heads, size)).transpose(1, 2) for part in projected.chunk(3, -1))
        scores = (q @ k.transpose(-1, -2) / math.sqrt(size)).masked_fill(hidden[:, None, None, :], -math.inf)
        weights = scores.softmax(-1).nan_to_num(0.0)  # a query that may read nothing
        return linear(name + ".out_proj", (weights @ v).transpose(1, 2).flatten(2)), weights

    def forward(batch):
        location, length = torch.as_tensor(batch.location), torch.as_tensor(batch.length)
        steps = torch.arange(location.shape[1])
        padding = steps >= length[:, None]
        hidden = padding if batch.mask is None else padding | (torch.as_tensor(batch.mask) > 0)
        from_end = (length[:, None] - steps).clamp(0, longest - 1)
        user = torch.as_tensor(batch.user)[:, None].expand_as(location)
        e = torch.cat([looked_up("loc_emb", location), looked_up("user_emb", user),
                       looked_up("time_emb", torch.as_tensor(batch.start_minute) // 15),
                       looked_up("weekday_emb", torch.as_tensor(batch.weekday)),
                       looked_up("recency_emb", torch.as_tensor(batch.days_ago)),
                       looked_up("duration_emb", (torch.as_tensor(batch.duration_minutes) / 30).floor().long()),
                       looked_up("pos_from_end_emb", from_end)], -1).requires_grad_(torch.is_grad_enabled())
        x = norm("input_norm", linear("input_proj", e)) + w["pos_encoding"][:, :location.shape[1]]
        maps = []
        for layer in range(layers):
            name = f"transformer.layers.{layer}."
            change, weights = attended(layer, norm(name + "norm1", x), hidden)
            maps.append(weights.masked_fill(padding[:, None, :, None], 0.0))
            x = x + change
            x = x + linear(name + "linear2", F.gelu(linear(name + "linear1", norm(name + "norm2", x))))
        context = x[torch.arange(len(length)), length - 1]
        scores = (linear("pointer_key", x) @ linear("pointer_query", context)[:, :, None])[:, :, 0] / math.sqrt(d)
        scores = scores + w["position_bias"][from_end]
        pointer = torch.zeros(len(length), locations)
        pointer.scatter_add_(1, location, scores.masked_fill(hidden, -math.inf).softmax(-1).nan_to_num(0.0))
        gate = torch.sigmoid(linear("ptr_gen_gate.2", F.gelu(linear("ptr_gen_gate.0", context))))
        generated = linear("gen_head", context).softmax(-1)
        output = torch.log(gate * pointer + (1 - gate) * generated + 1e-10)
        return output, torch.stack(maps, 1), context, e

    @torch.no_grad()
    def predict(batch):
        output, maps, context, _ = forward(batch)
        return {"output": output, "attention": maps if "attention" in batch.want else None,
                "embedding": context if "embedding" in batch.want else None}

    def gradients(batch):
        output, _, _, e = forward(batch)
        chosen = output[torch.arange(len(batch)), torch.as_tensor(batch.target)].sum()
        return (torch.autograd.grad(chosen, e)[0] * e).sum(-1)

    def tables():
        return [{"name": "loc_emb", "of": "location", "values": w["loc_emb.weight"]},
                {"name": "output gen_head", "of": "location", "values": w["gen_head.weight"]},
                {"name": "user_emb", "of": "user", "values": w["user_emb.weight"]}]

    sojourn_model.serve(predict, name="V45 in PyTorch", locations=locations, users=len(w["user_emb.weight"]),
                        longest=longest, outputs="log_probabilities", gives=["attention", "embedding"], takes=["mask"],
                        tables=tables, gradients=gradients, layers=layers, heads=heads, parameters=251476)


def check(sojourn):
    try:
        import torch  # noqa: F401, the program needs it
    except ImportError:
        print("pointer_v45_program: this Python has no torch", file=sys.stderr)
        sys.exit(77)
    shared = pathlib.Path(os.environ.get("SOJOURN_SHARED", ROOT.parent / "shared")) / "data"
    checkpoint = str(shared / "checkpoints/pointer_v45_geolife_full_model_best.pt")
    data = str(shared / "geolife")
    if not pathlib.Path(checkpoint).exists():
        print(f"pointer_v45_program: {checkpoint} is absent", file=sys.stderr)
        sys.exit(77)
    program = f"program:{sys.executable} {pathlib.Path(__file__).resolve()} serve {checkpoint}"

    def asked(*words):
        done = subprocess.run([sojourn, *words, "--json", "-"], capture_output=True, text=True, timeout=600)
        if done.returncode:
            sys.exit(f"{' '.join(words)}: exit {done.returncode}: {done.stderr}")
        return json.loads(done.stdout)

    def both(command, *words):
        return [asked(command, "--data", data, "--checkpoint", model, *words) for model in (checkpoint, program)]

    def near(what, ours, theirs):
        if isinstance(ours, dict):
            for key in ours:
                near(f"{what}.{key}", ours[key], theirs[key])
        elif isinstance(ours, list):
            if len(ours) != len(theirs):
                sys.exit(f"{what}: {len(ours)} and {len(theirs)}")
            for k, pair in enumerate(zip(ours, theirs)):
                near(f"{what}[{k}]", *pair)
        elif isinstance(ours, float) or isinstance(theirs, float):
            if abs(ours - theirs) > NEAR:
                sys.exit(f"{what}: {ours} by ours, {theirs} by the program")
        elif ours != theirs:
            sys.exit(f"{what}: {ours} by ours, {theirs} by the program")

    ours, theirs = both("evaluate")
    known = [key for key in ours["metrics"]["all"] if key not in ("loss",)]  # a program has no training criterion
    for part in ("all", "known", "unseen"):
        near(part, *({key: side["metrics"][part][key] for key in known} for side in (ours, theirs)))
    print(f"evaluate: Acc@1 {theirs['metrics']['all']['acc@1']:.3f}, as ours")

    compared = asked("compare", "--data", data, "--model", checkpoint, "--model", program)
    pair = compared["pairs"][0]
    if pair["all"]["only_a"] or pair["all"]["only_b"]:
        sys.exit(f"compare: {pair['all']}")
    near("ece", compared["models"][0]["ece"], compared["models"][1]["ece"])
    print(f"compare: {pair['all']}")

    for index in ("27", "1900"):
        ours, theirs = both("inspect", "--index", index, "--maps")
        for key in ("target_rank", "target_log_probability", "attention"):
            near(f"inspect {index} {key}", ours[key], theirs[key])
        near(f"inspect {index} top", *([{k: row[k] for k in ("location", "probability")} for row in side["top"]]
                                       for side in (ours, theirs)))
        ours, theirs = both("explain", "--index", index)
        shared = {method["name"]: method for method in theirs["methods"]}
        for method in ours["methods"]:
            if method["name"] not in ("mask_one", "leave_one_out", "recency", "same_place", "attention_rollout",
                                      "gradient_x_input"):
                continue
            for key in ("scores", "masked", "removed"):
                near(f"explain {index} {method['name']} {key}", method[key], shared[method["name"]][key])
        ours, theirs = both("counterfactuals", "--index", index)
        near(f"counterfactuals {index}", *([{k: row[k] for k in ("changes", "prediction", "probability")}
                                            for row in side["counterfactuals"]] for side in (ours, theirs)))
    print("inspect, explain, counterfactuals: as ours")
    ours, theirs = both("profile")
    near("head roles", ours["head_roles"], theirs["head_roles"])
    ours, theirs = both("embeddings", "--table", "input")
    print("profile, embeddings: as ours")


if __name__ == "__main__":
    if sys.argv[1] == "serve":
        serve(sys.argv[2])
    else:
        check(*sys.argv[2:])
