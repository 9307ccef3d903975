// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/monitor/replay/learning.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>

#include "model/core/translation.h"
#include "views/present/replay/replay_beside.h"

namespace sojourn::monitor {
namespace {

using ContentOf = present::ViewContent (*)(const present::ReplayInput&, const present::Canvas&);

ContentOf presenterOf(LearningPart part) {
  switch (part) {
    case LearningPart::Probes:
      return present::replayProbesContent;
    case LearningPart::Pointer:
      return present::replayPointerContent;
    case LearningPart::Maps:
      return present::replayMapsContent;
    case LearningPart::Top:
      return present::replayTopContent;
    case LearningPart::Gate:
      return present::replayGateContent;
    case LearningPart::Bias:
      return present::replayBiasContent;
    case LearningPart::Head:
      return present::replayHeadContent;
  }
  return present::replayPointerContent;
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

}  // namespace

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
    m_look.selection = {};
    m_look.enlarged.reset();
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
  const auto named = [&](const std::string& id) {
    const auto found = std::ranges::find_if(runs, [&](const WatchedRun& run) { return run.id() == id; });
    return found == runs.end() ? session::FollowedRunPtr() : found->run;
  };
  const auto inkOf = [&](const std::string& id) {
    const auto found = std::ranges::find(plots.choices, id, &present::PlotChoice::id);
    return found == plots.choices.end() ? present::Color{} : found->color;
  };
  const session::FollowedRunPtr main = named(selected);
  follow(main);
  m_besideWhy.clear();
  session::FollowedRunPtr beside = m_besideId.empty() ? nullptr : named(m_besideId);
  if (m_besideId == selected) {
    beside = nullptr;
    m_besideWhy = m_besideId.empty() ? "" : tr("This is the selected run itself");
  } else if (!m_besideId.empty() && !beside) {
    m_besideWhy = tr("This run no longer exists");
  } else if (main && beside) {
    m_besideWhy = besideProblem(*main, *beside);
  }
  m_mainInk = inkOf(selected);
  m_besideInk = besideInk(m_mainInk, inkOf(m_besideId));
  standBeside(m_besideWhy.empty() && main ? beside : nullptr);
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
  std::string words = tr("B is epoch %1, A is epoch %2",
                         {std::to_string(epochs()[replay.b()].epoch()), std::to_string(epochs()[replay.a()].epoch())});
  return probe ? probe->sample + ", " + words : words;
}

std::vector<present::ReplayInput> Learning::inputs() const {
  std::vector<present::ReplayInput> inputs{m_main.input(m_look), m_beside.input(m_look)};
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
            chosen ? tr("The trainer of Sojourn writes one before the first epoch and one after every epoch") : "",
        .buttonText = {},
        .button = {}};
  }
  if (two()) return contentOfTwo(part, canvas, run);
  return presenterOf(part)(m_main.input(m_look), canvas);
}

bool Learning::act(const present::Action& action, LearningRun run) {
  const auto number = static_cast<std::size_t>(std::strtoull(action.argument.c_str(), nullptr, 10));
  if (action.id == "setProbe") {
    m_look.enlarged.reset();
    m_look.selection = {};
    m_main.replay().setProbe(number);
    align();
  } else if (action.id == "setEpoch") {
    const auto& epochs = (run == LearningRun::Main ? m_main : m_beside).epochs();
    if (!two())
      m_main.replay().setB(number);
    else if (number < epochs.size())
      setAt(static_cast<std::size_t>(std::ranges::lower_bound(m_shared, epochs[number].epoch()) - m_shared.begin()));
  } else if (action.id == "enlarge") {
    const std::size_t comma = action.argument.find(',');
    m_look.enlarged.reset();
    if (comma != std::string::npos)
      m_look.enlarged =
          HeadRef{.layer = number,
                  .head = static_cast<std::size_t>(std::strtoull(action.argument.c_str() + comma + 1, nullptr, 10))};
  } else if (action.id == "setScale") {
    m_look.scaleOfPair = action.argument == "pair";
  } else {
    return false;
  }
  m_changed = true;
  return true;
}

}  // namespace sojourn::monitor
