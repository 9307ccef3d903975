// SPDX-License-Identifier: GPL-3.0-or-later
// The forward passes of SPEC 3.2 and 4 and of the LSTMs in loops and doubles, without torch: what the networks are held
// against.
#pragma once

#include <vector>

#include "model/data/dataset/sequence.h"
#include "model/formats/checkpoint/checkpoint_file.h"

namespace sojourn::test {

using Vector = std::vector<double>;
using Matrix = std::vector<Vector>;

struct PlainResult {
  Vector scores;                              ///< [V] log(p + 1e-10) or logits
  Vector contentScore, positionBias, weight;  ///< [L]; empty without the part
  double gate = 0;
  std::vector<std::vector<Matrix>> attention;     ///< [layer][head][query][key]
  std::vector<std::vector<Matrix>> contribution;  ///< [layer][head, last = all][query][key] norms of a_ij f(x_j) W_O
  std::vector<Matrix> hidden;                     ///< [layer boundary][L][d]
};

/// Parts that the state dict lacks are left out (SPEC 3.5). Where `hidden` has flags, one a visit, no query reads those
/// visits as keys, in no layer and not in the pointer (SPEC 6); a query without keys mixes 0.
[[nodiscard]] PlainResult plainPointerV45(const CheckpointFile& checkpoint, const Sequence& sequence, std::size_t heads,
                                          const std::vector<bool>& hidden = {});
[[nodiscard]] PlainResult plainMhsa(const CheckpointFile& checkpoint, const Sequence& sequence, std::size_t heads,
                                    const std::vector<bool>& hidden = {});

/// The networks with an LSTM, which have no heads. An LSTM passes over a masked visit: its state stays as it was.
[[nodiscard]] PlainResult plainLstm(const CheckpointFile& checkpoint, const Sequence& sequence, std::size_t heads,
                                    const std::vector<bool>& hidden = {});
[[nodiscard]] PlainResult plainLstmLocation(const CheckpointFile& checkpoint, const Sequence& sequence,
                                            std::size_t heads, const std::vector<bool>& hidden = {});
[[nodiscard]] PlainResult plainLstmPointer(const CheckpointFile& checkpoint, const Sequence& sequence,
                                           std::size_t heads, const std::vector<bool>& hidden = {});

}  // namespace sojourn::test
