// SPDX-License-Identifier: GPL-3.0-or-later
// A split from its bytes, for readers that know how much memory they have.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/core/files.h"
#include "model/core/result.h"
#include "model/data/dataset/sequence_set.h"
#include "model/formats/pickle/pickle_reader.h"

namespace sojourn {

/// The extra key under which the demo city keeps which visits caused the target; other readers ignore it.
inline constexpr const char* causesKey = "cause_visits";

/// What reading a dataset may take in all before it is refused, with room for the program around it: 115 MB with
/// libtorch (SPEC 8.3). A visit takes 18 bytes of it and a sequence 24: a million sequences of 24 visits are read.
inline constexpr std::uint64_t datasetMemory = 480'000'000;

/// Records of a visit or two cost more time a byte than any other: more of them than this could not be refused in time.
inline constexpr std::size_t mostSequences = 4'000'000;

/// The largest split file that is read: 1,000,000 sequences of 24 visits are 1.2 GB as NumPy writes them.
inline constexpr std::uint64_t largestSplitFile = std::uint64_t{3} << 29U;

/// What reading one split may cost. The instructions are half as many again as the largest split needs, some 150 a
/// record, so that a file of other things cannot keep the reader busy.
[[nodiscard]] constexpr PickleLimits splitLimits(std::uint64_t memoryBytes) {
  return {.memoryBytes = memoryBytes, .instructions = 240'000'000};
}

/// The sequences that a pickle holds. Errors name `file`, record and key, and refuse the whole; warnings that models
/// clamp are added to `problems`, once a kind. More than `most` sequences are refused.
[[nodiscard]] Result<SequenceSet> readSplit(ByteSource& source, const std::string& file, const PickleLimits& limits,
                                            std::vector<Problem>& problems, std::size_t most = mostSequences);

}  // namespace sojourn
