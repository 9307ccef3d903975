// SPDX-License-Identifier: GPL-3.0-or-later
// How a filter decides; how its text is read is in filter_parser.cpp.
#include "views/session/samples/sample_filter.h"

#include <numeric>

#include "views/session/samples/sample_filter_term.h"

namespace sojourn::session {

bool FilterTerm::needsOutcome() const {
  switch (field) {
    case FilterField::Wrong:
    case FilterField::Right:
    case FilterField::Rank:
    case FilterField::Gate:
    case FilterField::CopyShare:
    case FilterField::TargetProbability:
    case FilterField::Predicted:
      return true;
    default:
      return false;
  }
}

bool FilterTerm::isPlace(LocationId location, UserId user) const {
  if (inRanges(location) || std::ranges::binary_search(ids, location)) return true;
  if (idsOfUser.empty()) return false;
  const auto own = idsOfUser.find(user);
  return own != idsOfUser.end() && std::ranges::find(own->second, location) != own->second.end();
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
      return std::ranges::binary_search(rows, row);
    case FilterField::Target:
      return isPlace(table.target(row), table.user(row));
    case FilterField::Predicted:
      return isPlace(table.outcome(row).prediction, table.user(row));
  }
  return false;
}

SampleFilter::SampleFilter() : m_terms(std::make_shared<const std::vector<FilterTerm>>()) {}

bool SampleFilter::empty() const {
  return m_terms->empty();
}

bool SampleFilter::needsOutcomes() const {
  return std::ranges::any_of(*m_terms, [](const FilterTerm& term) { return term.needsOutcome(); });
}

bool SampleFilter::matches(const SampleTable& table, SampleIndex row) const {
  return std::ranges::all_of(*m_terms, [&](const FilterTerm& term) { return term.holds(table, row); });
}

std::vector<SampleIndex> SampleFilter::apply(const SampleTable& table) const {
  std::vector<SampleIndex> rows(table.size());
  std::iota(rows.begin(), rows.end(), SampleIndex{0});
  // Term by term, so that each loop reads one column.
  for (const FilterTerm& term : *m_terms) {
    std::erase_if(rows, [&](SampleIndex row) { return !term.holds(table, row); });
  }
  return rows;
}

}  // namespace sojourn::session
