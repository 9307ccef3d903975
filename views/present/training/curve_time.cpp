// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/training/curve_time.h"

#include <algorithm>
#include <limits>
#include <ranges>
#include <span>
#include <utility>

#include "views/present/training/training_curves_data.h"

namespace sojourn::present {
namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

/// The time of the run's first event of any kind.
double startOf(const RunHistory& history) {
  double first = std::numeric_limits<double>::infinity();
  const auto earliest = [&](const auto& placed) {
    if (!placed.empty()) first = std::min(first, placed.front().wall);
  };
  earliest(history.states);
  earliest(history.epochs);
  earliest(history.evals);
  if (history.steps.size() > 0) first = std::min(first, history.steps.wall.front());
  return first;
}

/// Wall times that never fall, or unknown where they never do.
std::vector<double> withoutFalls(std::span<const double> wall) {
  std::vector<double> rising;
  if (std::ranges::is_sorted(wall)) return rising;
  rising.reserve(wall.size());
  double latest = wall.front();
  for (const double time : wall) {
    if (time > latest) latest = time;
    rising.push_back(latest);
  }
  return rising;
}

}  // namespace

CurveTime::CurveTime(std::shared_ptr<const RunHistory> whose, std::optional<std::int64_t> stepsPerEpoch, CurveX x)
    : m_history(std::move(whose)), m_steps(&m_history->steps), m_x(x) {
  const RunHistory& history = *m_history;
  if (x == CurveX::Epoch) addStretches(stepsPerEpoch.value_or(0));
  if (x == CurveX::WallTime || x == CurveX::Relative) {
    m_start = startOf(history);
    if (m_steps->size() > 0) m_wall = withoutFalls(m_steps->wall);
    // A log without times is read with one time for all its events.
    const auto differs = [&](const auto& placed) { return !placed.empty() && placed.back().wall > m_start; };
    m_hasWall = differs(history.evals) || differs(history.epochs) || (m_steps->size() > 0 && m_steps->wall.back() > 0);
  }
}

void CurveTime::addStretches(std::int64_t stepsPerEpoch) {
  const Column<std::int64_t>& epoch = m_steps->epoch;
  const Column<std::int64_t>& step = m_steps->step;
  const std::int64_t ended = lastEpochOf(*m_history);
  const std::vector<StepGap> gaps = stepGaps(*m_history);
  const auto missing = [&](std::int64_t from, std::int64_t to) {
    return std::ranges::any_of(gaps, [&](const StepGap& gap) { return gap.after >= from && gap.until < to; });
  };
  double steps = static_cast<double>(stepsPerEpoch);
  double reached = 0;
  for (std::size_t i = 0; i < epoch.size();) {
    const auto end = static_cast<std::size_t>(
        std::upper_bound(epoch.begin() + static_cast<std::ptrdiff_t>(i), epoch.end(), epoch[i]) - epoch.begin());
    EpochStretch stretch{.firstIndex = i};
    const auto first = static_cast<double>(step[i]);
    const auto number = static_cast<double>(epoch[i]);
    const bool behindGap = i > 0 && missing(step[i - 1], step[i]);
    const double whole = stepsPerEpoch > 0 ? (number - 1) * static_cast<double>(stepsPerEpoch) : first - 1;
    stretch.before = behindGap     ? std::min(whole, first - 1)
                     : i > 0       ? static_cast<double>(step[i - 1])
                     : number == 1 ? std::min(0.0, first - 1)
                                   : first - 1;
    const double own = static_cast<double>(step[end - 1]) - stretch.before;
    const bool cut = end < epoch.size() && missing(step[end - 1], step[end]);
    const bool over = !cut && (end < epoch.size() || epoch[i] <= ended);
    steps = stretch.steps = std::max(1.0, over ? own : std::max(own, steps));
    stretch.from = std::max(reached, number - 1);
    stretch.width = std::max(stretch.from, number) - stretch.from;
    reached = stretch.from + stretch.width * own / stretch.steps;
    m_stretches.push_back(stretch);
    i = end;
  }
}

double CurveTime::inStretch(const EpochStretch& stretch, std::int64_t step) {
  const double share = (static_cast<double>(step) - stretch.before) / stretch.steps;
  return stretch.from + stretch.width * std::clamp(share, 0.0, 1.0);
}

double CurveTime::ofStep(std::size_t index) const {
  switch (m_x) {
    case CurveX::Step:
      return static_cast<double>(m_steps->step[index]);
    case CurveX::WallTime:
    case CurveX::Relative: {
      const double wall = m_wall.empty() ? m_steps->wall[index] : m_wall[index];
      return m_x == CurveX::Relative ? wall - m_start : wall;
    }
    case CurveX::Epoch:
      break;
  }
  return inStretch(stretchOf(index), m_steps->step[index]);
}

const CurveTime::EpochStretch& CurveTime::stretchOf(std::size_t index) const {
  // Epochs follow each other in almost every log: then the epoch is the place.
  const auto guess = static_cast<std::uint64_t>(m_steps->epoch[index]) - static_cast<std::uint64_t>(m_steps->epoch[0]);
  if (guess < m_stretches.size() && m_stretches[guess].firstIndex <= index &&
      (guess + 1 == m_stretches.size() || m_stretches[guess + 1].firstIndex > index)) {
    return m_stretches[guess];
  }
  return *(std::ranges::upper_bound(m_stretches, index, {}, &EpochStretch::firstIndex) - 1);
}

double CurveTime::ofEvent(std::int64_t epoch, std::int64_t afterStep, double wall) const {
  switch (m_x) {
    case CurveX::Step:
      return afterStep > 0 ? static_cast<double>(afterStep) : unknown;
    case CurveX::WallTime:
      return m_hasWall ? wall : unknown;
    case CurveX::Relative:
      return m_hasWall ? std::max(0.0, wall - m_start) : unknown;
    case CurveX::Epoch:
      break;
  }
  const auto after = std::ranges::upper_bound(m_stretches, afterStep, {},
                                              [&](const EpochStretch& s) { return m_steps->step[s.firstIndex]; });
  return after == m_stretches.begin() ? static_cast<double>(epoch) : inStretch(*(after - 1), afterStep);
}

}  // namespace sojourn::present
