// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/launch/launch_panel.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalBlocker>
#include <algorithm>

#include "model/config/trainable_models.h"
#include "model/core/text.h"
#include "views/qt/launch/launch_form_view.h"
#include "views/qt/launch/queue_list.h"
#include "views/qt/launch/yaml_edit.h"
#include "views/qt/widgets/compose.h"
#include "views/qt/widgets/file_dialogs.h"
#include "views/qt/widgets/text.h"
#include "views/session/launch/launch_source.h"
#include "views/session/runs/run_library.h"

namespace sojourn::qt {
namespace {

constexpr int checkAfterMilliseconds = 120;
constexpr int pollMilliseconds = 1000;

std::string datasetText(const std::filesystem::path& data) {
  return escapeForDisplay(data.parent_path().filename().string() + ", " + data.filename().string(), 80);
}

std::filesystem::path home() {
  return QDir::homePath().toStdString();
}

}  // namespace

LaunchPanel::LaunchPanel(session::Workspace& workspace, session::RunLibrary& library, QWidget* parent)
    : QWidget(parent),
      m_workspace(workspace),
      m_library(library),
      m_draft(home(), workspace.settings().launch),
      m_base(new QComboBox),
      m_view(new LaunchFormView),
      m_yaml(new YamlEdit),
      m_queueList(new QueueList),
      m_summary(textLabel({}, {.wraps = true, .margins = {12, 8, 12, 0}})),
      m_queueButton(new QPushButton),
      m_launcher({.wake = queuedCall(this, [this] { m_launcher.drain(); }),
                  .changed = [this] { updateLauncher(); },
                  .startQueue = workspace.loaders().startQueue,
                  .demo = workspace.loaders().demo}) {
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Light);
  build();
  m_checkSoon.setSingleShot(true);
  connect(&m_checkSoon, &QTimer::timeout, this, [this] { m_launcher.check(plan()); });
  m_pollTimer.setInterval(pollMilliseconds);
  connect(&m_pollTimer, &QTimer::timeout, this, [this] { m_launcher.poll(plan().folder); });
  connect(m_view, &LaunchFormView::edited, this, [this](const QString& key, const QString& text) {
    if (text != QLatin1String("browse")) m_draft.setText(key.toStdString(), text.toStdString());
    replan();
  });
  connect(m_view, &LaunchFormView::browseWanted, this, &LaunchPanel::askDataset);
  // Before anything listens: the highlighter's first pass reports a changed text, and an empty one would be taken
  // over.
  m_yaml->setPlainText(toText(m_draft.form().yaml()));
  connect(m_yaml, &QPlainTextEdit::textChanged, this, [this] {
    // Marks and colours change the document too.
    const std::string typed = m_yaml->toPlainText().toStdString();
    if (typed == m_draft.form().yaml()) return;
    m_draft.setYaml(typed);
    replan();
  });
  connect(m_base, &QComboBox::activated, this, &LaunchPanel::chooseBase);
  connect(m_queueButton, &QPushButton::clicked, this, [this] {
    m_workspace.rememberLaunch(m_draft.place());
    m_launcher.launch(plan());
    showFoot();
  });
  connect(m_queueList, &QueueList::withdrawWanted, this,
          [this](const QString& id) { m_launcher.withdraw(id.toStdString()); });
  connect(m_queueList, &QueueList::dismissWanted, this,
          [this](const QString& id) { m_launcher.dismiss(id.toStdString()); });
  connect(m_queueList, &QueueList::startWanted, this,
          [this] { m_launcher.work(m_launcher.queue().folder, std::max<std::int64_t>(1, plan().atATime)); });
  m_draft.startFromRecipe(trainableModels().front().name(), session::LaunchDraft::Changes::Keep);
  fillBases();
  m_datasetSubscription = workspace.subscribe([this](session::Changes changes) {
    if (changes.has(session::Change::Dataset) && isVisible()) {
      updateDataset();
      replan();
    }
  });
}

// ---- what to start from

void LaunchPanel::fillBases() {
  std::vector<session::FormChoice> bases = session::launchSources(m_library.runs(), {}, {});
  const QSignalBlocker quiet(m_base);
  if (bases != m_bases) {
    m_bases = std::move(bases);
    m_base->clear();
    for (const auto& [value, text] : m_bases) m_base->addItem(toText(text), toText(value));
  }
  m_base->setCurrentIndex(std::max(0, m_base->findData(toText(m_draft.source()))));
}

void LaunchPanel::chooseBase() {
  using Changes = session::LaunchDraft::Changes;
  const QString chosen = m_base->currentData().toString();
  const std::string name = chosen.section(QLatin1Char(':'), 1).toStdString();
  if (chosen.startsWith(QLatin1String(session::recipeSource))) {
    m_draft.startFromRecipe(name, Changes::Keep);
  } else {
    const session::FollowedRunPtr run = m_library.run(name);
    if (!run || !run->entry.record) return;
    if (const Status started = m_draft.startFromRun(*run, Changes::Keep); !started) {
      Q_EMIT failed(started.error());
      return fillBases();
    }
  }
  replan();
}

void LaunchPanel::startFrom(const session::FollowedRunPtr& run) {
  if (!run->entry.record) return;
  const std::string folder = m_draft.place().runFolder;
  if (const Status started = m_draft.startFromRun(*run); !started) Q_EMIT failed(started.error());
  m_draft.setText(session::runFolderKey, folder);
  fillBases();
  fillDatasets();
  replan();
}

void LaunchPanel::startWith(const std::filesystem::path& dataset, std::int64_t sequences) {
  m_draft.dropChanges();
  session::LaunchForm fitted;
  fitted.setBase(recipeForSize(m_draft.form().model(), sequences));
  for (const ConfigField* field : differingFields(m_draft.form().base(), fitted.base()))
    m_draft.setText(std::string(field->key), fitted.text(*field));
  m_draft.setText(session::dataKey, dataset.string());
  fillDatasets();
  replan();
}

void LaunchPanel::fillDatasets() {
  std::vector<session::FormChoice> datasets{{"", tr("Demo city").toStdString()}};
  const auto offer = [&](const std::string& path) {
    if (std::ranges::find(datasets, path, &session::FormChoice::value) == datasets.end())
      datasets.push_back({path, datasetText(path)});
  };
  if (!m_workspace.isDemo() && !m_workspace.dataPath().empty()) offer(m_workspace.dataPath().string());
  for (const std::string& recent : m_workspace.settings().recentDatasets) offer(recent);
  offer(m_draft.place().data);
  m_view->setDatasets(std::move(datasets));
}

void LaunchPanel::updateDataset() {
  m_draft.proposeDataset(m_workspace.isDemo() ? std::string() : m_workspace.dataPath().string());
  fillDatasets();
}

void LaunchPanel::askDataset() {
  const QString dataset = qt::askDataset(this, tr("Folder of the dataset to train on"), toText(m_draft.place().data));
  if (!dataset.isEmpty()) m_draft.setText(session::dataKey, dataset.toStdString());
  fillDatasets();
  replan();
}

// ---- files

void LaunchPanel::askOpen() {
  const QString file = askFile(this, tr("Open a configuration"), tr("YAML (*.yaml *.yml);;All files (*)"));
  if (!file.isEmpty()) openYaml(file.toStdString());
}

void LaunchPanel::askSave() {
  const QString file =
      askSaveFile(this, tr("Save the configuration"), QStringLiteral("training.yaml"), tr("YAML (*.yaml)"));
  if (!file.isEmpty()) saveYaml(file.toStdString());
}

void LaunchPanel::openYaml(const std::filesystem::path& file) {
  m_files.post([this, file] {
    const auto take = [this, text = session::readYamlText(file)] {
      if (!text) return failed(text.error());
      m_draft.dropChanges();
      m_draft.setYaml(*text);
      replan();
    };
    queuedCall(this, take)();
  });
}

void LaunchPanel::saveYaml(const std::filesystem::path& file) {
  m_files.post([this, file, yaml = m_draft.form().yaml()] {
    const auto report = [this, file, written = session::writeYamlText(file, yaml)] {
      if (!written) return failed(written.error());
      Q_EMIT said(tr("Wrote %1").arg(toText(file.string())));
    };
    queuedCall(this, report)();
  });
}

// ---- following

void LaunchPanel::replan() {
  m_openFolder = session::openRunsFolder(m_library);
  m_draft.replan(m_openFolder);
  m_checkSoon.stop();
  if (plan().errors.empty()) m_checkSoon.start(checkAfterMilliseconds);
  showErrors();
  showFoot();
}

const session::DiskCheck* LaunchPanel::diskCheck() const {
  const auto& check = m_launcher.diskCheck();
  return check && !m_checkSoon.isActive() ? &*check : nullptr;
}

void LaunchPanel::showErrors() {
  const session::LaunchForm& form = m_draft.form();
  m_view->setSections(m_draft.sections(diskCheck()), form.model());
  if (const QString text = toText(form.yaml()); text != m_yaml->toPlainText()) {
    const QSignalBlocker quiet(m_yaml);
    const int scrolled = m_yaml->verticalScrollBar()->value();
    m_yaml->setPlainText(text);
    m_yaml->verticalScrollBar()->setValue(scrolled);
  }
  std::map<int, QString> wrong;
  std::set<int> changed;
  for (const session::LaunchError& error : m_draft.errors(diskCheck()))
    if (error.line > 0) wrong.emplace(error.line, toText(error.message));
  for (const ConfigField& field : configFields())
    if (form.changed(field.key)) changed.insert(form.lineOf(field.key));
  m_yaml->mark(wrong, changed);
}

void LaunchPanel::refresh() {
  if (!isVisible()) return;
  m_draft.setPaces(session::pacesOf(m_library.runs()));
  if (!m_base->view()->isVisible()) fillBases();
  // Where the runs go may depend on which folder is open.
  if (m_openFolder != session::openRunsFolder(m_library)) return replan();
  showFoot();
}

void LaunchPanel::updateLauncher() {
  for (const Error& error : m_launcher.takeErrors()) Q_EMIT failed(error);
  if (const std::string notice = m_launcher.takeNotice(); !notice.empty()) Q_EMIT said(toText(notice));
  for (const auto& added : m_launcher.takeAdded()) {
    Q_EMIT queued(added.folder, added.runs);
    // The names are taken now. Until a double click is over, the button does not queue the same again.
    m_checkSoon.start(std::max(checkAfterMilliseconds, QApplication::doubleClickInterval()));
  }
  m_queueList->show(m_launcher.queue());
  const bool keeps = m_launcher.queue().atWork && m_launcher.queue().folder == plan().folder;
  m_view->field("where.at_a_time")->editor()->setEnabled(!keeps);
  showErrors();
  showFoot();
}

void LaunchPanel::resume(const session::FollowedRunPtr& run) {
  const std::filesystem::path folder = session::queueFolderOf(m_library, run->folder());
  m_launcher.resume(folder, run->folder().lexically_relative(folder).string(), plan().atATime);
}

void LaunchPanel::updateTheme() {
  m_yaml->updateTheme();
  m_queueList->show(m_launcher.queue());
}

void LaunchPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (m_draft.place().runFolder.empty())
    m_draft.setText(session::runFolderKey, session::proposedRunFolder(session::openRunsFolder(m_library), home()));
  updateDataset();
  replan();
  refresh();
  m_launcher.poll(plan().folder);
  m_pollTimer.start();
}

}  // namespace sojourn::qt
