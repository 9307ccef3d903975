// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/import/import_page.h"

#include <QCheckBox>
#include <QDialog>
#include <QKeyEvent>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSplitter>
#include <QTabBar>
#include <algorithm>
#include <utility>

#include "views/present/import/import_views.h"
#include "views/present/scene/format.h"
#include "views/qt/docks/help_panel.h"
#include "views/qt/import/import_input.h"
#include "views/qt/import/import_rows.h"
#include "views/qt/import/import_settings.h"
#include "views/qt/scene/map_tiles.h"
#include "views/qt/scene/scene_view.h"
#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/background_button.h"
#include "views/qt/widgets/compose.h"
#include "views/qt/widgets/controls.h"
#include "views/qt/widgets/file_dialogs.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {

/// A panel with its name over it.
QWidget* titled(const QString& title, QWidget* content) {
  auto* panel = new QWidget;
  QLabel* head = textLabel(title, {.name = "importTitle", .font = present::boldFont, .margins = {12, 0, 12, 0}});
  head->setFixedHeight(28);
  panel->setLayout(columnOf({head, {content, 1}}, 0, {}));
  return panel;
}

}  // namespace

ImportPage::ImportPage(session::Workspace& workspace, QWidget* parent)
    : QWidget(parent),
      m_workspace(workspace),
      m_study(workspace, [this] { refresh(); }),
      m_background(
          workspace, [this] { takeBackground(); }, session::QueryThread::Own),
      m_tiles(std::make_unique<MapTiles>(workspace, [this] { m_map->refresh(); })),
      m_source(new QLineEdit),
      m_published(framedButton(recipeTitle(PrepareRecipe::Published), "recipePublished")),
      m_corrected(framedButton(recipeTitle(PrepareRecipe::Corrected), "recipeCorrected")),
      m_like(framedButton(tr("Like a dataset…"), "recipeLike")),
      m_name(new QLineEdit),
      m_out(new QLineEdit),
      m_note(new FittingLabel),
      m_run(new QPushButton(tr("Run"))),
      m_train(new QPushButton(tr("Train…"))),
      m_places(new QPushButton(tr("Open in Places"))),
      m_progress(new QProgressBar),
      m_input(new ImportInputPanel(m_study)),
      m_backgroundButton(new BackgroundButton),
      m_map(new SceneView(tr("Map of the input"), [this](present::Size size) { return mapContent(size); })),
      m_settings(new ImportSettings(m_study)),
      m_rows(new ImportRows(m_study)),
      m_funnel(new SceneView(tr("What stays"), [this](present::Size size) { return funnelContent(size); })),
      m_upper(new QSplitter(Qt::Horizontal)),
      m_lower(new QSplitter(Qt::Horizontal)),
      m_both(new QSplitter(Qt::Vertical)),
      m_tabs(new QTabBar) {
  setObjectName(QStringLiteral("importPage"));
  setAttribute(Qt::WA_StyledBackground);
  m_funnel->setObjectName(QStringLiteral("importFunnel"));
  m_upper->addWidget(titled(tr("Input"), m_input));
  m_upper->addWidget(makeMapPanel());
  m_upper->addWidget(titled(tr("Settings: map and counts follow at once"), m_settings));
  m_rowsPanel = titled(tr("Rows"), m_rows);
  m_funnelPanel = titled(tr("What stays: what leaves at each step, and why"), m_funnel);
  m_lower->addWidget(m_rowsPanel);
  m_lower->addWidget(m_funnelPanel);
  m_tabs->setObjectName(QStringLiteral("importTabs"));
  m_tabs->setDrawBase(false);
  m_tabs->setExpanding(false);
  m_tabs->addTab(tr("Rows"));
  m_tabs->addTab(tr("What stays"));
  m_tabs->setCurrentIndex(1);
  connect(m_tabs, &QTabBar::currentChanged, this, &ImportPage::arrange);
  auto* below = new QWidget;
  below->setLayout(columnOf({m_tabs, {m_lower, 1}}, 0, {}));
  m_both->addWidget(m_upper);
  m_both->addWidget(below);
  for (QSplitter* splitter : {m_upper, m_lower, m_both}) {
    splitter->setChildrenCollapsible(false);
    splitter->setHandleWidth(4);
    connect(splitter, &QSplitter::splitterMoved, this, [this] { m_byHand = true; });
  }
  m_upper->setStretchFactor(1, 1);
  m_lower->setStretchFactor(1, 1);
  setLayout(columnOf({makeBar(), {m_both, 1}}, 0, {}));
  connect(m_map, &SceneView::actionRequested, this, [this](const present::Action& action) {
    if (const auto* moved = action.as<present::MoveMap>()) m_camera = moved->camera;
    if (action.as<present::FitMap>()) m_camera.reset();
    m_map->refresh();
  });
  connect(m_map, &SceneView::previewed, this, [this](const std::optional<present::Action>& action) {
    m_pointed.reset();
    if (const auto* place = action ? action->as<present::PointPlace>() : nullptr) m_pointed = place->place;
    m_map->refresh();
  });
  connect(m_rows, &ImportRows::positionChosen, this, [this](const std::optional<Coordinates>& where) {
    m_marked = where;
    m_map->refresh();
  });
  connect(m_funnel, &SceneView::actionRequested, this, [this](const present::Action& action) {
    if (const auto* rows = action.as<present::ListRows>())
      return m_study.listRows({.user = {}, .reason = rows->reason});
    if (!action.as<present::UseRecipe>()) return;
    const bool published = m_study.settings().recipe == PrepareRecipe::Published;
    m_study.chooseRecipe(published ? PrepareRecipe::Corrected : PrepareRecipe::Published);
  });
  connect(Appearance::instance(), &Appearance::changed, this, [this] {
    m_map->refresh();
    m_funnel->refresh();
  });
  refresh();
}

ImportPage::~ImportPage() = default;

QWidget* ImportPage::makeMapPanel() {
  const auto box = [this](const QString& title, bool& shown) {
    auto* made = new QCheckBox(title);
    made->setChecked(shown);
    connect(made, &QCheckBox::toggled, this, [this, &shown](bool on) {
      shown = on;
      m_map->refresh();
    });
    return made;
  };
  auto* exact = new QCheckBox(tr("Exact positions"));
  connect(m_backgroundButton, &BackgroundButton::added, this,
          [this](const std::string& file) { setMapFiles(session::withMapFile(m_mapFiles, file)); });
  connect(m_backgroundButton, &BackgroundButton::removed, this,
          [this](const std::string& file) { setMapFiles(session::withoutMapFile(m_mapFiles, file)); });
  exact->setToolTip(tr("Else rounded to cells of 500 m: the people are real"));
  connect(exact, &QCheckBox::toggled, this, [this](bool on) {
    m_exact = on;
    m_map->refresh();
  });
  auto* body = new QWidget;
  body->setLayout(columnOf({rowOf({box(tr("Fixes"), m_fixes), box(tr("Staypoints"), m_staypoints),
                                   box(tr("Places"), m_placesShown), spring(), m_backgroundButton, exact},
                                  12, {12, 4, 12, 4}),
                            {m_map, 1}},
                           0, {}));
  return titled(tr("Map"), body);
}

void ImportPage::open(const std::filesystem::path& path) {
  m_announced.clear();
  m_source->setText(toText(path.string()));
  m_out->clear();
  m_study.open(path);
}

void ImportPage::setMapFiles(std::vector<std::string> files) {
  m_mapFiles = std::move(files);
  m_backgroundButton->setFiles(m_mapFiles);
  session::askMapBackground(m_background, m_mapFiles);
  m_map->refresh();
}

bool ImportPage::settled() const {
  return m_study.settled() && !m_background.awaiting() && m_tiles->settled();
}

void ImportPage::takeBackground() {
  if (m_background.awaiting()) return;
  if (const auto& background = m_background.answer())
    for (const Error& problem : background->problems) m_workspace.banners().report(problem);
  m_map->refresh();
}

void ImportPage::openAgain(const std::filesystem::path& report) {
  m_announced.clear();
  m_source->clear();
  m_out->setText(toText(report.parent_path().string()));
  m_study.openAgain(report);
}

std::filesystem::path ImportPage::target() const {
  if (!m_out->text().isEmpty()) return m_out->text().toStdString();
  const std::filesystem::path source = m_study.path();
  return source.parent_path() / (m_study.settings().name + "-dataset");
}

void ImportPage::refresh() {
  if (m_cameraOf != m_study.path()) {
    m_cameraOf = m_study.path();
    m_source->setText(toText(m_cameraOf.string()));
    m_camera.reset();
  }
  const bool listed = std::exchange(m_listed, m_study.rowChoice()) != m_study.rowChoice();
  if (listed && m_listed != session::ImportRowChoice()) m_tabs->setCurrentIndex(0);
  m_input->refresh();
  m_settings->refresh();
  m_rows->refresh();
  m_settings->setEnabled(m_study.trials() != nullptr && !m_study.running());
  m_input->setEnabled(!m_study.running());
  m_map->setWaiting(m_study.outdated());
  m_funnel->setWaiting(m_study.outdated());
  m_map->refresh();
  m_funnel->refresh();
  showBar();
  showRun();
}

void ImportPage::showBar() {
  const bool published = m_study.settings().recipe == PrepareRecipe::Published;
  (published ? m_published : m_corrected)->setChecked(true);
  const bool recipes = m_study.trials() && !m_study.trials()->chosen.made->placesGiven;
  m_published->setEnabled(recipes);
  m_corrected->setEnabled(recipes);
  m_like->setEnabled(m_study.input() != nullptr && !m_study.running());
  if (!m_name->hasFocus()) m_name->setText(toText(m_study.settings().name));
  m_out->setPlaceholderText(m_study.input() ? toText(target().string()) : QString());
}

void ImportPage::showRun() {
  const bool running = m_study.running();
  m_run->setText(running ? tr("Cancel") : tr("Run"));
  m_run->setEnabled(running || m_study.canRun());
  const bool busy = running || m_study.reading();
  m_progress->setVisible(busy);
  if (busy) {
    m_progress->setRange(0, 1000);
    const auto [done, total] = running ? m_study.runProgress() : std::pair<std::size_t, std::size_t>{0, 0};
    if (total == 0)
      m_progress->setRange(0, 0);
    else
      m_progress->setValue(static_cast<int>(1000.0 * static_cast<double>(done) / static_cast<double>(total)));
  }
  const auto& run = m_study.lastRun();
  const bool finished = !running && run && !run->dataset.empty();
  m_train->setVisible(finished);
  m_places->setVisible(finished);
  QStringList note;
  if (running) {
    note << (run ? toText(run->stage) : tr("begins"));
  } else if (m_study.runError()) {
    note << toText(m_study.runError()->sentence());
  } else if (run && run->refusal) {
    note << toText(run->refusal->sentence());
  } else if (finished) {
    note << tr("Written: %1 users, %2 kept, %3 sequences").arg(run->users).arg(run->kept).arg(run->sequences)
         << tr("Written");
  } else if (m_study.trialError()) {
    note << toText(m_study.trialError()->sentence());
  } else if (m_study.likeError()) {
    note << toText(m_study.likeError()->sentence());
  } else if (m_study.rowError()) {
    note << toText(m_study.rowError()->sentence());
  } else if (m_study.canRun()) {
    note << tr("Nothing is written before Run");
  }
  m_note->setToolTip(note.isEmpty() ? QString() : note.first());
  m_note->setChoices(note);
  if (!finished || m_announced == run->dataset) return;
  m_announced = run->dataset;
  Q_EMIT written(run->dataset);
}

present::ViewContent ImportPage::mapContent(present::Size size) const {
  present::ImportMapInput input;
  if (m_study.trials()) input.made = m_study.trials()->chosen.made;
  if (m_study.input()) input.input = m_study.input()->rows;
  input.fixes = m_fixes;
  input.staypoints = m_staypoints;
  input.places = m_placesShown;
  input.exact = m_exact;
  input.camera = m_camera;
  input.marked = m_marked;
  input.pointed = m_pointed;
  const present::MapBackground background = m_tiles->shown(m_background.answer());
  if (!background.empty()) input.background = &background;
  return present::importMapContent(input, {.size = size, .theme = Appearance::theme(), .text = measurer()});
}

present::ViewContent ImportPage::funnelContent(present::Size size) const {
  present::FunnelInput input;
  const auto columnOf = [](const session::ImportTrial& trial) {
    return present::funnelColumn(recipeTitle(trial.settings.recipe).toStdString(), *trial.made, trial.funnel);
  };
  if (const auto& trials = m_study.trials()) {
    input.chosen = columnOf(trials->chosen);
    if (trials->other) input.other = columnOf(*trials->other);
    for (const session::ImportCause& cause : trials->causes)
      input.causes.push_back({.title = causeTitle(cause.key).toStdString(), .steps = cause.funnel});
    input.listed = m_study.rowChoice().reason;
    input.folded = m_narrow;
    if (trials->chosen.made->refusal) input.refusal = trials->chosen.made->refusal->sentence();
  }
  return present::funnelContent(input, {.size = size, .theme = Appearance::theme(), .text = measurer()});
}

void ImportPage::showHelp() {
  if (auto* shown = findChild<QDialog*>(QStringLiteral("importHelp"))) return shown->raise();
  auto* window = new QDialog(this);
  window->setObjectName(QStringLiteral("importHelp"));
  window->setAttribute(Qt::WA_DeleteOnClose);
  window->setWindowTitle(tr("Help"));
  window->resize(scaledPixels(560), scaledPixels(620));
  auto* help = new HelpPanel;
  help->showPage(QStringLiteral("import"));
  window->setLayout(columnOf({{help, 1}}, 0, {}));
  window->show();
}

void ImportPage::askFile() {
  const QString file = qt::askFile(this, tr("Import a track or a table"),
                                   tr("Tracks and tables (*.csv *.tsv *.txt *.gpx *.plt);;All files (*)"));
  if (!file.isEmpty()) open(file.toStdString());
}

void ImportPage::askFolder() {
  const QString folder = qt::askFolder(this, tr("Import a folder of tracks"));
  if (!folder.isEmpty()) open(folder.toStdString());
}

void ImportPage::askLike() {
  const QString file = qt::askFile(this, tr("A file of a dataset that was prepared before"),
                                   tr("Datasets (*.json *.pk *.csv);;All files (*)"));
  if (!file.isEmpty()) m_study.takeSettingsLike(file.toStdString());
}

void ImportPage::runOrStop() {
  if (m_study.running()) return m_study.stopRun();
  m_announced.clear();
  m_study.run(target());
}

void ImportPage::keyPressEvent(QKeyEvent* event) {
  if (event->key() != Qt::Key_Escape) return QWidget::keyPressEvent(event);
  Q_EMIT closed();
}

void ImportPage::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (m_source->text().isEmpty()) m_source->setFocus(Qt::OtherFocusReason);
  arrange();
}

void ImportPage::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  arrange();
}

/// Where the page is narrow, what lies below the map are tabs, and reasons fold into their steps.
void ImportPage::arrange() {
  constexpr int leastWide = 1450;
  const bool narrow = width() < scaledPixels(leastWide);
  m_tabs->setVisible(narrow);
  for (const auto& [panel, tab] : {std::pair(m_rowsPanel, 0), {m_funnelPanel, 1}}) {
    panel->setVisible(!narrow || m_tabs->currentIndex() == tab);
    panel->findChild<QLabel*>(QStringLiteral("importTitle"))->setVisible(!narrow);
  }
  if (std::exchange(m_narrow, narrow) != narrow) m_funnel->refresh();
  if (m_byHand) return;
  const int side = std::clamp(width() / 4, scaledPixels(312), scaledPixels(400));
  m_upper->setSizes({side, width() - 2 * side, side});
  m_lower->setSizes({width() * 2 / 5, width() * 3 / 5});
  m_both->setSizes({height() * 3 / 5, height() * 2 / 5});
}

}  // namespace sojourn::qt
