// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/report/sample_findings.h"

#include <chrono>
#include <utility>

#include "model/core/translation.h"

namespace sojourn::session {
namespace {

template <class Answer, class Work>
void findOne(SampleFindings& findings, Finding finding, Answer& answer, const CancelToken& cancel, const Work& work) {
  if (cancel.cancelled()) return;
  const auto began = std::chrono::steady_clock::now();
  const auto found = guarded(tr("the sample"), "could not be explained (%1)", work);
  if (found)
    answer = *found;
  else if (!cancel.cancelled())
    findings.failures.emplace(finding, found.error());
  findings.seconds[finding] = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

template <class Answer>
Result<std::shared_ptr<const Answer>> shared(Result<Answer> answer) {
  if (!answer) return answer.error();
  return std::make_shared<const Answer>(std::move(*answer));
}

}  // namespace

struct SampleFinder::Sample {
  const InspectionPtr& inspection;
  const std::string& text;
  const CancelToken& cancel;
  const Progress& progress;
};

SampleFinder::SampleFinder(Explainer explainer, EnginePtr engine, DatasetPtr dataset, FindingWishes wishes)
    : m_explainer(std::move(explainer)),
      m_engine(std::move(engine)),
      m_dataset(std::move(dataset)),
      m_wishes(std::move(wishes)) {
  m_wishes.counterfactuals.to.reset();
  if (!sweepOffers(m_engine->description(), m_wishes.feature)) m_wishes.feature = SweepFeature::Start;
}

SampleFindings SampleFinder::find(const InspectionPtr& inspection, const std::string& sampleText,
                                  const CancelToken& cancel, const Progress& progress) {
  SampleFindings found;
  const Sample sample{inspection, sampleText, cancel, progress};
  for (const Finding finding : m_wishes.what) {
    switch (finding) {
      case Finding::Explanation:
        findOne(found, finding, found.explained, cancel, [&] { return explain(sample); });
        break;
      case Finding::Components:
        findOne(found, finding, found.components, cancel, [&] { return ablateComponents(sample); });
        break;
      case Finding::Shapley:
        findOne(found, finding, found.shapley, cancel, [&] { return playGames(sample); });
        break;
      case Finding::FeatureSweep:
        findOne(found, finding, found.sweep, cancel, [&] { return sweepLastVisit(sample); });
        break;
      case Finding::Counterfactuals:
        findOne(found, finding, found.counterfactuals, cancel, [&] { return searchCounterfactuals(sample); });
        break;
      case Finding::Nearest:
        findOne(found, finding, found.nearest, cancel, [&] { return searchNearest(sample); });
        break;
    }
  }
  return found;
}

Result<ExplainedSamplePtr> SampleFinder::explain(const Sample& sample) const {
  const SampleQuestion question{.engine = m_engine,
                                .inspection = sample.inspection,
                                .sampleText = sample.text,
                                .target = targetOf(m_wishes.question, *sample.inspection),
                                .baseline = m_wishes.question.baseline};
  return shared(explainSample(m_explainer, question, ExplanationDepth::Refined, sample.cancel, sample.progress));
}

Result<std::shared_ptr<const AblationAnswer>> SampleFinder::ablateComponents(const Sample& sample) {
  if (!m_ablatable) {
    auto model = shared(ablatableModel(m_explainer, m_dataset, m_engine, sample.cancel, sample.progress));
    if (!model) return model.error();
    m_ablatable = std::move(*model);
  }
  return shared(ablateEverything(m_explainer, m_ablatable, sample.inspection,
                                 targetOf(m_wishes.question, *sample.inspection), sample.text, sample.cancel,
                                 sample.progress));
}

Result<std::shared_ptr<const ShapleyAnswer>> SampleFinder::playGames(const Sample& sample) const {
  const SampleQuestion question{.engine = m_engine,
                                .inspection = sample.inspection,
                                .sampleText = sample.text,
                                .target = targetOf(m_wishes.question, *sample.inspection)};
  return shared(session::playGames(m_explainer, question, sample.cancel, sample.progress));
}

Result<std::shared_ptr<const FeatureSweepAnswer>> SampleFinder::sweepLastVisit(const Sample& sample) {
  const std::size_t visits = sample.inspection->sequence.visits.size();
  if (visits == 0)
    return Error{ErrorKind::BadInput, sample.text, tr("has no visit to sweep"), tr("choose a sample with visits")};
  const FeatureSweepRequest request{
      visits - 1, m_wishes.feature,
      sweepCandidates(*sample.inspection, static_cast<LocationId>(m_engine->description().sizes.locations),
                      std::nullopt)};
  return shared(featureSweepOf(*m_engine, sample.inspection, request, m_dataset, m_trainingCounts, sample.cancel,
                               sample.progress));
}

Result<std::shared_ptr<const CounterfactualAnswer>> SampleFinder::searchCounterfactuals(const Sample& sample) {
  return shared(counterfactualsOf(*m_engine, sample.inspection, m_wishes.counterfactuals, m_dataset, m_trainingCounts,
                                  sample.cancel, sample.progress));
}

Result<std::shared_ptr<const NearestAnswer>> SampleFinder::searchNearest(const Sample& sample) {
  if (!m_library) {
    auto library = SequenceLibrary::read(*m_engine, m_dataset, Split::Train, sample.cancel, sample.progress);
    if (!library) return library.error();
    m_library = std::move(*library);
  }
  auto found = m_library->nearest(*sample.inspection, m_wishes.similarity, NearestRecords::listed, sample.cancel);
  if (!found) return found.error();
  return std::make_shared<const NearestAnswer>(NearestAnswer{std::move(*found), sample.inspection, sample.text});
}

}  // namespace sojourn::session
