// SPDX-License-Identifier: GPL-3.0-or-later
// The views of the Ablation workspace: variants of a model, each trained with several seeds, against the full model.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "model/results/variant_study.h"
#include "views/present/scene/canvas.h"
#include "views/present/scene/scene_builder.h"

namespace sojourn::present {

/// Pointers and spans are borrowed and valid during one call of a presenter.
struct VariantsInput {
  const VariantStudy* study = nullptr;  ///< null: none is open, or its folder has not been read yet
  std::string folder = {};              ///< its name; empty: none is open
  std::string failure = {};             ///< why the folder cannot be read
  std::string remedy = {};
  std::string unevaluated = {};  ///< why the runs have no figures
  bool wrongDataset = false;     ///< because of the open dataset: the study's own can be opened
  bool stopped = false;          ///< the evaluation was cancelled
  std::string dataset = {};      ///< prefix of the one that the study was trained on
  std::string variant = {};      ///< the selected one
  std::string run = {};          ///< the selected one; empty: none
  std::span<const StudyTraining> trainings = {};
};

// A click selects a variant or a run, or filters (StudyAction, ToggleFilter); a double click or the menu opens a run.

/// Ablation study: a row for each variant with its runs, its difference to the full model, and the claims.
[[nodiscard]] ViewContent ablationStudyContent(const VariantsInput& input, const Canvas& canvas);

/// Who loses: the difference of the selected variant by users, as wide as they have samples.
[[nodiscard]] ViewContent whoLosesContent(const VariantsInput& input, const Canvas& canvas);

/// Number of layers: the runs by the number of layers of their encoders. Action: QueueLayers.
[[nodiscard]] ViewContent layersContent(const VariantsInput& input, const Canvas& canvas);

/// Trainings: validation accuracy of all runs by epoch, and how far each run is.
[[nodiscard]] ViewContent trainingsContent(const VariantsInput& input, const Canvas& canvas);

/// What the study comes to.
struct StudySentence {
  std::string sentence;
  std::string detail;  ///< "49.3 to 50.9 over 5 seeds of the full model"; may be empty
};
[[nodiscard]] StudySentence studySentence(const VariantsInput& input);

// ---- shared by these views
/// "Acc@1", "MRR"
[[nodiscard]] std::string figureTitle(StudyFigure figure);
/// "Acc@1, known targets": of a caption.
[[nodiscard]] std::string metricTitle(const StudyMetric& metric);
/// "running": of a run.
[[nodiscard]] std::string runStateTitle(const std::string& state);
/// Why there is no study, in its place.
[[nodiscard]] std::optional<EmptyState> nothingStudied(const VariantsInput& input);
/// The same where figures are needed.
[[nodiscard]] std::optional<EmptyState> nothingEvaluated(const VariantsInput& input);
/// Adds what the menu and a double click do with a run, where it has a checkpoint.
void addRunActions(HitArea& hit, const std::string& run, bool finished, bool isFull);
/// "claim outside: less lost"
[[nodiscard]] std::string shortVerdict(const StudiedVariant& variant);
/// Null where there is none of that name.
[[nodiscard]] const StudiedVariant* variantNamed(const VariantStudy& study, const std::string& name);

}  // namespace sojourn::present
