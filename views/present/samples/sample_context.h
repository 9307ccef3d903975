// SPDX-License-Identifier: GPL-3.0-or-later
// What all views of one sample are made from: the inspection, the names, the colours, the selection, and what it is
// compared with.
#pragma once

#include <span>
#include <string>

#include "model/data/dataset/place_names.h"
#include "model/results/inspection.h"
#include "model/results/model_description.h"
#include "model/results/selection.h"
#include "views/present/samples/reference.h"
#include "views/present/scene/place_colors.h"

namespace sojourn::present {

/// Pointers are borrowed and valid during one call of a presenter. `inspection` may be null: nothing inspected yet.
struct SampleContext {
  const Inspection* inspection = nullptr;
  const ModelDescription* model = nullptr;
  const PlaceNames* names = nullptr;
  const PlaceColors* colors = nullptr;
  Selection selection;
  std::int32_t displayOffsetMinutes = 0;  ///< added to recorded times on screen only (SPEC: data may be in GMT)
  std::string sampleText;                 ///< "sample 3376, test": the scope, printed by every view
  const Reference* reference = nullptr;   ///< null: no change is shown, and no picture differs by a pixel
  std::span<const VisitFlag> flags = {};  ///< visits that could not have been; at most one a visit
  bool editable = false;                  ///< the visits can be dragged along the week
};

}  // namespace sojourn::present
