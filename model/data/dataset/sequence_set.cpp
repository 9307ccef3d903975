// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/dataset/sequence_set.h"

#include <algorithm>
#include <cassert>

#include "model/data/dataset/sequence.h"

namespace sojourn {

std::size_t SequenceSet::longest() const {
  std::size_t longest = 0;
  for (std::size_t row = 0; row < size(); ++row) longest = std::max(longest, length(row));
  return longest;
}

Visit SequenceSet::visit(std::size_t row, std::size_t index) const {
  const std::size_t at = begin(row) + index;
  return {.location = m_locations[at],
          .weekday = m_weekdays[at],
          .startMinute = m_startMinutes[at],
          .durationMinutes = m_durations[at],
          .daysAgo = m_daysAgo[at]};
}

Sequence SequenceSet::sequence(std::size_t row) const {
  Sequence sequence{
      .user = user(row), .visits = {}, .target = target(row), .history = {.source = m_history, .row = historyRow(row)}};
  sequence.visits.reserve(length(row));
  for (std::size_t i = 0; i < length(row); ++i) sequence.visits.push_back(visit(row, i));
  return sequence;
}

std::span<const std::int32_t> SequenceSet::causes(std::size_t row) const {
  return std::span(m_causes).subspan(m_causeOffsets[row], m_causeOffsets[row + 1] - m_causeOffsets[row]);
}

std::size_t SequenceSet::targetLastSeen(std::size_t row) const {
  const auto window = locations(row);
  const auto found = std::ranges::find(window.rbegin(), window.rend(), target(row));
  return found == window.rend() ? 0 : static_cast<std::size_t>(found - window.rbegin()) + 1;
}

double SequenceSet::hoursBeforeEnd(std::size_t row, std::size_t index) const {
  const auto days = daysAgo(row);
  const auto starts = startMinutes(row);
  const double minutes =
      24.0 * 60 * (days[index] - days.back()) + starts.back() - starts[index] + durations(row).back();
  return minutes / 60;
}

void SequenceSet::append(const Sequence& sequence, std::span<const std::int32_t> causes) {
  assert(sequence.target);
  const NewRow row = appendRow(sequence.user, *sequence.target, sequence.visits.size(), causes);
  for (std::size_t i = 0; i < sequence.visits.size(); ++i) {
    const Visit& visit = sequence.visits[i];
    row.locations[i] = visit.location;
    row.weekdays[i] = saturateCast<std::int16_t>(visit.weekday);
    row.startMinutes[i] = saturateCast<std::int16_t>(visit.startMinute);
    row.durations[i] = visit.durationMinutes;
    row.daysAgo[i] = saturateCast<std::int16_t>(visit.daysAgo);
  }
}

SequenceSet::NewRow SequenceSet::appendRow(UserId user, LocationId target, std::size_t length,
                                           std::span<const std::int32_t> causes) {
  assert(length > 0);
  const auto grown = [length](auto& values) {
    values.resize(values.size() + length);
    return std::span(values).last(length);
  };
  setHistory(nullptr);
  const NewRow row{.locations = grown(m_locations),
                   .weekdays = grown(m_weekdays),
                   .startMinutes = grown(m_startMinutes),
                   .durations = grown(m_durations),
                   .daysAgo = grown(m_daysAgo)};
  m_offsets.push_back(m_locations.size());
  m_users.push_back(user);
  m_targets.push_back(target);
  m_causes.insert(m_causes.end(), causes.begin(), causes.end());
  m_causeOffsets.push_back(m_causes.size());
  return row;
}

void SequenceSet::usePseudonyms(std::shared_ptr<const Pseudonyms> pseudonyms) {
  for (UserId& user : m_users) user = pseudonyms->user(user);
  for (LocationId& target : m_targets) target = pseudonyms->location(target);
  for (LocationId& location : m_locations) location = pseudonyms->location(location);
  setHistory(nullptr);
  m_pseudonyms = std::move(pseudonyms);
}

void SequenceSet::reserve(std::size_t sequences, std::size_t visits) {
  m_offsets.reserve(sequences + 1);
  m_users.reserve(sequences);
  m_targets.reserve(sequences);
  m_causeOffsets.reserve(sequences + 1);
  m_locations.reserve(visits);
  m_weekdays.reserve(visits);
  m_startMinutes.reserve(visits);
  m_durations.reserve(visits);
  m_daysAgo.reserve(visits);
}

}  // namespace sojourn
