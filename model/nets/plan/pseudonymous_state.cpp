// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/nets/plan/pseudonymous_state.h"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>

namespace sojourn {
namespace {

/// The dimensions, by tensor, that are as long as the network has places or users.
using Dimensions = std::map<std::string, std::vector<std::size_t>, std::less<>>;

/// Found by what grows where the network has one more.
Dimensions dimensionsOf(const CheckpointPlan& plan, std::int64_t ModelSizes::*count) {
  ModelSizes larger = plan.sizes;
  ++(larger.*count);
  const std::vector<ExpectedTensor> now = plan.kind->expected(plan.shapes, plan.sizes),
                                    then = plan.kind->expected(plan.shapes, larger);
  Dimensions found;
  for (std::size_t i = 0; i < now.size() && i < then.size(); ++i)
    for (std::size_t d = 0; d < now[i].shape.size(); ++d)
      if (now[i].shape[d] != then[i].shape[d]) found[now[i].name].push_back(d);
  return found;
}

/// Moves what stands at `i` along the dimension to `order[i]`.
void reorder(NdArray& array, std::size_t dimension, const std::vector<std::int32_t>& order) {
  const auto product = [&](std::size_t from, std::size_t to) {
    return std::accumulate(array.shape.begin() + static_cast<std::ptrdiff_t>(from),
                           array.shape.begin() + static_cast<std::ptrdiff_t>(to), std::size_t{1},
                           [](std::size_t all, std::int64_t one) { return all * static_cast<std::size_t>(one); });
  };
  const std::size_t outer = product(0, dimension), length = static_cast<std::size_t>(array.shape[dimension]),
                    bytes = product(dimension + 1, array.shape.size()) * sizeOf(array.dtype);
  const Bytes before = array.data;
  for (std::size_t o = 0; o < outer; ++o) {
    const std::size_t begin = o * length;
    for (std::size_t i = 0; i < order.size(); ++i)
      std::copy_n(
          before.begin() + static_cast<std::ptrdiff_t>((begin + i) * bytes), bytes,
          array.data.begin() + static_cast<std::ptrdiff_t>((begin + static_cast<std::size_t>(order[i])) * bytes));
  }
}

}  // namespace

Result<std::vector<NamedArray>> underPseudonyms(std::vector<NamedArray> tensors, const CheckpointPlan& plan,
                                                const Pseudonyms& pseudonyms, const std::string& where) {
  const auto tooFew = [&](const char* what, std::int64_t known, std::size_t there) -> Status {
    if (known == 0 || static_cast<std::uint64_t>(known) >= there) return {};
    return Error{ErrorKind::BadInput, where,
                 "knows " + std::to_string(known) + " " + what + ", but the dataset has " + std::to_string(there) +
                     ": it cannot be shown with pseudonyms",
                 "open the dataset that it was trained on"};
  };
  if (const Status fits = tooFew("places", plan.sizes.locations, pseudonyms.locations().size()); !fits)
    return fits.error();
  if (const Status fits = tooFew("users", plan.sizes.users, pseudonyms.users().size()); !fits) return fits.error();
  const Dimensions ofPlaces = dimensionsOf(plan, &ModelSizes::locations),
                   ofUsers = plan.sizes.users > 0 ? dimensionsOf(plan, &ModelSizes::users) : Dimensions{};
  for (NamedArray& tensor : tensors) {
    const auto move = [&](const Dimensions& dimensions, const std::vector<std::int32_t>& order) {
      if (const auto found = dimensions.find(tensor.name); found != dimensions.end())
        for (const std::size_t dimension : found->second) reorder(tensor.array, dimension, order);
    };
    move(ofPlaces, pseudonyms.locations());
    move(ofUsers, pseudonyms.users());
  }
  return tensors;
}

}  // namespace sojourn
