// SPDX-License-Identifier: GPL-3.0-or-later
// Reads Python pickles, protocols 2 to 5, as data: nothing is imported and nothing runs but a fixed list of names.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include "model/core/result.h"
#include "model/formats/pickle_value.h"

namespace sojourn {

class PickleVocabulary;

/// What one pickle may cost (SPEC 8.3). The values, the stack and the memo together stay within `memoryBytes`.
struct PickleLimits {
  std::uint64_t memoryBytes = std::uint64_t{256} << 20U;
  std::uint32_t height = 200;  ///< containers inside containers
};

/// The largest pickle file that is read, and what it and its values may take together. A refusal stays below 600 MB
/// resident with the program around it (115 MB with libtorch); a dataset needs 2.7 times its file, so that files of
/// 165 MiB (150,000 sequences of 24 visits) are read.
inline constexpr std::uint64_t largestPickleFile = std::uint64_t{256} << 20U;
inline constexpr std::uint64_t pickleFileMemory = std::uint64_t{440} << 20U;

/// A pickle's value and all that it refers to. Movable; values stay valid when it moves.
class PickleDocument {
 public:
  PickleDocument(PickleDocument&&) noexcept;
  PickleDocument& operator=(PickleDocument&&) noexcept;
  ~PickleDocument();

  /// Free of cycles, at most PickleLimits::height deep, no dict with the same text or number twice as a key. A node may
  /// still be shared by many others: whoever walks the whole tree must bound the number of steps.
  [[nodiscard]] const PickleValue& root() const;
  /// All bytes that were given, for a fingerprint.
  [[nodiscard]] std::span<const std::byte> bytes() const;

 private:
  friend class PickleMachine;
  struct State;
  explicit PickleDocument(std::unique_ptr<State> state);
  std::unique_ptr<State> m_state;
};

/// Reads a whole file. Values are views on its bytes, which the document keeps.
[[nodiscard]] Result<PickleDocument> readPickleFile(const std::filesystem::path& path);

/// Reads bytes that the document keeps. `where` names them in errors; ", byte N" is added.
[[nodiscard]] Result<PickleDocument> readPickle(Bytes bytes, const std::string& where, const PickleLimits& limits = {});

/// Reads bytes that outlive the document. `extra` knows further names (torch's), asked after Python's and NumPy's.
[[nodiscard]] Result<PickleDocument> readPickleView(std::span<const std::byte> bytes, const std::string& where,
                                                    PickleVocabulary* extra = nullptr, const PickleLimits& limits = {});

}  // namespace sojourn
