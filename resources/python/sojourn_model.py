# SPDX-License-Identifier: GPL-3.0-or-later
"""Opens a model of your own in Sojourn. One file without dependencies: put it beside your model.

    import sojourn_model

    def predict(batch):                      # arrays as NumPy, or lists where NumPy is not installed
        return model(batch.location, ...)    # [B, V] array, tensor or lists

    sojourn_model.serve(predict, name="My model", locations=1187, outputs="logits")

Then:  sojourn evaluate --data DATASET --checkpoint "program:python my_model.py"

What a batch has: user [B], length [B], location, weekday, start_minute, duration_minutes, days_ago [B, S], padded at the
right with 0, mask (None or [B, S], 1 where no visit may be read by anyone) and want (names of what is asked for).
Location 0 is padding, 1 is a place that training never saw. Whatever is printed goes to standard error.
"""

import array
import base64
import json
import os
import sys
import traceback

PROTOCOL = "sojourn.model/1"


class Batch:
    """The sequences of one question."""

    FIELDS = ("user", "length", "location", "weekday", "start_minute", "duration_minutes", "days_ago")

    def __init__(self, params, as_array):
        for name in self.FIELDS:
            setattr(self, name, as_array(params[name], name == "duration_minutes"))
        self.mask = None if params.get("mask") is None else as_array(params["mask"], False)
        self.history = params.get("history")
        self.want = tuple(params.get("want", ()))
        self.target = None if params.get("target") is None else as_array(params["target"], False)

    def __len__(self):
        return len(self.length)


class Refusal(Exception):
    """Raise it in predict() to say which sample cannot be answered, and why."""

    def __init__(self, message, sample=None):
        super().__init__(message)
        self.sample = sample


def serve(predict, name, locations, *, users=None, longest=None, outputs="probabilities", gives=(), takes=(), layers=0,
          heads=0, parameters=None, trained_on=None, tables=None, gradients=None):
    """Answers until the input ends.

    predict(batch) gives the output [B, V], or a dict of "output" and, where it `gives` them, "attention"
    [B, layers, heads, S, S] and "embedding" [B, d]. outputs is "probabilities", "log_probabilities" or "logits".
    tables() gives dicts of name, of ("location", "user", "hour", "weekday") and values [N, d]. gradients(batch), with
    batch.target, gives [B, S]. `trained_on` is the prefix of the dataset. Arrays may be NumPy arrays, torch tensors or
    nested lists.
    """
    gives = list(gives)
    for has, word in ((tables, "tables"), (gradients, "gradients")):
        if has and word not in gives:
            gives.append(word)
    description = {"protocol": PROTOCOL, "name": name, "locations": int(locations), "users": users,
                   "longest": longest, "outputs": outputs, "gives": gives, "takes": list(takes), "layers": layers,
                   "heads": heads, "parameters": parameters,
                   "trained_on": {"dataset": trained_on, "splits": {}} if isinstance(trained_on, str) else trained_on}

    def answer(method, params):
        if method == "describe":
            return description
        if method == "predict":
            made = predict(Batch(params, _array_maker()))
            made = made if isinstance(made, dict) else {"output": made}
            return {key: _encoded(value) for key, value in made.items() if value is not None}
        if method == "tables" and tables:
            return {"tables": [dict(table, values=_encoded(table["values"])) for table in tables()]}
        if method == "gradients" and gradients:
            return {"gradient_x_input": _encoded(gradients(Batch(params, _array_maker())))}
        raise Refusal("there is no method " + repr(method))

    questions, answers = _streams or _own_streams()
    for line in questions:
        if not line.strip():
            continue
        question = json.loads(line)
        reply = {"id": question["id"]}
        try:
            reply["result"] = answer(question["method"], question.get("params") or {})
        except Refusal as refusal:
            reply["error"] = {"message": str(refusal), "sample": refusal.sample}
        except Exception as error:  # whatever it is, the next question may go well
            traceback.print_exc()
            reply["error"] = {"message": type(error).__name__ + ": " + str(error)}
        answers.write(json.dumps(reply, allow_nan=False) + "\n")
        answers.flush()


def _own_streams():
    """The two streams of the conversation. What else is printed or read then meets standard error and nothing."""
    questions = os.fdopen(os.dup(0), "r", encoding="utf-8")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)  # C and C++ code prints there, too
    sys.stdout = sys.stderr
    return questions, answers


# What is printed while the model is loaded is no answer either.
_streams = _own_streams() if os.environ.get("SOJOURN_MODEL") else None


def _array_maker():
    try:
        import numpy
    except ImportError:
        return lambda values, fractions: values
    return lambda values, fractions: numpy.asarray(values, dtype=numpy.float64 if fractions else numpy.int64)


def _encoded(values):
    """Any array as float32 in base64."""
    if hasattr(values, "detach"):  # a torch tensor
        values = values.detach().float().cpu().contiguous().numpy()
    if hasattr(values, "__array__") and not isinstance(values, (list, tuple)):
        import numpy
        values = numpy.ascontiguousarray(values, dtype="<f4")
        return {"dtype": "float32", "shape": list(values.shape), "base64": base64.b64encode(values.tobytes()).decode()}
    shape, flat = _flattened(values)
    numbers = array.array("f", flat)
    if sys.byteorder == "big":
        numbers.byteswap()
    return {"dtype": "float32", "shape": shape, "base64": base64.b64encode(numbers.tobytes()).decode()}


def _flattened(values):
    if hasattr(values, "tolist"):
        values = values.tolist()
    if not isinstance(values, (list, tuple)):
        return [], [float(values)]
    parts = [_flattened(part) for part in values]
    if any(part[0] != parts[0][0] for part in parts):
        raise Refusal("the parts of an array have different lengths")
    return [len(parts)] + (parts[0][0] if parts else []), [number for part in parts for number in part[1]]
