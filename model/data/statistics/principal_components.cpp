// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "model/data/statistics/projection.h"

namespace sojourn {
namespace {

/// Eigenvalues and eigenvectors of a symmetric matrix.
class SymmetricEigen {
 public:
  /// `matrix` [n * n], which becomes the eigenvectors as columns.
  SymmetricEigen(std::vector<double> matrix, std::size_t n) : m_n(n), m_v(std::move(matrix)), m_d(n), m_e(n) {
    if (n == 0) return;
    tridiagonalise();
    diagonalise();
  }

  [[nodiscard]] const std::vector<double>& values() const { return m_d; }
  [[nodiscard]] double vector(std::size_t component, std::size_t of) const { return m_v[component * m_n + of]; }

 private:
  double& v(std::size_t row, std::size_t column) { return m_v[row * m_n + column]; }

  /// Householder reduction from the last row up; the transformations are gathered in m_v.
  void tridiagonalise() {
    for (std::size_t j = 0; j < m_n; ++j) m_d[j] = v(m_n - 1, j);
    for (std::size_t i = m_n - 1; i > 0; --i) {
      double scale = 0, h = 0;
      for (std::size_t k = 0; k < i; ++k) scale += std::abs(m_d[k]);
      if (scale == 0) {
        m_e[i] = m_d[i - 1];
        for (std::size_t j = 0; j < i; ++j) {
          m_d[j] = v(i - 1, j);
          v(i, j) = v(j, i) = 0;
        }
      } else {
        h = reflect(i, scale);
      }
      m_d[i] = h;
    }
    gatherReflections();
  }

  double reflect(std::size_t i, double scale) {
    double h = 0;
    for (std::size_t k = 0; k < i; ++k) {
      m_d[k] /= scale;
      h += m_d[k] * m_d[k];
    }
    const double f = m_d[i - 1], g = f > 0 ? -std::sqrt(h) : std::sqrt(h);
    m_e[i] = scale * g;
    h -= f * g;
    m_d[i - 1] = f - g;
    std::fill_n(m_e.begin(), i, 0.0);
    for (std::size_t j = 0; j < i; ++j) {
      const double pivot = m_d[j];
      v(j, i) = pivot;
      double sum = m_e[j] + v(j, j) * pivot;
      for (std::size_t k = j + 1; k < i; ++k) {
        sum += v(k, j) * m_d[k];
        m_e[k] += v(k, j) * pivot;
      }
      m_e[j] = sum;
    }
    double product = 0;
    for (std::size_t j = 0; j < i; ++j) {
      m_e[j] /= h;
      product += m_e[j] * m_d[j];
    }
    const double half = product / (h + h);
    for (std::size_t j = 0; j < i; ++j) m_e[j] -= half * m_d[j];
    for (std::size_t j = 0; j < i; ++j) {
      for (std::size_t k = j; k < i; ++k) v(k, j) -= m_d[j] * m_e[k] + m_e[j] * m_d[k];
      m_d[j] = v(i - 1, j);
      v(i, j) = 0;
    }
    return h;
  }

  void gatherReflections() {
    for (std::size_t i = 0; i + 1 < m_n; ++i) {
      v(m_n - 1, i) = v(i, i);
      v(i, i) = 1;
      const double h = m_d[i + 1];
      if (h != 0) {
        for (std::size_t k = 0; k <= i; ++k) m_d[k] = v(k, i + 1) / h;
        for (std::size_t j = 0; j <= i; ++j) {
          double sum = 0;
          for (std::size_t k = 0; k <= i; ++k) sum += v(k, i + 1) * v(k, j);
          for (std::size_t k = 0; k <= i; ++k) v(k, j) -= sum * m_d[k];
        }
      }
      for (std::size_t k = 0; k <= i; ++k) v(k, i + 1) = 0;
    }
    for (std::size_t j = 0; j < m_n; ++j) {
      m_d[j] = v(m_n - 1, j);
      v(m_n - 1, j) = 0;
    }
    v(m_n - 1, m_n - 1) = 1;
    m_e[0] = 0;
  }

  /// Implicit QL on the tridiagonal matrix.
  void diagonalise() {
    std::shift_left(m_e.begin(), m_e.end(), 1);
    m_e[m_n - 1] = 0;
    constexpr double epsilon = std::numeric_limits<double>::epsilon();
    constexpr int mostRounds = 60;
    double shift = 0, largest = 0;
    for (std::size_t l = 0; l < m_n; ++l) {
      largest = std::max(largest, std::abs(m_d[l]) + std::abs(m_e[l]));
      std::size_t m = l;
      while (m + 1 < m_n && std::abs(m_e[m]) > epsilon * largest) ++m;
      for (int round = 0; m > l && round < mostRounds; ++round) {
        shift += rotate(l, m);
        if (!(std::abs(m_e[l]) > epsilon * largest)) break;
      }
      m_d[l] += shift;
      m_e[l] = 0;
    }
  }

  /// One QL step on l..m; the shift that it took.
  double rotate(std::size_t l, std::size_t m) {
    const double before = m_d[l];
    double p = (m_d[l + 1] - before) / (2 * m_e[l]);
    const double r = std::copysign(std::hypot(p, 1.0), p);
    m_d[l] = m_e[l] / (p + r);
    m_d[l + 1] = m_e[l] * (p + r);
    const double next = m_d[l + 1], h = before - m_d[l];
    for (std::size_t i = l + 2; i < m_n; ++i) m_d[i] -= h;
    p = m_d[m];
    double c = 1, c2 = 1, c3 = 1, s = 0, s2 = 0;
    const double below = m_e[l + 1];
    for (std::size_t i = m; i-- > l;) {
      c3 = c2;
      c2 = c;
      s2 = s;
      const double g = c * m_e[i], across = c * p, length = std::hypot(p, m_e[i]);
      m_e[i + 1] = s * length;
      s = m_e[i] / length;
      c = p / length;
      p = c * m_d[i] - s * g;
      m_d[i + 1] = across + s * (c * g + s * m_d[i]);
      for (std::size_t k = 0; k < m_n; ++k) {
        const double right = v(k, i + 1), left = v(k, i);
        v(k, i + 1) = s * left + c * right;
        v(k, i) = c * left - s * right;
      }
    }
    p = -s * s2 * c3 * below * m_e[l] / next;
    m_e[l] = s * p;
    m_d[l] = c * p;
    return h;
  }

  std::size_t m_n;
  std::vector<double> m_v, m_d, m_e;
};

std::vector<double> meanOf(const RowMatrix& rows, std::size_t firstRow) {
  std::vector<double> mean(rows.width, 0.0);
  for (std::size_t i = firstRow; i < rows.size(); ++i)
    for (std::size_t k = 0; k < rows.width; ++k) mean[k] += rows.row(i)[k];
  for (double& value : mean) value /= static_cast<double>(rows.size() - firstRow);
  return mean;
}

}  // namespace

Projection principalComponents(const RowMatrix& rows, std::size_t firstRow) {
  const std::size_t n = rows.size(), d = rows.width;
  Projection projection{.points = std::vector<std::array<double, 2>>(n)};
  if (n < firstRow + 2) return projection;
  const std::vector<double> mean = meanOf(rows, firstRow);
  std::vector<double> covariance(d * d, 0.0), centred(d);
  for (std::size_t i = firstRow; i < n; ++i) {
    for (std::size_t k = 0; k < d; ++k) centred[k] = rows.row(i)[k] - mean[k];
    for (std::size_t a = 0; a < d; ++a)
      for (std::size_t b = 0; b <= a; ++b) covariance[a * d + b] += centred[a] * centred[b];
  }
  double total = 0;
  for (std::size_t a = 0; a < d; ++a) {
    total += covariance[a * d + a];
    for (std::size_t b = 0; b < a; ++b) covariance[b * d + a] = covariance[a * d + b];
  }
  if (!(total > 0)) return projection;
  const SymmetricEigen eigen(std::move(covariance), d);
  std::vector<std::size_t> order(d);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) { return eigen.values()[a] > eigen.values()[b]; });
  for (std::size_t axis = 0; axis < std::min<std::size_t>(2, d); ++axis) {
    const std::size_t which = order[axis];
    projection.shares[axis] = std::max(0.0, eigen.values()[which]) / total;
    double largest = 0;
    for (std::size_t k = 0; k < d; ++k)
      if (std::abs(eigen.vector(k, which)) > std::abs(largest)) largest = eigen.vector(k, which);
    const double sign = largest < 0 ? -1 : 1;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t k = 0; k < d; ++k)
        projection.points[i][axis] += sign * eigen.vector(k, which) * (rows.row(i)[k] - mean[k]);
  }
  return projection;
}

}  // namespace sojourn
