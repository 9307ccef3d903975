// SPDX-License-Identifier: GPL-3.0-or-later
// The views of the Ablation workspace, and what a click in them does.
#include "model/core/text.h"
#include "views/present/ablation/ablation_views.h"
#include "views/qt/docks/view_state.h"
#include "views/qt/widgets/text.h"
#include "views/session/ablation/live_study.h"

namespace sojourn::qt {

using session::Change;

void ViewState::fillVariants() {
  using Presenter = present::ViewContent (*)(const present::VariantsInput&, const present::Canvas&);
  const auto add = [&](const char* id, const char* title, QSize minimum, present::Size exported, Presenter presenter) {
    m_variantViews.push_back(entry(
        id, title, minimum, exported, {Change::Study, Change::Dataset},
        [this, presenter](const present::Canvas& canvas) { return presenter(variantsInput(), canvas); },
        [this] { return m_study->outdated(); }));
  };
  add("ablation_study", "Ablation study", {520, 200}, {1600, 500}, present::ablationStudyContent);
  add("ablation_users", "Who loses", {260, 140}, {560, 320}, present::whoLosesContent);
  add("ablation_layers", "Number of layers", {220, 140}, {420, 320}, present::layersContent);
  add("ablation_trainings", "Trainings", {260, 140}, {620, 320}, present::trainingsContent);
}

present::VariantsInput ViewState::variantsInput() const {
  const session::LiveStudy& study = *m_study;
  present::VariantsInput input;
  input.folder = escapeForDisplay(study.folder().filename().string(), 60);
  input.study = study.study();
  if (const auto& error = study.folderError(); error && !input.study) {
    input.failure = escapeForDisplay(error->where + ": " + error->what, 200);
    input.remedy = escapeForDisplay(error->remedy, 200);
  }
  if (!study.state()) return input;
  input.dataset = study.state()->plan.dataset;
  if (const auto error = study.datasetError()) {
    input.unevaluated = escapeForDisplay(input.folder + " " + error->what + "; " + error->remedy, 240);
    input.wrongDataset = !study.state()->plan.data.empty();
  }
  input.stopped = study.stopped();
  input.variant = study.variant();
  input.run = study.run();
  input.trainings = study.trainings();
  return input;
}

void ViewState::handle(const present::StudyAction& action) {
  std::visit(present::Overloaded{[this](const present::SelectVariant& one) { m_study->selectVariant(one.name); },
                                 [this](const present::SelectStudyRun& one) { m_study->selectRun(one.run); },
                                 [this](const present::ResumeStudy&) { m_study->resume(); },
                                 [this](const present::QueueLayers& one) { m_study->addLayers(one.layers); }},
             action);
}

}  // namespace sojourn::qt
