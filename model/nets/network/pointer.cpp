// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/nets/network/pointer.h"

#include <limits>

#include <ATen/ops/full.h>
#include <ATen/ops/softmax.h>

#include "model/nets/network/cells.h"

namespace sojourn {

namespace {

/// copyToLocations() for a batch of fixed shape. Two visits to one location meet in one number, and on a card the order
/// of their additions is not fixed: they are added up first, so that each number gets one sum and zeros. Sorting them, as
/// below, takes more launches.
at::Tensor copyInOrder(const at::Tensor& mass, const at::Tensor& ofVisits, const TokenBatch& batch) {
  const LengthBucket& bucket = batch.buckets.front();
  const auto rectangle = [&](const at::Tensor& x) { return toCells(x, bucket).view({bucket.count, bucket.length}); };
  const at::Tensor location = rectangle(batch.location), visits = bucket.mask.view({bucket.count, bucket.length}) == 0;
  const at::Tensor same =
      (location.unsqueeze(2) == location.unsqueeze(1)).logical_and(visits.unsqueeze(1));  // [B, L, L]
  const at::Tensor first = same.tril(-1).any(-1).logical_not().logical_and(visits);       // [B, L]
  const at::Tensor sums = (same * rectangle(ofVisits).unsqueeze(1)).sum(-1) * first;
  return mass.scatter_add(1, location, sums.to(mass.scalar_type()));
}

}  // namespace

at::Tensor softmaxOverVisits(const at::Tensor& score, const TokenBatch& batch) {
  if (batch.fixedShape) {
    const LengthBucket& bucket = batch.buckets.front();
    const std::vector<std::int64_t> cells{bucket.count, bucket.length};
    return toTokens(at::softmax(toCells(score, bucket).view(cells) + bucket.mask.view(cells), -1).view({-1}), bucket);
  }
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
  if (batch.fixedShape) return copyInOrder(mass, ofVisits, batch);
  const at::Tensor cell = batch.sequence * mass.size(1) + batch.location, flat = mass.view({-1});
  // index_put sorts on a card and so adds in one order; scatter_add does so on a CPU alone, where it is the faster.
  return (mass.is_cpu() ? flat.scatter_add(0, cell, ofVisits) : flat.index_put({cell}, ofVisits, /*accumulate=*/true))
      .view(mass.sizes());
}

}  // namespace sojourn
