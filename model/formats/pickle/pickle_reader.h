// SPDX-License-Identifier: GPL-3.0-or-later
// Reads Python pickles, protocols 2 to 5, as data: nothing is imported and nothing runs but a fixed list of names.
#pragma once

#include <limits>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "model/core/files.h"
#include "model/core/result.h"
#include "model/formats/bytes/memory_budget.h"
#include "model/formats/pickle/pickle_value.h"

namespace sojourn {

class PickleAllowList;

/// What one pickle may cost (SPEC 8.3). The values, the stack and the memo together stay within `memoryBytes`.
struct PickleLimits {
  std::uint64_t memoryBytes = std::uint64_t{256} << 20U;
  std::uint32_t height = 200;  ///< containers inside containers
  std::uint64_t instructions = std::numeric_limits<std::uint64_t>::max();
  // Only of readPickleElements:
  std::size_t pieceBytes = std::size_t{1} << 20U;     ///< of the file, read at a time
  std::uint64_t foldBytes = std::uint64_t{8} << 20U;  ///< what values may take before those passed on are forgotten
};

/// A pickle's value and all that it refers to. Movable; values stay valid when it moves.
class PickleDocument {
 public:
  /// Free of cycles, at most PickleLimits::height deep, no dict with the same text or number twice as a key. A node may
  /// still be shared by many others: whoever walks the whole tree must bound the number of steps.
  [[nodiscard]] const PickleValue& root() const { return m_state->root; }

 private:
  friend class Unpickler;

  /// What the values refer to; it stays where it is when the document moves.
  struct State {
    explicit State(std::uint64_t memoryBytes) : budget(memoryBytes) {}

    Bytes owned;  ///< the pickle, where nothing else keeps it
    MemoryBudget budget;
    Arena arena{budget};
    Arena kept{budget};  ///< what outlives the elements that were passed on
    PickleValue root;
  };

  explicit PickleDocument(std::unique_ptr<State> state) : m_state(std::move(state)) {}

  std::unique_ptr<State> m_state;
};

/// Reads bytes that the document keeps. `where` names them in errors; ", byte N" is added.
[[nodiscard]] Result<PickleDocument> readPickle(Bytes bytes, const std::string& where, const PickleLimits& limits = {});

/// Reads bytes that outlive the document. `extra` knows further names (torch's), asked after Python's and NumPy's.
[[nodiscard]] Result<PickleDocument> readPickleView(std::span<const std::byte> bytes, const std::string& where,
                                                    PickleAllowList* extra = nullptr, const PickleLimits& limits = {});

/// Takes the elements of a pickle's outermost list while it is read.
class PickleElements {
 public:
  PickleElements() = default;
  PickleElements(const PickleElements&) = delete;
  PickleElements& operator=(const PickleElements&) = delete;
  virtual ~PickleElements() = default;

  /// The next elements, in order, checked like a document's root; they are gone after the call. What is kept of them
  /// is to be taken from `budget`. An error ends the reading.
  [[nodiscard]] virtual Status take(std::span<const PickleValue> elements, MemoryBudget& budget) = 0;
  /// The pickle turned out to hold something else than a list or tuple.
  [[nodiscard]] virtual Status takeOther(const PickleValue& root) = 0;
};

/// Reads a pickle that may be larger than memory. Elements of its list are passed on and forgotten as they are
/// complete; of what they share, plain values, texts, NumPy types and small tuples are remembered, other containers and
/// arrays only until PickleLimits::foldBytes are spent: an element that refers to an older one is refused.
[[nodiscard]] Status readPickleElements(ByteSource& source, const std::string& where, PickleElements& elements,
                                        const PickleLimits& limits);

}  // namespace sojourn
