// SPDX-License-Identifier: GPL-3.0-or-later
// What a pickle may name of Python's own library: containers, bytes, and the classes that hold settings.
#include <algorithm>
#include <array>
#include <cmath>
#include <new>
#include <vector>

#include "model/core/text.h"
#include "model/formats/pickle/pickle_allow_list.h"

namespace sojourn {
namespace {

using namespace std::string_view_literals;
using Arguments = std::span<const PickleValue>;

/// The characters of a text as bytes, one each: how protocol 2 writes bytes. A text that is plain ASCII is left where
/// it lies.
PickleValue encodeLatin1(PickleBuilder& builder, const PickleName& name, std::string_view text) {
  const auto byteAt = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  builder.work(text.size());
  if (std::ranges::none_of(text, [](unsigned char byte) { return byte >= 0x80; }))
    return PickleValue::run(PickleKind::Binary, asBytes(text));
  auto* place = builder.allocate<std::byte>(text.size());
  std::size_t length = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned value = byteAt(i);
    if (value >= 0x80) {  // U+0080 to U+00FF are two bytes each, C2 or C3 first
      const bool fits = (value == 0xC2 || value == 0xC3) && i + 1 < text.size() && (byteAt(i + 1) & 0xC0U) == 0x80U;
      if (!fits) builder.failArguments(name);
      value = ((value & 0x03U) << 6U) | (byteAt(++i) & 0x3FU);
    }
    place[length++] = static_cast<std::byte>(value);
  }
  return PickleValue::run(PickleKind::Binary, {place, length});
}

/// list(x), set(x), ... of another container's elements; shallow, as in Python.
template <PickleKind kind>
PickleValue sequenceOf(PickleBuilder& builder, const PickleName& name, Arguments arguments) {
  if (arguments.size() > 1) builder.failArguments(name);
  PickleValue made = kind == PickleKind::Tuple ? builder.tuple({}) : builder.sequence(kind);
  if (arguments.empty()) return made;
  const PickleKind given = arguments[0].kind();
  if (given != PickleKind::List && given != PickleKind::Tuple && given != PickleKind::Set) builder.failArguments(name);
  builder.append(made, arguments[0].items());
  return made;
}

/// dict(), dict(other), OrderedDict([[key, value], ...]).
PickleValue dictOf(PickleBuilder& builder, const PickleName& name, Arguments arguments) {
  PickleValue made = builder.dict();
  if (arguments.empty()) return made;
  if (arguments.size() > 1) builder.failArguments(name);
  for (const PickleEntry& entry : arguments[0].entries()) {
    builder.setItems(made, std::array{entry.key, entry.value});
  }
  for (const PickleValue& pair : arguments[0].items()) {
    if (!pair.isSequence() || pair.items().size() != 2) builder.failArguments(name);
    builder.setItems(made, pair.items());
  }
  if (!arguments[0].is(PickleKind::Dict) && !arguments[0].isSequence()) builder.failArguments(name);
  return made;
}

PickleValue defaultDictOf(PickleBuilder& builder, const PickleName& name, Arguments arguments) {
  return dictOf(builder, name, arguments.empty() ? arguments : arguments.subspan(1));
}

PickleValue bytesOf(PickleBuilder& builder, const PickleName& name, Arguments arguments) {
  if (arguments.empty()) return PickleValue::run(PickleKind::Binary, std::span<const std::byte>{});
  if (arguments[0].is(PickleKind::Binary) && arguments.size() == 1) return arguments[0];
  const auto text = arguments[0].asText();
  if (!text || arguments.size() != 2) builder.failArguments(name);
  return encodeLatin1(builder, name, *text);
}

PickleValue pathOf(PickleBuilder& builder, const PickleName& name, Arguments arguments) {
  std::string path;
  for (const PickleValue& argument : arguments) {
    const auto part = argument.asText();
    if (!part || path.size() + part->size() > 65536) builder.failArguments(name);
    if (!path.empty() && path.back() != '/') path += '/';
    path += *part;
  }
  return builder.copied(PickleKind::Text, path);
}

PickleValue namespaceOf(PickleBuilder& builder, const PickleName& name, Arguments arguments) {
  if (!arguments.empty()) builder.failArguments(name);
  return builder.dict(DictRole::Attributes);
}

PickleValue complexOf(PickleBuilder& builder, const PickleName& name, Arguments arguments) {
  if (arguments.size() != 2 || !arguments[0].asNumber() || !arguments[1].asNumber()) builder.failArguments(name);
  return builder.copied(PickleKind::Opaque, "a complex number");
}

/// int, float, ...: named as a factory, never called with arguments.
PickleValue neverCalled(PickleBuilder& builder, const PickleName& name, Arguments) {
  builder.failArguments(name);
}

PickleValue encoded(PickleBuilder& builder, const PickleName& name, Arguments arguments) {
  const auto text = arguments.empty() ? std::nullopt : arguments[0].asText();
  const auto codec = arguments.size() == 2 ? arguments[1].asText() : std::nullopt;
  if (!text || !codec || (*codec != "latin1" && *codec != "latin-1")) builder.failArguments(name);
  return encodeLatin1(builder, name, *text);
}

/// deque(values, longest).
PickleValue dequeOf(PickleBuilder& builder, const PickleName& name, Arguments arguments) {
  return sequenceOf<PickleKind::List>(builder, name, arguments.first(std::min<std::size_t>(arguments.size(), 1)));
}

/// Decimal("1.5"), Fraction("1/2"): what they are made of says it all.
PickleValue textOf(PickleBuilder& builder, const PickleName& name, Arguments arguments) {
  if (arguments.size() != 1 || !arguments[0].is(PickleKind::Text)) builder.failArguments(name);
  return arguments[0];
}

/// slice(0, 5, None), range(5), typing.Optional[int]: nothing that is looked at.
PickleValue opaqueOf(PickleBuilder& builder, const PickleName& name, Arguments) {
  return builder.copied(PickleKind::Opaque, "a " + std::string(name.name));
}

std::string padded(unsigned number, std::size_t digits) {
  const std::string text = std::to_string(number);
  return text.size() < digits ? std::string(digits - text.size(), '0') + text : text;
}

/// date, time and datetime hold 4, 6 and 10 bytes: year, month and day; hour, minute, second and microseconds, the
/// numbers of several bytes with the highest first. The highest bit of the month or hour tells the second of two equal
/// clock times.
template <bool hasDate, bool hasTime>
PickleValue momentOf(PickleBuilder& builder, const PickleName& name, Arguments arguments) {
  constexpr std::size_t dateBytes = hasDate ? 4 : 0, timeBytes = hasTime ? 6 : 0;
  // Protocol 2 writes them as text of the same characters; those beyond ASCII are two bytes each then.
  PickleValue given = arguments.empty() ? PickleValue() : arguments[0];
  if (const auto text = given.asText()) given = encodeLatin1(builder, name, *text);
  if (!given.is(PickleKind::Binary) || given.bytes().size() != dateBytes + timeBytes) builder.failArguments(name);
  const auto at = [&](std::size_t i) { return std::to_integer<unsigned>(given.bytes()[i]); };
  std::string text;
  if constexpr (hasDate)
    text = padded(at(0) * 256 + at(1), 4) + "-" + padded(at(2) & 0x7FU, 2) + "-" + padded(at(3), 2);
  if constexpr (hasTime) {
    constexpr std::size_t clock = dateBytes;
    text += (hasDate ? "T" : "") + padded(at(clock) & 0x7FU, 2) + ":" + padded(at(clock + 1), 2) + ":" +
            padded(at(clock + 2), 2);
    const unsigned micro = (at(clock + 3) * 256 + at(clock + 4)) * 256 + at(clock + 5);
    if (micro > 0) text += "." + padded(micro, 6);
    // With a zone that is a fixed offset.
    if (arguments.size() > 1 && arguments[1].is(PickleKind::Text)) text += *arguments[1].asText();
  }
  return builder.copied(PickleKind::Text, text);
}

/// timedelta(days, seconds, microseconds) as seconds.
PickleValue durationOf(PickleBuilder& builder, const PickleName& name, Arguments arguments) {
  constexpr std::array<double, 3> units{86'400, 1, 1e-6};
  double seconds = 0;
  if (arguments.size() > units.size()) builder.failArguments(name);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const auto number = arguments[i].asNumber();
    if (!number) builder.failArguments(name);
    seconds += *number * units[i];
  }
  return PickleValue::real(seconds);
}

/// timezone(timedelta) as "+02:00".
PickleValue zoneOf(PickleBuilder& builder, const PickleName& name, Arguments arguments) {
  const auto seconds = arguments.empty() ? std::nullopt : arguments[0].asNumber();
  if (!seconds || !(std::abs(*seconds) < 86'400)) builder.failArguments(name);
  const auto minutes = static_cast<unsigned>(std::abs(*seconds) / 60);
  return builder.copied(PickleKind::Text,
                        (*seconds < 0 ? "-" : "+") + padded(minutes / 60, 2) + ":" + padded(minutes % 60, 2));
}

/// Colour(1): a class that is called with its value and nothing else.
PickleValue memberByValue(PickleBuilder& builder, const PickleName& name, Arguments arguments) {
  const bool plain = arguments.size() == 1 && (arguments[0].asNumber() || arguments[0].is(PickleKind::Text));
  if (plain) return arguments[0];
  builder.fail("makes an object of the class " + escapeForDisplay(qualifiedName(name), 160) +
                   ", which is not among those that a data file may hold",
               "if you trust the file, load it in Python and save plain data: dicts, lists, numbers, arrays, tensors");
}

/// Somebody's own class, to be called with the value of one of its members.
PickleValue enumeration(PickleBuilder& builder, std::string_view module, std::string_view name) {
  const std::string_view in = *builder.copied(PickleKind::Text, module).asText();
  const std::string_view named = *builder.copied(PickleKind::Text, name).asText();
  return PickleBuilder::name(*new (builder.allocate<PickleName>(1)) PickleName(in, named, memberByValue));
}

/// getattr(Colour, "RED"): how Python 3.11 writes a member. getattr(Outer, "Colour"): how protocols 2 and 3 write a
/// class within another one, which has small letters in its name.
PickleValue memberOf(PickleBuilder& builder, const PickleName& name, Arguments arguments) {
  const PickleName* of = arguments.size() == 2 ? arguments[0].asName() : nullptr;
  const auto member = of ? arguments[1].asText() : std::nullopt;
  if (!member || of->call != memberByValue) builder.failArguments(name);
  const bool isClass = !member->empty() && member->front() >= 'A' && member->front() <= 'Z' &&
                       std::ranges::any_of(*member, [](char c) { return c >= 'a' && c <= 'z'; });
  return isClass ? enumeration(builder, of->module, std::string(of->name) + "." + std::string(*member)) : arguments[1];
}

PickleValue configurationOf(PickleBuilder& builder, const PickleName& name, Arguments arguments) {
  if (!arguments.empty()) builder.failArguments(name);
  return builder.dict(DictRole::Configuration);
}
PickleValue configurationListOf(PickleBuilder& builder, const PickleName& name, Arguments arguments) {
  if (!arguments.empty()) builder.failArguments(name);
  return builder.sequence(PickleKind::List);
}
PickleValue configurationValueOf(PickleBuilder& builder, const PickleName& name, Arguments arguments) {
  if (!arguments.empty()) builder.failArguments(name);
  return builder.dict(DictRole::ConfigurationValue);
}

void addOmegaConf(std::vector<PickleName>& names) {
  names.emplace_back("omegaconf.dictconfig", "DictConfig", configurationOf);
  names.emplace_back("omegaconf.listconfig", "ListConfig", configurationListOf);
  for (const char* node : {"AnyNode", "BooleanNode", "BytesNode", "EnumNode", "FloatNode", "IntegerNode",
                           "InterpolationResultNode", "LiteralNode", "PathNode", "StringNode"})
    names.emplace_back("omegaconf.nodes", node, configurationValueOf);
  for (const char* facts : {"Metadata", "ContainerMetadata"}) names.emplace_back("omegaconf.base", facts, namespaceOf);
  // The types that it notes beside its values.
  for (const char* type : {"Any", "Callable", "Dict", "List", "Optional", "Sequence", "Tuple", "Union"})
    names.emplace_back("typing", type, neverCalled);
  for (const char* module : {"operator", "_operator"}) names.emplace_back(module, "getitem", opaqueOf);
}

/// The first parts of Python's own modules, torch's and NumPy's: a class of theirs that is not in the lists is no
/// enumeration of somebody's own.
bool isOwnModule(std::string_view module) {
  static constexpr std::array modules{
      "abc"sv,       "argparse"sv,   "ast"sv,          "asyncio"sv,    "atexit"sv,       "base64"sv,
      "bdb"sv,       "bisect"sv,     "builtins"sv,     "bz2"sv,        "calendar"sv,     "cgi"sv,
      "cmd"sv,       "code"sv,       "codecs"sv,       "codeop"sv,     "collections"sv,  "colorsys"sv,
      "commands"sv,  "concurrent"sv, "configparser"sv, "contextlib"sv, "copy"sv,         "copyreg"sv,
      "csv"sv,       "ctypes"sv,     "datetime"sv,     "dbm"sv,        "decimal"sv,      "difflib"sv,
      "dis"sv,       "distutils"sv,  "doctest"sv,      "email"sv,      "encodings"sv,    "ensurepip"sv,
      "enum"sv,      "errno"sv,      "fcntl"sv,        "filecmp"sv,    "fileinput"sv,    "fractions"sv,
      "ftplib"sv,    "functools"sv,  "gc"sv,           "getpass"sv,    "glob"sv,         "gzip"sv,
      "hashlib"sv,   "http"sv,       "imaplib"sv,      "imp"sv,        "importlib"sv,    "inspect"sv,
      "io"sv,        "itertools"sv,  "json"sv,         "linecache"sv,  "locale"sv,       "logging"sv,
      "lzma"sv,      "mailbox"sv,    "marshal"sv,      "mmap"sv,       "modulefinder"sv, "multiprocessing"sv,
      "nntplib"sv,   "nt"sv,         "numpy"sv,        "operator"sv,   "os"sv,           "pathlib"sv,
      "pdb"sv,       "pickle"sv,     "pickletools"sv,  "pip"sv,        "pkgutil"sv,      "platform"sv,
      "poplib"sv,    "posix"sv,      "posixpath"sv,    "profile"sv,    "pty"sv,          "pydoc"sv,
      "queue"sv,     "random"sv,     "re"sv,           "readline"sv,   "resource"sv,     "runpy"sv,
      "sched"sv,     "select"sv,     "selectors"sv,    "setuptools"sv, "shelve"sv,       "shlex"sv,
      "shutil"sv,    "signal"sv,     "site"sv,         "smtplib"sv,    "socket"sv,       "socketserver"sv,
      "sqlite3"sv,   "ssl"sv,        "stat"sv,         "string"sv,     "struct"sv,       "subprocess"sv,
      "symtable"sv,  "sys"sv,        "syslog"sv,       "tarfile"sv,    "telnetlib"sv,    "tempfile"sv,
      "test"sv,      "threading"sv,  "time"sv,         "timeit"sv,     "tkinter"sv,      "torch"sv,
      "trace"sv,     "traceback"sv,  "tracemalloc"sv,  "types"sv,      "typing"sv,       "unittest"sv,
      "urllib"sv,    "uuid"sv,       "venv"sv,         "warnings"sv,   "weakref"sv,      "webbrowser"sv,
      "winreg"sv,    "wsgiref"sv,    "xml"sv,          "xmlrpc"sv,     "zipapp"sv,       "zipfile"sv,
      "zipimport"sv, "zlib"sv};
  const std::string_view first = module.substr(0, module.find('.'));
  return (first.starts_with('_') && first != "__main__") || std::ranges::binary_search(modules, first);
}

std::vector<PickleName> allPythonNames() {
  std::vector<PickleName> names{{"collections", "OrderedDict", dictOf}, {"collections", "defaultdict", defaultDictOf},
                                {"collections", "Counter", dictOf},     {"_codecs", "encode", encoded},
                                {"argparse", "Namespace", namespaceOf}, {"types", "SimpleNamespace", namespaceOf}};
  for (const char* module : {"builtins", "__builtin__"}) {  // the latter is Python 2's
    names.emplace_back(module, "dict", dictOf);
    names.emplace_back(module, "list", sequenceOf<PickleKind::List>);
    names.emplace_back(module, "tuple", sequenceOf<PickleKind::Tuple>);
    for (const char* set : {"set", "frozenset"}) names.emplace_back(module, set, sequenceOf<PickleKind::Set>);
    for (const char* bytes : {"bytes", "bytearray"}) names.emplace_back(module, bytes, bytesOf);
    names.emplace_back(module, "complex", complexOf);
    for (const char* plain : {"int", "long", "float", "bool", "str", "object"})
      names.emplace_back(module, plain, neverCalled);
    for (const char* opaque : {"slice", "range", "xrange"}) names.emplace_back(module, opaque, opaqueOf);
    names.emplace_back(module, "getattr", memberOf);
  }
  for (const char* module : {"pathlib", "pathlib._local"})  // the latter is Python 3.13's
    for (const char* path : {"Path", "PosixPath", "WindowsPath", "PurePath", "PurePosixPath", "PureWindowsPath"})
      names.emplace_back(module, path, pathOf);
  names.emplace_back("collections", "deque", dequeOf);
  names.emplace_back("decimal", "Decimal", textOf);
  names.emplace_back("fractions", "Fraction", textOf);
  names.emplace_back("datetime", "datetime", momentOf<true, true>);
  names.emplace_back("datetime", "date", momentOf<true, false>);
  names.emplace_back("datetime", "time", momentOf<false, true>);
  names.emplace_back("datetime", "timedelta", durationOf);
  names.emplace_back("datetime", "timezone", zoneOf);
  addOmegaConf(names);
  return names;
}

}  // namespace

std::span<const PickleName> pythonNames() {
  static const std::vector<PickleName> names = allPythonNames();
  return names;
}

std::optional<PickleValue> enumerationNamed(PickleBuilder& builder, std::string_view module, std::string_view name) {
  const std::string_view last = name.substr(name.rfind('.') + 1);  // "Outer.Inner"
  const bool isClass = !last.empty() && last.front() >= 'A' && last.front() <= 'Z';
  if (!isClass || module.empty() || isOwnModule(module)) return std::nullopt;
  return enumeration(builder, module, name);
}

bool setPythonState(PickleBuilder& builder, PickleValue& object, const PickleValue& state) {
  const auto content = [&](std::string_view key) {
    const PickleValue* found = state.find(key);
    if (!found) builder.failDamaged("gives a configuration a state without " + std::string(key));
    return *found;
  };
  if (object.is(PickleKind::List)) {  // a ListConfig; None and a text stand for a list that is not there
    builder.append(object, content("_content").items());
    return true;
  }
  if (!object.is(PickleKind::Dict)) return false;
  switch (PickleBuilder::roleOf(object)) {
    case DictRole::Plain:  // what an OrderedDict carries beside its entries (a module's _metadata) is dropped
      return true;
    case DictRole::ConfigurationValue:
      object = content("_val");
      return true;
    case DictRole::Configuration:
      for (const PickleEntry& entry : content("_content").entries())
        builder.setItems(object, std::array{entry.key, entry.value});
      return true;
    case DictRole::Attributes:
      break;
  }
  if (!state.is(PickleKind::Dict)) builder.failDamaged("gives an object a state that is not a dict");
  for (const PickleEntry& entry : state.entries()) builder.setItems(object, std::array{entry.key, entry.value});
  return true;
}

}  // namespace sojourn
