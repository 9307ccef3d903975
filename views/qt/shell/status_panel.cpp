// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/shell/status_panel.h"

#include <QDesktopServices>
#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QMenu>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>
#include <QToolButton>
#include <QUrl>
#include <algorithm>
#include <cmath>

#include "model/core/text.h"
#include "model/results/inspection_bytes.h"
#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/controls.h"
#include "views/qt/widgets/icons.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {

using session::Change;

namespace {

/// Shorter work comes and goes unseen, or is only seen in the status bar.
constexpr double secondsUntilBusy = 0.2, secondsUntilBox = 1;
constexpr int boxWidth = 300;
constexpr int longestFilter = 160;  ///< px of a filter's words
constexpr present::Font smallFont{.size = 12};

const QString separator = QStringLiteral(" · ");

/// Cut between words, so that no number loses a digit.
QString cutBetweenWords(const QString& text, const QFontMetrics& metrics, int width) {
  if (metrics.horizontalAdvance(text) <= width) return text;
  const QString ellipsis = QStringLiteral("\u2026");
  for (qsizetype end = text.lastIndexOf(QLatin1Char(' ')); end > 0; end = text.lastIndexOf(QLatin1Char(' '), end - 1)) {
    const QString cut = text.left(end) + QLatin1Char(' ') + ellipsis;
    if (metrics.horizontalAdvance(cut) <= width) return cut;
  }
  return ellipsis;
}

QString timeText(double seconds) {
  if (seconds < 10) return StatusPanel::tr("%1 s left").arg(seconds, 0, 'f', 1);
  if (seconds < 90) return StatusPanel::tr("%1 s left").arg(std::lround(seconds));
  return StatusPanel::tr("%1 min left").arg(std::lround(seconds / 60));
}

/// "9.8/s, 14 s left", "9.6 of 24 MB, 48 MB/s, 0.3 s left": as much as is known.
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

/// Without a known whole it stays still and empty: a running stripe would draw frames for nothing.
QProgressBar* progressBar() {
  auto* bar = new QProgressBar;
  bar->setTextVisible(false);
  bar->setRange(0, 1000);
  bar->setAccessibleName(StatusPanel::tr("Progress"));
  return bar;
}

void setFraction(QProgressBar& bar, double fraction) {
  bar.setValue(static_cast<int>(std::lround(fraction * 1000)));
}

}  // namespace

StatusPanel::StatusPanel(session::Workspace& workspace, int threads, QWidget* parent)
    : QWidget(parent),
      m_workspace(workspace),
      m_threads(threads),
      m_left(plainLabel({}, smallFont)),
      m_job(new QWidget),
      m_jobTitle(plainLabel({}, smallFont)),
      m_bar(progressBar()),
      m_rate(plainLabel({}, smallFont)),
      m_cancel(iconButton(QStringLiteral("close"), tr("Cancel"))),
      m_openWritten(new QToolButton),
      m_following(new QToolButton),
      m_filter(new QToolButton),
      m_right(plainLabel({}, smallFont)),
      m_openModel(iconButton(QStringLiteral("model"), tr("Open the Model view"))) {
  setFixedHeight(26);
  for (QLabel* label : {m_left, m_jobTitle, m_rate, m_right}) label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  m_left->setAccessibleName(tr("Message"));
  m_left->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  m_right->setAccessibleName(tr("Loaded model"));
  m_right->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  m_bar->setFixedWidth(160);
  m_cancel->setFixedSize(20, 20);
  m_openModel->setFixedSize(22, 22);
  m_openModel->setAutoRaise(true);
  m_openWritten->setObjectName(QStringLiteral("openWritten"));
  m_openWritten->setText(tr("Open"));
  m_openWritten->setFont(toFont(smallFont));
  m_openWritten->setFixedHeight(22);
  m_openWritten->hide();
  connect(m_openWritten, &QToolButton::clicked, this,
          [this] { QDesktopServices::openUrl(QUrl::fromLocalFile(m_written)); });
  m_following->setIcon(lineIcon(QStringLiteral("pin")));
  m_following->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  m_following->setFont(toFont(smallFont));
  m_following->setFixedHeight(22);
  m_following->setToolTip(tr("Each better checkpoint of this run opens when it is written. Click to stop following"));
  m_following->hide();
  connect(m_following, &QToolButton::clicked, this, &StatusPanel::followingEnded);
  m_filter->setObjectName(QStringLiteral("filterInForce"));
  m_filter->setIcon(lineIcon(QStringLiteral("filter")));
  m_filter->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  m_filter->setFont(toFont(smallFont));
  m_filter->setFixedHeight(22);
  m_filter->setPopupMode(QToolButton::InstantPopup);
  m_filter->hide();
  auto* choices = new QMenu(m_filter);
  choices->addAction(tr("Clear the filter"), this, [this] { m_workspace.samples().setFilterText({}); });
  choices->addAction(tr("Edit the filter"), this, &StatusPanel::filterWanted);
  m_filter->setMenu(choices);
  connect(m_openModel, &QToolButton::clicked, this, &StatusPanel::modelWanted);
  // Words of another size have another width, which is not the old one enlarged.
  connect(Appearance::instance(), &Appearance::changed, this, &StatusPanel::showFilter);
  connect(m_cancel, &QToolButton::clicked, this, [this] { m_workspace.jobs().cancel(m_shownJob); });

  auto* jobRow = new QHBoxLayout(m_job);
  jobRow->setContentsMargins(0, 0, 0, 0);
  jobRow->setSpacing(10);
  for (QWidget* part : QWidgetList{m_jobTitle, m_bar, m_rate, m_cancel}) jobRow->addWidget(part);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(12, 1, 12, 0);
  row->setSpacing(16);
  row->addWidget(m_left, 1);
  row->addWidget(m_openWritten);
  row->addWidget(m_job);
  row->addWidget(m_filter);
  row->addWidget(m_following);
  row->addWidget(m_right);
  row->addSpacing(-10);
  row->addWidget(m_openModel);
  m_job->hide();
  updateFrom(session::Changes::all());
}

void StatusPanel::updateFrom(session::Changes changes) {
  if (changes.has(Change::Inspection) && m_workspace.inspection() && !m_workspace.inspectionOutdated() &&
      m_workspace.row()) {
    m_message = tr("Sample %1 inspected in %2 ms, %3 MB")
                    .arg(*m_workspace.row())
                    .arg(m_workspace.inspectionMilliseconds(), 0, 'f', 1)
                    .arg(static_cast<double>(bytesOf(*m_workspace.inspection())) / 1e6, 0, 'f', 1);
    m_written.clear();
    showMessage();
  }
  if (changes.hasAny({Change::Model, Change::Dataset, Change::Device})) showRight();
  if (changes.hasAny({Change::Filter, Change::SampleRows, Change::Dataset})) showFilter();
  // What was said was about the dataset or the model before.
  if (changes.hasAny({Change::Dataset, Change::Model}) && m_workspace.inspectionOutdated()) say({});
  if (!changes.has(Change::Jobs)) return;
  showJob();
  showMessage();
}

void StatusPanel::setTraining(std::optional<TrainingStatus> training) {
  m_training = std::move(training);
  showJob();
  showRight();
  showFilter();
}

void StatusPanel::showRight() {
  if (m_training) {
    m_loaded = m_training->right.split(separator, Qt::SkipEmptyParts);
    m_right->setContentsMargins(0, 0, 12, 0);
    m_openModel->hide();
    return showMessage();
  }
  const ModelDescription* model = m_workspace.model();
  m_loaded.clear();
  if (m_workspace.dataset() && m_workspace.dataset()->pseudonyms) m_loaded << tr("Pseudonyms");
  if (model) {
    m_loaded << toText(model->title);
    if (model->parameters > 0) m_loaded << tr("%1 parameters").arg(toText(groupThousands(model->parameters)));
    if (m_workspace.program())
      m_loaded << toText(m_workspace.engine()->deviceName());
    else
      m_loaded << QStringLiteral("%1, %2").arg(toText(m_workspace.engine()->deviceName()),
                                               m_threads == 1 ? tr("1 thread") : tr("%1 threads").arg(m_threads));
  }
  const std::string reason = model ? m_workspace.engine()->deviceReason() : "";
  m_right->setToolTip(reason.empty() ? QString() : tr("Device: %1").arg(toText(reason)).toHtmlEscaped());
  m_openModel->setVisible(model != nullptr);
  m_right->setContentsMargins({});
  showMessage();
}

void StatusPanel::showJob() {
  const auto& jobs = m_workspace.jobs().all();
  const auto worth = std::ranges::find_if(jobs, [](const auto& job) { return job.seconds >= secondsUntilBusy; });
  const bool trains = worth == jobs.end() && m_training && !m_training->title.isEmpty();
  m_job->setVisible(trains || worth != jobs.end());
  if (trains) {
    m_shownJob = 0;
    m_jobTitle->setText(m_training->title);
    setFraction(*m_bar, m_training->fraction);
    m_rate->setText(m_training->rate);
    m_cancel->hide();
  }
  if (worth == jobs.end()) return;
  m_shownJob = worth->id;
  m_jobTitle->setText(toText(escapeForDisplay(worth->title, 80)));
  setFraction(*m_bar, worth->fraction());
  m_rate->setText(rateText(*worth));
  m_cancel->setVisible(worth->cancellable);
}

void StatusPanel::preview(const QString& label) {
  m_preview = label;
  showMessage();
}

void StatusPanel::say(const QString& message) {
  sayWritten(message, {});
}

void StatusPanel::sayWritten(const QString& message, const QString& file) {
  m_message = message;
  m_written = file;
  if (m_training) m_training->left = message;
  m_openWritten->setToolTip(tr("Open %1").arg(file).toHtmlEscaped());
  m_openWritten->setAccessibleName(tr("Open %1").arg(file));
  showMessage();
}

void StatusPanel::setFollowing(const QString& text) {
  m_following->setText(text);
  m_following->setAccessibleName(text);
  m_following->setVisible(!text.isEmpty());
  showMessage();
}

void StatusPanel::showFilter() {
  const std::string& filter = m_workspace.samples().filterText();
  const bool shown = !m_training && m_workspace.dataset() && !filter.empty();
  m_filter->setVisible(shown);
  if (shown) {
    const QString count =
        tr("%1 of %2 samples")
            .arg(toText(groupThousands(std::ssize(m_workspace.samples().view().rows()))),
                 toText(groupThousands(static_cast<long long>(m_workspace.samples().table().size()))));
    const QString text = toText(escapeForDisplay(filter, 200));
    const QString shortened = metrics(smallFont).elidedText(text, Qt::ElideRight, longestFilter);
    m_filter->setText(m_workspace.samples().filterError() ? tr("Filter not understood")
                                                          : shortened + QStringLiteral(": ") + count);
    m_filter->setAccessibleName(tr("Filter %1, %2").arg(text, count));
    m_filter->setToolTip(
        tr("Samples, steps and every figure over samples are restricted to %1 (%2)").arg(text, count).toHtmlEscaped());
  }
  showMessage();
}

void StatusPanel::showMessage() {
  QString text = message();
  text.replace(QLatin1Char('\n'), QStringLiteral(", "));
  m_left->setToolTip(text.toHtmlEscaped());
  m_openWritten->setVisible(!m_written.isEmpty() && message() == m_message);
  // What is loaded gives way part by part, the last one first, before a word of the message does.
  int room = width() - 24 - 16;  // the margins and the space between the two
  for (const QWidget* part : QWidgetList{m_openWritten, m_job, m_filter, m_following, m_openModel})
    if (!part->isHidden()) room -= part->sizeHint().width() + (part == m_openModel ? 6 : 16);
  const QFontMetrics metrics = m_left->fontMetrics();
  const int wanted = metrics.horizontalAdvance(text) + 2;
  QStringList loaded = m_loaded;
  const auto rightWidth = [&] {
    return loaded.isEmpty()
               ? 0
               : metrics.horizontalAdvance(loaded.join(separator)) + 2 + m_right->contentsMargins().right();
  };
  while (!loaded.isEmpty() && wanted + rightWidth() > room) loaded.removeLast();
  m_right->setText(loaded.join(separator));
  m_right->setFixedWidth(rightWidth());
  m_left->setText(cutBetweenWords(text, metrics, room - rightWidth() - 2));
}

QString StatusPanel::message() const {
  if (!m_preview.isEmpty()) return m_preview;
  return m_training ? m_training->left : m_message;
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

JobBox::JobBox(session::Workspace& workspace, QWidget* parent)
    : QFrame(parent),
      m_workspace(workspace),
      m_title(plainLabel({}, present::Font{.size = 13, .weight = present::Weight::SemiBold})),
      m_bar(progressBar()),
      m_rate(plainLabel({}, smallFont)) {
  setFixedWidth(boxWidth);
  m_title->setAlignment(Qt::AlignCenter);
  auto* cancel = new QPushButton(tr("Cancel"));
  connect(cancel, &QPushButton::clicked, this, [this] { m_workspace.jobs().cancel(m_shown); });
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(24, 14, 24, 14);
  grid->setVerticalSpacing(10);
  grid->addWidget(m_title, 0, 0, 1, 2);
  grid->addWidget(m_bar, 1, 0, 1, 2);
  grid->addWidget(m_rate, 2, 0);
  grid->addWidget(cancel, 2, 1, Qt::AlignRight);
  parent->installEventFilter(this);
  hide();
}

void JobBox::updateFrom(session::Changes changes) {
  if (!changes.has(Change::Jobs)) return;
  const auto& jobs = m_workspace.jobs().all();
  const auto worth = std::ranges::find_if(jobs, [](const session::Job& job) {
    const bool opens = job.kind == session::JobKind::OpenDataset || job.kind == session::JobKind::OpenCheckpoint;
    return opens && job.seconds >= secondsUntilBox;
  });
  if (worth == jobs.end()) return hide();
  m_shown = worth->id;
  m_title->setText(toText(escapeForDisplay(worth->title, 40)));
  setFraction(*m_bar, worth->fraction());
  m_rate->setText(rateText(*worth));
  center();
  show();
  raise();
}

void JobBox::center() {
  adjustSize();
  move((parentWidget()->width() - width()) / 2, (parentWidget()->height() - height()) / 2);
}

bool JobBox::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize) center();
  return QFrame::eventFilter(watched, event);
}

void JobBox::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(toColor(Appearance::theme().border));
  painter.setBrush(toColor(Appearance::theme().panel));
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
}

}  // namespace sojourn::qt
