// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/samples/sample_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "model/core/radix_sort.h"
#include "model/evaluate/distance_errors.h"

namespace sojourn::session {
namespace {

struct ColumnText {
  const char* title;
  const char* description;
};

constexpr std::array<ColumnText, sampleColumnCount> columnTexts{{
    {"Index", "Index of the sequence in the split, from 0"},
    {"User", "User"},
    {"Len", "Number of visits in the window"},
    {"Mark", "Whether the prediction is the target"},
    {"Predicted", "The most probable next place"},
    {"Target", "The place that was visited next"},
    {"P target", "Probability the model gave the target"},
    {"Rank", "Rank of the target, 1 is best"},
    {"Gate", "Weight of the pointer in the mixture"},
    {"Copy share", "Share of the prediction's probability that is copied"},
    {"In history", "Whether the target occurs in the window"},
    {"Unseen", "Whether the target is a place that training did not contain"},
    {"P predicted", "Probability the model gave its prediction"},
    {"Error km", "Kilometres from the predicted place to the target; empty where one has no coordinates"},
}};

/// Whole numbers in the order of unsigned ones.
constexpr std::uint32_t ordered(std::int32_t value) {
  return static_cast<std::uint32_t>(value) ^ 0x8000'0000U;
}

std::uint32_t orderOfPlace(LocationId location, const PlaceOrder& places) {
  const auto id = static_cast<std::size_t>(location);
  if (location >= 0 && id < places.size()) return places[id];
  return ordered(location);
}

/// The key of a cell, or nothing where there is no value.
std::optional<std::uint32_t> sortKey(const SampleTable& table, SampleIndex row, SampleColumn column,
                                     const PlaceOrder& places) {
  if (column == SampleColumn::Index) return row;
  const std::optional<double> value = table.value(row, column);
  if (!value) return std::nullopt;
  switch (column) {
    case SampleColumn::Prediction:
    case SampleColumn::Target:
      return orderOfPlace(static_cast<LocationId>(*value), places);
    case SampleColumn::TargetProbability:
    case SampleColumn::Gate:
    case SampleColumn::CopyShare:
    case SampleColumn::Probability:
    case SampleColumn::Error:
      return orderedKey(static_cast<float>(*value));
    default:
      return ordered(static_cast<std::int32_t>(*value));
  }
}

constexpr std::size_t mostRows = 4000;
constexpr std::size_t fewestVisits = 8, mostVisits = 24, fewestPlaces = 4;

bool worthSeeing(const Sequence& sequence) {
  if (!sequence.target || sequence.visits.size() < fewestVisits || sequence.visits.size() > mostVisits) return false;
  std::map<LocationId, std::size_t> counts;
  for (const Visit& visit : sequence.visits) ++counts[visit.location];
  const auto target = counts.find(*sequence.target);
  if (counts.size() < fewestPlaces || target == counts.end() || *sequence.target == unseenLocation) return false;
  const auto most = std::ranges::max_element(counts, {}, [](const auto& place) { return place.second; });
  return target->second < most->second && sequence.visits.back().location != *sequence.target;
}

}  // namespace

const char* columnTitle(SampleColumn column) {
  return columnTexts[static_cast<std::size_t>(column)].title;
}
const char* columnDescription(SampleColumn column) {
  return columnTexts[static_cast<std::size_t>(column)].description;
}

bool needsOutcome(SampleColumn column) {
  using enum SampleColumn;
  constexpr std::array ofTheData{Index, User, Length, Target, InHistory, Unseen};
  return std::ranges::find(ofTheData, column) == ofTheData.end();
}

SampleTable::SampleTable(std::shared_ptr<const Dataset> dataset, Split split)
    : m_dataset(std::move(dataset)), m_split(split), m_set(m_dataset->split(split)) {
  const std::size_t n = m_set->size();
  m_inHistory.resize(n);
  for (std::size_t row = 0; row < n; ++row) m_inHistory[row] = m_set->targetInWindow(row) ? 1 : 0;
  m_filled.resize(n);
  m_outcomes.resize(n);
}

std::optional<double> SampleTable::value(SampleIndex row, SampleColumn column) const {
  if (needsOutcome(column) && !filled(row)) return std::nullopt;
  const auto number = [](float value) { return std::isnan(value) ? std::nullopt : std::optional<double>(value); };
  switch (column) {
    case SampleColumn::Index:
      return row;
    case SampleColumn::User:
      return user(row);
    case SampleColumn::Length:
      return static_cast<double>(length(row));
    case SampleColumn::Correct:
      return correct(row) ? 1 : 0;
    case SampleColumn::Prediction:
      return outcome(row).prediction;
    case SampleColumn::Target:
      return target(row);
    case SampleColumn::TargetProbability:
      return number(outcome(row).targetProbability);
    case SampleColumn::Rank:
      return outcome(row).rank;
    case SampleColumn::Gate:
      return number(outcome(row).gate);
    case SampleColumn::Error:
      return errorKilometres(m_dataset->places, outcome(row).prediction, target(row));
    case SampleColumn::CopyShare:
      return number(outcome(row).copyShare);
    case SampleColumn::InHistory:
      return inHistory(row) ? 1 : 0;
    case SampleColumn::Unseen:
      return unseen(row) ? 1 : 0;
    case SampleColumn::Probability:
      return number(outcome(row).probability);
  }
  return std::nullopt;
}

void SampleTable::fill(SampleIndex first, std::span<const Outcome> outcomes) {
  for (std::size_t i = 0; i < outcomes.size() && first + i < size(); ++i) {
    m_outcomes[first + i] = outcomes[i];
    if (m_filled[first + i] == 0) ++m_filledCount;
    m_filled[first + i] = 1;
  }
}

void SampleTable::clearOutcomes() {
  std::fill(m_filled.begin(), m_filled.end(), std::uint8_t{0});
  std::fill(m_outcomes.begin(), m_outcomes.end(), Outcome{});
  m_filledCount = 0;
}

void sortSamples(std::vector<SampleIndex>& rows, const SampleTable& table, SampleSort sort, const PlaceOrder& places) {
  std::vector<Keyed<SampleIndex>> keyed;
  keyed.reserve(rows.size());
  std::vector<SampleIndex> withoutValue;
  for (const SampleIndex row : rows) {
    if (const auto key = sortKey(table, row, sort.column, places))
      keyed.push_back({sort.descending ? ~*key : *key, row});
    else
      withoutValue.push_back(row);
  }
  radixSort(keyed);
  const auto behind = std::ranges::transform(keyed, rows.begin(), &Keyed<SampleIndex>::value).out;
  std::ranges::copy(withoutValue, behind);
}

std::size_t firstSampleToShow(const SequenceSet& set) {
  const std::size_t rows = std::min(set.size(), mostRows);
  for (std::size_t row = 0; row < rows; ++row) {
    const std::size_t length = set.length(row);
    if (length >= fewestVisits && length <= mostVisits && worthSeeing(set.sequence(row))) return row;
  }
  return 0;
}

}  // namespace sojourn::session
