// SPDX-License-Identifier: GPL-3.0-or-later
// What a pickle may name of Python's own library: containers, bytes, and the classes that hold settings.
#include <algorithm>
#include <array>
#include <vector>

#include "model/core/text.h"
#include "model/formats/pickle/pickle_allow_list.h"

namespace sojourn {
namespace {

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
  return builder.dict(true);
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
    for (const char* plain : {"int", "float", "bool", "str"}) names.emplace_back(module, plain, neverCalled);
  }
  for (const char* path : {"Path", "PosixPath", "WindowsPath", "PurePosixPath", "PureWindowsPath"})
    names.emplace_back("pathlib", path, pathOf);
  return names;
}

}  // namespace

std::span<const PickleName> pythonNames() {
  static const std::vector<PickleName> names = allPythonNames();
  return names;
}

bool setPythonState(PickleBuilder& builder, const PickleValue& object, const PickleValue& state) {
  if (!object.is(PickleKind::Dict)) return false;
  // A namespace is its attributes. What an OrderedDict carries beside its entries (a module's _metadata) is dropped.
  if (!PickleBuilder::isAttributes(object)) return true;
  if (!state.is(PickleKind::Dict)) builder.failDamaged("gives an object a state that is not a dict");
  for (const PickleEntry& entry : state.entries()) builder.setItems(object, std::array{entry.key, entry.value});
  return true;
}

}  // namespace sojourn
