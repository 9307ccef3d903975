// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/nets/network/pointer.h"

#include <limits>

#include <ATen/ops/full.h>
#include <ATen/ops/softmax.h>

#include "model/nets/network/network.h"

namespace sojourn {

at::Tensor softmaxOverVisits(const at::Tensor& score, const TokenBatch& batch) {
  constexpr double minusInfinity = -std::numeric_limits<double>::infinity();
  const at::Tensor open = batch.masked.defined() ? score.masked_fill(batch.masked, minusInfinity) : score;
  // In a padded [B, longest]: small, and one operation for all lengths.
  at::Tensor weight;
  if (batch.tokens == batch.sequences * batch.longest) {
    weight = at::softmax(open.view({batch.sequences, batch.longest}), -1).view({batch.tokens});
  } else {
    const at::Tensor padded =
        at::full({batch.sequences * batch.longest}, minusInfinity, open.options()).scatter(0, batch.slot, open);
    weight = at::softmax(padded.view({batch.sequences, batch.longest}), -1).view({-1}).index_select(0, batch.slot);
  }
  // Where nothing may be read the softmax is no number, and nothing is copied.
  return batch.fullyMasked.defined() ? weight.masked_fill(batch.fullyMasked, 0) : weight;
}

at::Tensor copyToLocations(const at::Tensor& mass, const at::Tensor& ofVisits, const TokenBatch& batch) {
  const at::Tensor cell = batch.sequence * mass.size(1) + batch.location;
  return mass.view({-1}).scatter_add(0, cell, ofVisits).view(mass.sizes());
}

}  // namespace sojourn
