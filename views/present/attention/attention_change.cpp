// SPDX-License-Identifier: GPL-3.0-or-later
// How attention differs between an edited sample and its reference.
#include <algorithm>
#include <cmath>

#include "model/core/translation.h"
#include "views/present/attention/attention_frame.h"

namespace sojourn::present {
namespace {

/// Whether the visits that both sequences have stand in one order in both.
bool sameOrder(const std::vector<ComparedVisit>& visits) {
  std::optional<std::size_t> last;
  for (const ComparedVisit& visit : visits) {
    if (!visit.now || !visit.before) continue;
    if (last && *visit.before < *last) return false;
    last = visit.before;
  }
  return true;
}

/// A weight of a map, 0 where one of the visits is not there.
float weightAt(const AttentionMaps& maps, const float* map, std::optional<std::size_t> query,
               std::optional<std::size_t> key) {
  return query && key ? map[*query * maps.length + *key] : 0.0F;
}

/// "0.047 moved per row, largest change −0.035: Office, Thu reads Clinic, Fri"
std::string figures(const AttentionFrame& frame) {
  const double moved = frame.change->movedPerRow(frame.head);
  if (std::isnan(moved)) return tr("no visit is in both sequences");
  std::string text = tr("%1 moved per row", {fixedText(moved, 3)});
  const AttentionChange::Cell most = frame.change->largest(frame.head);
  if (most.change == 0) return text;
  const auto name = [&](std::size_t visit) { return frame.labels[visit].place + ", " + frame.labels[visit].weekday; };
  return tr("%1, largest change %2%3: %4 reads %5",
            {text, most.change > 0 ? "+" : "", fixedText(most.change, 3), name(most.query), name(most.key)});
}

std::string visitState(const AttentionChange& change, std::size_t i) {
  if (!change.visit(i).now) return "removed";
  return change.visit(i).before ? "" : "new";
}

}  // namespace

bool AttentionChange::comparable(const SampleContext& context) {
  if (!hasReference(context)) return false;
  const AttentionMaps& now = context.inspection->attention;
  const AttentionMaps& before = context.reference->inspection->attention;
  return now.layers == before.layers && now.heads == before.heads &&
         now.length == context.inspection->sequence.visits.size() &&
         before.length == context.reference->inspection->sequence.visits.size();
}

AttentionChange::AttentionChange(const SampleContext& context, bool causalModel)
    : m_now(context.inspection->attention),
      m_before(context.reference->inspection->attention),
      m_visits(comparedVisits(context)),
      m_causal(causalModel && sameOrder(m_visits)) {
  const std::size_t length = m_visits.size();
  m_maps = {.layers = m_now.layers, .heads = m_now.heads, .length = length, .values = {}};
  m_maps.values.reserve(m_maps.layers * m_maps.heads * length * length);
  for (std::size_t i = 0; i < m_maps.layers * m_maps.heads; ++i) {
    const float* now = m_now.map(i / m_maps.heads, i % m_maps.heads);
    const float* before = m_before.map(i / m_maps.heads, i % m_maps.heads);
    for (const ComparedVisit& query : m_visits) {
      const bool both = query.now && query.before;
      for (const ComparedVisit& key : m_visits) {
        const float change =
            weightAt(m_now, now, query.now, key.now) - weightAt(m_before, before, query.before, key.before);
        m_maps.values.push_back(both ? change : 0.0F);
      }
    }
  }
}

double AttentionChange::moved(HeadRef head, std::size_t query) const {
  if (absent(query)) return Table::absent;
  double sum = 0;
  for (std::size_t key = 0; key < length(); ++key)
    sum += std::fabs(double{m_maps.at(head.layer, head.head, query, key)});
  return sum / 2;
}

double AttentionChange::movedPerRow(HeadRef head) const {
  double sum = 0, rows = 0;
  for (std::size_t query = 0; query < length(); ++query) {
    if (absent(query)) continue;
    sum += moved(head, query);
    ++rows;
  }
  return rows > 0 ? sum / rows : Table::absent;
}

AttentionChange::Cell AttentionChange::largest(HeadRef head, std::size_t query) const {
  Cell most{.query = query};
  if (absent(query)) return most;
  for (std::size_t key = 0; key < length(); ++key) {
    const double change = m_maps.at(head.layer, head.head, query, key);
    if (!absent(key) && std::fabs(change) > std::fabs(most.change)) most = {query, key, change};
  }
  return most;
}

AttentionChange::Cell AttentionChange::largest(HeadRef head) const {
  Cell most;
  for (std::size_t query = 0; query < length(); ++query) {
    const Cell one = largest(head, query);
    if (std::fabs(one.change) > std::fabs(most.change)) most = one;
  }
  return most;
}

double AttentionChange::before(HeadRef head, std::size_t query, std::size_t key) const {
  return weightAt(m_before, m_before.map(head.layer, head.head), m_visits[query].before, m_visits[key].before);
}

double AttentionChange::now(HeadRef head, std::size_t query, std::size_t key) const {
  return weightAt(m_now, m_now.map(head.layer, head.head), m_visits[query].now, m_visits[key].now);
}

std::span<const float> AttentionChange::lastRowNow(HeadRef head) const {
  const std::size_t length = m_now.length;
  return {m_now.map(head.layer, head.head) + (length - 1) * length, length};
}

std::vector<VisitLabel> AttentionChange::labels(const SampleContext& context) const {
  SampleContext reference = context;
  reference.inspection = context.reference->inspection;
  const std::vector<VisitLabel> now = visitLabels(context), before = visitLabels(reference);
  std::vector<VisitLabel> labels;
  labels.reserve(length());
  for (const ComparedVisit& visit : m_visits) labels.push_back(visit.now ? now[*visit.now] : before[*visit.before]);
  return labels;
}

std::optional<std::size_t> AttentionChange::rowOf(std::optional<std::size_t> visitNow) const {
  if (!visitNow) return std::nullopt;
  const auto found = std::ranges::find(m_visits, visitNow, &ComparedVisit::now);
  if (found == m_visits.end()) return std::nullopt;
  return static_cast<std::size_t>(found - m_visits.begin());
}

Selection AttentionChange::byRow(const Selection& selection) const {
  Selection rows = selection;
  for (Focus* focus : {&rows.selected, &rows.hovered}) {
    focus->visit = rowOf(focus->visit);
    focus->query = rowOf(focus->query);
  }
  rows.alsoVisits.clear();
  for (const std::size_t visit : selection.alsoVisits) {
    if (const auto row = rowOf(visit)) rows.alsoVisits.push_back(*row);
  }
  return rows;
}

Focus AttentionChange::byVisit(Focus focus) const {
  if (focus.visit) focus.visit = m_visits[*focus.visit].now;
  if (focus.query) focus.query = m_visits[*focus.query].now;
  return focus;
}

std::string attentionHeadName(HeadRef head) {
  return tr("Layer %1, head %2", {std::to_string(head.layer), std::to_string(head.head)});
}

std::string changeNote(const AttentionFrame& frame) {
  return attentionHeadName(frame.head) + ": " + figures(frame) + ".";
}

std::string changeSummary(const AttentionFrame& frame, const SampleContext& context) {
  return tr("Attention now minus reference, %1. %2: %3.",
            {comparedWithText(context), attentionHeadName(frame.head), figures(frame)});
}

Table changeTable(const AttentionFrame& frame) {
  const AttentionChange& change = *frame.change;
  Table table;
  table.columns = {"Layer", "Head", "Query", "Query place", "Query time", "State", "Moved"};
  for (std::size_t key = 0; key < change.length(); ++key) {
    const std::string state = visitState(change, key);
    const std::string name =
        std::to_string(key) + ": " + frame.labels[key].full() + (state.empty() ? "" : ", " + state);
    for (const char* part : {" reference", " now", " change"}) table.columns.push_back(name + part);
  }
  for (std::size_t query = 0; query < change.length(); ++query) {
    table.add(frame.head.layer, frame.head.head, query, frame.labels[query].place, frame.labels[query].time,
              visitState(change, query), change.moved(frame.head, query));
    for (std::size_t key = 0; key < change.length(); ++key) {
      const double before = change.before(frame.head, query, key), now = change.now(frame.head, query, key);
      table.extend(before, now, change.absent(query) ? Table::absent : now - before);
    }
  }
  return table;
}

}  // namespace sojourn::present
