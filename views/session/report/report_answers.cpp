// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/report/report_answers.h"

#include <algorithm>
#include <utility>

#include "model/core/random.h"
#include "model/core/text.h"
#include "model/core/translation.h"
#include "model/data/edit/sequence_edit.h"

namespace sojourn::session {
namespace {

std::string grouped(std::size_t number) {
  return groupThousands(static_cast<long long>(number));
}

Result<std::vector<std::size_t>> chosenRows(const ReportChoice& choice, const Workspace& workspace) {
  const std::span<const SampleIndex> shown = workspace.samples().view().rows();
  std::vector<std::size_t> rows;
  switch (choice.samples) {
    case ReportSamples::None:
      break;
    case ReportSamples::Present:
      if (workspace.row()) rows.push_back(*workspace.row());
      break;
    case ReportSamples::Listed:
      return parseSampleList(choice.listed, workspace.samples().table().size());
    case ReportSamples::First:
      rows.assign(shown.begin(), shown.begin() + static_cast<std::ptrdiff_t>(std::min(choice.count, shown.size())));
      break;
    case ReportSamples::Random:
      rows.assign(shown.begin(), shown.end());
      // Which ones are drawn must not hang on how the table is sorted.
      std::ranges::sort(rows);
      Random(0).draw(rows, choice.count);
      std::ranges::sort(rows);
      break;
    case ReportSamples::Noted:
      for (const auto& [row, note] : workspace.notes().ofRows()) rows.push_back(row);
      std::ranges::sort(rows);
      if (rows.size() > mostReportSamples)
        return Error{ErrorKind::BadUsage, tr("the noted samples"),
                     tr("are %1, a report holds %2", {grouped(rows.size()), grouped(mostReportSamples)}),
                     tr("list some of them by their indices")};
      break;
  }
  return rows;
}

ReportSubject recordedSample(const Workspace& workspace, std::size_t row) {
  const std::string split = splitName(workspace.split());
  return {.sequence = workspace.samples().table().sequences()->sequence(row),
          .title = tr("Sample %1, %2", {grouped(row), split}),
          .sampleText = tr("sample %1, %2", {grouped(row), split}),
          .row = row};
}

ReportSubject editedSample(const Workspace& workspace, const WhatIf& whatIf) {
  ReportSubject subject = recordedSample(workspace, *workspace.row());
  const EditHistory& history = *whatIf.history();
  const EditState& now = history.now();
  subject.title += tr(", edited");
  subject.sampleText += tr(", edited");
  subject.recorded = history.recorded().sequence;
  subject.sequence = now.sequence;
  subject.before = indicesIn(history.recorded().ids, now.ids);
  for (std::size_t state = 1; state <= history.position(); ++state)
    subject.edits.push_back(tr(history.states()[state].name));
  for (const SequenceFlag& flag : now.flags) subject.flags.emplace_back(flag.visit, whatIf.flagText(flag));
  return subject;
}

/// The recorded sample that a scenario began as, where it is in the open split.
std::optional<std::size_t> originRow(const Workspace& workspace, const ScenarioOrigin& origin) {
  const auto& dataset = workspace.dataset();
  const bool here = dataset && origin.dataset == dataset->prefix && origin.fingerprint == dataset->fingerprint &&
                    origin.split == workspace.split() && origin.index < workspace.samples().table().size();
  return here ? std::optional(origin.index) : std::nullopt;
}

ReportSubject scenarioSubject(const Workspace& workspace, const Scenario& scenario) {
  ReportSubject subject{.sequence = scenario.sequence,
                        .title = tr("Scenario %1", {scenario.name}),
                        .sampleText = tr("scenario %1", {escapeForDisplay(scenario.name, 60)}),
                        .row = originRow(workspace, scenario.origin),
                        .edits = scenario.edits};
  if (subject.row) {
    subject.recorded = workspace.samples().table().sequences()->sequence(*subject.row);
    subject.sequence.history = subject.recorded->history;
    subject.before = scenario.recorded.size() == subject.sequence.visits.size()
                         ? scenario.recorded
                         : alignVisits(*subject.recorded, subject.sequence);
    for (auto& index : subject.before)
      if (index && *index >= subject.recorded->visits.size()) index.reset();
    subject.title += tr(", from sample %1, %2", {grouped(*subject.row), splitName(workspace.split())});
  }
  return subject;
}

Result<InspectionPtr> inspected(const Engine& engine, const Sequence& sequence, const std::string& where) {
  return guarded(where, "could not be inspected (%1)", [&]() -> Result<InspectionPtr> {
    auto result = engine.inspect(sequence, {});
    if (result) return *result;
    Error error = result.error();
    if (error.where.empty()) error.where = where;
    return error;
  });
}

}  // namespace

Result<std::vector<ReportSubject>> reportSubjects(const ReportChoice& choice, const Workspace& workspace,
                                                  const WhatIf& whatIf) {
  std::vector<ReportSubject> subjects;
  if (!workspace.samples().table().sequences()) return subjects;
  const auto rows = chosenRows(choice, workspace);
  if (!rows) return rows.error();
  for (const std::size_t row : *rows) subjects.push_back(recordedSample(workspace, row));
  if (choice.edited && workspace.edited() && workspace.row() && whatIf.history())
    subjects.push_back(editedSample(workspace, whatIf));
  if (choice.scenarios)
    for (const KeptScenario& kept : whatIf.scenarios()) subjects.push_back(scenarioSubject(workspace, kept.scenario));
  if (subjects.empty() && choice.samples == ReportSamples::Noted)
    return Error{ErrorKind::BadInput, tr("the samples of the report"), tr("are none: no sample is bookmarked or noted"),
                 tr("bookmark some, or list samples by their indices")};
  if (subjects.empty() && choice.samples != ReportSamples::None)
    return Error{ErrorKind::BadInput, tr("the samples of the report"), tr("are none: no sample matches the filter"),
                 tr("change the filter, or list samples by their indices")};
  return subjects;
}

std::string samplesText(const ReportChoice& choice, const Workspace& workspace) {
  const std::size_t all = workspace.samples().table().size();
  const std::size_t shown = workspace.samples().view().rows().size();
  const std::string split = tr("%1 %2 samples", {grouped(all), splitName(workspace.split())});
  const std::string of = shown < all ? tr("%1 filtered of %2", {grouped(shown), split}) : split;
  switch (choice.samples) {
    case ReportSamples::None:
      return tr("none as recorded");
    case ReportSamples::Present:
      return tr("the selected sample, of %1", {split});
    case ReportSamples::Listed:
      return tr("listed, of %1", {split});
    case ReportSamples::First:
      return tr("the first %1 of %2", {grouped(std::min(choice.count, shown)), of});
    case ReportSamples::Random:
      return tr("%1 at random (seed 0) of %2", {grouped(std::min(choice.count, shown)), of});
    case ReportSamples::Noted:
      return tr("the bookmarked and noted ones of %1", {split});
  }
  return {};
}

struct ReportAnswers::Order {
  Workspace* workspace = nullptr;
  EnginePtr engine;
  DatasetPtr dataset;
  std::vector<ReportSubject> subjects;
  FindingWishes wishes;
  std::weak_ptr<Callbacks> callbacks;
  CancelToken cancel;
};

ReportAnswers::ReportAnswers(Workspace& workspace, std::vector<ReportSubject> subjects, FindingWishes wishes,
                             Callbacks callbacks)
    : m_workspace(workspace),
      m_callbacks(std::make_shared<Callbacks>(std::move(callbacks))),
      m_worker(workspace.threads()) {
  auto order = std::make_shared<const Order>(Order{&workspace, workspace.engine(), workspace.dataset(),
                                                   std::move(subjects), std::move(wishes), m_callbacks, m_cancel});
  m_worker.post([order = std::move(order)] { work(*order); }, Priority::Evaluation);
}

ReportAnswers::~ReportAnswers() {
  m_cancel.cancel();
  m_workspace.threads().notify();
}

template <class Act>
void ReportAnswers::post(const Order& order, Act act) {
  order.workspace->post([callbacks = order.callbacks, act = std::move(act)]() mutable {
    if (const auto alive = callbacks.lock()) act(*alive);
  });
}

void ReportAnswers::work(const Order& order) {
  std::vector<ReportAnswer> answers;
  for (const ReportSubject& subject : order.subjects) {
    order.workspace->threads().giveWay(Priority::Evaluation, order.cancel);
    if (order.cancel.cancelled()) return;
    ReportAnswer answer{.inspection = inspected(*order.engine, subject.sequence, subject.sampleText)};
    if (subject.recorded) {
      if (auto recorded = inspected(*order.engine, *subject.recorded, subject.sampleText)) answer.recorded = *recorded;
    }
    answers.push_back(std::move(answer));
  }
  post(order, [answers](Callbacks& callbacks) { callbacks.inspected(answers); });
  if (order.wishes.what.empty()) return;
  SampleFinder finder(order.workspace->loaders().explainer, order.engine, order.dataset, order.wishes);
  const Progress yielding = [&](std::size_t, std::size_t) {
    order.workspace->threads().giveWay(Priority::Evaluation, order.cancel);
  };
  for (std::size_t i = 0; i < answers.size(); ++i) {
    if (!answers[i].inspection) continue;
    yielding(0, 0);
    auto found = finder.find(*answers[i].inspection, order.subjects[i].sampleText, order.cancel, yielding);
    if (order.cancel.cancelled()) return;
    post(order, [i, found = std::move(found)](Callbacks& callbacks) { callbacks.found(i, found); });
  }
}

}  // namespace sojourn::session
