// SPDX-License-Identifier: GPL-3.0-or-later
// The texts of the Learning replay: titles, probes, caption, commands, and the input of its pictures.
#include <QAction>
#include <algorithm>

#include "model/config/trainable_models.h"
#include "model/core/text.h"
#include "views/qt/replay/replay_panel.h"
#include "views/qt/scene/scene_view.h"
#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/icons.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {

QString modelName(const session::FollowedRun& run) {
  if (!run.entry.record) return ReplayPanel::tr("This model");
  const std::string& id = run.entry.record->model;
  const TrainableModel* known = findTrainableModel(id);
  if (!known) return toText(escapeForDisplay(id, 60));
  const QString title = toText(std::string(known->title));
  return known->reads("model.ablation") ? ReplayPanel::tr("This %1").arg(title) : title;
}

QString countText(std::size_t count, const QString& one, const QString& many) {
  return count == 1 ? one : many.arg(toText(groupThousands(static_cast<long long>(count))));
}

}  // namespace

QString ReplayPanel::titleOf(const QString& id) const {
  const auto part = std::ranges::find(m_parts, id, &Part::id);
  return part == m_parts.end() ? QString() : part->title;
}

present::ViewContent ReplayPanel::contentWithTable(const QString& id) const {
  const auto part = std::ranges::find(m_parts, id, &Part::id);
  if (part == m_parts.end() || epochs().empty()) return present::EmptyState{};
  const bool seen = part->view->isVisible() && !part->view->visibleRegion().isEmpty();
  const present::Size size{static_cast<float>(seen ? part->view->width() : 640),
                           static_cast<float>(seen ? part->view->height() : 320)};
  return content(part->present, size, true);
}

present::ReplayInput ReplayPanel::input(bool withTables) const {
  const session::AttentionRange range = m_replay.range(m_replay.probe());
  return {.run = m_replay.run() ? escapeForDisplay(m_replay.run()->entry.title(), 80) : std::string(),
          .model = m_replay.run() ? modelName(*m_replay.run()).toStdString() : std::string(),
          .epochs = epochs(),
          .a = m_replay.a(),
          .b = m_replay.b(),
          .best = m_replay.bestEpoch(),
          .probes = m_probes.probes(),
          .probe = m_replay.probe(),
          .weightScale = static_cast<double>(range.weight),
          .differenceScale = static_cast<double>(range.difference),
          .scaleOfPair = m_scaleOfPair,
          .selection = m_selection,
          .enlarged = m_enlarged,
          .topBeside = m_topBeside,
          .withTables = withTables};
}

present::ViewContent ReplayPanel::content(Present present, present::Size size, bool withTables) const {
  if (epochs().empty()) return present::EmptyState{};
  return present(input(withTables), {.size = size, .theme = Appearance::theme(), .text = measurer()});
}

void ReplayPanel::makeLabels() {
  m_probes.update({.epochs = epochs(),
                   .sequences = m_replay.sequences(),
                   .rows = m_replay.rows(),
                   .names = [this](UserId user) -> const PlaceNames& { return m_replay.naming().forUser(user); },
                   .namesVersion = m_replay.namesVersion(),
                   .displayOffsetMinutes = m_replay.displayOffsetMinutes()});
  const std::size_t probes = m_probes.probes().size();
  if (m_replay.probe() >= probes && probes > 0) m_replay.setProbe(0);
}

void ReplayPanel::updateActions() {
  const bool there = epochs().size() > 1;
  QAction* play = command("playEpochs");
  play->setEnabled(there);
  play->setText(playing() ? tr("Pause the epochs") : tr("Play the epochs"));
  play->setToolTip(playing() ? tr("Pause (Space)") : tr("Play the epochs, four a second (Space)"));
  play->setIcon(lineIcon(playing() ? QStringLiteral("pause") : QStringLiteral("play")));
  QAction* inspect = command("inspectEpoch");
  const bool chosen = m_replay.b() < epochs().size();
  const qint64 epoch = chosen ? epochs()[m_replay.b()].epoch() : 0;
  const bool kept = chosen && m_replay.checkpointOf(m_replay.b()).has_value();
  inspect->setText(chosen ? tr("Inspect epoch %1").arg(epoch) : tr("Inspect epoch"));
  inspect->setEnabled(kept);
  inspect->setToolTip(
      !chosen      ? tr("No epoch to inspect yet")
      : kept       ? tr("Open the weights of epoch %1 in the Inspect workspace").arg(epoch)
      : epoch == 0 ? tr("The weights before the first epoch are not kept")
                   : tr("The weights of epoch %1 were not kept (see training.keep_epochs and keep_every)").arg(epoch));
  QAction* best = command("followBest");
  best->setEnabled(m_replay.run() != nullptr && m_replay.run()->entry.record);
  best->setChecked(m_replay.run() && m_followed == m_replay.run()->folder());
}

void ReplayPanel::updateCaption() {
  QString caption, right;
  if (const auto& run = m_replay.run()) {
    caption = toText(escapeForDisplay(run->entry.title(), 80));
    if (!m_probes.probes().empty())
      caption +=
          QStringLiteral(", ") + countText(m_probes.probes().size(), tr("1 probe sequence"), tr("%1 probe sequences"));
    if (!epochs().empty())
      caption += QStringLiteral(", ") + countText(epochs().size(), tr("1 snapshot"), tr("%1 snapshots"));
    const auto bad = std::ranges::count_if(epochs(), [](const auto& epoch) { return epoch.problem.has_value(); });
    if (bad > 0)
      right =
          countText(static_cast<std::size_t>(bad), tr("1 snapshot cannot be read"), tr("%1 snapshots cannot be read"));
    else if (m_replay.visitsError())
      right = tr("visits are numbered: %1").arg(toText(escapeForDisplay(m_replay.visitsError()->what, 120)));
  }
  Q_EMIT captionChanged(caption, right);
}

std::vector<std::pair<std::string, std::string>> ReplayPanel::provenance() const {
  std::vector<std::pair<std::string, std::string>> facts;
  if (const auto& run = m_replay.run()) {
    facts.emplace_back("run", run->entry.title() + (run->entry.record ? ", " + run->entry.record->id : std::string()));
    facts.emplace_back("run folder", run->folder().string());
  }
  if (epochs().empty()) return facts;
  facts.emplace_back("epoch A", std::to_string(epochs()[m_replay.a()].epoch()));
  facts.emplace_back("epoch B", std::to_string(epochs()[m_replay.b()].epoch()));
  if (m_replay.probe() < m_probes.probes().size())
    facts.emplace_back("probe", m_probes.probes()[m_replay.probe()].sample);
  return facts;
}

}  // namespace sojourn::qt
