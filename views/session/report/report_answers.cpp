// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/report/report_answers.h"

#include <exception>
#include <utility>

#include "model/core/translation.h"

namespace sojourn::session {

struct ReportAnswers::Order {
  Workspace* workspace = nullptr;
  EnginePtr engine;
  DatasetPtr dataset;
  std::vector<ReportSubject> subjects;
  FindingWishes wishes;
  std::weak_ptr<Callbacks> callbacks;
  CancelToken cancel;
};

namespace {

Result<InspectionPtr> inspected(const Engine& engine, const Sequence& sequence, const std::string& where) {
  try {
    auto result = engine.inspect(sequence, {});
    if (result) return *result;
    Error error = result.error();
    if (error.where.empty()) error.where = where;
    return error;
  } catch (const std::exception& failure) {
    return Error{ErrorKind::Failed, where, tr("could not be inspected (%1)", {failure.what()}),
                 tr("close other programs if memory is short, then try again")};
  }
}

}  // namespace

ReportAnswers::ReportAnswers(Workspace& workspace, std::vector<ReportSubject> subjects, FindingWishes wishes,
                             Callbacks callbacks)
    : m_workspace(workspace), m_callbacks(std::make_shared<Callbacks>(std::move(callbacks))) {
  auto order = std::make_shared<const Order>(Order{&workspace, workspace.engine(), workspace.dataset(),
                                                   std::move(subjects), std::move(wishes), m_callbacks, m_cancel});
  m_worker.post([order = std::move(order)] { work(*order); });
}

ReportAnswers::~ReportAnswers() {
  m_cancel.cancel();
  m_workspace.inferencePriority().notify();
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
    order.workspace->inferencePriority().waitForUrgent(order.cancel);
    if (order.cancel.cancelled()) return;
    ReportAnswer answer{.inspection = inspected(*order.engine, subject.sequence, subject.sampleText), .recorded = {}};
    if (subject.recorded) {
      if (auto recorded = inspected(*order.engine, *subject.recorded, subject.sampleText)) answer.recorded = *recorded;
    }
    answers.push_back(std::move(answer));
  }
  post(order, [answers](Callbacks& callbacks) { callbacks.inspected(answers); });
  if (order.wishes.what.empty()) return;
  SampleFinder finder(order.workspace->loaders().explainer, order.engine, order.dataset, order.wishes);
  const Progress yielding = [&](std::size_t, std::size_t) {
    order.workspace->inferencePriority().waitForUrgent(order.cancel);
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
