// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/chart/axis.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>

#include "model/core/text.h"
#include "views/present/scene/format.h"

namespace sojourn::present {
namespace {

constexpr double secondsADay = 86400;
constexpr double exactIntegers = 9e15;  // below them a double is a whole number of its own

std::string numberText(double value, double step) {
  if (step >= 1 && std::fabs(value) < exactIntegers) return groupThousands(std::llround(value));
  const int decimals = static_cast<int>(std::ceil(-std::log10(step) - 1e-9));
  return decimals <= 6 && step < 1 ? fixedText(value, decimals) : exactText(value);
}

/// Multiples of `step` within the axis; none where doubles are too coarse to tell them apart.
std::vector<double> multiples(const Axis& axis, double step) {
  constexpr double most = 1000;  // an axis of more ticks is a mistake of the range
  std::vector<double> found;
  constexpr double slack = 1e-9;
  const double first = std::ceil(axis.from() / step - slack);
  const double last = std::floor(axis.to() / step + slack);
  if (!(std::fabs(first) < exactIntegers) || !(last - first < most)) return found;
  for (double i = first; i <= last; ++i) found.push_back(i == 0 ? 0 : i * step);
  return found;
}

double leastStep(const Axis& axis, float gap) {
  return (axis.to() - axis.from()) * static_cast<double>(gap) / static_cast<double>(std::max(1.0F, axis.length()));
}

std::vector<Tick> linearTicks(const Axis& axis, float gap, bool whole) {
  const double step = roundStep(whole ? std::max(1.0, leastStep(axis, gap)) : leastStep(axis, gap));
  std::vector<Tick> ticks;
  for (const double value : multiples(axis, step)) ticks.push_back({value, numberText(value, step)});
  return ticks;
}

/// "0.001" where all are short, else "1e−6".
std::string decadeText(double value, bool exponents) {
  if (!exponents) return value >= 1 ? groupThousands(std::llround(value)) : exactText(value);
  const int exponent = static_cast<int>(std::floor(std::log10(value) + 1e-9));
  const auto digit = std::lround(value / std::pow(10.0, exponent));
  return std::to_string(digit) + "e" + (exponent < 0 ? "\u2212" : "") + std::to_string(std::abs(exponent));
}

std::vector<Tick> logarithmicTicks(const Axis& axis, float gap) {
  const double decades = std::log10(axis.to() / axis.from());
  const double pixels = static_cast<double>(axis.length()) / std::max(decades, 1e-9);  // a decade
  const auto room = static_cast<double>(gap);
  const int every = std::max(1, static_cast<int>(std::ceil(room / pixels)));
  const bool between = std::log10(2.0) * pixels >= room;
  const int first = static_cast<int>(std::floor(std::log10(axis.from())));
  const int last = static_cast<int>(std::ceil(std::log10(axis.to())));
  const bool exponents = first < -4 || last > 6;
  std::vector<Tick> ticks;
  for (int exponent = first; exponent <= last; ++exponent) {
    if (exponent % every != 0) continue;
    for (const double digit : {1.0, 2.0, 5.0}) {
      const double value = exponent < 0 ? digit / std::pow(10.0, -exponent) : digit * std::pow(10.0, exponent);
      if ((digit == 1 || between) && axis.holds(value)) ticks.push_back({value, decadeText(value, exponents)});
    }
  }
  return ticks;
}

/// The smallest customary step of time that is at least `least` seconds.
double timeStep(double least) {
  constexpr std::array steps{1.0,   2.0,   5.0,    10.0,   15.0,   30.0,    60.0,    120.0,   300.0,
                             600.0, 900.0, 1800.0, 3600.0, 7200.0, 10800.0, 21600.0, 43200.0, secondsADay};
  if (least < 1) return roundStep(least);
  for (const double step : steps) {
    if (step >= least) return step;
  }
  return secondsADay * roundStep(least / secondsADay);
}

std::string durationTickText(double seconds, double step) {
  if (seconds == 0) return "0";
  if (step < 1) return numberText(seconds, step) + " s";
  struct Unit {
    double seconds;
    const char* name;
  };
  for (const Unit unit : {Unit{secondsADay, " d"}, Unit{3600, " h"}, Unit{60, " min"}}) {
    if (step >= unit.seconds) return numberText(seconds / unit.seconds, 1) + unit.name;
  }
  return numberText(seconds, 1) + " s";
}

std::string clockTickText(double wall, double step) {
  using namespace std::chrono;
  constexpr double latest = 2.5e11;  // the year 9892: what lies beyond is no time of a run
  if (std::fabs(wall) > latest) return exactText(wall);
  const auto whole = static_cast<std::int64_t>(std::floor(wall));
  const sys_seconds time{seconds{whole}};
  const auto day = floor<days>(time);
  const auto second = (time - day).count();
  char text[32];
  if (second == 0 && step >= 1) {
    constexpr std::array months{"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    const year_month_day date{day};
    const unsigned month = static_cast<unsigned>(date.month());
    std::snprintf(text, sizeof text, "%u %s", static_cast<unsigned>(date.day()), months[month - 1]);
    return text;
  }
  const std::string clock = clockText(second / 60);
  if (step >= 60) return clock;
  std::snprintf(text, sizeof text, ":%02d", static_cast<int>(second % 60));
  return clock + text;
}

}  // namespace

Axis::Axis(double from, double to, float start, float end, bool logarithmic)
    : m_from(from), m_to(to), m_start(start), m_end(end), m_logarithmic(logarithmic) {
  m_low = scaled(from);
  m_span = scaled(to) - m_low;
  if (!(m_span > 0)) m_span = 1;  // one value: it stands at the start
}

double Axis::scaled(double value) const {
  return m_logarithmic ? std::log10(value) : value;
}

float Axis::at(double value) const {
  constexpr double far = 1e5;  // widths of the axis
  if (m_logarithmic && !(value > 0))
    return static_cast<float>(static_cast<double>(m_start) - far * static_cast<double>(m_end - m_start));
  const double share = std::clamp((scaled(value) - m_low) / m_span, -far, far);
  if (std::isnan(share))
    return static_cast<float>(static_cast<double>(m_start) - far * static_cast<double>(m_end - m_start));
  return static_cast<float>(static_cast<double>(m_start) + share * static_cast<double>(m_end - m_start));
}

double Axis::valueAt(float pixel) const {
  const double share = static_cast<double>((pixel - m_start) / (m_end - m_start));
  const double value = m_low + share * m_span;
  return m_logarithmic ? std::pow(10.0, value) : value;
}

double roundStep(double least) {
  if (!(least > 0) || !std::isfinite(least)) return 1;
  const double power = std::pow(10.0, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= least * (1 - 1e-9)) return factor * power;
  }
  return 10 * power;
}

std::vector<Tick> numberTicks(const Axis& axis, float gap, bool whole) {
  if (!axis.logarithmic()) return linearTicks(axis, gap, whole);
  std::vector<Tick> ticks = logarithmicTicks(axis, gap);
  if (ticks.size() >= 2) return ticks;
  // Less than two powers of ten: round numbers, thinned where the scale crowds them.
  std::vector<Tick> even;
  for (Tick& tick : linearTicks(axis, gap, false)) {
    if (even.empty() || std::fabs(axis.at(tick.value) - axis.at(even.back().value)) >= gap)
      even.push_back(std::move(tick));
  }
  return even.size() > ticks.size() ? even : ticks;
}

std::vector<Tick> durationTicks(const Axis& axis, float gap) {
  const double step = timeStep(leastStep(axis, gap));
  std::vector<Tick> ticks;
  for (const double value : multiples(axis, step)) ticks.push_back({value, durationTickText(value, step)});
  return ticks;
}

std::vector<Tick> clockTicks(const Axis& axis, float gap) {
  const double step = timeStep(std::max(1.0, leastStep(axis, gap)));
  std::vector<Tick> ticks;
  for (const double value : multiples(axis, step)) ticks.push_back({value, clockTickText(value, step)});
  return ticks;
}

}  // namespace sojourn::present
