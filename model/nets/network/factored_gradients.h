// SPDX-License-Identifier: GPL-3.0-or-later
// Gradients of tables and output heads, kept as what they are sums of. The gradient of a matrix with a row for each
// location is nearly empty, or the product of two small matrices: it is written down once for a batch, a few rows at a
// time, instead of once for each shard.
#pragma once

#include <cstdint>
#include <vector>

#include <ATen/core/ivalue.h>
#include <torch/custom_class.h>
#include <torch/types.h>

namespace sojourn {

/// Of one pass, by the backward pass. The forward pass says which matrices: all that are large, and are leaves.
class FactoredGradients : public torch::CustomClassHolder {
 public:
  /// Adds the gradient of rows [first, first + rows.size(0)) of `matrix` to `rows` [n, width]: terms in the order in
  /// which the backward pass met them.
  void addTo(const at::Tensor& matrix, std::int64_t first, const at::Tensor& rows) const;
  [[nodiscard]] bool has(const at::Tensor& matrix) const;

  /// The gradient of each row is the sum of `gradients` [T, width] at the places where `index` [T] names it; the row
  /// `padding` has none.
  void addRows(const at::Tensor& matrix, const at::Tensor& index, const at::Tensor& gradients, std::int64_t padding);
  /// left [B, rows], right [B, width]: the gradient is left^T * right.
  void addProduct(const at::Tensor& matrix, const at::Tensor& left, const at::Tensor& right);

 private:
  struct Term {
    const void* matrix = nullptr;
    at::Tensor index, left, right;
    std::int64_t padding = -1;
  };
  std::vector<Term> m_terms;
};

/// Rows of a table, or a linear layer, whose matrix gets its gradient there.
[[nodiscard]] at::Tensor factoredRows(const at::Tensor& table, const at::Tensor& index, std::int64_t padding,
                                      const c10::intrusive_ptr<FactoredGradients>& gradients);
[[nodiscard]] at::Tensor factoredLinear(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias,
                                        const c10::intrusive_ptr<FactoredGradients>& gradients);

/// True for matrices that are worth it.
[[nodiscard]] bool isFactored(const at::Tensor& matrix);

}  // namespace sojourn
