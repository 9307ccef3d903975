// SPDX-License-Identifier: GPL-3.0-or-later
// What the views of Compare share: marks of models, differences of a pair, and why there is nothing to see.
#include <algorithm>
#include <cmath>
#include <sstream>
#include <utility>

#include "model/core/translation.h"
#include "views/present/compare/compare_views.h"
#include "views/present/scene/format.h"

namespace sojourn::present {
namespace {

/// B less A instead of A less B.
void turn(PairedDifference& difference) {
  difference.value = -difference.value;
  difference.low = -std::exchange(difference.high, -difference.low);
  difference.naiveLow = -std::exchange(difference.naiveHigh, -difference.naiveLow);
}

}  // namespace

std::optional<LocationId> ComparedModelInput::first() const {
  if (inspection && !inspection->ranking.empty()) return inspection->best().location;
  if (!ranking.empty()) return ranking.front();
  return std::nullopt;
}

std::size_t ComparedModelInput::rankOf(LocationId location) const {
  if (inspection) return candidateOf(*inspection, location).rank;
  const auto found = std::ranges::find(ranking, location);
  return found == ranking.end() ? 0 : static_cast<std::size_t>(found - ranking.begin()) + 1;
}

std::optional<double> ComparedModelInput::listedProbability(LocationId location) const {
  const std::size_t rank = inspection ? 0 : rankOf(location);
  if (rank == 0 || rank > listedProbabilities.size()) return std::nullopt;
  return static_cast<double>(listedProbabilities[rank - 1]);
}

std::optional<std::size_t> placeInComparison(const CompareContext& context, std::size_t model) {
  const auto found = std::ranges::find(context.compared, model);
  if (!context.comparison || found == context.compared.end()) return std::nullopt;
  return static_cast<std::size_t>(found - context.compared.begin());
}

DifferencesByTarget differencesOf(const CompareContext& context, std::size_t a, std::size_t b) {
  const auto placeA = placeInComparison(context, a), placeB = placeInComparison(context, b);
  if (!placeA || !placeB) return {};
  for (const ModelPair& pair : context.comparison->pairs) {
    if (pair.a == *placeA && pair.b == *placeB) return pair.differences;
    if (pair.a != *placeB || pair.b != *placeA) continue;
    DifferencesByTarget found = pair.differences;
    for (MetricDifferences* of : {&found.all, &found.known, &found.unseen})
      for (PairedDifference* one : {&of->accuracy, &of->accuracy5, &of->accuracy10, &of->mrr, &of->ndcg10, &of->f1})
        turn(*one);
    turn(found.ece);
    return found;
  }
  return {};
}

bool filterHas(const CompareContext& context, const std::string& terms) {
  // Of a pair of models no other model may be asked, too: "A:right" alone is another cell than "A:right B:wrong".
  const auto modelTerms = [](const std::string& text) {
    std::string found;
    std::istringstream words(text);
    for (std::string word; words >> word;)
      if (word.size() > 2 && word[1] == ':' && word[0] >= 'A' && word[0] <= 'H') found += " " + word;
    return found;
  };
  if (const std::string wanted = modelTerms(terms); !wanted.empty()) return modelTerms(context.filter) == wanted;
  return !terms.empty() && (" " + context.filter + " ").find(" " + terms + " ") != std::string::npos;
}

Action filterAction(const std::string& terms) {
  return ToggleFilter{terms};
}

std::optional<EmptyState> nothingCompared(const CompareContext& context) {
  if (!context.sample.model)
    return EmptyState{.title = tr("No checkpoint is open"),
                      .detail = tr("The open checkpoint is model A"),
                      .buttonText = tr("Open checkpoint\u2026"),
                      .button = WindowCommand::OpenCheckpoint};
  if (context.models.size() < 2)
    return EmptyState{.title = tr("Choose a second model"),
                      .detail = tr("A checkpoint, a counting rule, or a file of predictions"),
                      .buttonText = tr("Add model\u2026"),
                      .button = WindowCommand::AddModel};
  if (context.comparison) return std::nullopt;
  if (context.stopped)
    return EmptyState{
        .title = tr("The predictions were stopped"), .buttonText = tr("Continue"), .button = ResumeComparison{}};
  for (std::size_t i = 0; i < context.models.size(); ++i)
    if (context.models[i].failed)
      return EmptyState{.title = tr("Model %1 cannot be compared", {modelMark(i)}), .detail = context.models[i].state};
  return EmptyState{.title = tr("Predicting the split"), .detail = tr("Figures come when two models are done")};
}

}  // namespace sojourn::present
