// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/training/training_area.h"

#include <QApplication>
#include <QDir>
#include <QItemSelectionModel>
#include <QLineEdit>
#include <QLocale>
#include <algorithm>
#include <filesystem>

#include "model/core/text.h"
#include "views/present/chart/smoothing.h"
#include "views/present/training/training_curves.h"
#include "views/qt/launch/launch_panel.h"
#include "views/qt/replay/replay_panel.h"
#include "views/qt/runs/runs_panel.h"
#include "views/qt/runs/runs_table_view.h"
#include "views/qt/scene/scene_view.h"
#include "views/qt/training/curve_runs.h"
#include "views/qt/training/panel_picker.h"
#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/compose.h"
#include "views/qt/widgets/text.h"
#include "views/session/launch/launch_source.h"

namespace sojourn::qt {
namespace {

const QString runsId = QStringLiteral("runs");
const QString curvesId = QStringLiteral("training_curves");
const QString replayId = QStringLiteral("learning_replay");
constexpr int leastForThree = 800;  ///< px of height
const QString launchId = QStringLiteral("launch");
/// Of many runs that are launched at once so many are put into the curves.
constexpr std::size_t mostChosen = 6;
/// px of width: of the Launch form, and of a window that has room for it beside the runs.
constexpr int launchWidth = 390, wideFrom = 1500;
constexpr double leastSmoothing = 0, mostSmoothing = 0.99;

DockLayout trainingLayout(QSize room) {
  const int height = room.height(), table = height * 3 / 10;
  // Three under each other need a tall window; in a low one the replay lies behind the curves.
  const bool low = height < leastForThree;
  // A narrow window has the form behind the others, where its tab is the way to it.
  const bool narrow = room.width() < wideFrom;
  const DockPart runs{table, tabs({"runs"})};
  const auto curves = [&](const DockLayout& replay) {
    return column({runs, {0, tabs({"training_curves"})}, {height * 35 / 100, replay}});
  };
  if (narrow)
    return low ? column({runs, {0, tabs({"training_curves", "learning_replay", "launch"}, {"help"})}})
               : curves(tabs({"learning_replay", "launch"}, {"help"}));
  const DockLayout trainings =
      low ? column({runs, {0, tabs({"training_curves", "learning_replay"})}}) : curves(tabs({"learning_replay"}));
  return row({{0, trainings}, {launchWidth, tabs({"launch"}, {"help"})}});
}

void captionRuns(DockTitleBar& bar, const RunsPanel& runs) {
  bar.setCaption(runs.caption(), TrainingArea::tr("figures on validation, at each run's best epoch"));
}

}  // namespace

TrainingArea::TrainingArea(session::Workspace& workspace, QWidget* parent)
    : DockArea(trainingLayout, parent),
      m_workspace(workspace),
      m_library({.wake = queuedCall(this, [this] { m_library.drain(); }), .changed = [this] { refresh(); }}) {
  setObjectName(QStringLiteral("trainingArea"));
  m_options.smoothing = present::usualSmoothing;
  m_runs = new RunsPanel(m_library);
  m_curves = new SceneView(tr("Training curves"), [this](present::Size size) { return content(size); });
  m_replay = new ReplayPanel;
  m_launch = new LaunchPanel(workspace, m_library);
  add(new ViewDock(runsId, tr("Runs"), m_runs, {420, 140}));
  add(new ViewDock(curvesId, tr("Training curves"), m_curves, {420, 200}));
  add(new ViewDock(replayId, tr("Learning replay"), m_replay, {420, 190}));
  add(new ViewDock(launchId, tr("Launch"), m_launch, {launchWidth, 200}, false, false));
  m_launch->installEventFilter(this);
  m_launchWidth = launchWidth;
  addHelp();
  connect(m_runs, &RunsPanel::folderWanted, this, &TrainingArea::folderWanted);
  connect(m_runs->filter(), &QLineEdit::textChanged, this, [this] { captionRuns(*dock(runsId)->bar(), *m_runs); });
  connect(m_runs->table()->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          &TrainingArea::statusChanged);
  connect(m_runs, &RunsPanel::comparisonChanged, this, &TrainingArea::refresh);
  connect(m_runs, &RunsPanel::inspectWanted, this, &TrainingArea::inspectWanted);
  connect(m_runs, &RunsPanel::currentChanged, this, [this] { m_replay->followRun(m_runs->current()); });
  connect(m_replay, &ReplayPanel::captionChanged, dock(replayId)->bar(), &DockTitleBar::setCaption);
  // One cursor: the epoch that is replayed is the one that is pointed out in the curves, and the other way round.
  connect(m_replay, &ReplayPanel::epochShown, this, [this](qint64 epoch) {
    if (m_options.x == present::CurveX::Epoch) setCursorAt(static_cast<double>(epoch));
  });
  connect(m_runs, &RunsPanel::resumeWanted, m_launch, &LaunchPanel::resume);
  connect(m_runs, &RunsPanel::launchWanted, this, [this](const session::FollowedRunPtr& run) {
    dock(launchId)->reveal();
    m_launch->startFrom(run);
  });
  connect(m_launch, &LaunchPanel::failed, this, &TrainingArea::failed);
  connect(m_launch, &LaunchPanel::said, this, &TrainingArea::said);
  connect(m_launch, &LaunchPanel::queued, this, &TrainingArea::showQueued);
  connect(m_curves, &SceneView::actionRequested, this, &TrainingArea::handle);
  connect(m_curves, &SceneView::cleared, this, [this] { setCursorAt(std::nullopt); });
  connect(m_curves, &SceneView::contentChanged, this, [this] {
    const present::Scene* scene = m_curves->scene();
    dock(curvesId)->bar()->setCaption(scene ? toText(scene->caption) : QString(),
                                      scene ? toText(scene->captionRight) : QString());
  });
}

TrainingArea::~TrainingArea() {
  // They show the library, which goes before the children of a widget do.
  for (ViewDock* shown : docks()) delete shown;
}

void TrainingArea::arrange(QSize window) {
  m_launchWidth = static_cast<int>(launchWidth * textFactor());
  DockArea::arrange(window);
}

void TrainingArea::fit(QSize window) {
  m_launchWidth = static_cast<int>(launchWidth * textFactor());
  DockArea::fit(window);
}

bool TrainingArea::restore(const QByteArray& state) {
  const qsizetype space = state.indexOf(' ');
  bool isNumber = false;
  const int width = state.left(std::max<qsizetype>(space, 0)).toInt(&isNumber);
  if (!isNumber || width < 0 || !DockArea::restore(state.mid(space + 1))) return false;
  m_launchWidth = std::max(width, launchWidth);
  return true;
}

/// What a larger window brings goes to the pictures: a form gains nothing by it. Without this every column of docks
/// would grow alike.
void TrainingArea::resizeEvent(QResizeEvent* event) {
  DockArea::resizeEvent(event);
  // Once the docks have been laid out: until then what is asked for here would be spread again.
  QMetaObject::invokeMethod(this, &TrainingArea::keepLaunchWidth, Qt::QueuedConnection);
}

void TrainingArea::keepLaunchWidth() {
  ViewDock* launch = dock(launchId);
  const bool beside = launch->isVisible() && !launch->isFloating() && !maximized() &&
                      launch->geometry().left() > dock(runsId)->geometry().right();
  if (beside && launch->width() != m_launchWidth)
    resizeDocks({dock(runsId), launch}, {width() - m_launchWidth - 4, m_launchWidth}, Qt::Horizontal);
  m_settled = size();
}

/// Notes the width that somebody drags the form to.
bool TrainingArea::eventFilter(QObject* watched, QEvent* event) {
  const bool dragged = size() == m_settled && QApplication::mouseButtons().testFlag(Qt::LeftButton);
  if (watched == m_launch && event->type() == QEvent::Resize && dragged) m_launchWidth = m_launch->width();
  return DockArea::eventFilter(watched, event);
}

void TrainingArea::showEvent(QShowEvent* event) {
  DockArea::showEvent(event);
  m_library.setWatched(true);
  openDefaultFolder();
}

/// Where the Launch form puts runs if no other folder is open: what was trained there is found again.
void TrainingArea::openDefaultFolder() {
  if (std::exchange(m_defaultTried, true) || !m_library.sources().empty()) return;
  const std::filesystem::path folder = session::defaultRunsFolder(QDir::homePath().toStdString());
  std::error_code ignored;
  if (std::filesystem::is_directory(folder, ignored)) m_library.add(folder);
}

void TrainingArea::hideEvent(QHideEvent* event) {
  DockArea::hideEvent(event);
  m_library.setWatched(m_keptWatched);
}

void TrainingArea::setKeptWatched(bool kept) {
  m_keptWatched = kept;
  m_library.setWatched(kept || isVisible());
}

void TrainingArea::refresh() {
  if (!m_curves) return;
  m_runs->refresh();
  captionRuns(*dock(runsId)->bar(), *m_runs);
  m_readAt = QTime::currentTime();
  if (!m_wanted.empty() && m_library.settled()) chooseWanted();
  m_curves->refresh();
  m_replay->followRun(m_runs->current());
  m_launch->refresh();
  Q_EMIT statusChanged();
  for (const Error& error : m_library.takeErrors()) Q_EMIT failed(error);
  Q_EMIT runsFollowed();
}

TrainingStatus TrainingArea::status() const {
  const session::FollowedRunPtr current = m_runs->current();
  const RunLine* shown = nullptr;
  bool trains = false;
  for (const RunLine& line : m_runs->lines().all()) {
    const bool running = line.standing == session::RunStanding::Running;
    const bool isCurrent = line.run == current;
    if ((running && (!trains || isCurrent)) || (isCurrent && !trains)) shown = &line;
    trains = trains || running;
  }
  return trainingStatus(shown, m_readAt);
}

present::KeptCurves TrainingArea::curvesToKeep() const {
  present::KeptCurves kept = present::keptCurves(m_options);
  kept.grouped = m_runs->order()->grouped();
  return kept;
}

void TrainingArea::restoreCurves(const present::KeptCurves& kept) {
  m_options = present::curveOptionsOf(kept);
  m_runs->command("groupSeeds")->setChecked(m_options.grouped);
  refresh();
}

void TrainingArea::openLink(const std::string& curves) {
  present::CurveState state = present::curveStateFrom(curves);
  m_options = state.options;
  m_wanted = std::move(state.runs);
  m_runs->command("groupSeeds")->setChecked(m_options.grouped);
  refresh();
}

/// Named as their folders stand below the one that is open, or whole.
void TrainingArea::chooseWanted() {
  std::set<std::filesystem::path> wanted;
  for (const std::string& name : std::exchange(m_wanted, {}))
    wanted.insert((m_library.folder() / name).lexically_normal());
  if (std::ranges::none_of(m_library.runs(), [&](const auto& run) { return wanted.contains(run->folder()); })) return;
  const std::vector<session::FollowedRunPtr> runs = m_library.runs();
  for (const session::FollowedRunPtr& run : runs) m_library.setChosen(run->folder(), wanted.contains(run->folder()));
}

std::string TrainingArea::commandLine() const {
  present::CurveState state{.options = m_options, .runs = {}};
  state.options.grouped = m_runs->order()->grouped();
  for (const session::FollowedRunPtr& run : m_library.runs()) {
    if (!m_library.chosen(run->folder())) continue;
    const std::filesystem::path inside = run->folder().lexically_relative(m_library.folder());
    const bool isInside = !inside.empty() && *inside.begin() != "..";
    const bool inFull = !isInside && m_workspace.pseudonyms().empty();
    state.runs.push_back(isInside ? inside.string() : (inFull ? run->folder() : run->folder().filename()).string());
  }
  std::string command = "sojourn-studio";
  for (const std::filesystem::path& source : m_library.sources()) command += " --run " + m_workspace.pathInLink(source);
  return command + " --curves " + shellWord(present::curveStateText(state));
}

SceneView* TrainingArea::view(const QString& id) const {
  if (id == curvesId) return m_curves;
  return m_replay->view(id == replayId ? m_replay->currentId() : id);
}

void TrainingArea::repaintViews() {
  m_curves->refresh();
  m_replay->repaintViews();
  m_launch->updateTheme();
}

void TrainingArea::showQueued(const std::filesystem::path& folder, const std::vector<std::filesystem::path>& runs) {
  if (std::ranges::count(m_library.sources(), folder) == 0) Q_EMIT runsWanted(folder);
  if (!runs.empty()) m_runs->select(runs.front());
  // They are not there yet, and are in the curves once they are.
  for (std::size_t i = 0; i < std::min(runs.size(), mostChosen); ++i) m_library.setChosen(runs[i], true);
}

present::ViewContent TrainingArea::content(present::Size size) {
  m_options.grouped = m_runs->order()->grouped();
  return present::trainingCurvesContent(curveRuns(*m_runs), m_options,
                                        {.size = size, .theme = Appearance::theme(), .text = measurer()}, &m_cache);
}

void TrainingArea::setCursorAt(std::optional<double> x) {
  m_options.cursor = x;
  m_curves->refresh();
}

void TrainingArea::handle(const present::Action& action) {
  const auto* ours = std::get_if<present::CurveAction>(&action);
  if (!ours) return;
  std::visit(present::Overloaded{[this](const present::SetCurveX& one) {
                                   m_options.x = one.x;
                                   // In another unit both would mean something else.
                                   m_options.cursor.reset();
                                   m_options.visible.reset();
                                 },
                                 [this](const present::SetSmoothing& one) {
                                   m_options.smoothing = std::clamp(one.smoothing, leastSmoothing, mostSmoothing);
                                 },
                                 [this](const present::SetLogLoss& one) { m_options.logarithmicLoss = one.on; },
                                 [this](const present::SetSeedCurves& one) {
                                   m_options.seedLines = one.seeds == present::SeedCurves::Lines;
                                   m_runs->command("groupSeeds")->setChecked(one.seeds != present::SeedCurves::Single);
                                 },
                                 [this](const present::PickPanels&) { pickPanels(); },
                                 [this](const present::EnlargeCurve& one) { m_options.enlarged = one.metric; },
                                 [this](const present::SetCursor& one) {
                                   m_options.cursor = one.x;
                                   if (m_options.x == present::CurveX::Epoch) m_replay->showEpoch(one.x);
                                 },
                                 [this](const present::SetCurveRange& one) { m_options.visible = one.range; }},
             *ours);
  m_curves->refresh();
}

void TrainingArea::pickPanels() {
  auto* picker = findChild<PanelPicker*>();
  if (!picker) {
    picker = new PanelPicker(this);
    connect(picker, &PanelPicker::picked, this, [this](const std::vector<present::CurveMetric>& shown) {
      m_options.shown = shown;
      m_curves->refresh();
    });
  }
  picker->show(m_options.shown, present::ownCurveMetrics(curveRuns(*m_runs)));
}

std::vector<std::pair<std::string, std::string>> TrainingArea::provenance() const {
  std::vector<std::pair<std::string, std::string>> facts;
  for (const std::filesystem::path& source : m_library.sources()) facts.emplace_back("runs of", source.string());
  for (const session::FollowedRunPtr& run : m_library.runs()) {
    if (!m_library.chosen(run->folder())) continue;
    const auto& record = run->entry.record;
    facts.emplace_back("run", run->entry.title() + (record ? ", " + record->id : std::string()));
  }
  facts.emplace_back("x axis", present::curveXName(m_options.x));
  facts.emplace_back("smoothing of step series", QString::number(m_options.smoothing).toStdString());
  return facts;
}

}  // namespace sojourn::qt
