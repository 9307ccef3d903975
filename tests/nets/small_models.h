// SPDX-License-Identifier: GPL-3.0-or-later
// Small checkpoints with fake weights, written down name by name: the contract of SPEC 3.1 and 4, not a copy of
// what the networks say of themselves.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/data/dataset/sequence_set.h"
#include "model/formats/checkpoint/checkpoint_file.h"

namespace sojourn::test {

struct SmallSizes {
  std::int64_t locations = 30, users = 5, width = 16, layers = 2, feedForward = 24, maxLength = 12, hidden = 20;
};

/// A full Pointer V45 state dict in the published order, float32, weights of about unit scale from a fixed seed.
[[nodiscard]] CheckpointFile smallPointerV45(const SmallSizes& sizes = {}, std::uint32_t seed = 1);
/// A full MHSA state dict in the published order.
[[nodiscard]] CheckpointFile smallMhsa(const SmallSizes& sizes = {}, std::uint32_t seed = 1);

/// State dicts of the networks with an LSTM; the first two in the published order.
[[nodiscard]] CheckpointFile smallLstm(const SmallSizes& sizes = {}, std::uint32_t seed = 1);
[[nodiscard]] CheckpointFile smallLstmLocation(const SmallSizes& sizes = {}, std::uint32_t seed = 1);
[[nodiscard]] CheckpointFile smallLstmPointer(const SmallSizes& sizes = {}, std::uint32_t seed = 1);
[[nodiscard]] CheckpointFile smallDeepMove(const SmallSizes& sizes = {}, std::uint32_t seed = 1);
/// What is left of Pointer V45 in the standard Transformer.
[[nodiscard]] CheckpointFile smallTransformer(const SmallSizes& sizes = {}, std::uint32_t seed = 1);

/// The published names of SPEC 3.5, full_model first.
[[nodiscard]] const std::vector<std::string>& ablationNames();
/// Deletes what an ablation lacks, and narrows input_proj to the columns that are left.
[[nodiscard]] CheckpointFile ablated(const CheckpointFile& full, const std::string& ablation);

/// The number of heads to load a small model with: 4, or nothing where it has a recurrent layer.
[[nodiscard]] std::optional<int> headsOf(const CheckpointFile& checkpoint);

[[nodiscard]] NdArray* findTensor(CheckpointFile& checkpoint, const std::string& name);

/// Sequences of the given lengths with fake visits within the sizes; targets included.
[[nodiscard]] std::vector<Sequence> fakeSequences(const std::vector<std::size_t>& lengths, const SmallSizes& sizes = {},
                                                  std::uint32_t seed = 7);
[[nodiscard]] SequenceSet setOf(const std::vector<Sequence>& sequences);

}  // namespace sojourn::test
