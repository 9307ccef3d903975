// SPDX-License-Identifier: GPL-3.0-or-later
// Fake samples and a measurer for the presenters' tests: plain values, no model and no font needed.
#pragma once

#include <cstdint>
#include <string>

#include "model/data/dataset/place_names.h"
#include "model/results/inspection.h"
#include "model/results/model_description.h"
#include "views/present/samples/sample_context.h"
#include "views/present/scene/canvas.h"

namespace sojourn::present {

/// Widths like those of the product's font on average: 0.56 em a character (not byte), a little more when bold.
class EvenMeasurer final : public TextMeasurer {
 public:
  [[nodiscard]] float width(std::string_view text, const Font& font) const override;
};

inline const EvenMeasurer measurer;

/// In the light theme.
inline Canvas lightCanvas(Size size) {
  return {size, Theme::light(), measurer};
}

struct FixtureOptions {
  std::size_t visits = 14;
  std::uint32_t seed = 1;
  LocationId locations = 60;       ///< V
  std::size_t distinctPlaces = 6;  ///< in the window
  bool pointer = true;
  bool gate = true;
  bool longNames = false;
  bool target = true;
  std::size_t layers = 2, heads = 4;  ///< 0 heads: no maps
  bool causal = false;
};

/// An inspection whose parts agree with each other (sums, softmax, ranking), with all that a context borrows.
struct FixtureSample {
  Inspection inspection;
  ModelDescription model;
  PlaceNames names;
  PlaceColors colors;

  explicit FixtureSample(const FixtureOptions& options);
  /// Valid while this sample lives.
  [[nodiscard]] SampleContext context() const;
};

}  // namespace sojourn::present
