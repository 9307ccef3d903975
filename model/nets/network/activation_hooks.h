// SPDX-License-Identifier: GPL-3.0-or-later
// Two hooks: one that records what the parts of a network give, one that replaces it.
#pragma once

#include <vector>

#include "model/nets/network/network.h"

namespace sojourn {

/// Hands on what it sees, and keeps it.
class ActivationRecorder final : public ForwardHook {
 public:
  struct Recorded {
    ModelPart part;
    Rows rows = Rows::Visits;
    at::Tensor values;  ///< [T or B, width]
  };
  [[nodiscard]] at::Tensor apply(const ModelPart& part, Rows rows, const at::Tensor& value) override;
  /// In the order of computation.
  [[nodiscard]] const std::vector<Recorded>& recorded() const { return m_recorded; }
  /// Of a head: its layer's. Null where the network has no such part.
  [[nodiscard]] const Recorded* find(const ModelPart& part) const;

 private:
  std::vector<Recorded> m_recorded;
};

/// What a part gives in place of its own output. A head takes its columns of a layer's.
struct Replacement {
  ModelPart part;
  at::Tensor source;  ///< [R, width], or one number for all
  at::Tensor rows;    ///< [T or B] the row of `source` for each of the part's; undefined: its only row for all
};

class ActivationPatcher final : public ForwardHook {
 public:
  /// `heads` in every layer.
  ActivationPatcher(std::vector<Replacement> replacements, std::int64_t heads)
      : m_replacements(std::move(replacements)), m_heads(heads) {}
  [[nodiscard]] at::Tensor apply(const ModelPart& part, Rows rows, const at::Tensor& value) override;

 private:
  std::vector<Replacement> m_replacements;
  std::int64_t m_heads;
};

}  // namespace sojourn
