# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the committed corpus anew: python tests/fuzz/make_corpus.py (needs NumPy and torch; all values are invented)."""

import collections
import io
import pathlib
import pickle
import struct
import zipfile

import numpy
import torch

corpus = pathlib.Path(__file__).parent / "corpus"


def write(kind, name, content):
    (corpus / kind).mkdir(parents=True, exist_ok=True)
    (corpus / kind / name).write_bytes(content)


def rows():
    return [
        {
            "X": numpy.array([2, 5, 2], dtype=numpy.int64),
            "user_X": numpy.array([1, 1, 1], dtype=numpy.int64),
            "weekday_X": numpy.array([0, 1, 2], dtype=numpy.int64),
            "start_min_X": numpy.array([480, 600, 1439], dtype=numpy.int64),
            "dur_X": numpy.array([30.5, 2880.0, 0.0]),
            "diff": numpy.array([2, 1, 0], dtype=numpy.int64),
            "Y": 5,
        },
        {
            "X": [3, 4, 6],
            "user_X": numpy.array([2, 2, 2], dtype=numpy.int32),
            "weekday_X": numpy.array([4, 5, 6], dtype=numpy.int32),
            "start_min_X": numpy.array([0, 15, 30], dtype=numpy.int32),
            "dur_X": numpy.array([1, 2, 3], dtype=numpy.float32),
            "diff": numpy.array([7, 3, 1], dtype=">i8"),
            "Y": numpy.int64(1),
            "poi_X": numpy.array(["a", "bc"]),
        },
    ]


def odd_row():
    """Read with problems: values out of range, a cause that is not there."""
    return rows()[0] | {
        "weekday_X": numpy.array([0, 9, 2]),
        "start_min_X": numpy.array([480, 1440, -1]),
        "dur_X": numpy.array([30.5, 2880.0, 5000.0]),
        "diff": numpy.array([9, 1, 0]),
        "Y": numpy.array([5]),
        "cause_visits": [0, 2, 8],
    }


def torch_zip(value, protocol=2):
    buffer = io.BytesIO()
    torch.save(value, buffer, pickle_protocol=protocol)
    return buffer.getvalue()


def record(archive, name):
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        return opened.read(next(entry for entry in opened.namelist() if entry.endswith(name)))


def small_zip(method):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        archive.writestr("a/data.pkl", b"hello " * 20)
        archive.writestr("a/version", b"3\n")
    return buffer.getvalue()


def streamed_zip():
    class Stream(io.RawIOBase):
        content = b""

        def writable(self):
            return True

        def write(self, piece):
            self.content += bytes(piece)
            return len(piece)

    stream = Stream()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a/b", b"x" * 100)
    return stream.content


for protocol in (2, 3, 4, 5):
    write("pickle", f"dataset-{protocol}", pickle.dumps(rows(), protocol))
    write("dataset", f"dataset-{protocol}", pickle.dumps(rows(), protocol))
write("dataset", "odd-5", pickle.dumps([odd_row(), odd_row()], 5))
write(
    "dataset",
    "places.csv",
    b'location_id,raw_location_id,lat,lon,name\r\n2,0,47.02,-6.95,"Bakery, Elm ""Street"""\r\n3,,,,Mill\n\n4,7,91,0,\n',
)
write("dataset", "users.csv", b'\xef\xbb\xbfname,user_id\nAnn,1\n"two\nlines",3\n,2\n')
write(
    "dataset",
    "metadata.json",
    b'{"dataset_name":"town","total_loc_num":7,"total_user_num":3,"train_sequences":2,"val_sequences":-1,"split":[[0.6]]}',
)
fortran = numpy.asfortranarray(numpy.arange(6.0).reshape(2, 3))
for protocol in (2, 5):
    write("pickle", f"fortran-{protocol}", pickle.dumps([fortran, fortran.T[::2], numpy.float32(0.5)], protocol))
    mixed = {"a": (1, -1, 2**70, 1.5, None, True), "b": {1, 2}, "c": frozenset([3]), "d": 1j, "e": b"\xff", "f": bytearray(b"g")}
    mixed["again"] = [mixed["a"], mixed["b"], collections.OrderedDict(x=[], y={})]
    write("pickle", f"mixed-{protocol}", pickle.dumps(mixed, protocol))

base = torch.arange(12.0)
state = collections.OrderedDict(w=base.reshape(3, 4)[:2], v=base[4:].view(2, 4).t(), n=torch.tensor(3))
write("torch", "views.pt", torch_zip(state))
checkpoint = {
    "epoch": 1,
    "model_state_dict": {"w": torch.nn.Parameter(torch.ones(2)), "h": torch.ones(3, dtype=torch.bfloat16)},
    "optimizer_state_dict": {"state": {0: {"step": 1, "exp_avg": torch.zeros(2)}}, "param_groups": [{"lr": 0.1, "params": [0]}]},
    "config": {"model": {"nhead": 4}, "nan": float("nan")},
}
for protocol in (2, 4):
    write("torch", f"checkpoint-{protocol}.pt", torch_zip(checkpoint, protocol))
    write("torch", f"checkpoint-{protocol}.pkl", record(torch_zip(checkpoint, protocol), "data.pkl"))
write("torch", "views.pkl", record(torch_zip(state), "data.pkl"))
write("torch", "uint16.pkl", record(torch_zip({"u": torch.ones(2, dtype=torch.uint16)}), "data.pkl"))

write("zip", "stored", small_zip(zipfile.ZIP_STORED))
write("zip", "deflated", small_zip(zipfile.ZIP_DEFLATED))
write("zip", "streamed", streamed_zip())
write("zip", "torch", torch_zip({"w": torch.ones(1)}))

header = b'{"__metadata__":{"format":"pt","config":"{\\"nhead\\":4}"},"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},"b":{"dtype":"BF16","shape":[],"data_offsets":[8,10]}}'
write("safetensors", "two", struct.pack("<Q", len(header)) + header + bytes(10))
write("safetensors", "empty", struct.pack("<Q", 2) + b"{}")
