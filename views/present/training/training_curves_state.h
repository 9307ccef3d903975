// SPDX-License-Identifier: GPL-3.0-or-later
// How the curves are looked at as one line of text: kept between starts, and part of a link to the view.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "views/present/training/training_curves.h"

namespace sojourn::present {

struct CurveState {
  CurveOptions options;
  std::vector<std::string> runs;  ///< in the curves: their folders; empty: nobody has said
};

/// "x=step smoothing=0.9 log=on seeds=band panels=train_loss,mrr_all enlarged=train_loss cursor=1200 range=0,5
/// runs=a,b". Names are percent-encoded, so that the text has no space, quote or comma of theirs.
[[nodiscard]] std::string curveStateText(const CurveState& state);

/// What is absent, unknown or out of range keeps its default.
[[nodiscard]] CurveState curveStateFrom(std::string_view text);

}  // namespace sojourn::present
