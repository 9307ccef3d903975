// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/shell/status_panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QProgressBar>
#include <QToolButton>
#include <algorithm>
#include <cmath>

#include "model/core/text.h"
#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/icons.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {

using session::Change;

namespace {

/// Shorter work comes and goes unseen.
constexpr double secondsUntilBusy = 0.2;

const QString separator = QStringLiteral(" · ");

/// Cut between words, so that no number loses a digit.
QString cutBetweenWords(const QString& words, const QFontMetrics& metrics, int width) {
  if (metrics.horizontalAdvance(words) <= width) return words;
  const QString ellipsis = QStringLiteral("\u2026");
  for (qsizetype end = words.lastIndexOf(QLatin1Char(' ')); end > 0;
       end = words.lastIndexOf(QLatin1Char(' '), end - 1)) {
    const QString cut = words.left(end) + QLatin1Char(' ') + ellipsis;
    if (metrics.horizontalAdvance(cut) <= width) return cut;
  }
  return ellipsis;
}

QString timeText(double seconds) {
  if (seconds < 10) return StatusPanel::tr("%1 s left").arg(seconds, 0, 'f', 1);
  if (seconds < 90) return StatusPanel::tr("%1 s left").arg(std::lround(seconds));
  return StatusPanel::tr("%1 min left").arg(std::lround(seconds / 60));
}

}  // namespace

QString rateText(const session::Job& job) {
  QStringList parts;
  const bool bytes = job.unit == "bytes";
  if (bytes && job.total > 0)
    parts << StatusPanel::tr("%1 of %2").arg(toText(humanBytes(job.done)), toText(humanBytes(job.total)));
  if (const auto left = job.secondsLeft()) {
    const double rate = job.ratePerSecond();
    parts << (bytes        ? toText(humanBytes(static_cast<unsigned long long>(rate))) + QStringLiteral("/s")
              : rate < 100 ? QStringLiteral("%1/s").arg(rate, 0, 'f', 1)
                           : toText(groupThousands(std::llround(rate))) + QStringLiteral("/s"));
    parts << timeText(*left);
  }
  return parts.join(QStringLiteral(", "));
}

StatusPanel::StatusPanel(session::Workspace& workspace, int threads, QWidget* parent)
    : QWidget(parent),
      m_workspace(workspace),
      m_threads(threads),
      m_left(new QLabel),
      m_job(new QWidget),
      m_jobTitle(new QLabel),
      m_bar(new QProgressBar),
      m_rate(new QLabel),
      m_cancel(new QToolButton),
      m_following(new QToolButton),
      m_right(new QLabel),
      m_openModel(new QToolButton) {
  setFixedHeight(26);
  for (QLabel* label : {m_left, m_jobTitle, m_rate, m_right}) {
    label->setTextFormat(Qt::PlainText);
    label->setFont(toFont({.size = 12}));
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  }
  m_left->setAccessibleName(tr("Message"));
  m_left->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  m_right->setAccessibleName(tr("Loaded model"));
  m_right->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  m_bar->setTextVisible(false);
  m_bar->setFixedWidth(160);
  m_bar->setRange(0, 1000);
  m_bar->setAccessibleName(tr("Progress"));
  m_cancel->setIcon(lineIcon(QStringLiteral("close")));
  m_cancel->setFixedSize(20, 20);
  m_cancel->setToolTip(tr("Cancel"));
  m_cancel->setAccessibleName(tr("Cancel"));
  m_openModel->setIcon(lineIcon(QStringLiteral("model")));
  m_openModel->setFixedSize(22, 22);
  m_openModel->setAutoRaise(true);
  m_openModel->setToolTip(tr("Open the Model view"));
  m_openModel->setAccessibleName(tr("Open the Model view"));
  m_following->setIcon(lineIcon(QStringLiteral("pin")));
  m_following->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  m_following->setFont(toFont({.size = 12}));
  m_following->setFixedHeight(22);
  m_following->setToolTip(tr("Each better checkpoint of this run opens when it is written. Click to stop following"));
  m_following->hide();
  connect(m_following, &QToolButton::clicked, this, &StatusPanel::followingEnded);
  connect(m_openModel, &QToolButton::clicked, this, &StatusPanel::modelWanted);
  connect(m_cancel, &QToolButton::clicked, this, [this] { m_workspace.cancelJob(m_shownJob); });

  auto* jobRow = new QHBoxLayout(m_job);
  jobRow->setContentsMargins(0, 0, 0, 0);
  jobRow->setSpacing(10);
  for (QWidget* part : {static_cast<QWidget*>(m_jobTitle), static_cast<QWidget*>(m_bar), static_cast<QWidget*>(m_rate),
                        static_cast<QWidget*>(m_cancel)}) {
    jobRow->addWidget(part);
  }
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(12, 1, 12, 0);
  row->setSpacing(16);
  row->addWidget(m_left, 1);
  row->addWidget(m_job);
  row->addWidget(m_following);
  row->addWidget(m_right);
  row->addSpacing(-10);
  row->addWidget(m_openModel);
  m_job->hide();
  follow(session::Changes::all());
}

void StatusPanel::follow(session::Changes changes) {
  if (changes.has(Change::Inspection) && m_workspace.inspection() && !m_workspace.inspectionOutdated() &&
      m_workspace.row()) {
    m_message =
        tr("Sample %1 inspected in %2 ms").arg(*m_workspace.row()).arg(m_workspace.inspectionMilliseconds(), 0, 'f', 1);
    showMessage();
  }
  if (changes.has(Change::Model)) showRight();
  if (!changes.has(Change::Jobs)) return;
  showJob();
  showMessage();
}

void StatusPanel::setTraining(std::optional<TrainingStatus> training) {
  m_training = std::move(training);
  showJob();
  showRight();
}

void StatusPanel::showRight() {
  if (m_training) {
    m_loaded = m_training->right.split(separator, Qt::SkipEmptyParts);
    m_right->setContentsMargins(0, 0, 12, 0);
    m_openModel->hide();
    return showMessage();
  }
  const ModelDescription* model = m_workspace.model();
  QStringList parts;
  if (model) {
    parts << toText(model->title) << tr("%1 parameters").arg(toText(groupThousands(model->parameters)));
    parts << QStringLiteral("%1, %2").arg(toText(m_workspace.engine()->deviceName()),
                                          m_threads == 1 ? tr("1 thread") : tr("%1 threads").arg(m_threads));
  }
  m_openModel->setVisible(model != nullptr);
  m_right->setContentsMargins({});
  m_loaded = parts;
  showMessage();
}

void StatusPanel::showJob() {
  const auto& jobs = m_workspace.jobs();
  const auto worth =
      std::find_if(jobs.begin(), jobs.end(), [](const session::Job& job) { return job.seconds >= secondsUntilBusy; });
  const bool trains = worth == jobs.end() && m_training && !m_training->title.isEmpty();
  m_job->setVisible(trains || worth != jobs.end());
  if (trains) {
    m_shownJob = 0;
    m_jobTitle->setText(m_training->title);
    m_bar->setValue(static_cast<int>(std::lround(m_training->fraction * 1000)));
    m_rate->setText(m_training->rate);
    m_cancel->hide();
  }
  if (worth == jobs.end()) return;
  m_shownJob = worth->id;
  m_jobTitle->setText(toText(escapeForDisplay(worth->title, 80)));
  // Without a known whole the bar stays still and empty: a running stripe would draw frames for nothing.
  m_bar->setValue(static_cast<int>(std::lround(worth->fraction() * 1000)));
  m_rate->setText(rateText(*worth));
  m_cancel->setVisible(worth->cancellable);
}

void StatusPanel::preview(const QString& label) {
  m_preview = label;
  showMessage();
}

void StatusPanel::say(const QString& message) {
  m_message = message;
  if (m_training) m_training->left = message;
  showMessage();
}

void StatusPanel::setFollowing(const QString& words) {
  m_following->setText(words);
  m_following->setAccessibleName(words);
  m_following->setVisible(!words.isEmpty());
  showMessage();
}

void StatusPanel::showMessage() {
  QString words = message();
  words.replace(QLatin1Char('\n'), QStringLiteral(", "));
  m_left->setToolTip(words.toHtmlEscaped());
  // What is loaded gives way part by part, the last one first, before a word of the message does.
  int room = width() - 24 - 16;  // the margins and the space between the two
  for (const QWidget* part : {m_job, static_cast<QWidget*>(m_following), static_cast<QWidget*>(m_openModel)})
    if (!part->isHidden()) room -= part->sizeHint().width() + (part == m_openModel ? 6 : 16);
  const QFontMetrics metrics = m_left->fontMetrics();
  const int wanted = metrics.horizontalAdvance(words) + 2;
  QStringList loaded = m_loaded;
  const auto rightWidth = [&] {
    return loaded.isEmpty()
               ? 0
               : metrics.horizontalAdvance(loaded.join(separator)) + 2 + m_right->contentsMargins().right();
  };
  while (!loaded.isEmpty() && wanted + rightWidth() > room) loaded.removeLast();
  m_right->setText(loaded.join(separator));
  m_right->setFixedWidth(rightWidth());
  m_left->setText(cutBetweenWords(words, metrics, room - rightWidth() - 2));
}

QString StatusPanel::message() const {
  if (!m_preview.isEmpty()) return m_preview;
  return m_training ? m_training->left : m_message;
}
QString StatusPanel::right() const {
  return m_right->text();
}
QString StatusPanel::shownMessage() const {
  return m_left->text();
}

void StatusPanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  showMessage();
}

void StatusPanel::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), toColor(Appearance::theme().title));
  painter.fillRect(0, 0, width(), 1, toColor(Appearance::theme().border));
}

}  // namespace sojourn::qt
