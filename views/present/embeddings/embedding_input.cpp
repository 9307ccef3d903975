// SPDX-License-Identifier: GPL-3.0-or-later
// What the embedding panels share, and the steps of the mouse on a scatter.
#include <algorithm>
#include <cmath>

#include "model/core/translation.h"
#include "views/present/embeddings/embedding_views.h"

namespace sojourn::present {

const Projection* shownProjection(const EmbeddingsInput& input, std::size_t model) {
  const EmbeddedModelInput& of = input.models[model];
  if (!of.studies) return nullptr;
  const EmbeddingStudy* study = findStudy(*of.studies, input.options.table);
  if (!study) return nullptr;
  return input.options.tsne ? of.tsne : &study->components;
}

std::string tableTitle(const EmbeddedModelInput& model, const EmbeddingTable& table) {
  switch (table.kind) {
    case EmbeddingKind::Input:
      return tr("%1 input, %2", {model.title, table.name});
    case EmbeddingKind::Output:
      return tr("%1 output, %2", {model.title, table.name});
    default:
      return tr("%1, %2", {model.title, table.name});
  }
}

std::optional<EmptyState> nothingEmbedded(const EmbeddingsInput& input) {
  if (!input.hasDataset)
    return EmptyState{.title = tr("No dataset open"),
                      .detail = tr("Open a dataset to see its places"),
                      .buttonText = tr("Open dataset"),
                      .button = WindowCommand::OpenDataset};
  const bool any = std::ranges::any_of(input.models, [](const EmbeddedModelInput& model) { return model.studies; });
  if (any && input.training) return std::nullopt;
  if (!input.models[0].isThere)
    return EmptyState{.title = tr("No model open"),
                      .detail = tr("Open a checkpoint to see its embeddings"),
                      .buttonText = tr("Open checkpoint"),
                      .button = WindowCommand::OpenCheckpoint};
  if (!input.failure.empty()) return EmptyState{.title = input.failure};
  if (input.stopped)
    return EmptyState{.title = tr("The comparison was cancelled"),
                      .detail = {},
                      .buttonText = tr("Compare"),
                      .button = EmbeddingCommand::Resume};
  if (!input.models[0].state.empty()) return EmptyState{.title = input.models[0].state};
  return EmptyState{.title = tr("Comparing embeddings")};
}

std::vector<std::int32_t> insideLasso(const EmbeddingsInput& input) {
  const auto& line = input.options.lassoPoints;
  const Projection* projection = shownProjection(input, input.options.lassoOf);
  std::vector<std::int32_t> inside;
  if (!projection || line.size() < 3) return inside;
  const std::size_t first = input.options.table == EmbeddingKind::Users ? 1 : unseenLocation;
  for (std::size_t i = first; i < projection->points.size(); ++i) {
    const auto& [x, y] = projection->points[i];
    bool odd = false;
    for (std::size_t a = 0, b = line.size() - 1; a < line.size(); b = a++)
      if ((line[a][1] > y) != (line[b][1] > y) &&
          x < (line[b][0] - line[a][0]) * (y - line[a][1]) / (line[b][1] - line[a][1]) + line[a][0])
        odd = !odd;
    if (odd) inside.push_back(static_cast<std::int32_t>(i));
  }
  return inside;
}

}  // namespace sojourn::present
