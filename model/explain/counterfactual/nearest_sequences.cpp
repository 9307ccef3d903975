// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/explain/counterfactual/nearest_sequences.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include "model/data/dataset/local_time.h"
#include "model/inspect/network_passes.h"

namespace sojourn {
namespace {

constexpr double placeWeight = 0.5, timeWeight = 0.2, dayWeight = 0.2, durationWeight = 0.1;
constexpr double mostMinutesApart = 8 * 60;
constexpr std::size_t betweenLooks = 256;  ///< rows from one look at the cancel token to the next

bool isWorkingDay(std::int32_t weekday) {
  return weekday < 5;
}

double squaredDistance(std::span<const float> a, std::span<const float> b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    const double apart = double{a[k]} - double{b[k]};
    sum += apart * apart;
  }
  return sum;
}

}  // namespace

double visitDistance(const Visit& a, const Visit& b) {
  const double minutes = std::abs(a.startMinute - b.startMinute) % minutesPerDay;
  const double round = std::min(minutes, minutesPerDay - minutes) / (minutesPerDay / 2.0);
  const bool alike = isWorkingDay(a.weekday) == isWorkingDay(b.weekday);
  const double day = a.weekday == b.weekday ? 0 : (alike ? 0.5 : 1);
  const double duration = std::min(std::fabs(a.durationMinutes - b.durationMinutes) / mostMinutesApart, 1.0);
  return placeWeight * (a.location == b.location ? 0 : 1) + timeWeight * round + dayWeight * day +
         durationWeight * duration;
}

double recordDistance(const Sequence& a, const Sequence& b) {
  const std::size_t longer = std::max(a.visits.size(), b.visits.size());
  if (longer == 0) return 0;
  // One row of the table of cheapest costs, from the beginnings of both.
  std::vector<double> costs(b.visits.size() + 1);
  std::iota(costs.begin(), costs.end(), 0.0);
  for (const Visit& visit : a.visits) {
    double diagonal = costs[0];
    costs[0] += 1;
    for (std::size_t j = 0; j < b.visits.size(); ++j) {
      const double changed = diagonal + visitDistance(visit, b.visits[j]);
      diagonal = costs[j + 1];
      costs[j + 1] = std::min({changed, costs[j + 1] + 1, costs[j] + 1});
    }
  }
  return costs.back() / static_cast<double>(longer);
}

Result<std::shared_ptr<const SequenceLibrary>> SequenceLibrary::read(const Engine& engine,
                                                                     std::shared_ptr<const Dataset> dataset,
                                                                     Split split, const CancelToken& cancel,
                                                                     const Progress& progress) {
  const SequenceSet* set = dataset ? dataset->split(split) : nullptr;
  if (!set || set->empty())
    return Error{ErrorKind::BadInput, dataset ? dataset->prefix : "",
                 std::string("has no ") + splitName(split) + " split", "open a dataset that has one"};
  auto library = std::make_shared<SequenceLibrary>();
  library->m_dataset = std::move(dataset);
  library->m_split = split;
  std::vector<std::size_t> rows(set->size());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  auto outcomes = engine.evaluate(*set, rows, cancel);
  if (!outcomes) return outcomes.error();
  library->m_outcomes = std::move(*outcomes);
  for (const std::size_t row : rows) {
    if (cancel.cancelled()) return cancelledError();
    if (progress) progress(row, rows.size());
    const auto inspection = engine.inspect(set->sequence(row));
    if (!inspection) return inspection.error();
    const std::vector<float>& context = (*inspection)->context;
    // What the first sequence does not show, none does: by edit distance there are nearest ones all the same.
    if (context.empty()) break;
    library->m_width = context.size();
    library->m_contexts.insert(library->m_contexts.end(), context.begin(), context.end());
  }
  return std::shared_ptr<const SequenceLibrary>(std::move(library));
}

Result<Neighbours> SequenceLibrary::nearest(const Inspection& inspection, SimilarityMeasure similarity,
                                            std::size_t count, const CancelToken& cancel) const {
  const std::vector<float>& context = inspection.context;
  if (similarity == SimilarityMeasure::Context && m_width == 0)
    return Error{ErrorKind::BadInput, "the model", "gives no embedding of a sequence",
                 "compare by edit distance, or let the program give \"embedding\""};
  if (similarity == SimilarityMeasure::Context && context.size() != m_width)
    return Error{ErrorKind::BadInput, "the inspection", "has no context of this model", "inspect it with maps"};
  std::vector<double> distances(size());
  std::vector<std::size_t> order;
  for (std::size_t row = 0; row < size(); ++row) {
    if (row % betweenLooks == 0 && cancel.cancelled()) return cancelledError();
    const Sequence sequence = set().sequence(row);
    if (sequence.user == inspection.sequence.user && sequence.visits == inspection.sequence.visits) continue;
    distances[row] = similarity == SimilarityMeasure::Record
                         ? recordDistance(inspection.sequence, sequence)
                         : std::sqrt(squaredDistance(context, std::span(m_contexts).subspan(row * m_width, m_width)));
    order.push_back(row);
  }
  std::ranges::stable_sort(order, {}, [&](std::size_t row) { return distances[row]; });

  Neighbours found{.similarity = similarity,
                   .prediction = inspection.best().location,
                   .nearest = {},
                   .otherwise = {},
                   .rows = size()};
  for (const std::size_t row : order) {
    const Outcome& outcome = m_outcomes[row];
    const Neighbour one{row,
                        distances[row],
                        set().user(row),
                        set().length(row),
                        set().target(row),
                        outcome.prediction,
                        outcome.probability};
    if (found.nearest.size() < count) found.nearest.push_back(one);
    if (outcome.prediction != found.prediction && found.otherwise.size() < count) found.otherwise.push_back(one);
    if (found.nearest.size() >= count && found.otherwise.size() >= count) break;
  }
  return found;
}

}  // namespace sojourn
