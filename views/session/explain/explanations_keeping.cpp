// SPDX-License-Identifier: GPL-3.0-or-later
// Results over the filtered samples that outlive the program: given to a workspace's file, and taken from it.
#include <algorithm>

#include "model/core/text.h"
#include "views/session/explain/explanations.h"

namespace sojourn::session {
namespace {

Error dropped(const std::string& why) {
  return {ErrorKind::BadInput, "Over the samples", "a result that was kept is dropped, because " + why,
          "it can be measured again"};
}

}  // namespace

std::vector<SavedSurvey> Explanations::savedSurveys() const {
  const DatasetPtr& dataset = m_workspace.dataset();
  const EnginePtr& engine = m_workspace.engine();
  std::vector<SavedSurvey> saved;
  // Without fingerprints nobody could tell later whether it still holds.
  if (!dataset || !engine || dataset->fingerprint.empty() || engine->description().fingerprint.empty()) return saved;
  const auto add = [&](const SurveyKey& key, const Survey& survey) {
    if (!survey.summary || key.samples.dataset != dataset || key.samples.engine != engine) return;
    SavedSurvey one = savedSurvey(*dataset, engine->description(), survey.summary);
    one.split = key.samples.split;
    one.filter = survey.filter;
    one.rows = key.samples.rows;
    one.filtered = key.samples.count;
    one.request.location = key.location;
    saved.push_back(std::move(one));
  };
  for (const KeptSurvey& kept : m_keptSurveys) add(kept.key, kept.survey);
  add(m_surveyKey, m_survey);
  return saved;
}

std::vector<Error> Explanations::restoreSurveys(const std::vector<SavedSurvey>& saved) {
  endSurvey();
  m_keptSurveys.clear();
  m_survey = {};
  m_surveyKey = {};
  std::vector<Error> reasons;
  for (const SavedSurvey& one : saved) {
    const std::string why = whyOutdated(one, m_workspace.dataset().get(), m_workspace.model());
    if (why.empty()) {
      m_keptSurveys.push_back({.key = {.samples = {.dataset = m_workspace.dataset(),
                                                   .engine = m_workspace.engine(),
                                                   .split = one.split,
                                                   .rows = one.rows,
                                                   .count = one.filtered},
                                       .location = one.request.location},
                               .survey = {.summary = one.summary,
                                          .filtered = one.filtered,
                                          .cancelled = one.summary->samples < one.summary->asked,
                                          .filter = one.filter},
                               .unproven = true});
    } else if (const Error reason = dropped(why);
               std::ranges::find(reasons, reason.what, &Error::what) == reasons.end()) {
      reasons.push_back(reason);
    }
  }
  m_workspace.announce(Change::Survey);
  followSurvey();
  proveSurveys();
  return reasons;
}

/// A filter means other samples where places were named anew since, or where the file lies.
void Explanations::proveSurveys() {
  if (std::ranges::none_of(m_keptSurveys, &KeptSurvey::unproven)) return;
  if (m_workspace.filterError() || !m_workspace.engine()) return;
  if (m_workspace.sampleView().filter().needsOutcomes() && !m_workspace.samples().complete()) return;
  const FilteredSamples now = filteredSamples(m_workspace);
  const std::size_t before = m_keptSurveys.size();
  std::erase_if(m_keptSurveys, [&](const KeptSurvey& kept) {
    return kept.unproven && kept.survey.filter == m_workspace.filterText() && kept.key.samples.split == now.split &&
           (kept.key.samples.rows != now.rows || kept.key.samples.count != now.count);
  });
  if (m_keptSurveys.size() == before) return;
  m_workspace.report(dropped("its filter shows other samples than it did then"), Severity::Warning);
  m_workspace.announce(Change::Survey);
}

}  // namespace sojourn::session
