// SPDX-License-Identifier: GPL-3.0-or-later
// Harmless values that Python's own classes, enumerations and OmegaConf put into checkpoints are read as data.
#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/core/files.h"
#include "model/formats/pickle/pickle_json.h"
#include "model/formats/pickle/pickle_reader.h"
#include "model/formats/pickle/pickle_writer.h"

namespace sojourn {
namespace {

using namespace std::string_view_literals;
using ::testing::HasSubstr;

/// Written by Python 3.11 with OmegaConf 2.3, protocols 4 and 2: a path of Python 3.13's module, members of two
/// enumerations of a project's own, dates, times, a deque, a counter, a namespace, a decimal, a slice, a configuration.
constexpr std::string_view protocol4 =
    "\200\004\225\242\006\000\000\000\000\000\000}\224(\214\004path\224\214\016pathlib._local\224\214\011PosixPath"
    "\224\223\224(\214\001/\224\214\004data\224\214\004runs\224\214\007best.pt\224t\224R\224\214\004mode\224\214\016"
    "project.config\224\214\004Mode\224\223\224\214\004fast\224\205\224R\224\214\005level\224h\014\214\013Outer.Leve"
    "l\224\223\224K\001\205\224R\224\214\004when\224\214\010datetime\224\214\010datetime\224\223\224C\012\007\352"
    "\013\032\023\026\034\001\342@\224\205\224R\224\214\005zoned\224h\032C\012\007\352\001\002\003\004\005\000\000"
    "\000\224h\030\214\010timezone\224\223\224h\030\214\011timedelta\224\223\224K\000M \034K\000\207\224R\224\205"
    "\224R\224\206\224R\224\214\003day\224h\030\214\004date\224\223\224C\004\007\352\013\032\224\205\224R\224\214"
    "\005clock\224h\030\214\004time\224\223\224C\006\007\005\000\000\000\000\224\205\224R\224\214\004took\224h#K\001"
    "K\036K\000\207\224R\224\214\005deque\224\214\013collections\224\214\005deque\224\223\224)K\005\206\224R\224(K"
    "\001K\002K\003e\214\007counter\224h:\214\007Counter\224\223\224}\224(\214\001a\224K\002\214\001b\224K\001u\205"
    "\224R\224\214\004args\224\214\010argparse\224\214\011Namespace\224\223\224)\201\224}\224(\214\002lr\224G\077PbM"
    "\322\361\251\374\214\006layers\224K\002ub\214\007decimal\224hO\214\007Decimal\224\223\224\214\0041.50\224\205"
    "\224R\224\214\005slice\224\214\010builtins\224\214\005slice\224\223\224K\000K\005N\207\224R\224\214\006config"
    "\224\214\024omegaconf.dictconfig\224\214\012DictConfig\224\223\224)\201\224}\224(\214\011_metadata\224\214\016o"
    "megaconf.base\224\214\021ContainerMetadata\224\223\224)\201\224}\224(\214\010ref_type\224\214\006typing\224\214"
    "\003Any\224\223\224\214\013object_type\224hV\214\004dict\224\223\224\214\010optional\224\210\214\003key\224N"
    "\214\005flags\224}\224\214\012flags_root\224\211\214\016resolver_cache\224h:\214\013defaultdict\224\223\224hm"
    "\205\224R\224\214\010key_type\224hj\214\014element_type\224hjub\214\007_parent\224N\214\010_content\224}\224"
    "\214\005model\224h^)\201\224}\224(hahd)\201\224}\224(hghjhkhmhn\210hoh}hp}\224hr\211hshuhm\205\224R\224hxhjhyhj"
    "ubhzh_h{}\224(\214\005nhead\224\214\017omegaconf.nodes\224\214\007AnyNode\224\223\224)\201\224}\224(hahb\214"
    "\010Metadata\224\223\224)\201\224}\224(hghjhkNhn\210hoh\206hp}\224hr\211hshuhm\205\224R\224ubhzh~\214\004_val"
    "\224K\004ub\214\001p\224h\211)\201\224}\224(hah\215)\201\224}\224(hghjhkNhn\210hoh\224hp}\224hr\211hshuhm\205"
    "\224R\224ubhzh~h\223G\077\271\231\231\231\231\231\232ub\214\005sizes\224\214\024omegaconf.listconfig\224\214"
    "\012ListConfig\224\223\224)\201\224}\224(hahd)\201\224}\224(hghjhkhV\214\004list\224\223\224hn\210hoh\234hp}"
    "\224hr\211hshuhm\205\224R\224hxhV\214\003int\224\223\224hyhjubhzh~h{]\224(h\211)\201\224}\224(hah\215)\201\224}"
    "\224(hghjhkNhn\210hoK\000hp}\224hr\211hshuhm\205\224R\224ubhzh\240h\223K\010ubh\211)\201\224}\224(hah\215)\201"
    "\224}\224(hghjhkNhn\210hoK\001hp}\224hr\211hshuhm\205\224R\224ubhzh\240h\223\214\001a\224ubh^)\201\224}\224(hah"
    "d)\201\224}\224(hghjhkhmhn\210hoK\002hp}\224hr\211hshuhm\205\224R\224hxhjhyhjubhzh\240h{}\224\214\001b\224h\211"
    ")\201\224}\224(hah\215)\201\224}\224(hghjhkNhn\210hoh\303hp}\224hr\211hshuhm\205\224R\224ubhzh\273h\223K\002ubs"
    "ubeub\214\004none\224h\211)\201\224}\224(hah\215)\201\224}\224(hghjhkNhn\210hoh\313hp}\224hr\211hshuhm\205\224R"
    "\224ubhzh~h\223Nub\214\005again\224h\211)\201\224}\224(hah\215)\201\224}\224(hghjhkNhn\210hoh\323hp}\224hr\211h"
    "shuhm\205\224R\224ubhzh~h\223\214\016${model.nhead}\224ubuubsubu."
    ""sv;
constexpr std::string_view protocol2 =
    "\200\002}q\000(X\004\000\000\000pathq\001cpathlib._local\012PosixPath\012q\002(X\001\000\000\000/q\003X\004\000"
    "\000\000dataq\004X\004\000\000\000runsq\005X\007\000\000\000best.ptq\006tq\007Rq\010X\004\000\000\000modeq\011c"
    "project.config\012Mode\012q\012X\004\000\000\000fastq\013\205q\014Rq\015X\005\000\000\000levelq\016c__builtin__"
    "\012getattr\012q\017c__main__\012Outer\012q\020X\005\000\000\000Levelq\021\206q\022Rq\023K\001\205q\024Rq\025X"
    "\004\000\000\000whenq\026cdatetime\012datetime\012q\027c_codecs\012encode\012q\030X\014\000\000\000\007\303\252"
    "\013\032\023\026\034\001\303\242@q\031X\006\000\000\000latin1q\032\206q\033Rq\034\205q\035Rq\036X\005\000\000"
    "\000zonedq\037h\027h\030X\013\000\000\000\007\303\252\001\002\003\004\005\000\000\000q h\032\206q!Rq\042cdateti"
    "me\012timezone\012q#cdatetime\012timedelta\012q$K\000M \034K\000\207q%Rq&\205q'Rq(\206q)Rq*X\003\000\000\000day"
    "q+cdatetime\012date\012q,h\030X\005\000\000\000\007\303\252\013\032q-h\032\206q.Rq/\205q0Rq1X\005\000\000\000cl"
    "ockq2cdatetime\012time\012q3h\030X\006\000\000\000\007\005\000\000\000\000q4h\032\206q5Rq6\205q7Rq8X\004\000"
    "\000\000tookq9h$K\001K\036K\000\207q:Rq;X\005\000\000\000dequeq<ccollections\012deque\012q=)K\005\206q>Rq\077(K"
    "\001K\002K\003eX\007\000\000\000counterq@ccollections\012Counter\012qA}qB(X\001\000\000\000aqCK\002X\001\000"
    "\000\000bqDK\001u\205qERqFX\004\000\000\000argsqGcargparse\012Namespace\012qH)\201qI}qJ(X\002\000\000\000lrqKG"
    "\077PbM\322\361\251\374X\006\000\000\000layersqLK\002ubX\007\000\000\000decimalqMcdecimal\012Decimal\012qNX\004"
    "\000\000\0001.50qO\205qPRqQX\005\000\000\000sliceqRc__builtin__\012slice\012qSK\000K\005N\207qTRqUX\006\000\000"
    "\000configqVcomegaconf.dictconfig\012DictConfig\012qW)\201qX}qY(X\011\000\000\000_metadataqZcomegaconf.base\012"
    "ContainerMetadata\012q[)\201q\134}q](X\010\000\000\000ref_typeq^ctyping\012Any\012q_X\013\000\000\000object_typ"
    "eq`c__builtin__\012dict\012qaX\010\000\000\000optionalqb\210X\003\000\000\000keyqcNX\005\000\000\000flagsqd}qeX"
    "\012\000\000\000flags_rootqf\211X\016\000\000\000resolver_cacheqgccollections\012defaultdict\012qhha\205qiRqjX"
    "\010\000\000\000key_typeqkh_X\014\000\000\000element_typeqlh_ubX\007\000\000\000_parentqmNX\010\000\000\000_con"
    "tentqn}qoX\005\000\000\000modelqphW)\201qq}qr(hZh[)\201qs}qt(h^h_h`hahb\210hchphd}quhf\211hghhha\205qvRqwhkh_hl"
    "h_ubhmhXhn}qx(X\005\000\000\000nheadqycomegaconf.nodes\012AnyNode\012qz)\201q{}q|(hZcomegaconf.base\012Metadata"
    "\012q})\201q~}q\177(h^h_h`Nhb\210hchyhd}q\200hf\211hghhha\205q\201Rq\202ubhmhqX\004\000\000\000_valq\203K\004ub"
    "X\001\000\000\000pq\204hz)\201q\205}q\206(hZh})\201q\207}q\210(h^h_h`Nhb\210hch\204hd}q\211hf\211hghhha\205q"
    "\212Rq\213ubhmhqh\203G\077\271\231\231\231\231\231\232ubX\005\000\000\000sizesq\214comegaconf.listconfig\012Lis"
    "tConfig\012q\215)\201q\216}q\217(hZh[)\201q\220}q\221(h^h_h`c__builtin__\012list\012q\222hb\210hch\214hd}q\223h"
    "f\211hghhha\205q\224Rq\225hkc__builtin__\012long\012q\226hlh_ubhmhqhn]q\227(hz)\201q\230}q\231(hZh})\201q\232}q"
    "\233(h^h_h`Nhb\210hcK\000hd}q\234hf\211hghhha\205q\235Rq\236ubhmh\216h\203K\010ubhz)\201q\237}q\240(hZh})\201q"
    "\241}q\242(h^h_h`Nhb\210hcK\001hd}q\243hf\211hghhha\205q\244Rq\245ubhmh\216h\203X\001\000\000\000aq\246ubhW)"
    "\201q\247}q\250(hZh[)\201q\251}q\252(h^h_h`hahb\210hcK\002hd}q\253hf\211hghhha\205q\254Rq\255hkh_hlh_ubhmh\216h"
    "n}q\256X\001\000\000\000bq\257hz)\201q\260}q\261(hZh})\201q\262}q\263(h^h_h`Nhb\210hch\257hd}q\264hf\211hghhha"
    "\205q\265Rq\266ubhmh\247h\203K\002ubsubeubX\004\000\000\000noneq\267hz)\201q\270}q\271(hZh})\201q\272}q\273(h^h"
    "_h`Nhb\210hch\267hd}q\274hf\211hghhha\205q\275Rq\276ubhmhqh\203NubX\005\000\000\000againq\277hz)\201q\300}q\301"
    "(hZh})\201q\302}q\303(h^h_h`Nhb\210hch\277hd}q\304hf\211hghhha\205q\305Rq\306ubhmhqh\203X\016\000\000\000${mode"
    "l.nhead}q\307ubuubsubu."
    ""sv;

constexpr const char* expected =
    R"({"path":"/data/runs/best.pt","mode":"fast","level":1,"when":"2026-11-26T19:22:28.123456",)"
    R"("zoned":"2026-01-02T03:04:05+02:00","day":"2026-11-26","clock":"07:05:00","took":86430.0,"deque":[1,2,3],)"
    R"("counter":{"a":2,"b":1},"args":{"lr":0.001,"layers":2},"decimal":"1.50","slice":"a slice",)"
    R"("config":{"model":{"nhead":4,"p":0.1,"sizes":[8,"a",{"b":2}],"none":null,"again":"${model.nhead}"}}})";

TEST(PickleValuesTest, WhatPythonAndOmegaConfWriteIsData) {
  for (const std::string_view bytes : {protocol4, protocol2}) {
    const auto document = readPickleView(asBytes(bytes), "settings.pkl", nullptr, {});
    ASSERT_TRUE(document.ok()) << document.error().sentence();
    EXPECT_EQ(PickleToJson().convert(document->root(), "settings.pkl").dump(), expected);
  }
}

TEST(PickleValuesTest, EveryTruncationIsRefused) {
  for (std::size_t length = 0; length < protocol4.size(); ++length)
    EXPECT_FALSE(readPickleView(asBytes(protocol4.substr(0, length)), "settings.pkl", nullptr, {}).ok());
}

/// module.name(1), a call with one plain value, as a member of an enumeration is written.
std::string callOf(std::string_view module, std::string_view name, bool ofText = false) {
  PickleWriter pickle(4);
  pickle.beginCall(module, name);
  if (ofText) {
    pickle.text("x");
  } else {
    pickle.integer(1);
  }
  pickle.end();
  const auto document = readPickle(pickle.finish(), "test.pkl");
  return document ? document->root().description() : document.error().what;
}

TEST(PickleValuesTest, OnlyClassesOfOthersMayBeEnumerations) {
  EXPECT_EQ(callOf("project.config", "Mode"), "the integer 1");
  EXPECT_EQ(callOf("__main__", "Outer.Level"), "the integer 1");
  for (const auto& [module, name] :
       {std::pair("os"sv, "system"sv), std::pair("posix"sv, "system"sv), std::pair("subprocess"sv, "Popen"sv),
        std::pair("ctypes"sv, "CDLL"sv), std::pair("builtins"sv, "eval"sv), std::pair("project"sv, "run"sv),
        std::pair("torch.hub"sv, "Loader"sv), std::pair("_io"sv, "FileIO"sv)}) {
    EXPECT_THAT(callOf(module, name, true), HasSubstr("not among the names")) << module << "." << name;
  }
  PickleWriter object(4);
  object.beginCall("project.model", "Net");
  object.end();
  EXPECT_THAT(readPickle(object.finish(), "test.pkl").error().what,
              HasSubstr("makes an object of the class project.model.Net"));
  PickleWriter attribute(4);
  attribute.beginCall("builtins", "getattr");
  attribute.text("os");
  attribute.text("system");
  attribute.end();
  EXPECT_THAT(readPickle(attribute.finish(), "test.pkl").error().what, HasSubstr("does not take"));
}

}  // namespace
}  // namespace sojourn
