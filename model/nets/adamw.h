// SPDX-License-Identifier: GPL-3.0-or-later
// AdamW (Loshchilov and Hutter 2019) over a list of parameters, in torch's fused form, with Python's state layout.
#pragma once

#include <vector>

#include <torch/types.h>

#include "model/formats/checkpoint_file.h"

namespace sojourn {

struct AdamWOptions {
  double beta1 = 0.9;
  double beta2 = 0.98;
  double epsilon = 1e-9;
  double weightDecay = 0;
};

class AdamW {
 public:
  /// Keeps the tensors, which share memory with the network's; their order numbers them in the saved state.
  AdamW(std::vector<at::Tensor> parameters, const AdamWOptions& options);

  /// One update with the given gradients (same order and shapes as the parameters).
  void step(const std::vector<at::Tensor>& gradients, double learningRate);
  /// As torch.optim.AdamW.state_dict() has it.
  [[nodiscard]] OptimizerState state(double learningRate) const;

 private:
  std::vector<at::Tensor> m_parameters, m_firstMoment, m_secondMoment, m_steps;
  AdamWOptions m_options;
};

/// The norm of all gradients taken as one vector (L2).
[[nodiscard]] double gradientNorm(const std::vector<at::Tensor>& gradients);

/// Scales the gradients in place so that their norm is at most `largest`; as torch's clip_grad_norm_ with its 1e-6.
void clipGradients(std::vector<at::Tensor>& gradients, double norm, double largest);

}  // namespace sojourn
