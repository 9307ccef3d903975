// SPDX-License-Identifier: GPL-3.0-or-later
// Reports in the studio's window: asks what they contain, and has them written.
#include <QDir>
#include <algorithm>
#include <utility>

#include "model/core/text.h"
#include "views/qt/files/workspace_files.h"
#include "views/qt/main_window/main_window.h"
#include "views/qt/replay/replay_panel.h"
#include "views/qt/report/report_dialog.h"
#include "views/qt/report/report_run.h"
#include "views/qt/shell/banner_area.h"
#include "views/qt/shell/status_panel.h"
#include "views/qt/training/training_area.h"
#include "views/qt/what_if/what_if_area.h"
#include "views/qt/what_if/what_if_nearest.h"
#include "views/qt/what_if/what_if_searches.h"
#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/text.h"
#include "views/session/report/report_reveals.h"

namespace sojourn::qt {
namespace {

/// In the settings, beside the layouts.
const std::string choiceKey = "report", fileKey = "report_file";

constexpr present::Size curvesSize{1100, 560};

/// Behind the last view of its group.
void insertInGroup(std::vector<ReportView>& views, ReportView view) {
  const auto last = std::ranges::find(views.rbegin(), views.rend(), view.group, &ReportView::group);
  views.insert(last == views.rend() ? views.end() : last.base(), std::move(view));
}

QStringList textsOf(const std::vector<std::string>& words) {
  QStringList texts;
  for (const std::string& word : words) texts << toText(word);
  return texts;
}

/// Of views that are computed only while they are visible.
QString notComputed() {
  return MainWindow::tr("Nothing to show yet; open it first");
}

}  // namespace

/// With what only the window has: measured edit rules and pictures of runs, as they stand on the screen.
std::vector<ReportView> MainWindow::allReportViews() const {
  std::vector<ReportView> views = reportViews(m_views);
  const bool compares = m_workspace.edited() || !m_edits.scenarios().empty();
  for (ReportView& view : views) {
    if (view.missing.isEmpty() && view.compares && !compares) view.missing = tr("Nothing is edited");
    const bool computedOnScreen = view.group == tr("Explain") || !view.section.isEmpty();
    if (!view.missing.isEmpty() && !view.spec && computedOnScreen) view.missing = notComputed();
  }
  // Where a rule is measured over many samples, its change; a report measures none by itself.
  if (const ViewSpec* spec = m_whatIf->spec(QStringLiteral("what_if_rules"))) {
    const auto shown = [this, spec](const present::Theme& theme) {
      return contentOf(*spec, m_views.current.source(), {.size = spec->exported, .theme = theme, .text = measurer()});
    };
    insertInGroup(
        views, {.id = spec->id,
                .title = spec->title,
                .group = tr("What if"),
                .shown = shown,
                .missing = std::holds_alternative<present::EmptyState>(shown(present::Theme::light())) ? notComputed()
                                                                                                       : QString()});
  }
  const QString noRuns = m_training->library().runs().empty() ? tr("No runs are open") : QString();
  const auto add = [&](const QString& id, const QString& title, bool ofPeople,
                       std::function<present::ViewContent()> content) {
    const auto shown = [content = std::move(content)](const present::Theme& theme) {
      const ThemeScope scope(theme);
      return content();
    };
    views.push_back(
        {.id = id, .title = title, .group = tr("Training"), .shown = shown, .ofPeople = ofPeople, .missing = noRuns});
  };
  add(QStringLiteral("training_curves"), tr("Training curves"), false,
      [this] { return view(QStringLiteral("training_curves"))->contentFor(curvesSize); });
  add(QStringLiteral("learning_replay"), tr("Learning replay"), true,
      [replay = m_training->replay()] { return replay->contentWithTable(replay->currentId()); });
  return views;
}

void MainWindow::askReport() {
  if (m_report) return m_status->say(tr("A report is already being written"));
  if (!m_workspace.dataset() || !m_workspace.inspection())
    return m_status->say(tr("A report needs a dataset and a model"));
  // A key that is held down asks again and again.
  if (const auto* shown = findChild<ReportDialog*>(); shown && shown->isVisible()) return;
  const QByteArray file = kept(fileKey);
  const std::optional<std::size_t> row = m_workspace.row();
  auto* dialog = new ReportDialog(
      session::parseReportChoice(kept(choiceKey).toStdString()),
      file.isEmpty() ? QDir::home().filePath(QStringLiteral("sojourn-report")) : QString::fromUtf8(file),
      {.samples = m_workspace.samples().table().size(),
       .filtered = m_workspace.samples().view().rows().size(),
       .present = row ? tr("sample %1").arg(toText(groupThousands(static_cast<long long>(*row)))) : QString(),
       .edited = m_workspace.edited(),
       .noted = m_workspace.notes().ofRows().size(),
       .scenarios = m_edits.scenarios().size(),
       .pseudonyms = !m_workspace.pseudonyms().empty(),
       .views = allReportViews(),
       .reveals = [this](const session::ReportChoice& choice,
                         bool wholeSplit) { return revealsText(choice, wholeSplit); }},
      this);
  connect(dialog, &ReportDialog::wanted, this, [this, dialog] { writeReport(dialog->choice(), dialog->files()); });
  connect(dialog, &ReportDialog::pseudonymsWanted, this, [this, dialog](bool shown) {
    keepReport(dialog->choice(), dialog->files());
    dialog->reject();
    // What the dialog offers is of what is open; it comes back when everything is there again.
    m_reportAwaited = true;
    m_workspace.setPseudonymsShown(shown);
  });
  BannerArea::showIn(*dialog, m_workspace);
  dialog->open();
}

void MainWindow::updateReport() {
  if (!m_reportAwaited || m_workspace.opening() || m_workspace.inspectionOutdated()) return;
  if (m_workspace.engine() && !m_workspace.inspection() && !m_workspace.inspectionError()) return;
  m_reportAwaited = false;
  askReport();
}

QString MainWindow::revealsText(const session::ReportChoice& choice, bool wholeSplit) {
  const auto subjects = session::reportSubjects(choice, m_workspace, m_edits);
  if (!subjects) return {};
  return toText(session::revealedAtLeast(m_workspace, *subjects, wholeSplit).text());
}

void MainWindow::keepReport(const session::ReportChoice& choice, const QStringList& files) {
  keep(choiceKey, QByteArray::fromStdString(session::formatReportChoice(choice)));
  if (!files.isEmpty()) keep(fileKey, files.front().left(files.front().lastIndexOf(QLatin1Char('.'))).toUtf8());
}

void MainWindow::writeReport(const session::ReportChoice& choice, const QStringList& files) {
  keepReport(choice, files);
  auto views = chosenReportViews(allReportViews(), textsOf(choice.views));
  auto subjects = session::reportSubjects(choice, m_workspace, m_edits);
  for (const Error* error : {views ? nullptr : &views.error(), subjects ? nullptr : &subjects.error()})
    if (error) return m_workspace.banners().report(*error);
  ReportOrder order;
  order.choice = choice;
  order.views = std::move(*views);
  order.subjects = std::move(*subjects);
  order.date = reportDate();
  // As the panels ask.
  order.wishes.feature = m_whatIf->searches()->sweeps().feature();
  order.wishes.counterfactuals = m_whatIf->searches()->counterfactuals().wish();
  order.wishes.similarity = m_whatIf->nearest()->records().similarity();
  for (const QString& file : files) order.files.emplace_back(file.toStdString());
  m_report = new ReportRun(m_views, std::move(order), [this, files](const Status& written) {
    std::exchange(m_report, nullptr)->deleteLater();
    if (!written) return m_workspace.banners().report(written.error());
    m_status->sayWritten(tr("Wrote %1").arg(files.join(QStringLiteral(", "))), files.constFirst());
  });
  m_status->say(tr("Writing the report"));
}

}  // namespace sojourn::qt
