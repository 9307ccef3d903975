// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "model/core/random.h"
#include "model/data/statistics/projection.h"

namespace sojourn {
namespace {

/// 1 - cosine of all pairs, [n * n].
std::vector<float> cosineDistances(const RowMatrix& rows) {
  const std::size_t n = rows.size();
  RowMatrix unit = rows;
  for (std::size_t i = 0; i < n; ++i) {
    double length = 0;
    for (const double value : rows.row(i)) length += value * value;
    const double by = length > 0 ? 1 / std::sqrt(length) : 0;
    for (std::size_t k = 0; k < rows.width; ++k) unit.values[i * rows.width + k] *= by;
  }
  std::vector<float> distances(n * n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < i; ++j) {
      double cosine = 0;
      for (std::size_t k = 0; k < rows.width; ++k) cosine += unit.row(i)[k] * unit.row(j)[k];
      // The square of the distance of rows of length 1.
      distances[i * n + j] = distances[j * n + i] = static_cast<float>(std::max(0.0, 2 - 2 * cosine));
    }
  return distances;
}

/// Turns the squared distances of row i into probabilities of its neighbours with the given entropy.
void setNeighbours(std::span<float> row, std::size_t i, double entropy) {
  double beta = 1, low = 0, high = 0;
  const double nearest = [&] {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t j = 0; j < row.size(); ++j)
      if (j != i) least = std::min(least, static_cast<double>(row[j]));
    return least;
  }();
  double sum = 1;
  constexpr int steps = 50;
  for (int step = 0; step < steps; ++step) {
    sum = 0;
    double weighted = 0;
    for (std::size_t j = 0; j < row.size(); ++j) {
      if (j == i) continue;
      const double apart = row[j] - nearest, weight = std::exp(-beta * apart);
      sum += weight;
      weighted += weight * apart;
    }
    const double difference = std::log(sum) + beta * weighted / sum - entropy;
    if (std::abs(difference) < 1e-5) break;
    (difference > 0 ? low : high) = beta;
    beta = high > 0 ? (low + high) / 2 : beta * 2;
  }
  for (std::size_t j = 0; j < row.size(); ++j)
    row[j] = j == i ? 0.0F : static_cast<float>(std::exp(-beta * (row[j] - nearest)) / sum);
}

/// Gradient descent with momentum and gains (van der Maaten and Hinton 2008).
class TsneDescent {
 public:
  TsneDescent(const RowMatrix& rows, const TsneOptions& options)
      : m_n(rows.size()), m_joint(cosineDistances(rows)), m_points(m_n), m_speed(m_n), m_gain(m_n, {1, 1}) {
    const double perplexity = std::clamp(options.perplexity, 1.0, std::max(1.0, static_cast<double>(m_n - 1) / 3));
    for (std::size_t i = 0; i < m_n; ++i)
      setNeighbours(std::span(m_joint).subspan(i * m_n, m_n), i, std::log(perplexity));
    for (std::size_t i = 0; i < m_n; ++i)
      for (std::size_t j = 0; j <= i; ++j) {
        const float both = (m_joint[i * m_n + j] + m_joint[j * m_n + i]) / (2 * static_cast<float>(m_n));
        m_joint[i * m_n + j] = m_joint[j * m_n + i] = both;
      }
    constexpr std::size_t noiseSteps = 1U << 20U;
    Random random(options.seed);
    const Projection start = principalComponents(rows);
    double deviation = 0;
    for (const auto& point : start.points) deviation += point[0] * point[0];
    const double scale = deviation > 0 ? 1e-4 / std::sqrt(deviation / static_cast<double>(m_n)) : 0;
    for (std::size_t i = 0; i < m_n; ++i)
      for (std::size_t axis = 0; axis < 2; ++axis)
        m_points[i][axis] =
            start.points[i][axis] * scale + 1e-5 * (static_cast<double>(random.below(noiseSteps)) / noiseSteps - 0.5);
  }

  void step(bool early) {
    const double exaggeration = early ? 12 : 1, momentum = early ? 0.5 : 0.8;
    const double rate = std::max(50.0, static_cast<double>(m_n) / 12 / 4);
    const std::vector<std::array<double, 2>> gradient = gradientWith(exaggeration);
    std::array<double, 2> mean{};
    for (std::size_t i = 0; i < m_n; ++i)
      for (std::size_t axis = 0; axis < 2; ++axis) {
        const double slope = gradient[i][axis];
        double& gain = m_gain[i][axis];
        gain = slope * m_speed[i][axis] < 0 ? gain + 0.2 : std::max(0.01, gain * 0.8);
        m_speed[i][axis] = momentum * m_speed[i][axis] - rate * gain * slope;
        m_points[i][axis] += m_speed[i][axis];
        mean[axis] += m_points[i][axis] / static_cast<double>(m_n);
      }
    for (auto& point : m_points)
      for (std::size_t axis = 0; axis < 2; ++axis) point[axis] -= mean[axis];
  }

  [[nodiscard]] std::vector<std::array<double, 2>>& points() { return m_points; }

 private:
  /// The attracting part is scaled by the exaggeration; the repelling part by the sum over all pairs.
  [[nodiscard]] std::vector<std::array<double, 2>> gradientWith(double exaggeration) const {
    std::vector<std::array<double, 2>> pull(m_n), push(m_n);
    double total = 0;
    std::vector<float> x(m_n), y(m_n);
    for (std::size_t i = 0; i < m_n; ++i) {
      x[i] = static_cast<float>(m_points[i][0]);
      y[i] = static_cast<float>(m_points[i][1]);
    }
    for (std::size_t i = 0; i < m_n; ++i) {
      const float* joint = m_joint.data() + i * m_n;
      const float xi = x[i], yi = y[i];
      float pullX = 0, pullY = 0, pushX = 0, pushY = 0, sum = 0;
      for (std::size_t j = 0; j < m_n; ++j) {
        const float dx = xi - x[j], dy = yi - y[j];
        const float near = 1 / (1 + dx * dx + dy * dy);
        const float attracting = joint[j] * near, repelling = near * near;
        sum += near;
        pullX += attracting * dx;
        pullY += attracting * dy;
        pushX += repelling * dx;
        pushY += repelling * dy;
      }
      total += static_cast<double>(sum) - 1;
      pull[i] = {pullX, pullY};
      push[i] = {pushX, pushY};
    }
    for (std::size_t i = 0; i < m_n; ++i)
      for (std::size_t axis = 0; axis < 2; ++axis)
        pull[i][axis] = 4 * (exaggeration * pull[i][axis] - push[i][axis] / total);
    return pull;
  }

  std::size_t m_n;
  std::vector<float> m_joint;  ///< [n * n] probability of each pair
  std::vector<std::array<double, 2>> m_points, m_speed, m_gain;
};

}  // namespace

Projection tsne(const RowMatrix& rows, const TsneOptions& options, const CancelToken& cancel,
                const Progress& progress) {
  Projection projection{.points = {}, .shares = {}, .metric = false};
  if (rows.size() < 4) {
    projection.points.resize(rows.size());
    return projection;
  }
  constexpr std::size_t earlySteps = 250;
  TsneDescent descent(rows, options);
  for (std::size_t step = 0; step < options.iterations; ++step) {
    if (cancel.cancelled()) return projection;
    if (progress) progress(step, options.iterations);
    descent.step(step < earlySteps);
  }
  projection.points = std::move(descent.points());
  return projection;
}

}  // namespace sojourn
