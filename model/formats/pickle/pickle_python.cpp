// SPDX-License-Identifier: GPL-3.0-or-later
// What a pickle may name of Python's own library: containers, bytes, and the classes that hold settings.
#include <array>

#include "model/core/text.h"
#include "model/formats/pickle/pickle_allow_list.h"

namespace sojourn {
namespace {

enum : int {
  OrderedDict,
  DefaultDict,
  Dict,
  List,
  Tuple,
  Set,
  FrozenSet,
  ByteArray,
  BytesClass,
  ComplexClass,
  PlainClass,  // int, float, ...: named as a factory, never called with arguments
  Encode,
  Namespace,
  Path,
};

constexpr std::array pythonNames{
    PickleName{"collections", "OrderedDict", OrderedDict},
    PickleName{"collections", "defaultdict", DefaultDict},
    PickleName{"collections", "Counter", Dict},
    PickleName{"_codecs", "encode", Encode},
    PickleName{"builtins", "dict", Dict},
    PickleName{"builtins", "list", List},
    PickleName{"builtins", "tuple", Tuple},
    PickleName{"builtins", "set", Set},
    PickleName{"builtins", "frozenset", FrozenSet},
    PickleName{"builtins", "bytearray", ByteArray},
    PickleName{"builtins", "bytes", BytesClass},
    PickleName{"builtins", "complex", ComplexClass},
    PickleName{"builtins", "int", PlainClass},
    PickleName{"builtins", "float", PlainClass},
    PickleName{"builtins", "bool", PlainClass},
    PickleName{"builtins", "str", PlainClass},
    PickleName{"__builtin__", "dict", Dict},
    PickleName{"__builtin__", "list", List},
    PickleName{"__builtin__", "tuple", Tuple},
    PickleName{"__builtin__", "set", Set},
    PickleName{"__builtin__", "frozenset", FrozenSet},
    PickleName{"__builtin__", "bytearray", ByteArray},
    PickleName{"__builtin__", "bytes", BytesClass},
    PickleName{"__builtin__", "complex", ComplexClass},
    PickleName{"__builtin__", "int", PlainClass},
    PickleName{"__builtin__", "float", PlainClass},
    PickleName{"__builtin__", "bool", PlainClass},
    PickleName{"__builtin__", "str", PlainClass},
    PickleName{"argparse", "Namespace", Namespace},
    PickleName{"types", "SimpleNamespace", Namespace},
    PickleName{"pathlib", "Path", Path},
    PickleName{"pathlib", "PosixPath", Path},
    PickleName{"pathlib", "WindowsPath", Path},
    PickleName{"pathlib", "PurePosixPath", Path},
    PickleName{"pathlib", "PureWindowsPath", Path},
};

/// The characters of a text as bytes, one each: how protocol 2 writes bytes. A text that is plain ASCII is left where
/// it lies.
PickleValue encodeLatin1(PickleBuilder& builder, const PickleName& name, std::string_view text) {
  const auto byteAt = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  builder.work(text.size());
  std::size_t wide = 0;
  for (std::size_t i = 0; i < text.size(); ++i) wide += byteAt(i) >= 0x80 ? 1 : 0;
  if (wide == 0) return PickleValue::run(PickleKind::Binary, asBytes(text));
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
PickleValue sequenceOf(PickleBuilder& builder, const PickleName& name, PickleKind kind,
                       std::span<const PickleValue> arguments) {
  if (arguments.size() > 1) builder.failArguments(name);
  PickleValue made = kind == PickleKind::Tuple ? builder.tuple({}) : builder.sequence(kind);
  if (arguments.empty()) return made;
  const PickleKind given = arguments[0].kind();
  if (given != PickleKind::List && given != PickleKind::Tuple && given != PickleKind::Set) builder.failArguments(name);
  builder.append(made, arguments[0].items());
  return made;
}

/// dict(), dict(other), OrderedDict([[key, value], ...]).
PickleValue dictOf(PickleBuilder& builder, const PickleName& name, std::span<const PickleValue> arguments) {
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

PickleValue bytesOf(PickleBuilder& builder, const PickleName& name, std::span<const PickleValue> arguments) {
  if (arguments.empty()) return PickleValue::run(PickleKind::Binary, std::span<const std::byte>{});
  if (arguments[0].is(PickleKind::Binary) && arguments.size() == 1) return arguments[0];
  const auto text = arguments[0].asText();
  if (!text || arguments.size() != 2) builder.failArguments(name);
  return encodeLatin1(builder, name, *text);
}

PickleValue pathOf(PickleBuilder& builder, const PickleName& name, std::span<const PickleValue> arguments) {
  std::string path;
  for (const PickleValue& argument : arguments) {
    const auto part = argument.asText();
    if (!part || path.size() + part->size() > 65536) builder.failArguments(name);
    if (!path.empty() && path.back() != '/') path += '/';
    path += *part;
  }
  return builder.copied(PickleKind::Text, path);
}

}  // namespace

std::span<const PickleName> PythonAllowList::names() const {
  return pythonNames;
}

PickleValue PythonAllowList::call(PickleBuilder& builder, const PickleName& name,
                                  std::span<const PickleValue> arguments) {
  switch (name.id) {
    case OrderedDict:
    case Dict:
      return dictOf(builder, name, arguments);
    case DefaultDict:
      return dictOf(builder, name, arguments.empty() ? arguments : arguments.subspan(1));
    case List:
      return sequenceOf(builder, name, PickleKind::List, arguments);
    case Tuple:
      return sequenceOf(builder, name, PickleKind::Tuple, arguments);
    case Set:
    case FrozenSet:
      return sequenceOf(builder, name, PickleKind::Set, arguments);
    case ByteArray:
    case BytesClass:
      return bytesOf(builder, name, arguments);
    case Namespace:
      if (!arguments.empty()) builder.failArguments(name);
      return builder.attributes();
    case Path:
      return pathOf(builder, name, arguments);
    case ComplexClass: {
      const auto real = arguments.size() == 2 ? arguments[0].asNumber() : std::nullopt;
      const auto imaginary = arguments.size() == 2 ? arguments[1].asNumber() : std::nullopt;
      if (!real || !imaginary) builder.failArguments(name);
      return builder.complex(*real, *imaginary);
    }
    case Encode: {
      const auto text = arguments.empty() ? std::nullopt : arguments[0].asText();
      const auto codec = arguments.size() == 2 ? arguments[1].asText() : std::nullopt;
      if (!text || !codec || (*codec != "latin1" && *codec != "latin-1")) builder.failArguments(name);
      return encodeLatin1(builder, name, *text);
    }
    default:
      builder.failArguments(name);
  }
}

bool PythonAllowList::setState(PickleBuilder& builder, const PickleValue& object, const PickleValue& state) {
  if (!object.is(PickleKind::Dict)) return false;
  // A namespace is its attributes. What an OrderedDict carries beside its entries (a module's _metadata) is dropped.
  if (!PickleBuilder::isAttributes(object)) return true;
  if (!state.is(PickleKind::Dict)) builder.failDamaged("gives an object a state that is not a dict");
  for (const PickleEntry& entry : state.entries()) builder.setItems(object, std::array{entry.key, entry.value});
  return true;
}

}  // namespace sojourn
