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

Beside it: Run writes a training of your own, so that the studio and the monitor show it while it goes on; load() reads
what Sojourn has written into tables.
"""

import array
import base64
import contextlib
import csv
import errno
import fcntl
import json
import math
import os
import pickle
import shlex
import socket
import sys
import threading
import time
import traceback
import uuid

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


class Run:
    """Writes a training of your own as a run directory, so that it stands beside others in the studio and the monitor.

        with sojourn_model.Run("runs/mine", config={"lr": 1e-3}, model="My LSTM", epochs=20) as run:
            for epoch in range(20):
                for batch in batches:
                    loss = train_on(batch)
                    run.step(loss=loss, lr=1e-3)
                    if run.wants_pause():
                        run.pause()            # until a viewer resumes or stops it
                    if run.wants_stop():
                        break
                run.validation(loss=..., accuracy=0.53, recall_at_20=0.7)   # ends the epoch
                run.checkpoint({"model_state_dict": model.state_dict()})
                if run.wants_stop():
                    break

    What the events are: one line of events.jsonl each, whole or not there at all. Metrics that Sojourn does not know
    become curves of their own. A viewer's command that the training never asks about is refused after 30 seconds. A
    folder that holds a run already is refused, unless `resume` says after which step it goes on.
    """

    _KNOWN = {"accuracy": "acc@1", "accuracy_3": "acc@3", "accuracy_5": "acc@5", "accuracy_10": "acc@10",
              "mrr": "mrr", "ndcg_10": "ndcg@10"}  # fractions here, percent in the file
    _PATIENCE = 30.0

    def __init__(self, folder, *, config=None, model="own", epochs=0, steps_per_epoch=None, parameters=0,
                 learning_rate=None, dataset=None, splits=None, resume=None, heartbeat=1.0):
        """epochs: planned, 0 where it is not known. dataset: the prefix, "folder/prefix"; splits: sequences by split,
        {"train": 7424}. learning_rate: what the schedule begins with, so that a viewer can change it before the first
        step. Errors: FileExistsError, where the folder holds a run; BlockingIOError, where another process writes it."""
        self.folder = os.path.abspath(folder)
        for part in ("", "checkpoints", "control"):
            os.makedirs(os.path.join(self.folder, part), exist_ok=True)
        self._lock = os.open(self._path("run.lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        self._process = _this_process()
        os.ftruncate(self._lock, 0)
        os.pwrite(self._lock, (json.dumps(self._process) + "\n").encode(), 0)
        self._mutex = threading.RLock()
        self._seq, self._step, self._epoch, self._epochs = 0, 0, 1, int(epochs)
        self._losses, self._began = [], None  # of the epoch in course
        self._state, self._why, self._stop = "starting", "", False
        self._waiting, self._asked, self._last_look, self._started = [], {}, 0.0, time.time()
        self._rate, self._factor, self._best = learning_rate, 1.0, None
        self._usage = (time.time(), sum(os.times()[:2]))
        self._over = threading.Event()
        if os.path.exists(self._path("run.json")):
            if resume is None:
                raise FileExistsError(self.folder + " holds a run: name another folder, or say resume=STEP")
            self._go_on(int(resume))
        else:
            self._write("run.json", self._record(config, model, steps_per_epoch, parameters, dataset, splits))
            self._events = os.open(self._path("events.jsonl"), os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
        self._set_state("starting", "resumed" if resume is not None else "")
        self._set_state("running")
        self._write_status()
        self._thread = threading.Thread(target=self._beat, args=(heartbeat,), daemon=True)
        self._thread.start()

    # -- what happened

    def step(self, loss, lr=None, *, step=None, epoch=None, gradient_norm=None, clipped_gradient_norm=None, sequences_per_s=None,
             tokens_per_s=None, **own):
        """One optimizer step. loss: the batch's mean; step: its number, from 1, without it the next one; epoch: from 1,
        without it the one that no validation() has ended. Further numbers become curves of their own."""
        with self._mutex:
            if epoch is not None and epoch != self._epoch:
                self._end_epoch()
                self._epoch = int(epoch)
            now = time.time()
            self._began = self._began or now
            if step is not None and step <= self._step:
                raise ValueError("step " + str(step) + " does not follow step " + str(self._step))
            self._step = self._step + 1 if step is None else int(step)
            if lr is not None:
                self._rate = float(lr)
            self._losses.append(float(loss))
            unknown = float("nan")
            numbers = {"loss": loss, "learning_rate": self._rate, "gradient_norm": gradient_norm,
                       "clipped_gradient_norm": clipped_gradient_norm, "sequences_per_s": sequences_per_s,
                       "tokens_per_s": tokens_per_s}
            self._event("step", step=self._step, epoch=self._epoch,
                        **{name: unknown if value is None else float(value) for name, value in numbers.items()})
            self._own(own)
            self._look()

    def validation(self, loss=None, *, n=None, split="validation", known=None, unseen=None, ends_epoch=True, **metrics):
        """What an evaluation found. accuracy, accuracy_3, accuracy_5, accuracy_10, mrr and ndcg_10 are fractions from 0
        to 1, as is f1; known and unseen: dicts of the same for targets that training has seen and has not. Any other
        number becomes a curve of its own. It ends the epoch, unless ends_epoch is False."""
        requested = self._asked.pop("evaluate", None)
        with self._mutex:
            ends_epoch = ends_epoch and not requested and split == "validation"
            epoch = self._epoch
            if ends_epoch:
                self._end_epoch()
            own = {name: metrics.pop(name) for name in list(metrics) if name not in self._KNOWN and name != "f1"}
            groups = {"all": self._group(dict(metrics, n=n, loss=loss))}
            groups.update({name: self._group(group) for name, group in (("known", known), ("unseen", unseen)) if group})
            event = {"epoch": epoch, "split": split, "metrics": groups}
            if loss is not None:
                event["batch_mean_loss"] = float(loss)
            if requested:
                event["requested"] = True
            self._event("eval", **event)
            self._own(own, epoch)
            if split == "validation" and loss is not None and (self._best is None or loss < self._best[0]):
                self._best = (float(loss), groups)
            if ends_epoch:
                self._epoch = epoch + 1
            if requested:
                self._answer(requested, "done", "")

    def checkpoint(self, state, *, best=False, why="epoch"):
        """Saves `state` as checkpoints/last.pt, and as best.pt where it is the best so far. bytes are written as they
        are, a function is called with the path to write; anything else goes to torch.save, or to pickle without torch.
        A reader sees the old file or the whole new one."""
        requested = self._asked.pop("checkpoint", None)
        os.fsync(self._events)  # no power cut leaves a checkpoint beside a log that ends before it
        for name in ("best.pt",) * bool(best) + ("last.pt",):
            path = os.path.join(self.folder, "checkpoints", name)
            with _replacing(path) as temporary:
                if isinstance(state, (bytes, bytearray)):
                    with open(temporary, "wb") as file:
                        file.write(state)
                elif callable(state):
                    state(temporary)
                elif "torch" in sys.modules:
                    sys.modules["torch"].save(state, temporary)
                else:
                    with open(temporary, "wb") as file:
                        pickle.dump(state, file)
            with self._mutex:
                epoch = max(self._epoch - (self._began is None), 0)
                self._event("checkpoint", epoch=epoch, step=self._step, file="checkpoints/" + name,
                            why="best" if name == "best.pt" else "command" if requested else why)
        if requested:
            self._answer(requested, "done", "")

    def results(self, test, validation=None):
        """The figures of the best model, as dicts that validation() takes: results.json. Without `validation` those of
        the lowest validation loss."""
        def on(figures):
            loss = figures.get("loss")
            return dict({"all": self._group(figures)}, **{} if loss is None else {"batch_mean_loss": float(loss)})
        best = dict(self._best[1], batch_mean_loss=self._best[0]) if self._best else on({})
        self._write("results.json", {"schema": "sojourn.results/1",
                                     "validation": on(validation) if validation is not None else best,
                                     "test": on(test) if test is not None else None})

    def log(self, text, level="info"):
        """A line in the log of the run: level "info", "warning" or "error"."""
        with self._mutex:
            self._event("log", level=level, text=str(text))

    # -- what viewers ask for

    def wants_pause(self):
        """True once a viewer has asked for it: call pause() then."""
        return self._wants("pause")

    def pause(self):
        """Waits until a viewer resumes or stops the run."""
        self._take("pause")
        self._set_state("paused", "by command")
        while not self._over.is_set():
            if self._wants("resume"):
                self._take("resume")
                break
            if self.wants_stop():
                return
            time.sleep(0.1)
        self._set_state("running", "resumed by command")

    def wants_stop(self):
        """True once a viewer has asked for it: save what is to be kept, and leave the loop."""
        if self._wants("stop"):
            self._take("stop")
            self._stop = True
            self._set_state("stopping", "by command")
        return self._stop

    def wants_checkpoint(self):
        """True once a viewer has asked for it: call checkpoint() then."""
        return self._hand_over("checkpoint")

    def wants_evaluation(self):
        """True once a viewer has asked for it: evaluate, and call validation() then."""
        return self._hand_over("evaluate")

    @property
    def learning_rate(self):
        """The rate that a viewer has set last, else the one of the last step: for a loop with a constant rate."""
        self._obey_rate()
        return self._rate

    @property
    def learning_rate_factor(self):
        """What a schedule is to be multiplied with: 1, until a viewer sets a rate."""
        self._obey_rate()
        return self._factor

    # -- how it ends

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        if kind is None:
            self.close("interrupted" if self._stop else "finished")
        elif issubclass(kind, (KeyboardInterrupt, SystemExit)):
            self.close("interrupted", kind.__name__)
        else:
            self.close("failed", kind.__name__ + ": " + str(error))
        return False

    def close(self, state="finished", why=""):
        """Ends the run: "finished", "interrupted" or "failed". The with statement calls it."""
        if self._over.is_set():
            return
        with self._mutex:
            self._look(always=True)
            for request in self._waiting + list(self._asked.values()):
                self._answer(request, "refused", "the training has ended")
            self._waiting, self._asked = [], {}
            if state == "finished":
                self._end_epoch()
            self._set_state(state, why)
            self._over.set()
            self._write_status()
        self._thread.join()
        os.close(self._events)
        os.close(self._lock)

    # -- the files

    def _path(self, name):
        return os.path.join(self.folder, name)

    def _record(self, config, model, steps_per_epoch, parameters, dataset, splits):
        versions = {"python": sys.version.split()[0]}
        if "torch" in sys.modules:
            versions["torch"] = str(sys.modules["torch"].__version__)
        path, prefix = os.path.split(os.path.abspath(dataset)) if dataset else ("", "")
        record = {"schema": "sojourn.run/1", "id": str(uuid.uuid4()),
                  "created": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
                  "command": shlex.join([sys.executable or "python"] + sys.argv),
                  "config": json.loads(json.dumps(config or {}, default=str)), "model": str(model),
                  "dataset": {"path": path, "prefix": prefix, "fingerprint": "",
                              "splits": {name: {"sequences": int(n)} for name, n in (splits or {}).items()}},
                  "versions": versions, "parameters": int(parameters), "probes": []}
        if steps_per_epoch:
            record["steps_per_epoch"] = int(steps_per_epoch)
        return record

    def _go_on(self, step):
        self._events = os.open(self._path("events.jsonl"), os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o644)
        with open(self._path("events.jsonl"), "rb") as file:
            whole = last = 0
            for line in file:
                if not line.endswith(b"\n"):
                    os.ftruncate(self._events, whole)  # a line that a crash has cut
                    break
                whole += len(line)
                try:
                    event = json.loads(line)
                    self._seq = max(self._seq, int(event["seq"]) + 1)
                    if event["t"] in ("step", "rewind"):
                        last = event["step"]
                    if event["t"] in ("step", "epoch") and last <= step:
                        self._epoch = event["epoch"] + (event["t"] == "epoch")
                except (ValueError, KeyError, TypeError):
                    continue
        self._step = step
        self._event("rewind", step=step)

    def _event(self, kind, **fields):
        event = {"v": 1, "seq": self._seq, "t": kind, "wall": round(time.time(), 6)}
        event.update(fields)
        line = (json.dumps(_finite(event), separators=(",", ":")) + "\n").encode()
        end = os.fstat(self._events).st_size
        written = os.write(self._events, line)
        if written != len(line):  # a full disk: nothing of it stays, so that no line is glued to half of another
            os.ftruncate(self._events, end)
            raise OSError(errno.ENOSPC, "no room for an event", self._path("events.jsonl"))
        self._seq += 1

    def _own(self, values, epoch=None):
        if values:
            self._event("metrics", epoch=self._epoch if epoch is None else epoch,
                        values={str(name): float(value) for name, value in values.items()})

    def _group(self, metrics):
        group = {"n": None}
        for name, value in metrics.items():
            if value is None:
                continue
            if name in ("n", "loss"):
                group[name] = int(value) if name == "n" else float(value)
            elif name != "f1" and name not in self._KNOWN:
                raise ValueError(name + " is no figure of a group of targets")
            elif float(value) > 1:
                raise ValueError(name + " is a fraction from 0 to 1, not " + str(value))
            else:
                group[self._KNOWN.get(name, name)] = float(value) if name == "f1" else 100 * float(value)
        return group

    def _end_epoch(self):
        if self._began is None:
            return
        self._event("epoch", epoch=self._epoch, train_loss=sum(self._losses) / len(self._losses),
                    seconds=time.time() - self._began)
        self._began, self._losses = None, []

    def _set_state(self, state, why=""):
        with self._mutex:
            self._state = state
            self._event("state", state=state, why=why)
            self._write_status()

    def _write_status(self):
        self._write("status.json", dict(self._process, state=self._state, heartbeat=time.time(),
                                        epoch=max(self._epoch - (self._began is None), 0) if self._step else 0,
                                        step=self._step, epochs=self._epochs))

    def _write(self, name, value):
        with _replacing(self._path(name)) as temporary, open(temporary, "w", encoding="utf-8") as file:
            file.write(json.dumps(_finite(value)) + "\n")

    def _beat(self, seconds):
        beats = 0
        while not self._over.wait(seconds):
            with self._mutex:
                if self._over.is_set():
                    return
                self._write_status()
                self._look(always=True)
                if beats % 10 == 0:
                    now, used = time.time(), sum(os.times()[:2])
                    share = 100 * (used - self._usage[1]) / max(now - self._usage[0], 1e-3)
                    self._usage = (now, used)
                    self._event("system", cpu=share, memory_bytes=_resident_bytes(), gpu=None, gpu_memory_bytes=None)
                beats += 1

    # -- commands

    def _look(self, always=False):
        now = time.time()
        if not always and now - self._last_look < 0.2:
            return
        self._last_look = now
        try:
            names = os.listdir(self._path("control"))
        except OSError:
            return
        seen = {request["id"] for request in self._waiting} | {request["id"] for request in self._asked.values()}
        for name in names:
            request = _command(self._path(os.path.join("control", name)), name)
            if request is None or request["id"] in seen:
                continue
            if request["why"]:
                self._answer(request, "refused", request["why"])
            elif request["wall"] < self._started:
                self._answer(request, "expired", "was written before this trainer started")
            else:
                self._waiting.append(dict(request, came=now))
        self._waiting.sort(key=lambda request: request["wall"])
        for request in [r for r in self._waiting if now - r["came"] > self._PATIENCE]:
            self._waiting.remove(request)
            self._answer(request, "refused", "the training does not ask for it")

    def _wants(self, command):
        with self._mutex:
            self._look()
            return any(request["command"] == command for request in self._waiting)

    def _take(self, command):
        with self._mutex:
            for request in [r for r in self._waiting if r["command"] == command]:
                self._waiting.remove(request)
                self._answer(request, "done", "")

    def _hand_over(self, command):
        """Whether it is wanted; it is answered by what does it."""
        with self._mutex:
            if command not in self._asked and self._wants(command):
                self._asked[command] = next(r for r in self._waiting if r["command"] == command)
                self._waiting.remove(self._asked[command])
            return command in self._asked

    def _obey_rate(self):
        with self._mutex:
            self._look()
            for request in [r for r in self._waiting if r["command"] == "set_learning_rate"]:
                self._waiting.remove(request)
                value = float(request["value"])
                self._factor *= value / self._rate if self._rate else 1.0
                self._rate = value
                self._answer(request, "done", "")

    def _answer(self, request, answer, why):
        with self._mutex:
            self._event("control", id=request["id"], command=request["command"], value=request["value"], answer=answer,
                        why=why)
            try:
                os.remove(self._path(os.path.join("control", request["id"] + ".json")))
            except OSError:
                pass


def _command(path, name):
    """A command of control/, with `why` where it is refused; None for what is no command."""
    stem, end = os.path.splitext(name)
    try:
        if end != ".json" or str(uuid.UUID(stem)) != stem.lower():
            return None
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        with os.fdopen(descriptor, "rb") as file:
            text = file.read(65536)
    except (OSError, ValueError):
        return None
    request = {"id": stem, "command": "", "value": None, "wall": 0.0, "why": ""}
    try:
        said = json.loads(text)
        request.update(command=str(said["command"]), value=said.get("value"), wall=float(said["wall"]))
        known = ("pause", "resume", "stop", "checkpoint", "evaluate", "set_learning_rate")
        if said["v"] != 1 or said["id"] != stem or request["command"] not in known:
            request["why"] = "is not a known command"
        elif request["command"] == "set_learning_rate" and not 0 < float(request["value"]) < 1e6:
            request["why"] = "needs a number above 0"
    except (ValueError, KeyError, TypeError, AttributeError):
        request.update(value=None, why="is not a known command")
    return request


@contextlib.contextmanager
def _replacing(path):
    """A temporary name beside `path`, which becomes `path` where nothing goes wrong, and is deleted where it does."""
    temporary = os.path.join(os.path.dirname(path), "." + os.path.basename(path) + "." + uuid.uuid4().hex[:8] + ".tmp")
    try:
        yield temporary
        descriptor = os.open(temporary, os.O_RDONLY)
        os.fsync(descriptor)
        os.close(descriptor)
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.remove(temporary)
        raise


def _finite(value):
    """NaN and the infinities as texts: JSON has no numbers for them."""
    if isinstance(value, dict):
        return {key: _finite(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_finite(one) for one in value]
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    return value


def _this_process():
    process = {"pid": os.getpid(), "host": socket.gethostname(), "process_started": time.time()}
    try:
        with open("/proc/self/stat") as file:
            ticks = int(file.read().rsplit(")", 1)[1].split()[19])
        with open("/proc/stat") as file:
            machine = next(int(line.split()[1]) for line in file if line.startswith("btime"))
        with open("/proc/sys/kernel/random/boot_id") as file:
            process.update(boot_id=file.read().strip(), start_ticks=ticks)
        process["process_started"] = machine + ticks / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError, StopIteration):
        pass
    return process


def _resident_bytes():
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0


def load(path):
    """What Sojourn has written, for a notebook: a .csv is one table, a .json a dict of tables by their names.

    Tables are pandas DataFrames where pandas is installed, else lists of dicts. Of an evaluation "metrics" (a row for
    all, known and unseen targets); of a comparison "models", "pairs" and "slices"; of an explanation "methods" and
    "scores" (a row a visit, a column a method); of everything else each list of objects, and "facts": what remains.
    Errors: ValueError, where it is none of ours.
    """
    if str(path).endswith(".csv"):
        with open(path, encoding="utf-8", newline="") as file:
            return _table([{key: _number(value) for key, value in row.items()} for row in csv.DictReader(file)])
    with open(path, encoding="utf-8") as file:
        said = json.load(file)
    if not isinstance(said, dict) or not str(said.get("schema", "")).startswith("sojourn."):
        raise ValueError(str(path) + " has no schema of Sojourn")
    tables, facts = {}, {}
    for key, value in said.items():
        if isinstance(value, list) and value and all(isinstance(one, dict) for one in value):
            tables[key] = [_flat(one) for one in value]
        elif key == "metrics" and isinstance(value, dict):
            tables[key] = [dict(targets=name, **_flat(group)) for name, group in value.items()]
        else:
            facts[key] = value
    if said["schema"].startswith("sojourn.explanation/"):
        methods = said.get("methods", [])
        rows = max((len(method["scores"]) for method in methods), default=0)
        tables["scores"] = [dict(visit=i, **{method["name"]: method["scores"][i] for method in methods
                                             if i < len(method["scores"])}) for i in range(rows)]
        for method in tables.get("methods", []):
            method.pop("scores", None)
    tables["facts"] = [_flat(facts)]
    return {name: _table(rows) for name, rows in tables.items()}


def _flat(value, before=""):
    row = {}
    for key, one in value.items():
        if isinstance(one, dict):
            row.update(_flat(one, before + key + "."))
        else:
            row[before + key] = one
    return row


def _number(text):
    if text == "":
        return None
    for kind in (int, float):
        try:
            return kind(text)
        except (TypeError, ValueError):
            continue
    return text


def _table(rows):
    try:
        import pandas
    except ImportError:
        return rows
    return pandas.DataFrame(rows)
