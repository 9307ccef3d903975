// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/samples/filter_term.h"

#include <algorithm>
#include <array>

#include "model/data/dataset/local_time.h"
#include "views/session/samples/sample_filter.h"

namespace sojourn::session {

bool FilterTerm::needsOutcome() const {
  using enum FilterField;
  constexpr std::array ofTheModel{Wrong, Right, Rank, Gate, CopyShare, TargetProbability, Predicted, Error};
  return std::ranges::find(ofTheModel, field) != ofTheModel.end();
}

bool FilterTerm::isPlace(LocationId location, UserId user) const {
  if (inRanges(location) || std::ranges::binary_search(ids, location)) return true;
  const auto own = idsOfUser.find(user);
  return own != idsOfUser.end() && std::ranges::find(own->second, location) != own->second.end();
}

bool FilterTerm::holdsOfTimes(const SequenceSet& set, std::size_t row) const {
  const std::size_t length = set.length(row);
  if (field == FilterField::HoursBefore) {
    for (std::size_t i = 0; i < length; ++i)
      if (inRanges(set.hoursBeforeEnd(row, i))) return true;
    return false;
  }
  const LocalTime begin = localStart(set.visit(row, length - 1), zoneOffset);
  return inRanges(field == FilterField::Hour ? begin.minute / 60 : begin.weekday);
}

bool FilterTerm::holds(const SampleTable& table, SampleIndex row) const {
  if (needsOutcome() && !table.filled(row)) return false;
  switch (field) {
    case FilterField::Wrong:
      return !table.correct(row);
    case FilterField::Right:
      return table.correct(row);
    case FilterField::Known:
      return !table.unseen(row);
    case FilterField::Unseen:
      return table.unseen(row);
    case FilterField::InHistory:
      return table.inHistory(row) == yes;
    case FilterField::User:
      return std::ranges::binary_search(ids, table.user(row)) || inRanges(table.user(row));
    case FilterField::Index:
      return inRanges(row);
    case FilterField::Length:
      return inRanges(static_cast<double>(table.length(row)));
    case FilterField::Hour:
    case FilterField::Weekday:
    case FilterField::HoursBefore:
      return holdsOfTimes(*table.sequences(), row);
    case FilterField::LastSeen:
      return inRanges(static_cast<double>(table.sequences()->targetLastSeen(row)));
    case FilterField::Stays:
      return (table.target(row) == table.sequences()->locations(row).back()) == yes;
    case FilterField::Error: {
      const auto kilometres = table.value(row, SampleColumn::Error);
      return kilometres && inRanges(*kilometres);
    }
    case FilterField::Rank:
      return inRanges(table.outcome(row).rank);
    case FilterField::Gate:
      return inRanges(table.outcome(row).gate);
    case FilterField::CopyShare:
      return inRanges(table.outcome(row).copyShare);
    case FilterField::TargetProbability:
      return inRanges(table.outcome(row).targetProbability);
    case FilterField::Bookmarked:
    case FilterField::Noted:
    case FilterField::Tag:
    case FilterField::OfModel:
      return std::ranges::binary_search(rows, row);
    case FilterField::Target:
    case FilterField::District:
      return isPlace(table.target(row), table.user(row));
    case FilterField::Predicted:
      return isPlace(table.outcome(row).prediction, table.user(row));
  }
  return false;
}

SampleFilter::SampleFilter() : m_terms(std::make_shared<const std::vector<FilterTerm>>()) {}

}  // namespace sojourn::session
