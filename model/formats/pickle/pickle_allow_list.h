// SPDX-License-Identifier: GPL-3.0-or-later
// The classes and functions that a pickle may name, and what each stands for here. Nothing else is ever called.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "model/formats/bytes/failure.h"
#include "model/formats/bytes/memory_budget.h"
#include "model/formats/pickle/pickle_value.h"

namespace sojourn {

class PickleBuilder;

/// One class or function that a pickle may name.
struct PickleName {
  using Call = PickleValue (*)(PickleBuilder& builder, const PickleName& name, std::span<const PickleValue> arguments);

  constexpr PickleName(std::string_view inModule, std::string_view named, Call called)
      : module(inModule), name(named), call(called) {}
  constexpr PickleName(std::string_view inModule, std::string_view named, int ownId)
      : module(inModule), name(named), id(ownId) {}

  std::string_view module;
  std::string_view name;
  Call call = nullptr;  ///< what calling it gives (REDUCE, NEWOBJ); nullptr: PickleAllowList::call()
  int id = 0;           ///< the allow list's own
};

/// What a dict stands for while the pickle builds it.
enum class DictRole : std::uint8_t {
  Plain,
  Attributes,         ///< of an object: the state is its entries
  Configuration,      ///< OmegaConf's DictConfig: the entries are the state's _content
  ConfigurationValue  ///< one of OmegaConf's nodes: the state's _val takes its place
};

/// "torch._utils._rebuild_tensor_v2".
[[nodiscard]] std::string qualifiedName(const PickleName& name);

/// Makes values in the document's arena. Whatever does not fit the budget fails with a FormatFailure.
class PickleBuilder {
 public:
  PickleBuilder(Arena& arena, std::string where) : m_arena(&arena), m_where(std::move(where)) {}

  /// Refuses the pickle; the place is the instruction being read.
  [[noreturn]] void fail(std::string what, std::string remedy) const;
  /// The same, where the remedy is that the file is broken.
  [[noreturn]] void failDamaged(std::string what) const;
  /// The same for a call of `name` with other arguments than Python writes.
  [[noreturn]] void failArguments(const PickleName& name) const;

  template <class T>
  [[nodiscard]] T* allocate(std::size_t count) {
    T* place = m_arena->allocate<T>(count);
    if (!place) failTooLarge();
    return place;
  }

  [[nodiscard]] PickleValue tuple(std::span<const PickleValue> items);
  /// An empty List or Set.
  [[nodiscard]] PickleValue sequence(PickleKind kind);
  /// Of another role than Plain: what BUILD does with the state that it is given.
  [[nodiscard]] PickleValue dict(DictRole role = DictRole::Plain);
  [[nodiscard]] PickleValue array(PickleArray value);
  [[nodiscard]] PickleValue numpyType(PickleNumpyType value);
  [[nodiscard]] static PickleValue name(const PickleName& name);
  /// Text, Binary, BigInteger or Opaque, copied into the arena.
  [[nodiscard]] PickleValue copied(PickleKind kind, std::string_view text);

  /// Appends to a List or Set.
  void append(const PickleValue& sequence, std::span<const PickleValue> items);
  /// Adds keys and values in turn to a Dict. Keys are checked when the document is complete.
  void setItems(const PickleValue& dict, std::span<const PickleValue> keysAndValues);
  /// Counts bytes that are looked at without being kept, so that a small file cannot ask for the same again and again.
  void work(std::size_t bytes);
  /// Plain for what is no dict.
  [[nodiscard]] static DictRole roleOf(const PickleValue& value);
  [[nodiscard]] static PickleArray& mutableArray(const PickleValue& value) { return *value.m_array; }
  [[nodiscard]] static PickleNumpyType& mutableNumpyType(const PickleValue& value) { return *value.m_type; }

  /// Where the instruction being read begins; kept up to date by the unpickler.
  void setOffset(std::size_t offset) { m_offset = offset; }

 private:
  [[noreturn]] void failTooLarge() const;
  template <class Item>
  Item* room(PickleNode<Item>& node, std::size_t more);

  Arena* m_arena;
  std::string m_where;
  std::size_t m_offset = 0;
  std::size_t m_workLeft = std::size_t{512} << 20U;
};

/// Names beyond those of Python and NumPy. One object serves one reading; it may keep what it needs in itself.
class PickleAllowList {
 public:
  PickleAllowList() = default;
  PickleAllowList(const PickleAllowList&) = delete;
  PickleAllowList& operator=(const PickleAllowList&) = delete;
  virtual ~PickleAllowList() = default;

  [[nodiscard]] virtual std::span<const PickleName> names() const = 0;
  /// The pickle calls one of these names.
  [[nodiscard]] virtual PickleValue call(PickleBuilder& builder, const PickleName& name,
                                         std::span<const PickleValue> arguments) = 0;
  /// The pickle refers to something outside itself (BINPERSID).
  [[nodiscard]] virtual PickleValue load(PickleBuilder& builder, const PickleValue& reference) = 0;
};

/// collections, builtins, and the few standard classes that configurations are made of.
[[nodiscard]] std::span<const PickleName> pythonNames();
/// Arrays, scalars and dtypes of NumPy 1 (numpy.core) and 2 (numpy._core).
[[nodiscard]] std::span<const PickleName> numpyNames();
/// A class that is none of the names above and may be an enumeration of somebody's own: called with one plain value it
/// is that value. Nothing for functions, and for what is in Python's, torch's or NumPy's own modules.
[[nodiscard]] std::optional<PickleValue> enumerationNamed(PickleBuilder& builder, std::string_view module,
                                                          std::string_view name);
/// The pickle gives such a value its state (BUILD), which may put another value in its place. False: it is none of
/// these.
[[nodiscard]] bool setPythonState(PickleBuilder& builder, PickleValue& object, const PickleValue& state);
[[nodiscard]] bool setNumpyState(PickleBuilder& builder, const PickleValue& object, const PickleValue& state);

}  // namespace sojourn
