// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/chart/axis.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <numeric>

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

/// At the multiples of `step` within the axis; none where doubles are too coarse to tell them apart.
std::vector<Tick> ticksAt(const Axis& axis, double step, std::string (*text)(double value, double step)) {
  constexpr double most = 1000;  // an axis of more ticks is a mistake of the range
  constexpr double slack = 1e-9;
  const double first = std::ceil(axis.from() / step - slack);
  const double last = std::floor(axis.to() / step + slack);
  if (!(std::fabs(first) < exactIntegers) || !(last - first < most)) return {};
  std::vector<Tick> ticks;
  for (double i = first; i <= last; ++i) {
    const double value = i == 0 ? 0 : i * step;
    ticks.push_back({value, text(value, step)});
  }
  return ticks;
}

double leastStep(const Axis& axis, float gap) {
  return (axis.to() - axis.from()) * static_cast<double>(gap) / static_cast<double>(std::max(1.0F, axis.length()));
}

std::vector<Tick> linearTicks(const Axis& axis, float gap, bool whole) {
  const double least = leastStep(axis, gap);
  return ticksAt(axis, roundStep(whole ? std::max(1.0, least) : least), numberText);
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
  const auto found = std::ranges::lower_bound(steps, least);
  return found != steps.end() ? *found : secondsADay * roundStep(least / secondsADay);
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

struct Quartiles {
  double first, third;
  [[nodiscard]] double spread() const { return third - first; }
};

Quartiles quartilesOf(std::vector<double> values) {
  const auto quantile = [&](std::size_t quarter) {
    const auto at = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) * quarter / 4);
    std::ranges::nth_element(values, at);
    return *at;
  };
  const double first = quantile(1);
  return {first, quantile(3)};
}

/// How far the values beyond the fence reach that come again and again, as gradient norms at the start of every epoch
/// do; the fence itself where there are no such values. One that is more than twice as far away as most of them is
/// left out.
double regularEnd(const std::vector<double>& values, double inner, double fence) {
  std::vector<double> spikes;
  std::size_t places = 0;
  bool before = false;
  for (const double value : values) {
    const bool beyond = value > fence;
    places += beyond && !before;
    if (beyond) spikes.push_back(value);
    before = beyond;
  }
  if (places < 3 || spikes.size() * 100 <= values.size()) return fence;
  const Quartiles quartiles = quartilesOf(spikes);
  const double room = std::max(3 * quartiles.spread(), quartiles.third - inner);
  return std::min(std::ranges::max(spikes), quartiles.third + room);
}

/// The values' ends, cut on the sides that are to be cut.
ValueRange fenced(const std::vector<double>& values, CutEnds cut) {
  const auto ends = std::ranges::minmax(values);
  ValueRange range{ends.min, ends.max};
  const Quartiles quartiles = quartilesOf(values);
  const double reach = 3 * quartiles.spread();
  if (!(reach > 0)) return range;
  if (cut != CutEnds::None)
    range.high = std::min(range.high, regularEnd(values, quartiles.third, quartiles.third + reach));
  if (cut == CutEnds::Both) {
    std::vector<double> mirrored;
    for (const double value : values) mirrored.push_back(-value);
    range.low = std::max(range.low, -regularEnd(mirrored, -quartiles.first, reach - quartiles.first));
  }
  return range;
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
  const bool low = m_logarithmic && !(value > 0);
  const double share = low ? -far : std::clamp((scaled(value) - m_low) / m_span, -far, far);
  const auto length = static_cast<double>(m_end - m_start);
  return static_cast<float>(static_cast<double>(m_start) + (std::isnan(share) ? -far : share) * length);
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
  return ticksAt(axis, timeStep(leastStep(axis, gap)), durationTickText);
}

std::vector<Tick> clockTicks(const Axis& axis, float gap) {
  return ticksAt(axis, timeStep(std::max(1.0, leastStep(axis, gap))), clockTickText);
}

double middleEnd(std::vector<double> ends, double from) {
  const auto nearer = [from](double a, double b) { return std::fabs(a - from) < std::fabs(b - from); };
  const auto middle = ends.begin() + static_cast<std::ptrdiff_t>((ends.size() - 1) / 2);
  std::ranges::nth_element(ends, middle, nearer);
  return *middle;
}

std::optional<ValueRange> robustRange(std::vector<SeriesOfRun> runs, CutEnds cut, bool logarithmic) {
  std::vector<double> lows, highs;
  for (SeriesOfRun& run : runs) {
    std::vector<ValueRange> own;
    for (std::vector<double>& values : run) {
      std::erase_if(values, [](double value) { return !std::isfinite(value); });
      if (!values.empty()) own.push_back(fenced(values, cut));
    }
    if (own.empty()) continue;
    lows.push_back(std::ranges::min(own, {}, &ValueRange::low).low);
    highs.push_back(std::ranges::max(own, {}, &ValueRange::high).high);
  }
  if (lows.empty()) return std::nullopt;
  ValueRange range{std::ranges::min(lows), std::ranges::max(highs)};
  if (lows.size() == 1 || cut == CutEnds::None) return range;
  constexpr double decade = 1;
  const double low = middleEnd(lows, range.high);
  const double high = middleEnd(highs, range.low);
  const auto room = [&](double end) { return std::max(high - low, logarithmic ? decade : std::fabs(end) / 2); };
  range.high = std::min(range.high, high + room(high));
  if (cut == CutEnds::Both) range.low = std::max(range.low, low - room(low));
  return range;
}

ValueRange axisRange(std::vector<SeriesOfRun> runs, bool logarithmic, CutEnds cut) {
  if (logarithmic)
    for (SeriesOfRun& run : runs)
      for (std::vector<double>& values : run)
        for (double& value : values) value = value > 0 ? std::log10(value) : std::numeric_limits<double>::quiet_NaN();
  const ValueRange shown = robustRange(std::move(runs), cut, logarithmic).value_or(ValueRange{});
  const double middle = shown.low / 2 + shown.high / 2;
  const double least = logarithmic ? 0.1 : std::max(std::fabs(middle) * 1e-6, 1e-12);
  // Halves, so that a range from the lowest to the highest double has a width.
  double half = std::max(shown.high / 2 - shown.low / 2, least);
  if (shown.low == shown.high && !logarithmic && shown.low != 0) half = std::fabs(shown.low) * 0.1;
  half *= 1.05;
  ValueRange range{middle - half, middle + half};
  if (logarithmic)
    range = {std::pow(10.0, std::clamp(range.low, -300.0, 299.0)),
             std::pow(10.0, std::clamp(range.high, -299.0, 300.0))};
  constexpr double most = 1e300;
  return {std::max(range.low, -most), std::min(range.high, most)};
}

std::vector<float> pushApart(std::vector<float> wishes, float height, float from, float to) {
  std::vector<std::size_t> order(wishes.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return wishes[i]; });
  float least = from;
  for (const std::size_t i : order) {
    wishes[i] = std::max(wishes[i], least);
    least = wishes[i] + height;
  }
  float most = to;
  for (auto i = order.rbegin(); i != order.rend(); ++i) {
    wishes[*i] = std::min(wishes[*i], most);
    most = wishes[*i] - height;
  }
  return wishes;
}

}  // namespace sojourn::present
