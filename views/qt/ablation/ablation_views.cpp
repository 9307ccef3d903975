// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/ablation/ablation_views.h"

#include "model/core/text.h"

namespace sojourn::qt {

using session::Change;

AblationViews::AblationViews(const CurrentSample& current) : WorkspaceViews(current, {}), m_study(current.workspace()) {
  using Presenter = present::ViewContent (*)(const present::VariantsInput&, const present::Canvas&);
  const auto addStudy = [this](const char* id, const char* title, QSize minimum, present::Size exported,
                               Presenter presenter) {
    add(
        id, title, minimum, exported, {Change::Study, Change::Dataset},
        [this, presenter](const SampleSource&, const present::Canvas& canvas) { return presenter(input(), canvas); },
        [this] { return m_study.outdated(); });
  };
  addStudy("ablation_study", "Ablation study", {520, 200}, {1600, 500}, present::ablationStudyContent);
  addStudy("ablation_users", "Who loses", {260, 140}, {560, 320}, present::whoLosesContent);
  addStudy("ablation_layers", "Number of layers", {220, 140}, {420, 320}, present::layersContent);
  addStudy("ablation_trainings", "Trainings", {260, 140}, {620, 320}, present::trainingsContent);
}

present::VariantsInput AblationViews::input() const {
  const session::LiveStudy& study = m_study;
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

void AblationViews::handle(const present::StudyAction& action) {
  std::visit(present::Overloaded{[this](const present::SelectVariant& one) { m_study.selectVariant(one.name); },
                                 [this](const present::SelectStudyRun& one) { m_study.selectRun(one.run); },
                                 [this](const present::ResumeStudy&) { m_study.resume(); },
                                 [this](const present::QueueLayers& one) { m_study.addLayers(one.layers); }},
             action);
}

}  // namespace sojourn::qt
