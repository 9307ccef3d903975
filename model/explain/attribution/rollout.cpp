// SPDX-License-Identifier: GPL-3.0-or-later
// Attention followed through all layers, with the residual as an equal partner.
#include "model/explain/attribution/methods.h"

namespace sojourn {
namespace {

/// R = A'_last ... A'_0, [L][L]; A' = rownorm(mean over heads + I).
std::vector<double> rolledOut(const AttentionMaps& maps) {
  const std::size_t n = maps.length;
  std::vector<double> rolled(n * n, 0);
  for (std::size_t i = 0; i < n; ++i) rolled[i * n + i] = 1;
  for (std::size_t layer = 0; layer < maps.layers; ++layer) {
    std::vector<double> next(n * n, 0);
    for (std::size_t query = 0; query < n; ++query) {
      std::vector<double> row(n, 0);
      double sum = 0;
      for (std::size_t key = 0; key < n; ++key) {
        for (std::size_t head = 0; head < maps.heads; ++head)
          row[key] += static_cast<double>(maps.at(layer, head, query, key)) / static_cast<double>(maps.heads);
        row[key] += query == key ? 1 : 0;
        sum += row[key];
      }
      for (std::size_t middle = 0; middle < n; ++middle)
        for (std::size_t key = 0; key < n; ++key) next[query * n + key] += row[middle] / sum * rolled[middle * n + key];
    }
    rolled = std::move(next);
  }
  return rolled;
}

}  // namespace

Result<MethodFindings> attentionRollout(const MethodInput& input) {
  const std::vector<double> rolled = rolledOut(input.inspection.attention);
  const std::size_t n = input.length();
  return MethodFindings{.scores = {rolled.end() - static_cast<std::ptrdiff_t>(n), rolled.end()}};
}

Result<MethodFindings> copyPathRollout(const MethodInput& input) {
  const std::vector<double> rolled = rolledOut(input.inspection.attention);
  const std::size_t n = input.length();
  MethodFindings found{.scores = std::vector<double>(n, 0)};
  for (std::size_t i = 0; i < n; ++i) {
    const double copied = input.match(i) * static_cast<double>(input.inspection.pointerWeight[i]);
    for (std::size_t j = 0; j < n; ++j) found.scores[j] += copied * rolled[i * n + j];
  }
  return found;
}

}  // namespace sojourn
