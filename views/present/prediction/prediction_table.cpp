// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/prediction/prediction_table.h"

#include "views/present/samples/sample_text.h"

namespace sojourn::present {
namespace {

constexpr double none = Table::absent;

void addReference(Table& table, const Inspection& inspection, const PredictionRows& rows,
                  const PredictionChange& change) {
  table.columns.insert(table.columns.end(), {"reference rank", "reference probability", "change"});
  const std::vector<std::size_t> shown = rows.shown();
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const Candidate& c = inspection.ranking[shown[i]];
    const RankedCandidate was = change.before(c.location);
    table.rows[i].insert(table.rows[i].end(),
                         {was.candidate ? static_cast<double>(was.rank) : none,
                          was.candidate ? double{was.candidate->probability} : none, change.change(c)});
  }
  if (rows.others == 0) return;
  const double was = change.othersBefore(rows);
  table.rows.back().insert(table.rows.back().end(), {none, was, rows.othersProbability() - was});
}

}  // namespace

double copyShare(double copied, double generated) {
  const double mass = copied + generated;
  return mass > 0 ? copied / mass : none;
}

Table predictionTable(const SampleContext& context, const PredictionRows& rows, const PredictionChange* change) {
  const bool copies = context.model->capabilities.pointer;
  Table table{
      .columns = {"rank", "location", "place", "probability", "log probability", "copied", "generated", "copy share"},
      .rows = {}};
  for (const std::size_t index : rows.shown()) {
    const Candidate& c = context.inspection->ranking[index];
    table.add(index + 1, c.location, placeText(context, c.location), c.probability, c.logProbability,
              copies ? double{c.copied} : none, c.generated, copies ? copyShare(c.copied, c.generated) : none);
  }
  if (rows.others > 0) {
    table.add(none, none, countText(rows.others, "other", "others"), rows.othersProbability(), none,
              copies ? rows.othersCopied : none, rows.othersGenerated,
              copies ? copyShare(rows.othersCopied, rows.othersGenerated) : none);
  }
  if (change) addReference(table, *context.inspection, rows, *change);
  return table;
}

}  // namespace sojourn::present
