// SPDX-License-Identifier: GPL-3.0-or-later
// Projections of rows of numbers onto two axes: principal components, and t-SNE.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "model/core/cancel.h"

namespace sojourn {

/// Rows of equal width, one after another.
struct RowMatrix {
  std::size_t width = 0;
  std::vector<double> values = {};

  [[nodiscard]] std::size_t size() const { return width == 0 ? 0 : values.size() / width; }
  [[nodiscard]] std::span<const double> row(std::size_t at) const {
    return std::span(values).subspan(at * width, width);
  }
};

/// Each row's place in a plane.
struct Projection {
  std::vector<std::array<double, 2>> points;  ///< one for each row
  std::array<double, 2> shares{};             ///< of the variance along each axis, 0..1; 0 where not metric
  bool metric = true;  ///< distances are those of the rows as far as two axes hold them; false: neighbourhoods only
};

/// The two principal components of the rows from `firstRow` on: eigenvectors of the covariance of the centred rows by
/// Householder tridiagonalisation and implicit QL (Bowdler, Martin, Reinsch and Wilkinson 1968). The largest loading of
/// each is positive (SPEC 11). All rows are projected, also those before `firstRow`.
[[nodiscard]] Projection principalComponents(const RowMatrix& rows, std::size_t firstRow = 0);

struct TsneOptions {
  std::uint64_t seed = 0;
  double perplexity = 30;        ///< at most a third of the rows
  std::size_t iterations = 750;  ///< the first 250 with early exaggeration by 12
};
/// More rows than these take minutes.
inline constexpr std::size_t mostTsneRows = 3000;

/// Exact t-SNE (van der Maaten and Hinton 2008) of the rows scaled to length 1, so that neighbours are by cosine;
/// begins at the principal components with a little noise from the seed. The time grows with the square of the rows;
/// `progress` counts iterations. Cancelled: no points.
[[nodiscard]] Projection tsne(const RowMatrix& rows, const TsneOptions& options = {}, const CancelToken& cancel = {},
                              const Progress& progress = {});

}  // namespace sojourn
