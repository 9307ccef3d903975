// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/component_ablation/component_ablation_study.h"

#include "model/core/random.h"
#include "model/core/translation.h"

namespace sojourn::session {

Result<AblatableModel> ablatableModel(const Explainer& explainer, const DatasetPtr& dataset, const EnginePtr& engine,
                                      const CancelToken& cancel, const Progress& progress) {
  const SequenceSet* training = dataset->split(Split::Train);
  if (!training)
    return Error{ErrorKind::BadInput, dataset->prefix, tr("has no training set, whose means component ablation needs"),
                 tr("open a dataset with its training file")};
  auto components = explainer.ablatableComponents(*engine);
  if (!components) return components.error();
  auto reference = explainer.componentReference(*engine, *training, cancel, progress);
  if (!reference) return reference.error();
  return AblatableModel{dataset, engine, std::move(*components), std::move(*reference)};
}

Result<AblationAnswer> ablateEverything(const Explainer& explainer, const std::shared_ptr<const AblatableModel>& model,
                                        const InspectionPtr& inspection, const ExplanationTarget& target,
                                        const std::string& sampleText, const CancelToken& cancel,
                                        const Progress& progress) {
  const std::vector<ComponentAblation> ablations = everyAblationOf(model->components);
  auto ablationTable =
      explainer.ablateComponents(*model->engine, inspection->sequence, ablations, model->reference,
                                 {.target = target.location, .ratherThan = target.ratherThan}, cancel, progress);
  if (!ablationTable) return ablationTable.error();
  return AblationAnswer{model, inspection, sampleText, std::move(*ablationTable)};
}

ComponentAblationStudy::ComponentAblationStudy(Workspace& workspace, const Explanations& explanations)
    : SampleStudy(workspace, Change::Components,
                  {Change::Inspection, Change::Sample, Change::Model, Change::Dataset, Change::Explanation}),
      m_explanations(explanations),
      m_model(workspace,
              [this] {
                if (!m_model.awaiting()) ask();
                m_changed();
              }),
      m_evaluations(workspace, Change::Components,
                    [](AblationEvaluation& evaluation, const auto& found) { evaluation.summary = found; }) {}

void ComponentAblationStudy::setWatched(bool watched) {
  SampleStudy::setWatched(watched);
  updateEvaluation();
}

void ComponentAblationStudy::updateFrom(Changes changes) {
  SampleStudy::updateFrom(changes);
  if (changes.hasAny({Change::SampleRows, Change::Model, Change::Dataset})) updateEvaluation();
}

void ComponentAblationStudy::updateEvaluation() {
  // Without a visit to this view nothing is computed.
  if (watched() || !m_evaluations.empty()) m_evaluations.setKey(filteredSamples(m_workspace));
}

void ComponentAblationStudy::drop() {
  if (!model()) m_model.cancel();
  m_query.cancel();
}

std::shared_ptr<const AblatableModel> ComponentAblationStudy::model() const {
  return m_model.answers(modelAndData(m_workspace)) ? m_model.answer() : nullptr;
}

bool ComponentAblationStudy::prepare() {
  const ModelAndData now = modelAndData(m_workspace);
  if (!now.dataset || !now.engine) return false;
  if (m_model.asked() != now) {
    if (!model()) m_query.forget();
    m_model.askOnce({.title = tr("Means of the training set"),
                     .unit = "sequences",
                     .subject = "the means of the training set",
                     .progressShown = true,
                     .priority = Priority::Evaluation},
                    now,
                    [now, explainer = m_workspace.loaders().explainer](const CancelToken& cancel,
                                                                       const Progress& progress, const auto&) {
                      return ablatableModel(explainer, now.dataset, now.engine, cancel, progress);
                    });
  }
  return model() != nullptr;
}

std::optional<AblationQuestion> ComponentAblationStudy::question() const {
  if (!model() || !inspected(m_workspace)) return std::nullopt;
  const InspectionPtr& inspection = m_workspace.inspection();
  return AblationQuestion{model(), inspection, targetOf(m_explanations.choice(), *inspection)};
}

void ComponentAblationStudy::compute(const AblationQuestion& question) {
  m_query.askOnce({.title = tr("Ablating components"), .unit = "ablations", .subject = "the component ablation"},
                  question,
                  [question, sampleText = m_workspace.sampleText(), explainer = m_workspace.loaders().explainer](
                      const CancelToken& cancel, const Progress& progress, const auto&) {
                    return ablateEverything(explainer, question.model, question.inspection, question.target, sampleText,
                                            cancel, progress);
                  });
}

void ComponentAblationStudy::startEvaluation(std::size_t samples) {
  const auto known = model();
  if (!known || filtered() == 0) return;
  m_evaluations.setKey(filteredSamples(m_workspace));
  std::vector<std::size_t> rows = filteredRows(m_workspace);
  Random(0).draw(rows, samples);
  m_evaluations.start(
      {.title = tr("Ablating components on %1 samples", {std::to_string(rows.size())}),
       .unit = "passes",
       .subject = "the component ablation"},
      [known, split = m_workspace.split(), rows = std::move(rows), explainer = m_workspace.loaders().explainer](
          const CancelToken& cancel, const Progress& progress, const auto&) {
        return explainer.ablateComponentsOver(*known->engine, *known->dataset->split(split), rows,
                                              everyAblationOf(known->components), known->reference, {}, cancel,
                                              progress);
      });
}

}  // namespace sojourn::session
