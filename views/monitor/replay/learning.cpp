// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/monitor/replay/learning.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iterator>
#include <utility>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/present/replay/replay_view.h"
#include "views/present/runs/run_colors.h"

namespace sojourn::monitor {
namespace {

using ContentOf = present::ViewContent (*)(const present::ReplayInput&, const present::Canvas&);

/// In the order of LearningPart.
constexpr std::array<ContentOf, 7> presenters{
    present::replayProbesContent, present::replayPointerContent, present::replayMapsContent, present::replayTopContent,
    present::replayGateContent,   present::replayBiasContent,    present::replayHeadContent};

ContentOf presenterOf(LearningPart part) {
  return presenters[static_cast<std::size_t>(part)];
}

/// What cannot be read has no names: then visits are numbers.
session::Settings settingsFrom(const std::filesystem::path& file) {
  if (file.empty()) return {};
  auto settings = session::readSettings(file);
  return settings ? std::move(*settings) : session::Settings{};
}

/// The handles only where they are elsewhere: every move is announced and asks for files.
void place(session::LearningReplay& replay, std::size_t a, std::size_t b, std::size_t probe) {
  if (replay.b() != b) replay.setB(b);
  if (replay.a() != a) replay.setA(a);
  if (replay.probe() != probe) replay.setProbe(probe);
}

/// Empty where both have snapshots of the same samples of one dataset; else the sentence that says what is missing.
std::string besideProblem(const session::FollowedRun& run, const session::FollowedRun& beside) {
  const auto& ours = run.entry.record;
  const auto& theirs = beside.entry.record;
  const auto snapshots = [](const session::FollowedRun& one) { return one.outline && !one.outline->probes.empty(); };
  if (!snapshots(run)) return tr("The selected run has no snapshots");
  if (!snapshots(beside)) return tr("This run has no snapshots of probes");
  if (!ours || !theirs) return tr("Without run.json, the samples of its probes are unknown");
  if (ours->dataset.fingerprint != theirs->dataset.fingerprint) return tr("This run is trained on other data");
  if (ours->probes != theirs->probes) return tr("This run has other samples as probes");
  return {};
}

present::Color inkOf(const present::RunPlots& plots, const std::string& id) {
  const present::PlotChoice* choice = choiceOf(plots, id);
  return choice ? choice->color : present::runColor(0);
}

}  // namespace

std::vector<BesideChoice> besideChoices(const std::vector<WatchedRun>& runs, const std::string& main,
                                        const present::RunPlots& plots) {
  std::vector<BesideChoice> choices;
  const auto selected = std::ranges::find(runs, main, &WatchedRun::id);
  if (selected == runs.end()) return choices;
  for (const WatchedRun& run : runs) {
    if (run.id() == main) continue;
    choices.push_back({.run = run.run,
                       .id = run.id(),
                       .name = run.name,
                       .why = besideProblem(*selected->run, *run.run),
                       .ink = inkOf(plots, run.id())});
  }
  std::ranges::stable_partition(choices, [](const BesideChoice& choice) { return choice.why.empty(); });
  return choices;
}

present::Color besideInk(present::Color main, present::Color beside) {
  for (std::size_t next = 0; beside == main; ++next) beside = present::runColor(next);
  return beside;
}

// ---- one run

LearningSide::LearningSide(std::function<void()> wake, std::function<void()> changed, const session::Settings& settings)
    : m_settings(settings),
      m_replay({.wake = std::move(wake),
                .changed = std::move(changed),
                .settingsOf = [this](const std::string& prefix, const std::string& fingerprint) {
                  const auto found = m_settings.datasets.find(session::datasetKey(prefix, fingerprint));
                  return found == m_settings.datasets.end() ? session::DatasetSettings{} : found->second;
                }}) {}

bool LearningSide::follow(const session::FollowedRunPtr& run) {
  const session::FollowedRunPtr before = m_replay.run();
  const bool another = !run || !before || run->folder() != before->folder();
  m_replay.follow(run);
  // What it borrows may be gone.
  take();
  return another;
}

void LearningSide::take() {
  m_probes.update({.epochs = epochs(),
                   .sequences = m_replay.sequences(),
                   .rows = m_replay.rows(),
                   .names = [this](UserId user) -> const PlaceNames& { return m_replay.naming().forUser(user); },
                   .namesVersion = m_replay.namesVersion(),
                   .displayOffsetMinutes = m_replay.displayOffsetMinutes()});
  if (!probes().empty() && m_replay.probe() >= probes().size()) m_replay.setProbe(0);
}

present::ReplayInput LearningSide::input(const LearningOptions& options) const {
  const session::AttentionRange range = m_replay.range(m_replay.probe());
  const RunEntry& entry = m_replay.run()->entry;
  return {.run = escapeForDisplay(entry.title(), 80),
          .model = escapeForDisplay(entry.model(), 40),
          .epochs = epochs(),
          .a = m_replay.a(),
          .b = m_replay.b(),
          .best = m_replay.bestEpoch(),
          .probes = probes(),
          .probe = m_replay.probe(),
          .weightScale = static_cast<double>(range.weight),
          .differenceScale = static_cast<double>(range.difference),
          .scaleOfPair = options.scaleOfPair,
          .selection = options.selection,
          .enlarged = options.enlarged,
          .topBeside = true,
          .withTables = false};
}

// ---- the panel

Learning::Learning(const std::function<void()>& wake, const std::filesystem::path& settings)
    : m_settings(settingsFrom(settings)),
      m_main(
          wake, [this] { m_changed = true; }, m_settings),
      m_beside(
          wake, [this] { m_changed = true; }, m_settings) {}

bool Learning::update() {
  m_main.replay().drain();
  m_beside.replay().drain();
  if (!m_changed) return false;
  m_main.take();
  m_beside.take();
  align();
  m_changed = false;
  return true;
}

void Learning::setWatched(bool watched) {
  m_main.replay().setWatched(watched);
  m_beside.replay().setWatched(watched);
}

void Learning::follow(const session::FollowedRunPtr& run) {
  if (run == m_main.replay().run()) return;
  const bool before = m_changed;
  const std::size_t epochs = m_main.epochs().size();
  const bool another = m_main.follow(run);
  if (another) {
    m_options.selection = {};
    m_options.enlarged.reset();
    m_aAlone.reset();
  }
  align();
  // The same run a second later, and no epoch more: nothing of it needs a redraw.
  if (!another && m_main.epochs().size() == epochs) m_changed = before;
}

void Learning::standBeside(const session::FollowedRunPtr& run) {
  if (run == m_beside.replay().run()) return;
  const bool before = m_changed;
  const std::size_t epochs = m_beside.epochs().size();
  const bool wasAlone = !two();
  const bool another = m_beside.follow(run);
  if (two() && wasAlone) {
    const session::LearningReplay& main = m_main.replay();
    m_epoch = m_main.epochs()[main.b()].epoch();
    m_newest = main.b() + 1 == m_main.epochs().size();
    m_aAlone = m_main.epochs()[main.a()].epoch();
  }
  if (!two() && m_aAlone && !empty()) m_main.replay().setA(m_main.replay().nearest(static_cast<double>(*m_aAlone)));
  if (!two()) m_aAlone.reset();
  align();
  if (!another && m_beside.epochs().size() == epochs) m_changed = before;
}

void Learning::followRuns(const std::vector<WatchedRun>& runs, const std::string& selected,
                          const present::RunPlots& plots) {
  const auto main = std::ranges::find(runs, selected, &WatchedRun::id);
  follow(main == runs.end() ? nullptr : main->run);
  m_choices = besideChoices(runs, selected, plots);
  const auto beside = std::ranges::find(m_choices, m_besideId, &BesideChoice::id);
  const bool known = beside != m_choices.end();
  m_besideWhy = known                    ? beside->why
                : m_besideId.empty()     ? ""
                : m_besideId == selected ? tr("This is the selected run itself")
                                         : tr("This run no longer exists");
  m_mainInk = inkOf(plots, selected);
  if (known) m_besideInk = besideInk(m_mainInk, beside->ink);
  standBeside(known && beside->why.empty() ? beside->run : nullptr);
}

void Learning::chooseBeside(const std::string& id) {
  m_besideId = id;
  m_changed = true;
}

/// Both at one epoch, or the nearest that each has, of one probe.
void Learning::align() {
  m_shared.clear();
  if (!two()) return;
  std::vector<std::int64_t> main, beside;
  for (const auto& epoch : m_main.epochs()) main.push_back(epoch.epoch());
  for (const auto& epoch : m_beside.epochs()) beside.push_back(epoch.epoch());
  std::ranges::set_union(main, beside, std::back_inserter(m_shared));
  if (m_newest) m_epoch = m_shared.back();
  for (LearningSide* side : {&m_main, &m_beside}) {
    const std::size_t b = side->replay().nearest(static_cast<double>(m_epoch));
    place(side->replay(), m_minus && b > 0 ? b - 1 : b, b, m_main.replay().probe());
  }
}

std::size_t Learning::at() const {
  if (!two()) return m_main.replay().b();
  const auto found = std::ranges::lower_bound(m_shared, m_epoch);
  return std::min(static_cast<std::size_t>(found - m_shared.begin()), m_shared.size() - 1);
}

void Learning::setAt(std::size_t index) {
  if (!two()) {
    m_main.replay().setB(index);
    return;
  }
  index = std::min(index, m_shared.size() - 1);
  m_epoch = m_shared[index];
  m_newest = index + 1 == m_shared.size();
  m_changed = true;
  align();
}

bool Learning::advance() {
  if (!two()) return m_main.replay().advance();
  if (at() + 1 >= m_shared.size()) return false;
  setAt(at() + 1);
  return true;
}

void Learning::setMinus(bool minus) {
  m_minus = minus;
  m_changed = true;
  align();
}

std::string Learning::caption() const {
  if (empty()) return {};
  const session::LearningReplay& replay = m_main.replay();
  const present::ReplayProbe* probe = replay.probe() < probes().size() ? &probes()[replay.probe()] : nullptr;
  if (two()) {
    if (!probe) return {};
    return probe->sample + (probe->targetName.empty() ? "" : tr(", target %1", {probe->targetName}));
  }
  std::string text = tr("B is epoch %1, A is epoch %2",
                        {std::to_string(epochs()[replay.b()].epoch()), std::to_string(epochs()[replay.a()].epoch())});
  return probe ? probe->sample + ", " + text : text;
}

std::vector<present::ReplayInput> Learning::inputs() const {
  std::vector<present::ReplayInput> inputs{m_main.input(m_options), m_beside.input(m_options)};
  inputs[0].beside = present::ReplayBeside{.ink = m_mainInk};
  inputs[1].beside = present::ReplayBeside{.ink = m_besideInk};
  present::shareScales(inputs);
  return inputs;
}

present::ViewContent Learning::contentOfTwo(LearningPart part, const present::Canvas& canvas, LearningRun run) const {
  const std::vector<present::ReplayInput> both = inputs();
  if (part == LearningPart::Bias) return present::replayBiasesContent(both, canvas);
  const present::ReplayInput& one = both[static_cast<std::size_t>(run)];
  return part == LearningPart::Gate ? present::replayGateHalvesContent(one, canvas) : presenterOf(part)(one, canvas);
}

present::ViewContent Learning::content(LearningPart part, const present::Canvas& canvas, LearningRun run) const {
  if (empty()) {
    const bool chosen = m_main.replay().run() != nullptr;
    return present::EmptyState{
        .title = chosen ? tr("This run has no snapshots") : tr("No run is selected"),
        .detail =
            chosen ? tr("The trainer of Sojourn writes one before the first epoch and one after every epoch") : ""};
  }
  if (two()) return contentOfTwo(part, canvas, run);
  return presenterOf(part)(m_main.input(m_options), canvas);
}

void Learning::act(const present::ReplayAction& action, LearningRun run) {
  std::visit(
      present::Overloaded{[this](const present::SetProbe& one) {
                            m_options.enlarged.reset();
                            m_options.selection = {};
                            m_main.replay().setProbe(one.probe);
                            align();
                          },
                          [&](const present::SetEpoch& one) {
                            const auto& epochs = (run == LearningRun::Main ? m_main : m_beside).epochs();
                            if (!two())
                              m_main.replay().setB(one.epoch);
                            else if (one.epoch < epochs.size())
                              setAt(static_cast<std::size_t>(
                                  std::ranges::lower_bound(m_shared, epochs[one.epoch].epoch()) - m_shared.begin()));
                          },
                          [this](const present::EnlargeHead& one) { m_options.enlarged = one.head; },
                          [this](const present::ScaleOfPair& one) { m_options.scaleOfPair = one.on; },
                          [](const present::ShowTopTen&) {}},  // both stand side by side here
      action);
  m_changed = true;
}

}  // namespace sojourn::monitor
