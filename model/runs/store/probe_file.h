// SPDX-License-Identifier: GPL-3.0-or-later
// probes/NNNN.safetensors: what a run's model made of its few fixed validation samples after one epoch (SPEC 8.2).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/core/guarded_path.h"
#include "model/core/result.h"

namespace sojourn {

/// One sample as the model of one epoch read it. Parts that the model lacks are empty.
struct ProbeSnapshot {
  std::size_t length = 0;            ///< L, its visits; 0 where the file has neither weights nor maps
  std::vector<float> pointerWeight;  ///< [L], each 0 to 1
  std::optional<float> gate;         ///< 0 to 1
  std::size_t layers = 0, heads = 0;
  std::vector<float> attention;            ///< [layer][head][query][key], each 0 to 1
  std::vector<std::int64_t> topLocation;   ///< most probable first
  std::vector<float> topProbability;       ///< as long as topLocation
  std::optional<float> targetProbability;  ///< 0 to 1

  /// One head's L * L weights, row by row; empty where there are no maps.
  [[nodiscard]] std::span<const float> map(std::size_t layer, std::size_t head) const {
    if (attention.empty()) return {};
    return std::span(attention).subspan((layer * heads + head) * length * length, length * length);
  }
};

/// How many validation samples had their gate in each of equally wide bins from 0 to 1.
struct GateCounts {
  std::vector<std::int64_t> right, wrong;  ///< of one length
};

struct ProbeFile {
  std::vector<ProbeSnapshot> probes;
  std::vector<float> positionBias;          ///< [M] by position from the end; empty without a pointer
  std::optional<GateCounts> gateHistogram;  ///< absent without a gate

  /// What its maps take, the largest part of it.
  [[nodiscard]] std::size_t mapBytes() const;
};

using ProbeFilePtr = std::shared_ptr<const ProbeFile>;

/// The file of an epoch as one event named it. A run that was rewound writes the epoch again, with another event.
struct ProbeKey {
  std::int64_t epoch = 0;
  std::int64_t seq = 0;  ///< of the event
  auto operator<=>(const ProbeKey&) const = default;
};

/// One epoch of a run that is replayed.
struct ReplayEpoch {
  ProbeKey key;
  ProbeFilePtr file = {};             ///< without its maps; null until it has been read
  ProbeFilePtr maps = {};             ///< the whole file while its maps are in memory
  std::optional<Error> problem = {};  ///< why it could not be read

  [[nodiscard]] std::int64_t epoch() const { return key.epoch; }
};

/// More is no file of ours.
inline constexpr std::uint64_t largestProbeFile = std::uint64_t{128} << 20U;
inline constexpr std::size_t mostProbes = 64;

/// Whether a run on a validation split of so many sequences may have these probes: not more than mostProbes, each a
/// sequence of the split. Errors (ErrorKind::BadInput), naming `where` the probes come from.
[[nodiscard]] Status checkProbes(std::span<const std::int64_t> probes, std::size_t sequences, const std::string& where);

/// Tensors with other names are left to later versions. Errors (ErrorKind::BadInput), each with the tensor's name: torn
/// or no safetensors, another type or shape, lengths that disagree, a number that is not finite or out of its range,
/// probes that are not numbered from 0 on.
[[nodiscard]] Result<ProbeFile> decodeProbeFile(std::span<const std::byte> bytes, const std::string& where);

/// Reads the file whole, so that a trainer may replace it meanwhile.
[[nodiscard]] Result<ProbeFile> readProbeFile(const GuardedPath& file);

}  // namespace sojourn
