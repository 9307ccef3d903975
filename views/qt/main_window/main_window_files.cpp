// SPDX-License-Identifier: GPL-3.0-or-later
// What the studio's window asks a person: files to open, files to write, names; and what it lists.
#include <QAction>
#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QInputDialog>
#include <QMessageBox>
#include <QStackedWidget>
#include <algorithm>
#include <functional>
#include <utility>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "model/data/io/dataset_files.h"
#include "model/data/prepare/output_folder.h"
#include "views/qt/compare/compare_area.h"
#include "views/qt/docks/dock_area.h"
#include "views/qt/docks/help_panel.h"
#include "views/qt/docks/sample_area.h"
#include "views/qt/explain/seeds_dialog.h"
#include "views/qt/files/program_dialog.h"
#include "views/qt/files/program_log.h"
#include "views/qt/files/workspace_files.h"
#include "views/qt/import/import_page.h"
#include "views/qt/launch/launch_panel.h"
#include "views/qt/main_window/main_window.h"
#include "views/qt/replay/replay_panel.h"
#include "views/qt/report/gallery.h"
#include "views/qt/runs/run_lines.h"
#include "views/qt/runs/runs_order.h"
#include "views/qt/runs/runs_panel.h"
#include "views/qt/samples/sample_columns.h"
#include "views/qt/samples/samples_panel.h"
#include "views/qt/samples/samples_scene.h"
#include "views/qt/scene/export.h"
#include "views/qt/scene/table_dialog.h"
#include "views/qt/shell/banner_area.h"
#include "views/qt/shell/status_panel.h"
#include "views/qt/training/training_area.h"
#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/file_dialogs.h"
#include "views/qt/widgets/text.h"
#include "views/session/places/map_backgrounds.h"

namespace sojourn::qt {
namespace {

/// The curves where they are not on screen.
constexpr present::Size exportedCurves{1200, 560};

/// In the settings, with the layouts.
const std::string exportFolderKey = "export_folder";

/// Asks for a text or a choice; gone when it is answered.
QInputDialog* askText(MainWindow* window, const QString& title, const QString& label,
                      const std::function<void(const QString&)>& answered) {
  auto* ask = new QInputDialog(window);
  ask->setAttribute(Qt::WA_DeleteOnClose);
  ask->setWindowTitle(title);
  ask->setLabelText(label);
  QObject::connect(ask, &QInputDialog::textValueSelected, window, answered);
  return ask;
}

}  // namespace

ExportItem MainWindow::exportItem(const QString& id) const {
  ExportItem item{.title = {},
                  .content = present::EmptyState{},
                  .theme = &Appearance::theme(),
                  .provenance = provenanceOf(m_workspace)};
  const ViewDock* dock = dockOf(id);
  if (dock) item.title = dock->windowTitle();
  const auto comeFrom = [&item](auto provenance) {
    provenance.insert(provenance.begin(), item.provenance.front());
    item.provenance = std::move(provenance);
  };
  if (dock && m_training->docks().contains(dock)) comeFrom(m_training->provenance());
  const ReplayPanel* replay = m_training->replay();
  const QString part = id == QLatin1String("learning_replay") ? replay->currentId() : id;
  if (replay->view(part)) {
    item.title = replay->titleOf(part);
    item.content = replay->contentWithTable(part);
    comeFrom(replay->provenance());
  } else if (id == QLatin1String("compare_samples")) {
    item.content = m_compare->samplesScene();
  } else if (id == QLatin1String("samples")) {
    const present::Size size{static_cast<float>(std::max(320, samples()->width())),
                             static_cast<float>(std::max(300, samples()->height()))};
    item.content = samplesScene(m_workspace, {.size = size, .theme = Appearance::theme(), .text = measurer()});
  } else if (SceneView* shown = view(id)) {
    // A view that is not on screen has no size of its own, and its picture may be an old one.
    const bool seen = shown->isVisible() && !shown->visibleRegion().isEmpty();
    const ViewSpec* spec = nullptr;
    for (const SampleArea* area : m_sampleAreas) spec = spec ? spec : area->spec(id);
    item.content = seen ? shown->content() : shown->contentFor(spec ? spec->exported : exportedCurves);
  }
  return item;
}

void MainWindow::exportView(const QString& id, const QString& file) {
  const std::filesystem::path path = file.toStdString();
  // The table of the samples holds every row that is shown, its picture only a screen of them.
  const bool allRows = id == QLatin1String("samples") && path.extension() == ".csv";
  const ExportItem item = exportItem(id == comparedRuns ? QStringLiteral("runs") : id);
  const RunsPanel& runs = *m_training->runs();
  const Status written =
      allRows ? writeCsv(samplesWithNotes(m_workspace, m_views.explain.seedEvaluations().stability()), item, path)
      : id == QLatin1String("runs") ? writeCsv(runs.shownTable(), item, path)
      : id == comparedRuns          ? writeCsv(runs.comparedTable(), item, path)
                                    : writeExport(item, path);
  if (!written) return m_workspace.banners().report(written.error());
  m_status->sayWritten(
      path.extension() == ".csv"
          ? tr("Wrote %1, and its provenance to %2").arg(file, toText(csvMetadataFile(path).filename().string()))
          : tr("Wrote %1").arg(file),
      file);
}

QString MainWindow::exportFolder() const {
  const QString folder = QString::fromUtf8(kept(exportFolderKey));
  return !folder.isEmpty() && QDir(folder).exists() ? folder : QDir::homePath();
}

void MainWindow::keepExportFolder(const QString& folder) {
  keep(exportFolderKey, QDir(folder).absolutePath().toUtf8());
}

void MainWindow::askExport(const QString& id) {
  if (id == QLatin1String("help")) return;
  const bool table = id == QLatin1String("runs") || id == comparedRuns;
  const QString suffix = table ? QStringLiteral(".csv") : QStringLiteral(".png");
  const QString file = askSaveFile(this, tr("Export view"), QDir(exportFolder()).filePath(id + suffix),
                                   table ? tr("Tables (*.csv)")
                                   : id.startsWith(QLatin1String("places_"))
                                       ? tr("Pictures and tables (*.png *.svg *.pdf *.csv *.json *.geojson)")
                                       : tr("Pictures and tables (*.png *.svg *.pdf *.csv *.json)"));
  if (file.isEmpty()) return;
  keepExportFolder(QFileInfo(file).path());
  exportView(id, QFileInfo(file).suffix().isEmpty() ? file + suffix : file);
}

void MainWindow::askExportAll() {
  const QString folder = askFolder(this, tr("Export all views to a folder"), exportFolder());
  if (folder.isEmpty()) return;
  keepExportFolder(folder);
  exportAll(folder);
}

void MainWindow::exportAll(const QString& folder) {
  if (m_gallery) return m_status->say(tr("An export of all views is already running"));
  m_gallery = new GalleryRun(m_views, folder.toStdString(), Appearance::theme(), this);
  const auto gone = [this] { std::exchange(m_gallery, nullptr)->deleteLater(); };
  connect(m_gallery, &GalleryRun::failed, this, [this, gone](const Error& error) {
    gone();
    m_workspace.banners().report(error);
  });
  connect(m_gallery, &GalleryRun::finished, this, [this, gone, folder](int views, bool cancelled) {
    gone();
    m_status->say(cancelled ? tr("Cancelled after %1 views in %2").arg(views).arg(folder)
                            : tr("Wrote all views to %1").arg(folder));
  });
}

void MainWindow::askDataset() {
  const QString file =
      askFile(this, tr("Open dataset: choose any of its split files"), tr("Datasets (*.pk);;All files (*)"),
              m_workspace.isDemo() ? QString() : toText(m_workspace.dataPath().string()));
  if (!file.isEmpty()) m_workspace.openDataset(session::dataPathOf(file.toStdString()));
}

void MainWindow::askDatasetFolder() {
  const QString dataset =
      qt::askDataset(this, tr("Open a dataset folder"),
                     m_workspace.isDemo() ? QString() : toText(m_workspace.dataPath().parent_path().string()));
  if (!dataset.isEmpty()) m_workspace.openDataset(dataset.toStdString());
}

void MainWindow::openDatasetAt(const std::filesystem::path& path) {
  const QString dataset = datasetIn(this, toText(path.string()));
  if (!dataset.isEmpty()) m_workspace.openDataset(dataset.toStdString());
}

void MainWindow::askCheckpoint() {
  const QString file =
      askFile(this, tr("Open checkpoint"), tr("Checkpoints (*.pt *.pth *.ckpt *.bin *.safetensors);;All files (*)"),
              m_workspace.isDemoCheckpoint() ? QString() : toText(m_workspace.checkpointPath().string()));
  if (!file.isEmpty()) m_workspace.openCheckpoint(file.toStdString());
}

void MainWindow::askProgram(const ProgramCommand& shown) {
  auto* dialog =
      new ProgramDialog(shown, m_workspace.programAsked() == shown, m_workspace.settings().recentPrograms, this);
  connect(dialog, &ProgramDialog::wanted, this,
          [this](const ProgramCommand& program) { m_workspace.openProgram(program); });
  dialog->open();
}

void MainWindow::showProgramLog() {
  auto* log = findChild<ProgramLog*>();
  if (!log) log = new ProgramLog(m_workspace, this);
  log->show();
  log->raise();
}

void MainWindow::askSeeds() {
  auto* dialog = new SeedsDialog(m_workspace, m_views.explain.rankStability(), this);
  BannerArea::showIn(*dialog, m_workspace);
  dialog->open();
}

void MainWindow::askLabels() {
  const QString file = askFile(this, tr("Import labels: a CSV with location_id or user_id, and name"),
                               tr("Tables (*.csv);;All files (*)"));
  if (!file.isEmpty()) m_workspace.names().importLabels(file.toStdString());
}

void MainWindow::openPaths(const QStringList& paths) {
  std::vector<std::filesystem::path> given;
  for (const QString& path : paths) given.emplace_back(path.toStdString());
  m_paths->classify(std::move(given));
}

/// What was found about the paths that were dropped.
void MainWindow::openFound(const std::vector<session::FoundPath>& found) {
  session::OpenRequest request;
  for (const auto& [kind, path] : found) {
    if (kind == session::PathKind::Workspace) return m_files->open(path);
    if (kind == session::PathKind::Runs) openRuns(path);
    if (kind == session::PathKind::Input) return showImport(path);
    if (kind == session::PathKind::Labels) m_workspace.names().importLabels(path);
    if (kind == session::PathKind::Map) addMapFile(path.string());
    if (kind == session::PathKind::Dataset) request.data = path;
    if (kind == session::PathKind::Predictions) {
      showWorkspace(StudioWorkspace::Compare);
      m_compare->addModel({session::ComparedKind::Predictions, path.string()});
    }
    // In Compare a dropped checkpoint joins the open one.
    const bool joins = shownWorkspace() == StudioWorkspace::Compare && m_workspace.engine();
    if (kind == session::PathKind::Checkpoint && joins)
      m_compare->addModel({session::ComparedKind::Checkpoint, path.string()});
    else if (kind == session::PathKind::Checkpoint)
      request.checkpoint = path;
  }
  // Of several datasets in a folder one is asked for.
  if (request.data && !request.checkpoint) return openDatasetAt(*request.data);
  if (request.data || request.checkpoint) m_workspace.open(std::move(request));
}

/// A background goes below the map that is in front.
void MainWindow::addMapFile(const std::string& file) {
  if (m_front->currentWidget() == m_import)
    return m_import->setMapFiles(session::withMapFile(m_import->mapFiles(), file));
  m_workspace.setMapFiles(session::withMapFile(m_workspace.mapFiles(), file));
  showWorkspace(StudioWorkspace::Places);
}

void MainWindow::makeImport() {
  // Only what is shown asks for room, as among the workspaces.
  const auto leaveRoom = [this] {
    for (QWidget* page : std::initializer_list<QWidget*>{m_pages, m_import}) {
      const auto policy = page == m_front->currentWidget() ? QSizePolicy::Preferred : QSizePolicy::Ignored;
      page->setSizePolicy(policy, policy);
    }
  };
  connect(m_front, &QStackedWidget::currentChanged, this, leaveRoom);
  leaveRoom();
  const auto close = [this] { showWorkspace(shownWorkspace()); };
  connect(m_import, &ImportPage::closed, this, close);
  connect(m_import, &ImportPage::written, this, [this](const std::filesystem::path& dataset) {
    session::OpenRequest request{.data = dataset};
    if (!m_import->mapFiles().empty()) request.mapFiles = m_import->mapFiles();
    m_workspace.open(std::move(request));
  });
  connect(m_import, &ImportPage::trainWanted, this, [this] {
    const auto& run = m_import->study().lastRun();
    m_training->launch()->startWith(run->dataset, run->trainSequences);
    reveal(m_training->dock(QStringLiteral("launch")));
  });
  connect(m_import, &ImportPage::placesWanted, this, [this] { showWorkspace(StudioWorkspace::Places); });
}

void MainWindow::showImport(const std::filesystem::path& input) {
  m_front->setCurrentWidget(m_import);
  action(shownPage().actionName)->setChecked(false);  // it is none of the workspaces
  if (!input.empty()) m_import->open(input);
}

void MainWindow::importAgain() {
  showImport();
  m_import->openAgain(m_workspace.dataPath().parent_path() / preparationReportName);
}

void MainWindow::askPlaceName(LocationId location) {
  QInputDialog* ask =
      askText(this, tr("Name this place"), tr("Name of place %1 (leave empty to remove the name)").arg(location),
              [this, location](const QString& name) {
                m_workspace.names().setPlaceName(location, name.trimmed().toStdString());
              });
  const PlaceNames& names = m_workspace.names().ofSample();
  if (names.hasName(location)) ask->setTextValue(toText(names.name(location)));
  ask->open();
}

void MainWindow::askUserName() {
  const Sequence* sequence = m_workspace.sequence();
  if (!sequence) return;
  const UserId user = sequence->user;
  QInputDialog* ask = askText(
      this, tr("Name this user"), tr("Name of user %1 (leave empty to remove the name)").arg(user),
      [this, user](const QString& name) { m_workspace.names().setUserName(user, name.trimmed().toStdString()); });
  if (m_workspace.names().naming().hasUserName(user))
    ask->setTextValue(toText(m_workspace.names().naming().userName(user)));
  ask->open();
}

void MainWindow::showProblems() {
  present::Table table{.columns = {"severity", "where", "what", "remedy"}, .rows = {}};
  const auto row = [&](const char* severity, const std::string& where, const std::string& what,
                       const std::string& remedy) {
    table.rows.push_back(
        {sojourn::tr(severity), escapeForDisplay(where), escapeForDisplay(what, 400), escapeForDisplay(remedy, 400)});
  };
  for (const Problem& problem : m_workspace.problems())
    row(severityName(problem.severity), problem.where, problem.what, problem.remedy);
  if (const ModelDescription* model = m_workspace.model()) {
    const LoadReport& report = model->report;
    for (const std::string& name : report.missing) row("error", name, sojourn::tr("is not in the file"), "");
    for (const std::string& name : report.wrongShape) row("error", name, sojourn::tr("has another shape"), "");
    for (const std::string& name : report.extra)
      row("notice", name, sojourn::tr("is in the file but not in the model"), "");
    row("notice", model->source, sojourn::tr("%1 tensors matched", {std::to_string(report.matched.size())}), "");
  }
  (new TableDialog(tr("Problems and load report"),
                   m_workspace.dataset() ? toText(m_workspace.dataset()->title) : QString(), std::move(table), this))
      ->show();
}

void MainWindow::showShortcuts() {
  present::Table table{.columns = {"command", "keys"}, .rows = {}};
  for (const QAction* made : findChildren<QAction*>()) {
    if (!made->shortcut().isEmpty())
      table.rows.push_back({made->text().remove(QLatin1Char('&')).toStdString(),
                            made->shortcut().toString(QKeySequence::NativeText).toStdString()});
  }
  constexpr std::pair<const char*, const char*> inViews[] = {{"Move between visits in a view", "Left, Right"},
                                                             {"Move between marks in a view", "Up, Down"},
                                                             {"Select the mark", "Enter"},
                                                             {"Clear the selection", "Escape"},
                                                             {"Add to the selection", "Shift+click"}};
  for (const auto& [what, keys] : inViews) table.rows.push_back({sojourn::tr(what), sojourn::tr(keys)});
  (new TableDialog(tr("Keyboard shortcuts"), {}, std::move(table), this))->show();
}

void MainWindow::showAbout() {
  auto* box = new QMessageBox(QMessageBox::NoIcon, tr("About Sojourn"), {}, QMessageBox::Close, this);
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->setTextFormat(Qt::PlainText);
  box->setText(tr("Sojourn %1\n\nExplains why a next-location model predicts where a person goes next.\n\nLicence: "
                  "GPL-3.0-or-later. Qt %2. The font Sojourn Sans is "
                  "Inter with fewer glyphs, under the SIL Open Font License 1.1.")
                   .arg(QCoreApplication::applicationVersion(), QLatin1String(qVersion())));
  box->open();
}

void MainWindow::showHelp(const QString& id) {
  static const QStringList embeddings{QStringLiteral("place_embeddings"), QStringLiteral("nearest_places"),
                                      QStringLiteral("hours_weekdays")};
  const QString page = id.startsWith(QLatin1String("replay_"))     ? QStringLiteral("learning_replay")
                       : id.startsWith(QLatin1String("what_if_"))  ? QStringLiteral("what_if")
                       : id.startsWith(QLatin1String("compare_"))  ? QStringLiteral("compare")
                       : id.startsWith(QLatin1String("dataset_"))  ? QStringLiteral("dataset")
                       : id.startsWith(QLatin1String("ablation_")) ? QStringLiteral("ablation_study")
                       : id.startsWith(QLatin1String("places_"))   ? QStringLiteral("places")
                       : embeddings.contains(id)                   ? QStringLiteral("embeddings")
                       : id.startsWith(QLatin1String("reading_"))  ? QStringLiteral("reading")
                                                                   : id;
  ViewDock* explained = docks()->dock(id);
  docks()->showHelp(page, explained ? explained : docks()->current());
}

}  // namespace sojourn::qt
