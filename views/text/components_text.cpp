// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/text/components_text.h"

#include "views/text/table.h"

namespace sojourn::text {
namespace {

double percent(std::size_t part, std::size_t whole) {
  return whole > 0 ? 100 * static_cast<double>(part) / static_cast<double>(whole) : 0;
}

/// The components with what each ablation did; `answers` are in the order of components, then of ablations.
template <class Answer, class AnswerJson>
Json componentsJson(std::span<const Component> components, const std::vector<Answer>& answers, const AnswerJson& json) {
  return listOf(components, [&](const Component& component) {
    Json entry{{"name", component.name},
               {"title", component.title},
               {"ablation", component.ablation.empty() ? Json(nullptr) : Json(component.ablation)}};
    for (const Answer& answer : answers)
      if (answer.component == component.name) entry[ablationModeName(answer.to)] = json(answer);
    return entry;
  });
}

Json referenceJson(const ComponentReference& reference) {
  return {{"sequences", reference.sequences}, {"donors", reference.donors.size()}};
}

std::string signedNumber(double value, int digits) {
  return (value > 0 ? "+" : "") + fixed(value, digits);
}

/// Rows of components, a few columns for each ablation.
template <class Answer, class Cells>
Table tableOf(std::span<const Component> components, const std::vector<Answer>& answers,
              const std::vector<std::string>& columns, const Cells& cells) {
  std::vector<std::string> head{"component"};
  for (const AblationMode to : everyAblationMode)
    for (const std::string& column : columns) head.push_back(std::string(ablationModeName(to)) + ": " + column);
  Table table(std::move(head));
  for (const Component& component : components) {
    std::vector<std::string> row{component.name};
    for (const Answer& answer : answers)
      if (answer.component == component.name)
        for (std::string& cell : cells(answer)) row.push_back(std::move(cell));
    table.add(std::move(row));
  }
  return table;
}

}  // namespace

Json toJson(const AblatedModel& ablated, const Sequence& sequence, std::optional<std::size_t> index,
            const AblationTable& ablationTable) {
  const auto json = [](const AblationEffect& effect) -> Json {
    return {{"probability", number(effect.probability)},
            {"change", number(effect.change)},
            {"spread", effect.to == AblationMode::Resampled ? number(effect.spread) : Json(nullptr)},
            {"rank", effect.rank},
            {"top", effect.top}};
  };
  return {{"schema", "sojourn.components/1"},
          {"model", ablated.model.id},
          {"model_ablation", ablated.model.ablation},
          {"index", orNull(index)},
          {"user", sequence.user},
          {"length", sequence.visits.size()},
          {"target", ablationTable.target.location},
          {"probability", number(ablationTable.probability)},
          {"rank", ablationTable.rank},
          {"reference", referenceJson(ablated.reference)},
          {"components", componentsJson(ablated.components, ablationTable.effects, json)}};
}

std::string ablationEffectsTable(const AblatedModel& ablated, const AblationTable& ablationTable,
                                 const PlaceNames& places) {
  const std::string text =
      place(places, ablationTable.target.location) + ": P " + fixed(ablationTable.probability, 4) + ", rank " +
      std::to_string(ablationTable.rank) + "; with a component set to zero (off the data), to its mean over " +
      std::to_string(ablated.reference.sequences) + " training sequences, or to its output for other samples\n\n";
  return text +
         tableOf(ablated.components, ablationTable.effects, {"change of P", "rank"}, [](const AblationEffect& effect) {
           return std::vector<std::string>{signedNumber(effect.change, 4), std::to_string(effect.rank)};
         }).text();
}

Json toJson(const AblatedModel& ablated, const AblationSummaryTable& table, const std::string& dataset,
            const std::string& split) {
  const auto json = [&](const AblationSummary& one) {
    return Json{{"correct", one.correct},
                {"acc@1", number(percent(one.correct, table.samples))},
                {"acc@1_change", estimateJson(one.accuracyChange)},
                {"target_probability_change", estimateJson(one.probabilityChange)},
                {"changed_predictions", estimateJson(one.changedPredictions)}};
  };
  return {{"schema", "sojourn.components_summary/1"},
          {"model", ablated.model.id},
          {"model_ablation", ablated.model.ablation},
          {"dataset", dataset},
          {"split", split},
          {"samples", table.samples},
          {"users", table.users},
          {"correct", table.correct},
          {"acc@1", number(percent(table.correct, table.samples))},
          {"reference", referenceJson(ablated.reference)},
          {"components", componentsJson(ablated.components, table.ablations, json)}};
}

std::string ablationSummariesTable(const AblatedModel& ablated, const AblationSummaryTable& table) {
  const std::string text = samplesOfUsers(table.samples, table.users) + ", Acc@1 " +
                           fixed(percent(table.correct, table.samples), 2) + "; its change " +
                           intervalsOver(table.users) + ", and the share of predictions that change\n\n";
  return text +
         tableOf(ablated.components, table.ablations, {"change of Acc@1", "changed"}, [](const AblationSummary& one) {
           return std::vector<std::string>{withInterval(one.accuracyChange, 2),
                                           fixed(100 * one.changedPredictions.mean, 1) + " %"};
         }).text();
}

}  // namespace sojourn::text
