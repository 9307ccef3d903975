// SPDX-License-Identifier: GPL-3.0-or-later
// Adam (Kingma and Ba 2015) and AdamW (Loshchilov and Hutter 2019) over a list of parameters, in torch's fused form,
// with Python's state layout; and the clipping of gradients before a step.
#pragma once

#include <vector>

#include <torch/types.h>

#include "model/formats/checkpoint/checkpoint_file.h"

namespace sojourn {

/// Where weight decay acts: on the parameters themselves (AdamW), or as the gradient of an L2 penalty (Adam).
enum class WeightDecay { OnParameters, InGradient };

struct AdamOptions {
  WeightDecay decayActs = WeightDecay::OnParameters;
  double beta1 = 0.9;
  double beta2 = 0.98;
  double epsilon = 1e-9;
  double weightDecay = 0;
};

class Adam {
 public:
  /// Keeps the tensors, which share memory with the network's; their order numbers them in the saved state.
  Adam(std::vector<at::Tensor> parameters, const AdamOptions& options);

  /// One update with the given gradients (same order and shapes as the parameters), which are divided by
  /// `gradientScale` as they are read. Rate and scale are scalars of the parameters' device, so that it can be recorded
  /// (step_graph.h).
  void step(const std::vector<at::Tensor>& gradients, const at::Tensor& learningRate, const at::Tensor& gradientScale);
  /// A step in parts, for several threads: beginStep(), then updatePieces() for all. The parameters are cut into pieces
  /// that do not depend on the number of threads, so that sums over them do not either; of a matrix they are whole
  /// rows.
  struct Piece {
    std::size_t parameter = 0;
    std::int64_t first = 0, count = 0;  ///< of its numbers
    [[nodiscard]] at::Tensor of(const at::Tensor& whole) const { return whole.view({-1}).narrow(0, first, count); }
  };
  [[nodiscard]] const std::vector<Piece>& pieces() const { return m_pieces; }
  void beginStep() { m_stepCounts.add_(1); }
  /// Pieces [first, first + gradients.size()), whose gradients are divided by the scale as they are read.
  void updatePieces(std::size_t first, const std::vector<at::Tensor>& gradients, double learningRate,
                    const at::Tensor& gradientScale);
  /// All that a step changes: parameters, moments, step counts.
  [[nodiscard]] std::vector<at::Tensor> tensors() const;
  /// As torch.optim.AdamW.state_dict() or torch.optim.Adam.state_dict() has it.
  [[nodiscard]] OptimizerState state(double learningRate) const;
  /// Takes over moments and step counts; the options stay. Throws std::invalid_argument where a parameter's are missing
  /// or of another shape.
  void restore(const OptimizerState& state);

 private:
  /// Of each parameter, or of each of some pieces.
  struct Lists {
    std::vector<at::Tensor> values, firstMoment, secondMoment, steps;
  };
  template <class Rate, class... Scale>
  void update(Lists& lists, const std::vector<at::Tensor>& gradients, const Rate& learningRate, const Scale&... scale);

  Lists m_all;
  at::Tensor m_stepCounts;  ///< [parameters] float32; m_all.steps are its numbers
  std::vector<Piece> m_pieces;
  AdamOptions m_options;
};

/// The norm of all gradients taken as one vector (L2), as a scalar on their device.
[[nodiscard]] at::Tensor gradientNorm(const std::vector<at::Tensor>& gradients);

}  // namespace sojourn
