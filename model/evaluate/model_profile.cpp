// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/evaluate/model_profile.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "model/evaluate/user_sums.h"
#include "model/inspect/last_queries.h"

namespace sojourn {
namespace {

/// So many samples are read at a time: their rows of attention are kept until they are added up, in the order of the
/// samples, so that sums do not depend on threads.
constexpr std::size_t samplesPerChunk = 4096;
constexpr std::size_t hourBins = 60;
constexpr double sameTimeMinutes = 90;
/// Attention below this counts as this in logarithms.
constexpr double leastAttention = 1e-9;

/// Minutes between two times of the day, circular.
double clockDistance(int a, int b) {
  const int apart = std::abs(a - b) % (24 * 60);
  return std::min(apart, 24 * 60 - apart);
}

/// A copy of what one sample's last query read.
struct KeptQuery {
  std::size_t layers = 0, heads = 0;
  std::vector<float> attention, pointerWeight, contentScore, positionBias;

  [[nodiscard]] LastQuery view() const { return {layers, heads, attention, pointerWeight, contentScore, positionBias}; }
};

KeptQuery keptOf(const LastQuery& query) {
  const auto copy = [](std::span<const float> values) { return std::vector<float>(values.begin(), values.end()); };
  return {query.layers,
          query.heads,
          copy(query.attention),
          copy(query.pointerWeight),
          copy(query.contentScore),
          copy(query.positionBias)};
}

/// What the figures of heads read of the visits before the last one of a sample; shared by all heads.
struct EarlierVisits {
  std::vector<double> samePlace, minutesApart, age;

  EarlierVisits(const SequenceSet& set, std::size_t row) {
    const auto places = set.locations(row);
    const auto starts = set.startMinutes(row);
    const auto days = set.daysAgo(row);
    for (std::size_t j = 0; j + 1 < places.size(); ++j) {
      samePlace.push_back(places[j] == places.back() ? 1 : 0);
      minutesApart.push_back(clockDistance(starts[j], starts.back()));
      age.push_back(days[j]);
    }
  }
  [[nodiscard]] std::size_t size() const { return samePlace.size(); }
};

using HeadFigures = std::array<double, headFigureCount>;

/// `weight` sums to 1 over the visits before the last.
HeadFigures figuresOf(std::span<const double> weight, const EarlierVisits& visits) {
  double samePlace = 0, sameTime = 0, distance = 0, entropy = 0;
  for (std::size_t j = 0; j < weight.size(); ++j) {
    samePlace += weight[j] * visits.samePlace[j];
    if (visits.minutesApart[j] <= sameTimeMinutes) sameTime += weight[j];
    distance += weight[j] * static_cast<double>(weight.size() - j);
    if (weight[j] > 0) entropy -= weight[j] * std::log(weight[j]);
  }
  return {weight.back(), weight.front(), samePlace, sameTime, distance, entropy, std::exp(entropy)};
}

/// Sums of a least-squares fit with an intercept and four regressors.
struct FitSums {
  static constexpr std::size_t size = 5;
  std::array<std::array<double, size>, size> xx{};
  std::array<double, size> xy{};
  double y = 0, yy = 0;
  std::size_t n = 0;

  void add(const std::array<double, size>& x, double value) {
    for (std::size_t i = 0; i < size; ++i) {
      xy[i] += x[i] * value;
      for (std::size_t k = 0; k < size; ++k) xx[i][k] += x[i] * x[k];
    }
    y += value;
    yy += value * value;
    ++n;
  }
  [[nodiscard]] RoleFit solve() const;
};

/// Gauss with pivots; not numbers where a regressor never varies.
RoleFit FitSums::solve() const {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  auto a = xx;
  auto b = xy;
  for (std::size_t column = 0; column < size; ++column) {
    std::size_t pivot = column;
    for (std::size_t i = column; i < size; ++i)
      if (std::abs(a[i][column]) > std::abs(a[pivot][column])) pivot = i;
    if (std::abs(a[pivot][column]) < 1e-9 * std::max(1.0, xx[column][column]))
      return {none, none, none, none, none, none, n};
    std::swap(a[column], a[pivot]);
    std::swap(b[column], b[pivot]);
    for (std::size_t i = 0; i < size; ++i) {
      if (i == column) continue;
      const double times = a[i][column] / a[column][column];
      for (std::size_t k = column; k < size; ++k) a[i][k] -= times * a[column][k];
      b[i] -= times * b[column];
    }
  }
  double fitted = 0;
  for (std::size_t i = 0; i < size; ++i) {
    b[i] /= a[i][i];
    fitted += b[i] * xy[i];
  }
  const double count = static_cast<double>(n), total = yy - y * y / count;
  const double explained = total > 0 ? std::clamp((fitted - y * y / count) / total, 0.0, 1.0) : none;
  return {b[0], b[1], b[2], b[3], b[4], explained, n};
}

/// Sums of one head over all samples.
struct HeadSums {
  HeadFigures total{};
  std::array<RatioByUser, headFigureCount> overUniform;
  std::array<RatioByUser, lengthRanges.size()> entropyByLength;
  FitSums fit;
};

/// Sums of what is read of visits, by position and by hours.
struct ReadingSums {
  struct Bin {
    double weight = 0, uniform = 0;
    RatioByUser ratio;
  };
  std::vector<Bin> byPosition, byHours;

  void add(std::size_t position, std::size_t hourBin, double weight, double uniform, std::size_t group,
           std::size_t groups) {
    if (byPosition.size() <= position) byPosition.resize(position + 1);
    if (byHours.size() <= hourBin) byHours.resize(hourBin + 1);
    for (Bin* bin : {&byPosition[position], &byHours[hourBin]}) {
      bin->weight += weight;
      bin->uniform += uniform;
      addToRatio(bin->ratio, group, groups, weight, uniform);
    }
  }
};

class ProfileSums {
 public:
  ProfileSums(const SequenceSet& set, std::span<const std::size_t> rows) : m_set(set), m_users(set, rows) {}

  void add(std::size_t row, const LastQuery& query);
  [[nodiscard]] ModelProfile profile(const CancelToken& cancel) const;

 private:
  void addHeads(std::size_t row, const LastQuery& query, std::size_t group);
  void addReadings(std::size_t row, const LastQuery& query, std::size_t group);
  void addScores(const LastQuery& query, std::size_t group);

  const SequenceSet& m_set;
  UserGroups m_users;
  std::size_t m_layers = 0, m_heads = 0, m_samplesOfHeads = 0;
  std::vector<HeadSums> m_headSums;  ///< [layers][heads]
  HeadFigures m_uniform{};
  std::vector<ReadingSums> m_attention;  ///< [layers]
  ReadingSums m_pointer;
  std::array<std::pair<double, std::size_t>, lengthRanges.size()> m_uniformEntropy{};  ///< sum, samples
  struct ScoreSums {
    RatioByUser content;
    double bias = 0;
  };
  std::vector<ScoreSums> m_scores;  ///< by position from the end - 1
};

void ProfileSums::add(std::size_t row, const LastQuery& query) {
  const std::size_t group = m_users.of(m_set.user(row));
  m_layers = query.layers;
  m_heads = query.heads;
  m_headSums.resize(m_layers * m_heads);
  m_attention.resize(m_layers);
  if (m_set.length(row) >= 2 && m_layers > 0) addHeads(row, query, group);
  addReadings(row, query, group);
  addScores(query, group);
}

void ProfileSums::addHeads(std::size_t row, const LastQuery& query, std::size_t group) {
  const EarlierVisits visits(m_set, row);
  const std::size_t others = visits.size(), length = others + 1;
  std::vector<double> weight(others, 1 / static_cast<double>(others));
  const HeadFigures uniform = figuresOf(weight, visits);
  for (std::size_t f = 0; f < headFigureCount; ++f) m_uniform[f] += uniform[f];
  ++m_samplesOfHeads;
  const auto entropyAt = static_cast<std::size_t>(HeadFigure::Entropy);
  const auto range = static_cast<std::size_t>(
      std::ranges::find_if(lengthRanges, [&](const LengthRange& one) { return one.holds(length); }) -
      lengthRanges.begin());
  m_uniformEntropy[range].first += uniform[entropyAt];
  ++m_uniformEntropy[range].second;
  for (std::size_t h = 0; h < m_headSums.size(); ++h) {
    const std::span<const float> all = query.row(h / m_heads, h % m_heads, length);
    double sum = 0;
    for (std::size_t j = 0; j < others; ++j) sum += static_cast<double>(all[j]);
    // A head that reads nothing but the query itself has no role among the others: uniform.
    for (std::size_t j = 0; j < others; ++j)
      weight[j] = sum > 0 ? static_cast<double>(all[j]) / sum : 1 / static_cast<double>(others);
    HeadSums& head = m_headSums[h];
    const HeadFigures figures = figuresOf(weight, visits);
    for (std::size_t f = 0; f < headFigureCount; ++f) {
      head.total[f] += figures[f];
      addToRatio(head.overUniform[f], group, m_users.size(), figures[f], uniform[f]);
    }
    addToRatio(head.entropyByLength[range], group, m_users.size(), figures[entropyAt], uniform[entropyAt]);
    for (std::size_t j = 0; j < others; ++j)
      head.fit.add({1, visits.samePlace[j], visits.minutesApart[j] / 60, visits.age[j], j == 0 ? 1.0 : 0.0},
                   std::log(std::max(weight[j], leastAttention) * static_cast<double>(others)));
  }
}

void ProfileSums::addReadings(std::size_t row, const LastQuery& query, std::size_t group) {
  const std::size_t length = m_set.length(row);
  const double uniform = 1 / static_cast<double>(length);
  for (std::size_t i = 0; i < length; ++i) {
    const double hours = m_set.hoursBeforeEnd(row, i);
    const double bin = std::isfinite(hours) ? std::floor(hours / hoursPerBin) : 0;
    const auto hourBin = static_cast<std::size_t>(std::clamp(bin, 0.0, static_cast<double>(hourBins - 1)));
    const std::size_t position = length - 1 - i;
    if (!query.pointerWeight.empty())
      m_pointer.add(position, hourBin, static_cast<double>(query.pointerWeight[i]), uniform, group, m_users.size());
    for (std::size_t layer = 0; layer < m_layers; ++layer) {
      double mean = 0;
      for (std::size_t h = 0; h < m_heads; ++h) mean += static_cast<double>(query.row(layer, h, length)[i]);
      m_attention[layer].add(position, hourBin, mean / static_cast<double>(m_heads), uniform, group, m_users.size());
    }
  }
}

void ProfileSums::addScores(const LastQuery& query, std::size_t group) {
  const std::size_t length = query.contentScore.size();
  if (m_scores.size() < length) m_scores.resize(length);
  for (std::size_t i = 0; i < length; ++i) {
    ScoreSums& sums = m_scores[length - 1 - i];
    addToRatio(sums.content, group, m_users.size(), static_cast<double>(query.contentScore[i]), 1);
    if (!query.positionBias.empty()) sums.bias += static_cast<double>(query.positionBias[i]);
  }
}

ModelProfile ProfileSums::profile(const CancelToken& cancel) const {
  std::vector<RatioByUser> ratios;
  for (const HeadSums& head : m_headSums)
    for (const RatioByUser& ratio : head.overUniform) ratios.push_back(ratio);
  const auto forEachBins = [&](const auto& visit) {
    for (const ReadingSums& layer : m_attention) visit(layer.byPosition), visit(layer.byHours);
    visit(m_pointer.byPosition), visit(m_pointer.byHours);
  };
  forEachBins([&](const std::vector<ReadingSums::Bin>& bins) {
    for (const ReadingSums::Bin& bin : bins)
      if (bin.ratio.n > 0) ratios.push_back(bin.ratio);
  });
  for (std::size_t range = 0; range < lengthRanges.size(); ++range)
    if (m_uniformEntropy[range].second > 0)
      for (const HeadSums& head : m_headSums) ratios.push_back(head.entropyByLength[range]);
  for (const ScoreSums& sums : m_scores) ratios.push_back(sums.content);
  const std::vector<Estimate> estimates = estimateRatios(ratios, m_users.size(), userResamples, 0, cancel);

  ModelProfile profile;
  profile.samplesOfHeads = m_samplesOfHeads;
  std::size_t next = 0;
  const double samples = static_cast<double>(m_samplesOfHeads);
  for (std::size_t f = 0; f < headFigureCount; ++f) profile.uniform[f] = m_uniform[f] / samples;
  for (std::size_t h = 0; h < m_headSums.size(); ++h) {
    HeadRole& role = profile.heads.emplace_back();
    role.layer = h / m_heads;
    role.head = h % m_heads;
    role.fit = m_headSums[h].fit.solve();
    for (std::size_t f = 0; f < headFigureCount; ++f) {
      role.means[f] = m_headSums[h].total[f] / samples;
      role.timesUniform[f] = estimates[next++];
    }
  }
  std::vector<std::vector<ReadingBin>> readings;
  forEachBins([&](const std::vector<ReadingSums::Bin>& bins) {
    std::vector<ReadingBin>& reading = readings.emplace_back();
    const bool hours = readings.size() % 2 == 0;
    for (std::size_t b = 0; b < bins.size(); ++b) {
      const ReadingSums::Bin& bin = bins[b];
      if (bin.ratio.n == 0) continue;
      const auto index = static_cast<double>(b), visits = static_cast<double>(bin.ratio.n);
      reading.push_back({.from = hours ? index * hoursPerBin : index + 1,
                         .to = hours ? (index + 1) * hoursPerBin : index + 1,
                         .visits = bin.ratio.n,
                         .weight = bin.weight / visits,
                         .uniform = bin.uniform / visits,
                         .timesUniform = estimates[next++]});
    }
  });
  for (std::size_t layer = 0; layer < m_layers; ++layer)
    profile.attention.push_back({std::move(readings[2 * layer]), std::move(readings[2 * layer + 1])});
  if (!m_pointer.byPosition.empty())
    profile.pointer = Reading{std::move(readings[2 * m_layers]), std::move(readings[2 * m_layers + 1])};
  for (std::size_t range = 0; range < lengthRanges.size(); ++range) {
    const auto& [sum, n] = m_uniformEntropy[range];
    if (n == 0) continue;
    LengthEntropy& entropy = profile.entropy.emplace_back(LengthEntropy{range, sum / static_cast<double>(n), {}});
    for (std::size_t h = 0; h < m_headSums.size(); ++h) entropy.heads.push_back(estimates[next++]);
  }
  for (std::size_t p = 0; p < m_scores.size(); ++p) {
    const ScoreSums& sums = m_scores[p];
    profile.scores.push_back({p + 1, estimates[next++], sums.bias / static_cast<double>(sums.content.n)});
  }
  return profile;
}

}  // namespace

Result<ModelProfile> modelProfile(const Engine& engine, const SequenceSet& set, std::span<const std::size_t> rows,
                                  const CancelToken& cancel, const Progress& progress) {
  ProfileSums sums(set, rows);
  for (std::size_t first = 0; first < rows.size(); first += samplesPerChunk) {
    const auto chunk = rows.subspan(first, std::min(samplesPerChunk, rows.size() - first));
    std::vector<KeptQuery> kept(chunk.size());
    const auto take = [&](std::size_t slot, const LastQuery& query) { kept[slot] = keptOf(query); };
    const auto advance = [&](std::size_t done, std::size_t) {
      if (progress) progress(first + done, rows.size());
    };
    if (Status status = forEachLastQuery(engine, set, chunk, take, cancel, advance); !status) return status.error();
    for (std::size_t i = 0; i < chunk.size(); ++i) sums.add(chunk[i], kept[i].view());
  }
  ModelProfile profile = sums.profile(cancel);
  if (cancel.cancelled()) return Error{ErrorKind::Cancelled, "", "the profile was cancelled", ""};
  return profile;
}

}  // namespace sojourn
