// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/runs/import/curve_set.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "model/core/text.h"

namespace sojourn {
namespace {

constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();
/// Steps beyond are none, and adding to them would overflow.
constexpr std::int64_t largestStep = std::int64_t{1} << 60U;

struct Cursor {
  const ScalarSeries* curve;
  NamedMeasure meaning;
  std::size_t at = 0;
  [[nodiscard]] std::int64_t step() const { return at < curve->step.size() ? curve->step[at] : never; }
};

void addRow(std::vector<Cursor>& cursors, std::int64_t step, ImportBuilder& builder) {
  ImportRow row;
  bool any = false;
  for (Cursor& cursor : cursors) {
    if (cursor.step() != step) continue;
    row.setNamed(cursor.meaning, cursor.curve->value[cursor.at]);
    const double wall = cursor.curve->wall[cursor.at];
    if (!any && wall > 0) row.set(Measure::Wall, wall);
    any = true;
    ++cursor.at;
  }
  if (!any) return;
  row.set(Measure::Step, static_cast<double>(step));
  builder.add(row);
}

/// How often steps go back; where each part begins.
std::vector<std::size_t> partsOf(const ScalarSeries& series) {
  std::vector<std::size_t> begins{0};
  for (std::size_t i = 1; i < series.step.size(); ++i)
    if (series.step[i] < series.step[i - 1]) begins.push_back(i);
  return begins;
}

}  // namespace

void reorder(ScalarSeries& curve, const std::vector<std::size_t>& order) {
  ScalarSeries sorted{.tag = curve.tag, .wall = {}, .step = {}, .value = {}};
  for (const std::size_t i : order) {
    sorted.wall.push_back(curve.wall[i]);
    sorted.step.push_back(curve.step[i]);
    sorted.value.push_back(curve.value[i]);
  }
  curve = std::move(sorted);
}

void CurveSet::add(std::vector<ScalarSeries> file) {
  std::erase_if(file, [](const ScalarSeries& series) { return series.step.empty(); });
  for (ScalarSeries& series : file) {
    const bool one = std::ranges::all_of(series.step, [&](std::int64_t step) { return step == series.step.front(); });
    if (series.step.size() > 2 && one) numberByTime(series);
  }
  joinParts(file);
  for (const ScalarSeries& series : file) append(series);
}

void CurveSet::numberByTime(ScalarSeries& series) {
  std::vector<std::size_t> order(series.wall.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return series.wall[i]; });
  reorder(series, order);
  std::iota(series.step.begin(), series.step.end(), std::int64_t{0});
  if (std::ranges::find(m_numbered, series.tag) == m_numbered.end()) m_numbered.push_back(series.tag);
}

/// The name whose steps go back most often says when a part begins; those of the others follow by their times.
void CurveSet::joinParts(std::vector<ScalarSeries>& file) {
  std::vector<std::size_t> begins{0};
  const ScalarSeries* leading = nullptr;
  for (const ScalarSeries& series : file) {
    auto parts = partsOf(series);
    if (parts.size() <= begins.size()) continue;
    begins = std::move(parts);
    leading = &series;
  }
  if (!leading) return;
  std::vector<double> times;  // at which the parts after the first begin
  for (std::size_t i = 1; i < begins.size(); ++i) times.push_back(leading->wall[begins[i]]);
  const auto partOf = [&](const ScalarSeries& series, std::size_t i) {
    if (&series == leading) return static_cast<std::size_t>(std::ranges::upper_bound(begins, i) - begins.begin()) - 1;
    return static_cast<std::size_t>(std::ranges::upper_bound(times, series.wall[i]) - times.begin());
  };
  std::vector<std::int64_t> first(begins.size(), never), last(begins.size(), 0);
  for (const ScalarSeries& series : file) {
    for (std::size_t i = 0; i < series.step.size(); ++i) {
      const std::size_t part = partOf(series, i);
      const std::int64_t step = std::clamp<std::int64_t>(series.step[i], 0, largestStep);
      first[part] = std::min(first[part], step);
      last[part] = std::max(last[part], step);
    }
  }
  // What each part's steps are moved by, so that it begins one step after the end of the one before.
  std::vector<std::int64_t> offset(begins.size(), 0);
  for (std::size_t part = 1; part < begins.size(); ++part) {
    const std::int64_t end = std::min(last[part - 1] + offset[part - 1], largestStep);
    offset[part] = first[part] == never ? offset[part - 1] : end + 1 - first[part];
  }
  for (ScalarSeries& series : file)
    for (std::size_t i = 0; i < series.step.size(); ++i)
      if (series.step[i] <= largestStep) series.step[i] += offset[partOf(series, i)];
  m_parts += begins.size() - 1;
}

void CurveSet::append(const ScalarSeries& series) {
  const auto [place, isNew] = m_places.try_emplace(series.tag, m_curves.size());
  if (isNew) m_curves.push_back({.tag = series.tag, .wall = {}, .step = {}, .value = {}});
  ScalarSeries& curve = m_curves[place->second];
  for (std::size_t i = 0; i < series.value.size(); ++i) {
    while (!curve.step.empty() && curve.step.back() >= series.step[i]) {
      curve.step.pop_back();
      curve.wall.pop_back();
      curve.value.pop_back();
      ++m_replaced;
    }
    curve.step.push_back(series.step[i]);
    curve.wall.push_back(series.wall[i]);
    curve.value.push_back(series.value[i]);
  }
}

MetricNameResolver CurveSet::meanings() const {
  std::vector<std::string> names;
  for (const ScalarSeries& one : m_curves) names.push_back(one.tag);
  return MetricNameResolver(names);
}

void CurveSet::merge(const MetricNameResolver& meanings, ImportBuilder& builder) const {
  std::vector<Cursor> training, evaluation;
  for (std::size_t i = 0; i < m_curves.size(); ++i) {
    if (!meanings.at(i)) continue;
    const bool evaluates = meanings.at(i)->test || meanings.at(i)->measure >= Measure::ValidationLoss;
    (evaluates ? evaluation : training).push_back({&m_curves[i], *meanings.at(i)});
  }
  const auto nextOf = [](const std::vector<Cursor>& cursors) {
    std::int64_t next = never;
    for (const Cursor& cursor : cursors) next = std::min(next, cursor.step());
    return next;
  };
  for (;;) {
    const std::int64_t step = std::min(nextOf(training), nextOf(evaluation));
    if (step == never || builder.full()) return;
    addRow(training, step, builder);
    addRow(evaluation, step, builder);
  }
}

std::vector<std::string> CurveSet::notes() const {
  constexpr std::size_t mostNamed = 5;
  std::vector<std::string> notes;
  if (!m_numbered.empty()) {
    std::vector<std::string> names;
    for (const std::string& name : m_numbered)
      names.push_back(names.size() < mostNamed ? escapeForDisplay(name, 60) : "...");
    names.resize(std::min(names.size(), mostNamed + 1));
    notes.push_back("without steps, numbered in the order of time: " + commaList(names));
  }
  if (m_parts > 0)
    notes.push_back("the steps begin again " + std::to_string(m_parts) + (m_parts == 1 ? " time" : " times") +
                    " within a file; the parts follow each other");
  if (m_replaced > 0)
    notes.push_back(std::to_string(m_replaced) + " values were logged again later, which replaces them");
  return notes;
}

}  // namespace sojourn
