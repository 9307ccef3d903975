// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/replay/replay_panel.h"

#include <QAction>
#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <algorithm>
#include <utility>

#include "model/core/translation.h"
#include "views/qt/replay/replay_controls.h"
#include "views/qt/scene/scene_view.h"
#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/compose.h"
#include "views/qt/widgets/controls.h"
#include "views/qt/widgets/icons.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {

constexpr int rowHeight = 50;
constexpr int framesPerSecond = 4;
/// From this width on the top ten have a column of their own.
constexpr int widthWithTop = 1300;

}  // namespace

ReplayPanel::ReplayPanel(QWidget* parent)
    : QWidget(parent),
      m_replay({.wake = queuedCall(this, [this] { m_replay.drain(); }),
                .changed = [this] { refresh(); },
                .settingsOf =
                    [this](const std::string& prefix, const std::string& fingerprint) {
                      return m_settingsOf ? m_settingsOf(prefix, fingerprint) : session::DatasetSettings{};
                    },
                .pseudonyms = [this] { return m_pseudonyms ? m_pseudonyms() : std::string(); }}) {
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Light);
  makeActions();
  m_play = new PlayButton(command("playEpochs"));
  m_word = textLabel(tr("Epoch"));
  m_slider = new ReplaySlider;
  m_hint = textLabel(tr("Drag A or B, or use the arrow keys"));
  m_hint->setToolTip(tr("Arrow keys move B, with Shift A. In all replay views, the keys , and . move B, with Shift A"));
  for (QLabel* label : {m_word, m_hint}) label->setForegroundRole(QPalette::PlaceholderText);
  m_row = new QWidget(this);
  m_row->setLayout(rowOf({m_play,
                          m_word,
                          {m_slider, 3},
                          fixedGap(4),
                          framedButton(command("inspectEpoch")),
                          framedButton(command("followBest")),
                          spring(),
                          m_hint},
                         10, {12, 0, 12, 0}));
  setFocusProxy(m_slider);
  makeViews();
  m_empty = new EmptyPanel(this);
  connect(m_slider, &ReplaySlider::valueChanged, this, [this](int index) {
    stop();
    putB(static_cast<std::size_t>(index));
  });
  connect(m_slider, &ReplaySlider::aWanted, this,
          [this](int index) { m_replay.setA(static_cast<std::size_t>(index)); });
  m_timer.setInterval(1000 / framesPerSecond);
  connect(&m_timer, &QTimer::timeout, this, &ReplayPanel::step);
  m_slider->installEventFilter(this);
  refresh();
}

void ReplayPanel::makeActions() {
  const auto make = [this](const char* name, const QString& icon, const QString& text, std::function<void()> run) {
    auto* made = new QAction(lineIcon(icon), text, this);
    made->setObjectName(QLatin1String(name));
    connect(made, &QAction::triggered, this, std::move(run));
    return made;
  };
  make("playEpochs", QStringLiteral("play"), tr("Play the epochs"), [this] { togglePlay(); });
  make("inspectEpoch", QStringLiteral("target"), tr("Inspect epoch"), [this] {
    if (const auto checkpoint = m_replay.checkpointOf(m_replay.b())) Q_EMIT inspectWanted(m_replay.run(), *checkpoint);
  });
  QAction* best = make("followBest", QStringLiteral("pin"), tr("Follow the best"), [this] {
    if (m_replay.run()) Q_EMIT followWanted(m_replay.run(), m_followed != m_replay.run()->folder());
    updateActions();  // a click has toggled it; what is followed says how it stands
  });
  best->setCheckable(true);
  best->setToolTip(
      tr("Open each better best.pt of this run in the Inspect workspace when it is written; the sample, the "
         "selection and the views stay"));
}

void ReplayPanel::fillMenu(QMenu* menu) const {
  for (const char* name : {"playEpochs", "inspectEpoch", "followBest"}) menu->addAction(command(name));
}

void ReplayPanel::add(const char* name, const QString& title, Present present) {
  const QString id = QLatin1String(name);
  auto* made = new SceneView(
      title, [this, present](present::Size size) { return content(present, size, false); }, this);
  m_parts.push_back({.id = id, .title = title, .present = present, .view = made});
  made->installEventFilter(this);
  connect(made, &SceneView::said, this, &ReplayPanel::said);
  connect(made, &SceneView::actionRequested, this, &ReplayPanel::handle);
  connect(made, &SceneView::menuWanted, this,
          [this, id](QMenu* menu, const present::HitArea* area) { Q_EMIT menuWanted(id, menu, area); });
  connect(made, &SceneView::hovered, this, [this](const Focus& focus) {
    if (std::exchange(m_selection.hovered, focus) != focus) refreshSelection();
  });
  connect(made, &SceneView::selected, this, [this](const Focus& focus) {
    m_selection.selected = focus;
    refreshSelection();
  });
  connect(made, &SceneView::cleared, this, [this] {
    if (m_enlarged)
      enlarge(std::nullopt);
    else
      m_selection = {};
    refreshSelection();
  });
  connect(made, &SceneView::visitStepped, this, [this, made](int by) {
    stepVisit(by);
    if (const auto visit = m_selection.selected.visit) made->focusVisit(*visit);
  });
}

void ReplayPanel::makeViews() {
  add("replay_probes", tr("Probes"), present::replayProbesContent);
  add("replay_pointer", tr("Pointer weight, epoch by epoch"), present::replayPointerContent);
  add("replay_maps", tr("Attention maps, A and B"), present::replayMapsContent);
  add("replay_top", tr("Top ten, A and B"), present::replayTopContent);
  add("replay_gate", tr("Gate, A and B"), present::replayGateContent);
  add("replay_bias", tr("Position bias, A and B"), present::replayBiasContent);
  m_current = QStringLiteral("replay_pointer");
}

SceneView* ReplayPanel::view(const QString& id) const {
  const auto part = std::ranges::find(m_parts, id, &Part::id);
  return part == m_parts.end() ? nullptr : part->view;
}

void ReplayPanel::followRun(const session::FollowedRunPtr& run) {
  const bool another = !run || !m_replay.run() || run->folder() != m_replay.run()->folder();
  if (another) {
    stop();
    m_selection = {};
    m_enlarged.reset();
  }
  m_replay.follow(run);
}

void ReplayPanel::setFollowed(const std::filesystem::path& run) {
  m_followed = run;
  updateActions();
}

/// The replay has changed in any way.
void ReplayPanel::refresh() {
  if (!m_empty) return;  // being made
  std::vector<qint64> numbers;
  for (const ReplayEpoch& epoch : epochs()) numbers.push_back(epoch.epoch());
  makeLabels();
  m_slider->setEpochs(std::move(numbers), static_cast<int>(m_replay.a()), static_cast<int>(m_replay.b()),
                      m_replay.bestEpoch());
  if (epochs().empty()) stop();
  updateActions();
  updateCaption();
  layOut();
  for (const Part& part : m_parts) part.view->refresh();
}

/// The columns' widths: what is a list is as wide as its words, the maps take what is left.
void ReplayPanel::layOut() {
  m_row->setGeometry(0, 0, width(), rowHeight);
  const QRect body(0, rowHeight + 1, width(), std::max(1, height() - rowHeight - 1));
  const bool empty = epochs().empty();
  m_empty->setVisible(empty);
  for (const Part& part : m_parts) part.view->setVisible(!empty);
  m_word->setVisible(width() >= 560);
  m_hint->setVisible(width() >= 1080);
  m_lines.clear();
  if (empty) {
    const bool chosen = m_replay.run() != nullptr;
    m_empty->setGeometry(body);
    m_empty->show({.title = sojourn::tr(chosen ? "This run has no snapshots" : "No run selected"),
                   .detail = sojourn::tr(
                       chosen ? "The Sojourn trainer writes one before the first epoch and one after every epoch."
                              : "Select one in the Runs view.")});
    return;
  }
  const int whole = body.width();
  m_topBeside = whole >= widthWithTop;
  const int probes = std::clamp(whole * 19 / 100, 140, 260);
  const int sets = std::clamp(whole * 13 / 100, 116, 210);
  const int top = m_topBeside ? std::clamp(whole * 19 / 100, 240, 340) : 0;
  const int rest = std::max(120, whole - probes - sets - top);
  const int visits =
      m_replay.probe() < m_probes.lengths().size() ? static_cast<int>(m_probes.lengths()[m_replay.probe()]) : 10;
  const auto read = std::ranges::find_if(epochs(), [](const auto& epoch) { return epoch.file != nullptr; });
  const bool sentence =
      read != epochs().end() && !read->file->probes.empty() && read->file->probes.front().pointerWeight.empty();
  const int pointer = sentence ? std::clamp(rest * 30 / 100, 120, 260)
                               : std::clamp(160 + 20 * visits, rest * 40 / 100, rest * 51 / 100);
  int x = 0;
  const auto place = [&](const char* id, int wide) {
    view(QLatin1String(id))->setGeometry(x + (x > 0 ? 1 : 0), body.top(), wide - (x > 0 ? 1 : 0), body.height());
    if (x > 0) m_lines.push_back(x);
    x += wide;
  };
  place("replay_probes", probes);
  place("replay_pointer", pointer);
  const bool topInstead = !m_topBeside && m_topShown;
  // An enlarged head takes the place of the top ten.
  const bool topBeside = m_topBeside && !m_enlarged;
  view(QStringLiteral("replay_maps"))->setVisible(!topInstead);
  view(QStringLiteral("replay_top"))->setVisible(topBeside || topInstead);
  place(topInstead ? "replay_top" : "replay_maps", rest - pointer + (topBeside ? 0 : top));
  if (topBeside) place("replay_top", top);
  const int half = body.height() / 2;
  m_lines.push_back(x);
  view(QStringLiteral("replay_gate"))->setGeometry(x + 1, body.top(), whole - x - 1, half);
  view(QStringLiteral("replay_bias"))->setGeometry(x + 1, body.top() + half, whole - x - 1, body.height() - half);
  update();
}

void ReplayPanel::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const QColor line = toColor(Appearance::theme().line);
  painter.fillRect(0, rowHeight, width(), 1, line);
  for (const int x : m_lines) painter.fillRect(x, rowHeight + 1, 1, height() - rowHeight - 1, line);
}

void ReplayPanel::hideEvent(QHideEvent* event) {
  QWidget::hideEvent(event);
  stop();
  m_replay.setWatched(false);
}

void ReplayPanel::repaintViews() {
  for (const Part& part : m_parts) part.view->refresh();
  m_slider->update();
  m_play->update();
  update();
}

void ReplayPanel::refreshSelection() {
  for (const char* id : {"replay_pointer", "replay_maps"}) view(QLatin1String(id))->refresh();
}

void ReplayPanel::handle(const present::Action& action) {
  const auto* ours = std::get_if<present::ReplayAction>(&action);
  if (!ours) return;
  std::visit(present::Overloaded{[this](const present::SetProbe& one) {
                                   m_enlarged.reset();
                                   m_selection = {};
                                   m_replay.setProbe(one.probe);
                                 },
                                 [this](const present::SetEpoch& one) {
                                   stop();
                                   if (QApplication::keyboardModifiers().testFlag(Qt::ShiftModifier))
                                     m_replay.setA(one.epoch);
                                   else
                                     putB(one.epoch);
                                 },
                                 [this](const present::EnlargeHead& one) { enlarge(one.head); },
                                 [this](const present::ScaleOfPair& one) {
                                   m_scaleOfPair = one.on;
                                   view(QStringLiteral("replay_maps"))->refresh();
                                 },
                                 [this](const present::ShowTopTen& one) {
                                   m_topShown = one.on;
                                   layOut();
                                   view(m_topShown ? QStringLiteral("replay_top") : QStringLiteral("replay_maps"))
                                       ->setFocus(Qt::OtherFocusReason);
                                 }},
             *ours);
}

void ReplayPanel::enlarge(std::optional<HeadRef> head) {
  m_enlarged = head;
  layOut();
  view(QStringLiteral("replay_maps"))->refresh();
}

/// Arrow keys in a picture: the selected visit moves along the sequence.
void ReplayPanel::stepVisit(int by) {
  if (m_replay.probe() >= m_probes.lengths().size() || m_probes.lengths()[m_replay.probe()] == 0) return;
  const int last = static_cast<int>(m_probes.lengths()[m_replay.probe()]) - 1;
  const auto& selected = m_selection.selected.visit;
  const int now = selected ? static_cast<int>(*selected) + by : by < 0 ? last : 0;
  m_selection.selected = {
      .visit = static_cast<std::size_t>(std::clamp(now, 0, last)), .query = {}, .location = {}, .head = {}};
  refreshSelection();
}

void ReplayPanel::togglePlay() {
  if (playing()) return stop();
  if (epochs().size() < 2 || !isVisible()) return;
  // At the end it starts from the first epoch.
  if (m_replay.b() + 1 >= epochs().size()) putB(0);
  m_timer.start();
  m_play->setPlaying(true);
  updateActions();
}

void ReplayPanel::stop() {
  if (!playing()) return;
  m_timer.stop();
  m_play->setPlaying(false);
  updateActions();
}

void ReplayPanel::step() {
  if (m_replay.advance()) Q_EMIT epochShown(epochs()[m_replay.b()].epoch());
  if (m_replay.b() + 1 >= epochs().size()) stop();
}

void ReplayPanel::putB(std::size_t index) {
  m_replay.setB(index);
  if (!epochs().empty()) Q_EMIT epochShown(epochs()[m_replay.b()].epoch());
}

void ReplayPanel::showEpoch(double epoch) {
  if (epochs().empty()) return;
  stop();
  m_replay.setB(m_replay.nearest(epoch));
}

/// What the keyboard does in all parts alike.
bool ReplayPanel::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::FocusIn) {
    const auto part = std::ranges::find(m_parts, watched, &Part::view);
    if (part != m_parts.end()) m_current = part->id;
  }
  if (event->type() != QEvent::KeyPress) return QWidget::eventFilter(watched, event);
  const auto* key = static_cast<const QKeyEvent*>(event);
  const auto* shown = qobject_cast<const SceneView*>(watched);
  const auto moved = [](std::size_t from, bool on) { return on ? from + 1 : from > 0 ? from - 1 : 0; };
  // A mark that has the keyboard is pressed by Space.
  const bool onMark = shown && !shown->keyboardLabel().isEmpty();
  switch (key->key()) {
    case Qt::Key_Space:
      if (onMark) return QWidget::eventFilter(watched, event);
      togglePlay();
      return true;
    case Qt::Key_Comma:
    case Qt::Key_Period:
      stop();
      putB(moved(m_replay.b(), key->key() == Qt::Key_Period));
      return true;
    case Qt::Key_Less:
    case Qt::Key_Semicolon:
    case Qt::Key_Greater:
    case Qt::Key_Colon:
      m_replay.setA(moved(m_replay.a(), key->key() == Qt::Key_Greater || key->key() == Qt::Key_Colon));
      return true;
    default:
      return QWidget::eventFilter(watched, event);
  }
}

}  // namespace sojourn::qt
