# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the committed corpus again: python tests/fuzz/make_corpus.py (needs NumPy and torch; all values are invented)."""

import collections
import contextlib
import io
import json
import math
import pathlib
import pickle
import sqlite3
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


def masked_crc32c(content):
    crc = 0xFFFFFFFF
    for byte in content:
        crc ^= byte
        for _ in range(8):
            crc = (crc >> 1) ^ (0x82F63B78 if crc & 1 else 0)
    crc ^= 0xFFFFFFFF
    return (((crc >> 15) | (crc << 17)) + 0xA282EAD8) & 0xFFFFFFFF


def tf_record(content):
    length = struct.pack("<Q", len(content))
    return length + struct.pack("<I", masked_crc32c(length)) + content + struct.pack("<I", masked_crc32c(content))


def field(number, content):
    return bytes([number << 3 | 2, len(content)]) + content


def tf_event(step, value):
    return b"\x09" + struct.pack("<d", 100.5 + step) + b"\x10" + bytes([step]) + field(5, field(1, value))


EVENTS = """\
{"v":1,"seq":0,"t":"state","wall":1760000000.000000,"state":"starting","why":""}
{"v":1,"seq":1,"t":"step","wall":1760000000.500000,"step":1,"epoch":1,"loss":4.25,"learning_rate":0.00013,"gradient_norm":"NaN","clipped_gradient_norm":0.8,"sequences_per_s":3102.25,"tokens_per_s":56789.5}
{"v":1,"seq":2,"t":"step","wall":1760000000.600000,"step":2,"epoch":1,"loss":4.2,"learning_rate":0.00013,"gradient_norm":1e-3,"clipped_gradient_norm":1e-3,"sequences_per_s":"Infinity","tokens_per_s":5}
{"v":1,"seq":3,"t":"epoch","wall":1760000001,"epoch":1,"train_loss":4.2,"seconds":1.5}
{"v":1,"seq":4,"t":"eval","wall":1760000001,"epoch":1,"split":"validation","metrics":{"all":{"n":2,"correct@1":1,"correct@3":1,"correct@5":1,"correct@10":2,"acc@1":50,"acc@3":50,"acc@5":50,"acc@10":100,"mrr":60,"ndcg@10":60,"f1":0.5,"loss":3.2,"cross_entropy":null},"known":{"n":0},"unseen":{"n":0}},"batch_mean_loss":3.2}
{"v":1,"seq":5,"t":"probe","wall":1760000001,"epoch":1,"file":"probes/0001.safetensors"}
{"v":1,"seq":6,"t":"checkpoint","wall":1760000001,"epoch":1,"step":2,"file":"checkpoints/last.pt","why":"epoch"}
{"v":1,"seq":7,"t":"control","wall":1760000001,"id":"a-1","command":"pause","value":null,"answer":"done","why":""}
{"v":1,"seq":8,"t":"system","wall":1760000001,"cpu":190.5,"memory_bytes":1000000,"gpu":null,"gpu_memory_bytes":null}
{"v":1,"seq":9,"t":"log","wall":1760000001,"level":"warning","text":"a \\"b\\" \\u00fc"}
{"v":1,"seq":10,"t":"rewind","wall":1760000001,"step":1}
{"v":2,"seq":11,"t":"dream","wall":1760000001}
"""



def layer_tensors(prefix, d, ff):
    return [
        (prefix + "self_attn.in_proj_weight", 3 * d, d),
        (prefix + "self_attn.in_proj_bias", 3 * d),
        (prefix + "self_attn.out_proj.weight", d, d),
        (prefix + "self_attn.out_proj.bias", d),
        (prefix + "linear1.weight", ff, d),
        (prefix + "linear1.bias", ff),
        (prefix + "linear2.weight", d, ff),
        (prefix + "linear2.bias", d),
        (prefix + "norm1.weight", d),
        (prefix + "norm1.bias", d),
        (prefix + "norm2.weight", d),
        (prefix + "norm2.bias", d),
    ]


def pointer_tensors(d=8, places=6, users=3, length=5, layers=2, ff=4):
    q = d // 4
    tensors = [("position_bias", length), ("pos_encoding", 1, length, d), ("loc_emb.weight", places, d)]
    tensors += [("user_emb.weight", users, d), ("time_emb.weight", 97, q), ("weekday_emb.weight", 8, q)]
    tensors += [("recency_emb.weight", 9, q), ("duration_emb.weight", 100, q), ("pos_from_end_emb.weight", length + 1, q)]
    tensors += [("input_proj.weight", d, 2 * d + 5 * q), ("input_proj.bias", d), ("input_norm.weight", d), ("input_norm.bias", d)]
    for i in range(layers):
        tensors += layer_tensors(f"transformer.layers.{i}.", d, ff)
    tensors += [("pointer_query.weight", d, d), ("pointer_query.bias", d), ("pointer_key.weight", d, d), ("pointer_key.bias", d)]
    tensors += [("gen_head.weight", places, d), ("gen_head.bias", places)]
    tensors += [("ptr_gen_gate.0.weight", d // 2, d), ("ptr_gen_gate.0.bias", d // 2)]
    return tensors + [("ptr_gen_gate.2.weight", 1, d // 2), ("ptr_gen_gate.2.bias", 1)]


def mhsa_tensors(d=8, places=6, users=3, length=5, layers=1, ff=4):
    tensors = [("Embedding.emb_loc.weight", places, d)]
    for table, rows in (("minute", 4), ("hour", 24), ("weekday", 7)):
        tensors.append((f"Embedding.temporal_embedding.{table}_embed.weight", rows, d))
    tensors += [("Embedding.emb_duration.weight", 96, d), ("Embedding.pos_encoder.pos_embedding", length, 1, d)]
    for i in range(layers):
        tensors += layer_tensors(f"encoder.layers.{i}.", d, ff)
    tensors += [("encoder.norm.weight", d), ("encoder.norm.bias", d), ("FC.emb_user.weight", users, d)]
    tensors += [("FC.fc_loc.weight", places, d), ("FC.fc_loc.bias", places), ("FC.linear1.weight", 2 * d, d)]
    tensors += [("FC.linear1.bias", 2 * d), ("FC.linear2.weight", d, 2 * d), ("FC.linear2.bias", d)]
    tensors += [(f"FC.norm1.{name}", d) for name in ("weight", "bias", "running_mean", "running_var")]
    return tensors + [("FC.norm1.num_batches_tracked",)]


def lstm_tensors(input, hidden, layers=1):
    return [(f"lstm.{name}_l{i}", 4 * hidden, *rest)
            for i in range(layers)
            for name, rest in (("weight_ih", [input if i == 0 else hidden]), ("weight_hh", [hidden]), ("bias_ih", []), ("bias_hh", []))]


def lstm_location_tensors(d=4, places=6, users=3, hidden=5):
    return [("loc_emb.weight", places, d), ("user_emb.weight", users, d // 2), ("input_norm.weight", d), ("input_norm.bias", d),
            *lstm_tensors(d, hidden, 2), ("output_norm.weight", hidden + d // 2), ("output_norm.bias", hidden + d // 2),
            ("classifier.weight", places, hidden + d // 2), ("classifier.bias", places)]


def lstm_pointer_tensors(d=4, places=6, hidden=5):
    return [("loc_emb.weight", places, d), *lstm_tensors(d, hidden), ("pointer_key.weight", hidden, hidden),
            ("pointer_query.weight", hidden, hidden), ("pointer_score.weight", 1, hidden)]


def deepmove_tensors(d=4, places=6, users=3, hidden=5):
    narrow = d // 4
    return [("model.emb_loc.weight", places, d), ("model.emb_tim.weight", 48, narrow), ("model.emb_uid.weight", users, narrow),
            ("model.fc_attn.weight", hidden, d + narrow), ("model.fc_attn.bias", hidden),
            ("model.rnn.weight_ih_l0", 3 * hidden, d + narrow), ("model.rnn.weight_hh_l0", 3 * hidden, hidden),
            ("model.rnn.bias_ih_l0", 3 * hidden), ("model.rnn.bias_hh_l0", 3 * hidden),
            ("model.fc_final.weight", places, 2 * hidden + narrow), ("model.fc_final.bias", places)]


def described(tensors, dtype="float32", bytes=20000, config='{"config":{"model":{"nhead":2}}}'):
    lines = [f"bytes {bytes}", f"config {config}"]
    for name, *shape in tensors:
        kind = "int64" if name.endswith("num_batches_tracked") else dtype
        lines.append(" ".join([name, kind, *map(str, shape)]))
    return ("\n".join(lines) + "\n").encode()


def without(tensors, *starts):
    return [tensor for tensor in tensors if not tensor[0].startswith(starts)]


def as_safetensors(tensors):
    header, at = {"__metadata__": {"config": '{"nhead":2}'}}, 0
    for name, *shape in tensors:
        integer = name.endswith("num_batches_tracked")
        size = (8 if integer else 4) * math.prod(shape)
        header[name] = {"dtype": "I64" if integer else "F32", "shape": shape, "data_offsets": [at, at + size]}
        at += size
    text = json.dumps(header, separators=(",", ":")).encode()
    return struct.pack("<Q", len(text)) + text + bytes(at)


for kind in ("network_plan", "network"):
    pointer, mhsa = pointer_tensors(), mhsa_tensors()
    write(kind, "pointer", described(pointer))
    write(kind, "pointer_half", described(pointer, "float16", 5000, "{}"))
    write(kind, "pointer_gap", described(without(pointer_tensors(layers=3), "transformer.layers.1.")))
    write(kind, "pointer_no_pointer", described(without(pointer, "pointer_", "position_bias", "ptr_gen_gate")))
    write(kind, "pointer_no_generation", described(without(pointer, "gen_head", "ptr_gen_gate")))
    write(kind, "pointer_no_tables", described(without(pointer, "pos_encoding", "position_bias", "ptr_gen_gate")))
    write(kind, "pointer_no_extent", described([("pos_encoding", 1, 50000000, 0), *without(pointer, "pos_encoding")]))
    write(kind, "mhsa", described(mhsa))
    write(kind, "mhsa_no_positions", described(without(mhsa, "Embedding.pos")))
    outer, head = without(mhsa, "Embedding.pos", "encoder", "FC"), without(mhsa, "Embedding", "encoder")
    write(kind, "lstm", described([*outer, *lstm_tensors(8, 8), ("layer_norm.weight", 8), ("layer_norm.bias", 8), *head]))
    write(kind, "lstm_location", described(lstm_location_tensors()))
    write(kind, "lstm_location_gap", described(without(lstm_location_tensors(), "lstm.weight_ih_l0")))
    write(kind, "lstm_pointer", described(lstm_pointer_tensors()))
    write(kind, "deepmove", described(deepmove_tensors()))
    write(kind, "lstm_no_extent", described([*without(lstm_pointer_tensors(), "lstm.weight_hh"), ("lstm.weight_hh_l0", 1 << 41, 1 << 41)]))
    write(kind, "bool_views", described(pointer, "bool", 1900))
    write(kind, "heads", described(pointer, config='{"nhead":"four"}'))
    write(kind, "mhsa.safetensors", as_safetensors(mhsa_tensors(d=4, places=2, users=1, length=1, ff=1)))

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

simple = field(1, b"loss") + b"\x15" + struct.pack("<f", 2.5)
tensor = field(1, b"loss") + field(8, b"\x08\x01\x12\x00" + field(5, struct.pack("<f", 2.5)))
double = field(1, b"mrr") + field(8, b"\x08\x02" + field(4, struct.pack("<d", 0.5)))
version = b"\x09" + struct.pack("<d", 100.0) + field(3, b"brain.Event:2")
whole = b"".join(tf_record(message) for message in (version, tf_event(1, simple), tf_event(2, tensor), tf_event(3, double)))
write("tfevents", "whole", whole)
write("tfevents", "torn", whole[:-5])
write("tfevents", "cut", whole[:60] + whole[70:])
write("tfevents", "message", tf_event(2, tensor))

write("events", "run", EVENTS.encode())
write("events", "rewound", (EVENTS + EVENTS).encode())
write("events", "torn", EVENTS[:300].encode() + b"\n" + EVENTS[300:].encode())

SEQUENCE = """\
{"schema":"sojourn.sequence/1","user":42,"visits":[
  {"location":15,"weekday":4,"start_minute":667,"duration_minutes":84.5,"days_ago":7},
  {"location":2,"weekday":6,"start_minute":1439,"duration_minutes":2880,"days_ago":5},
  {"location":1,"weekday":3,"start_minute":0,"duration_minutes":0,"days_ago":1}
],"target":14}
"""
SCENARIO = """\
{"schema":"sojourn.scenario/1",
 "name":"Late Thursday, caf\\u00e9 \\ud83d\\ude00",
 "origin":{"dataset":"town","fingerprint":"0123456789abcdef","split":"test","index":3376},
 "edits":["Remove Bakery, Tue 08:15","Move \\"Office\\" to 10:00"],
 "sequence":"""
TYPED = """\
user 42
target 14

7 Fri 11:07 84.5 15  # Clinic
5 Sun 23:59 2880 2
1 9 1440 0 1
0 Thu 600 1e-3 9999999
"""
write("scenario", "sequence", SEQUENCE.encode())
write("scenario", "no-target", SEQUENCE.replace("14}", "null}").encode())
write("scenario", "scenario", (SCENARIO + SEQUENCE.rstrip() + "}\n").encode())
write("scenario", "unedited", (SCENARIO.replace(SCENARIO[SCENARIO.index("["):SCENARIO.index("]") + 1], "[]") + SEQUENCE.rstrip() + "}\n").encode())
write("scenario", "typed", TYPED.encode())
write("scenario", "typed-windows", TYPED.replace("\n", "\r\n").replace(" ", "\t").encode())

BY_OPERATOR = ",".join(
    f'"{figure}":[0.25,0.125,0.5,12]'
    for figure in ("comprehensiveness", "sufficiency", "deletion_auc", "insertion_auc", "gain", "over_random")
)
OF_METHOD = ",".join(
    f'"{figure}":[null,null,null,0]'
    for figure in (
        "tied_share",
        "cause_precision",
        "cause_rank",
        "completeness_gap",
        "complete_share",
        "complete_at_once_share",
    )
)
EVALUATION = (
    '{"dataset":"0123456789abcdef","checkpoint":"fedcba9876543210","heads":4,"split":"test","filter":"wrong",'
    '"rows":"18446744073709551615","filtered":594,"explained":"prediction","seed":0,"random_orders":20,'
    '"resamples":1000,"program":"0.1.0","samples":12,"asked":80,"users":3,"with_causes":0,"methods":[\n'
    + ",\n".join(
        f'   {{"name":"{name}","masked":{{{BY_OPERATOR}}},"removed":{{{BY_OPERATOR}}},{OF_METHOD}}}'
        for name in ("mask_one", "random")
    )
    + "]}"
)
VISITS = SEQUENCE.rstrip()
SAMPLE = '{"dataset":"town","fingerprint":"0123456789abcdef","split":"test","index":3376}'
WORKSPACE = (
    """\
{"schema":"sojourn.workspace/2",
 "autosave_of":"/studies/town.sojourn.json",
 "dataset":{"path":"/data/town","relative":"../data/town","sha256":"0123456789abcdef"},
 "checkpoint":{"path":"/data/best.pt"},
 "heads":4,
 "split":"test",
 "index":3376,
 "filter":"rank > 1 and place = \\"caf\\u00e9\\"",
 "sort":{"column":"Gate","descending":true},
 "selection":{"visit":2,"query":0,"location":14,"layer":1,"head":3,"method":5,"also_visits":[0,1]},
 "reference":{"kind":"state","name":"after 1 edit","sample":"""
    + SAMPLE
    + ',"ids":[0,1,2],\n  "sequence":'
    + VISITS
    + '},\n "histories":[\n  {"sample":'
    + SAMPLE
    + ',"position":1,\n   "edits":[\n   {"name":"Insert Gym","kind":"insert_visit","ids":[0,9,2],\n    "sequence":'
    + VISITS
    + '}]}],\n "scenarios":[\n  '
    + SCENARIO
    + VISITS
    + "}],\n \"evaluations\":[\n  "
    + EVALUATION
    + """],
 "runs":[{"path":"/runs","relative":"../runs"},{"path":"/logs/training.log"}],
 "reference_lines":{"/logs/training.log":false},
 "front":"what_if",
 "layouts":{"inspect":"AAAA/wAB=="}}
"""
)
write("workspace", "whole", WORKSPACE.encode())
EARLIER_WORDS = {
    '"evaluations"': '"surveys"',
    '"masked"': '"hidden"',
    '"removed"': '"left_out"',
    '"mask_one"': '"hide_one"',
}
earlier_workspace = WORKSPACE
for word, earlier_word in EARLIER_WORDS.items():
    earlier_workspace = earlier_workspace.replace(word, earlier_word)
write("workspace", "whole_earlier_words", earlier_workspace.encode())
write("workspace", "demo", b'{"schema":"sojourn.workspace/2","dataset":"demo","index":7}\n')
write("workspace", "older", b'{"schema":"sojourn.workspace/1","data":"/data/town","index":7}\n')
EARLIER = (
    b'{"schema":"sojourn.workspace/1","data":"/data/town","checkpoint":"/data/best.pt","heads":4,"split":"test",\n'
    b' "index":3376,"run_sources":["/runs","/logs/training.log"],"reference_lines":{"/logs/training.log":false},\n'
    b' "layouts":{"window":"AAAA","inspect":"AAAA/wAB=="}}\n'
)
write("workspace", "earlier", EARLIER)
write("workspace", "earlier_one_folder", b'{"schema":"sojourn.workspace/1","data":"/data/town","runs_folder":"/runs"}\n')

# What `sojourn prepare` reads. The first letter of a table is its kind: fixes, check-ins, visits; 3 to 5 without a header.
FIXES = "user;time;lat;lon;note\nanna;2021-10-31 02:30:00;46,95;7,45;ok\nanna;1635640200000;46,95;7,45;\"a;\"\"b\"\"\"\n"
write("points_csv", "fixes", ("0\ufeff" + FIXES.replace("\n", "\r\n") + "ben;NaN;1;2;x\r\nben;60\r\n").encode())
write("points_csv", "fixes_commas", b"0uid,y,x,utc\n9,1.5,-2.25,Tue Apr 03 18:00:09 +0000 2012\n10,91,0,-1\n9,1e1,2,60\n9,1,2,60\n")
write("points_csv", "fixes_bare", b"3u\t1\t2\t2012-04-03T18:00:09.250+02\nu\t1\t2\t1333476009000999999\n\nu\tnull\t2\t0\n")
write("points_csv", "checkins", b"1user|venue|utc|offset|category|lat|lon\n2|a|60|-240|Caf\xe9|1|2\n10|b|120||Bar||\n2|a|60|-240|x|1|2\n")
write("points_csv", "checkins_bare", b"4u,1,2,60,p,0\nu,1,2,60,p,0\nv,,,50,q,+60\n")
write("points_csv", "visits", b'2user,place,start,end,name\nu,"Home, sweet",2023-03-26T00:00+01:00,2023-03-26T07:31:00+02:00,"a\nb"\nu,w,9,8,\n')
write("points_csv", "staypoints", b"2user_id,started_at,finished_at,latitude,longitude\n0,2008-10-23T03:03:45Z,2008-10-23T04:08:07Z,39.983525632,116.29\n")
write("points_csv", "staypoints_bare", b"5u,1,2,60,120\nu,1,2,60,120\nu,1,3,60,120\n")
write("points_csv", "short_after_quoted", b'5u,1,2,"%s",120\nu,1\nu,1,2,60,120\n' % (b"x" * 40))
write("points_csv", "spreadsheet", b'\x00sep=;\r\nuser;lat;lon;time\r\n12.0;"47,1";8,2;3/4/2021 9:05 PM\r\n12;47,1;8,2;25/4/2021 9:05\r\n;;;;\r\n')
for name, stamp in {
    "iso": "2021-03-04T10:05:06.789+02:00", "day": "4.3.2021 9:05:06 PM", "words": "Tue Apr 03 18:00:09 +0000 2012",
    "zone": "2021/3/4 10:05 CEST", "excel": "44259.42", "month": "3/25/21 0:18:20", "unix": "1614852300123",
}.items():
    write("recognise", "time_" + name, stamp.encode())
POINT = '<trkpt lat="47" lon="8"><time>2021-03-04T10:05:00Z</time></trkpt>'
for name, text in {
    "points": "user;time;lat;lon\na;2021-03-04 10:05;47.12345;15.12345\n",
    "bare": "2\t43e3\t4bf5\tOffice\t40.728482\t-73.952088\t-240\tThu Sep 20 12:12:53 +0000 2012\n",
    "gpx": '<?xml version="1.0"?><gpx xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>' + POINT + "</trkseg></trk></gpx>",
    "plt": "Geolife trajectory\nWGS 84\nAltitude is in Feet\nReserved 3\n0,2\n0\n39.9,116.3,0,492,39744.1,2008-10-23,02:53:04\n",
    "pointer": "version https://git-lfs.github.com/spec/v1\noid sha256:12\nsize 3089551\n",
    "page": "<!DOCTYPE html><html><head><title>Quota</title></head></html>",
    "sep": "sep=;\nuser;time;lat;lon\n12.0;04.03.2021 10:05;47,12345;15,12345;;\n",
}.items():
    write("recognise", name, text.encode())
for name, text in {
    "state": '{"best_metric":2.5,"log_history":[{"epoch":0.5,"loss":3.0,"step":10},{"eval_loss":NaN,"step":10}]}',
    "history": '{"loss":[4.0,3.0],"val_loss":{"0":3.5,"1":Infinity}}',
    "values": "run,metric,context,step,timestamp,value\na,loss,train,1,1700000000,3\na,acc,val,1,2023-11-14 22:13:20,0.5\n",
    "mlflow": "1700000001000 4.0 1\n1700000002000 3.0 2\n",
}.items():
    write("import", name, text.encode())
GPX = (
    '<?xml version="1.0"?>\n<gpx xmlns="http://www.topografix.com/GPX/1/1" xmlns:x="e"><trk><trkseg>'
    '<trkpt lat="48.1" lon="11.5"><ele>5</ele><time>2022-05-01T22:00:32.250Z</time><extensions><x:p>'
    '<x:time>1999-01-01T00:00:00Z</x:time></x:p></extensions></trkpt><trkpt lat="91" lon="11.5"><time>60</time></trkpt>'
    '<trkpt lon="1"/></trkseg></trk></gpx>\n'
)
write("gpx", "track", GPX.encode())
write("gpx", "doctype", GPX.replace("<gpx", '<!DOCTYPE gpx [<!ENTITY a "b">]><gpx', 1).encode())
write("gpx", "deep", ("<gpx>" + "<a>" * 70 + "</a>" * 70 + "</gpx>").encode())
write("gpx", "plain", b"<gpx><trkpt lat='1' lon='2'><time><![CDATA[60]]></time></trkpt></gpx>")
PLT_HEAD = b"Geolife trajectory\r\nWGS 84\r\nAltitude is in Feet\r\nReserved 3\r\n0,2,255,Track\r\n0\r\n"
PLT_ROWS = b"39.984702,116.318417,0,492,39744.12,2008-10-23,02:53:04\r\n" * 2 + b"400.1,-2,0,-777,3,2008-10-23,02:53:10\r\n1,2,0,,,,\r\n"
write("plt", "track", PLT_HEAD + PLT_ROWS)
write("plt", "head", PLT_HEAD[:40])
write("plt", "local", PLT_HEAD + b"1,2,0,x,0,2021-10-31,02:30\n1,2,0,x,0,2021-03-28,02:30:00.5\n1,2\n")

# What a preparation leaves in its folder. The log's records: a checksum (FNV-1a) and a length before each.
REPORT = {
    "schema": "sojourn.preparation/1", "format": "geolife", "recipe": "published", "columns": {}, "header": True,
    "settings": {"dist": 200, "eps": 20, "window": 7}, "files": ["staypoints.csv", "visits.csv", "six_eps20_prev7_train.pk",
    "six_eps20_prev7_validation.pk", "six_eps20_prev7_test.pk", "six_eps20_locations.csv", "six_users.csv",
    "six_eps20_prev7_metadata.json", "preparation.json"], "fingerprint": "0123456789abcdef" * 4,
}
write("preparation", "report", json.dumps(REPORT).encode())
write("preparation", "foreign_files", json.dumps({**REPORT, "files": ["thesis.csv", "../x.json"]}).encode())


def log_record(user, first, stays):
    record = struct.pack("<Q", len(user)) + user + struct.pack("<Q", 1) + struct.pack("<Q", 4) + b"rows" + struct.pack("<q", 7)
    record += struct.pack("<qqQ", first, first + 60_000, len(stays)) + b"".join(struct.pack("<qqqdd", *stay) for stay in stays)
    checksum = 0xCBF29CE484222325
    for byte in record:
        checksum = (checksum ^ byte) * 0x100000001B3 % (1 << 64)
    return struct.pack("<QQ", checksum, len(record)) + record


NOON = 1_600_000_000_000
write("preparation", "log", log_record(b"anna", NOON, [(NOON, NOON + 9000, NOON + 8000, 47.0, 8.0)]) + log_record(b"ben", NOON, []))
write("preparation", "log_overflow", log_record(b"anna", NOON, [(-(1 << 63), (1 << 63) - 1, 0, 1e300, float("nan"))]))
write("predictions", "ranks", b"index,rank1,rank2\n0,5,6\n2,7\n1,6,5\n")
write("predictions", "probabilities", b'"index","rank1","probability1","note"\r\n0,5,1e-45,"a,b"\r\n1,6,0.5,\r\n2,7,1,\r\n')
write("claims", "claims", (pathlib.Path(__file__).parents[2] / "resources/claims/claims.json").read_bytes())
write("columns", "points", b"uid\nlat\nlon\nwhen\n\nuser=uid\ntime=when\n")
write("columns", "numbers", b"1\n2\n3\n4\n\nuser=1\nlat=2\nlon=9\n")
RECORD = {
    "schema": "sojourn.run/1", "id": "a", "created": "2026-01-31T08:15:00Z", "command": "sojourn train",
    "config": {"seed": 1, "model": {"name": "pointer_v45"}}, "model": "pointer_v45",
    "dataset": {"path": "/data", "prefix": "town", "fingerprint": "00", "splits": {"train": {"sequences": 3}}},
    "versions": {"sojourn": "1"}, "parameters": 7, "probes": [0],
}
write("study", "no_pointer", b"no_pointer-1\n" + json.dumps(RECORD).encode())
write("study", "layers", b"layers_3-2\n" + json.dumps({**RECORD, "config": {"seed": 2, "model": {"num_layers": 3}}}).encode())


def feature(kind, coordinates, **properties):
    return {"type": "Feature", "properties": properties, "geometry": {"type": kind, "coordinates": coordinates}}


def collection(*features, **members):
    return json.dumps({"type": "FeatureCollection", **members, "features": features}, separators=(",", ":")).encode()


SQUARES = [[[[0, 0], [9, 0], [9, 9], [0, 0]], [[1, 1], [2, 1], [2, 2]]], [[[20, 20], [21, 20], [21, 21]]]]
write(
    "geojson",
    "lines",
    collection(
        feature("LineString", [[1, 2, 3], [1.5, 2.5], [4, 4]], highway="primary", name="E"),
        feature("MultiLineString", [[[0, 0], [1, 1]], [[2, 2], [3, 3]]]),
        copyright="m",
    ),
)
write("geojson", "polygons", collection(feature("MultiPolygon", SQUARES, name="City")))
write("geojson", "empty", b'{"type":"LineString","coordinates":[[],[[]],[1,[2]]]}')


def database(name, statements):
    file = corpus / "mbtiles" / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.unlink(missing_ok=True)
    with contextlib.closing(sqlite3.connect(file)) as tiles:
        tiles.executescript("PRAGMA page_size = 512;" + statements)


METADATA = "CREATE TABLE metadata (name, value); INSERT INTO metadata VALUES ('format', 'png'), ('attribution', '&copy; <a>m</a>');"
database(
    "tiles",
    METADATA + "CREATE TABLE tiles (zoom_level, tile_column, tile_row, tile_data);"
    "INSERT INTO tiles VALUES (0, 0, 0, x'89504e4700'), (1, 0, 1, x'ffd8ff00');",
)
database(
    "view",
    METADATA + "CREATE TABLE map (z, x, y, i); CREATE TABLE images (i, d); INSERT INTO map VALUES (0, 0, 0, 1);"
    "INSERT INTO images VALUES (1, x'89504e4700'); CREATE VIEW tiles AS SELECT z zoom_level, x tile_column, y tile_row,"
    "d tile_data FROM map JOIN images ON map.i = images.i;",
)
