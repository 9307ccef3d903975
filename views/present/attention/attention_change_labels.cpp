// SPDX-License-Identifier: GPL-3.0-or-later
// What the Attention view says in words and numbers beside a reference.
#include <cmath>
#include <limits>

#include "model/core/translation.h"
#include "views/present/attention/attention_frame.h"
#include "views/present/samples/change_marks.h"

namespace sojourn::present {
namespace {

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
    std::vector<Table::Cell> row{static_cast<double>(frame.head.layer),
                                 static_cast<double>(frame.head.head),
                                 static_cast<double>(query),
                                 frame.labels[query].place,
                                 frame.labels[query].time,
                                 visitState(change, query),
                                 change.moved(frame.head, query)};
    row.reserve(table.columns.size());
    for (std::size_t key = 0; key < change.length(); ++key) {
      const double before = change.before(frame.head, query, key), now = change.now(frame.head, query, key);
      row.emplace_back(before);
      row.emplace_back(now);
      row.emplace_back(change.absent(query) ? std::numeric_limits<double>::quiet_NaN() : now - before);
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace sojourn::present
