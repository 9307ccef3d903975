// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/data/edit/edit_rule.h"

#include <numeric>

namespace sojourn {
namespace {

/// The edit of one sequence; nothing where there is nothing to do.
struct EditOf {
  const Sequence& sequence;

  [[nodiscard]] VisitIndices first(std::size_t count) const {
    VisitIndices visits(count);
    std::iota(visits.begin(), visits.end(), std::size_t{0});
    return visits;
  }

  std::optional<SequenceEdit> operator()(const DropLastVisit&) const {
    if (sequence.visits.empty()) return std::nullopt;
    return RemoveVisits{{sequence.visits.size() - 1}};
  }
  std::optional<SequenceEdit> operator()(const ShiftAllTimes& rule) const {
    return ShiftTime{first(sequence.visits.size()), rule.minutes};
  }
  std::optional<SequenceEdit> operator()(const ReplacePlace& rule) const {
    VisitIndices there;
    for (std::size_t i = 0; i < sequence.visits.size(); ++i) {
      if (sequence.visits[i].location == rule.from) there.push_back(i);
    }
    if (there.empty()) return std::nullopt;
    return ReplaceLocation{std::move(there), rule.to};
  }
  std::optional<SequenceEdit> operator()(const KeepLastVisits& rule) const {
    if (sequence.visits.size() <= rule.visits) return std::nullopt;
    return RemoveVisits{first(sequence.visits.size() - rule.visits)};
  }
};

struct NameOf {
  const std::function<std::string(LocationId)>& place;

  std::string operator()(const DropLastVisit&) const { return "Drop the last visit"; }
  std::string operator()(const ShiftAllTimes& rule) const {
    const std::string amount = std::to_string(rule.minutes < 0 ? -std::int64_t{rule.minutes} : rule.minutes);
    return "Shift all times by " + (rule.minutes < 0 ? "\u2212" + amount : "+" + amount) + " min";
  }
  std::string operator()(const ReplacePlace& rule) const {
    return "Replace " + place(rule.from) + " by " + place(rule.to);
  }
  std::string operator()(const KeepLastVisits& rule) const {
    return rule.visits == 1 ? "Keep the last visit alone" : "Keep the last " + std::to_string(rule.visits) + " visits";
  }
};

}  // namespace

std::optional<Sequence> applyRule(const Sequence& sequence, const EditRule& rule) {
  const auto edit = std::visit(EditOf{sequence}, rule);
  if (!edit) return std::nullopt;
  auto edited = applyEdit(sequence, *edit);
  if (!edited || edited->sequence == sequence) return std::nullopt;
  return std::move(edited->sequence);
}

std::string ruleName(const EditRule& rule, const std::function<std::string(LocationId)>& place) {
  return std::visit(NameOf{place}, rule);
}

}  // namespace sojourn
