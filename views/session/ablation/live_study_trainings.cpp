// SPDX-License-Identifier: GPL-3.0-or-later
// How trainings of the open study are queued, paused and stopped.
#include <algorithm>

#include "model/core/translation.h"
#include "model/runs/control/control.h"
#include "model/runs/queue/run_queue.h"
#include "views/session/ablation/live_study.h"

namespace sojourn::session {
namespace {

bool isOfStudy(const StudyPlan& plan, const std::string& run) {
  return std::ranges::any_of(plan.variants,
                             [&](const Variant& variant) { return run.starts_with(variant.name + "-"); });
}

}  // namespace

std::optional<StudyPlan> LiveStudy::plan() const {
  if (!m_state) return std::nullopt;
  StudyPlan plan = m_state->plan;
  if (const DatasetPtr& dataset = m_workspace.dataset(); dataset && dataset->fingerprint == plan.fingerprint)
    plan.data = dataset->folder / dataset->prefix;
  return plan;
}

void LiveStudy::queue(const StudyPlan& plan) {
  m_launcher.fill(plan.folder, 1, [plan] { return queueStudy(plan, true); });
  m_workspace.announce(Change::Study);
}

void LiveStudy::start() {
  if (auto wanted = plan()) queue(*wanted);
}

void LiveStudy::addSeeds(const std::vector<std::int64_t>& seeds) {
  auto wanted = plan();
  if (!wanted) return;
  std::set<std::int64_t> all(wanted->seeds.begin(), wanted->seeds.end());
  all.insert(seeds.begin(), seeds.end());
  wanted->seeds.assign(all.begin(), all.end());
  queue(*wanted);
}

void LiveStudy::addLayers(const std::vector<std::int64_t>& layers) {
  auto wanted = plan();
  if (!wanted) return;
  const auto more = variantsOf(wanted->base, {"full_model"}, layers);
  if (!more) return m_workspace.banners().report(more.error());
  for (const Variant& variant : *more)
    if (std::ranges::find(wanted->variants, variant.name, &Variant::name) == wanted->variants.end())
      wanted->variants.push_back(variant);
  queue(*wanted);
}

void LiveStudy::send(ControlCommand command, const std::string& state) {
  m_commanded = true;
  for (const StudyTraining& training : m_trainings)
    if (training.state == state) m_library.send(m_folder / training.run, command);
}

void LiveStudy::pause() {
  send(ControlCommand::Pause, "running");
}

void LiveStudy::resumeTraining() {
  send(ControlCommand::Resume, "paused");
}

void LiveStudy::stop() {
  if (!m_state) return;
  m_launcher.change(m_folder, [plan = m_state->plan]() -> Status {
    const RunQueue queue(plan.folder);
    // First what waits, so that nothing begins when the others end.
    for (const QueuedRun& run : queue.waiting())
      if (isOfStudy(plan, run.runFolder)) static_cast<void>(queue.withdraw(run.id));
    for (const TakenRun& taken : queue.taken()) {
      if (!isOfStudy(plan, taken.run.runFolder)) continue;
      if (const auto sent = sendCommand(RunPaths{queue.runFolder(taken.run)}, ControlCommand::Stop); !sent)
        return sent.error();
    }
    return {};
  });
  m_workspace.announce(Change::Study);
}

void LiveStudy::begin(const NewStudy& wanted) {
  const DatasetPtr& dataset = m_workspace.dataset();
  if (!dataset)
    return m_workspace.banners().report({ErrorKind::BadUsage, wanted.folder.string(),
                                         tr("cannot begin: no dataset is open"), tr("open the dataset to train on")});
  StudyPlan plan{.folder = wanted.folder,
                 .data = dataset->folder / dataset->prefix,
                 .dataset = dataset->prefix,
                 .fingerprint = dataset->fingerprint,
                 .base = {},
                 .variants = {},
                 .seeds = wanted.seeds,
                 .device = {},
                 .threads = 0};
  m_launcher.fill(wanted.folder, 1, [plan, wanted]() mutable -> Status {
    auto variants = variantsOf(wanted);
    if (!variants) return variants.error();
    plan.base = wanted.base;
    plan.variants = std::move(*variants);
    return queueStudy(plan, true);
  });
  open(wanted.folder);
}

}  // namespace sojourn::session
