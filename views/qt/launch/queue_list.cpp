// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/launch/queue_list.h"

#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include "model/core/text.h"
#include "views/qt/widgets/icons.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {

constexpr std::size_t mostLines = 4;
constexpr int lineHeight = 24;

QString shown(const std::string& text, std::size_t most) {
  return toText(escapeForDisplay(text, most));
}

}  // namespace

QueueList::QueueList(QWidget* parent)
    : QWidget(parent), m_title(new QLabel), m_start(new QPushButton(tr("Start the queue"))), m_lines(new QVBoxLayout) {
  setAccessibleName(tr("Training queue"));
  m_title->setFont(toFont({.size = 12, .weight = present::Weight::SemiBold}));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(12, 6, 12, 2);
  column->setSpacing(2);
  m_start->setObjectName(QStringLiteral("startQueue"));
  m_start->setToolTip(tr("Train the waiting runs, also when this window is closed"));
  m_start->setFont(toFont({.size = 12, .weight = present::Weight::Medium}));
  m_start->setAutoDefault(false);
  connect(m_start, &QPushButton::clicked, this, &QueueList::startWanted);
  m_title->setWordWrap(true);
  auto* head = new QHBoxLayout;
  head->addWidget(m_title, 1);
  head->addWidget(m_start);
  column->addLayout(head);
  column->addLayout(m_lines);
  m_lines->setSpacing(0);
  hide();
}

void QueueList::show(const session::QueueSnapshot& queue) {
  while (QLayoutItem* old = m_lines->takeAt(0)) {
    // A line's own button may be what asks for this.
    if (old->widget()) old->widget()->deleteLater();
    delete old;
  }
  std::size_t lines = 0;
  for (const FailedRun& run : queue.failed) {
    if (lines++ >= mostLines) break;
    const std::string name = run.runFolder.empty() ? run.id : run.runFolder;
    addLine(toText(run.id), shown(name, 80), shown(run.why, 600), Kind::Failed);
  }
  for (const QueuedRun& run : queue.cutShort) {
    if (lines++ >= mostLines) break;
    addLine(toText(run.id), shown(run.runFolder, 80), tr("interrupted; continues when the queue starts"),
            Kind::CutShort);
  }
  for (const QueuedRun& run : queue.waiting) {
    if (lines++ >= mostLines) break;
    addLine(toText(run.id), shown(run.runFolder, 80), run.resume ? tr("will be resumed") : QString(), Kind::Waiting);
  }
  const std::size_t all = queue.failed.size() + queue.cutShort.size() + queue.waiting.size();
  QString title = queue.waiting.empty() ? tr("Queue") : tr("Queue, %1 waiting").arg(queue.waiting.size());
  if (!queue.failed.empty()) title += tr(", %1 failed").arg(queue.failed.size());
  if (queue.abandoned()) title += tr(", not running");
  if (all > mostLines) title += tr(", %1 shown").arg(mostLines);
  m_title->setText(title);
  m_start->setVisible(queue.abandoned());
  setVisible(all > 0);
}

void QueueList::addLine(const QString& id, const QString& run, const QString& why, Kind kind) {
  const bool failed = kind == Kind::Failed;
  auto* line = new QWidget;
  line->setMinimumHeight(lineHeight);
  auto* row = new QHBoxLayout(line);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(6);
  auto* mark = new QLabel;
  mark->setPixmap(lineIcon(failed ? QStringLiteral("warn") : QStringLiteral("clock")).pixmap(14, 14));
  auto* words = new QLabel(why.isEmpty() ? run : QStringLiteral("%1: %2").arg(run, why));
  words->setTextFormat(Qt::PlainText);
  words->setFont(toFont({.size = 12}));
  words->setObjectName(failed ? QStringLiteral("fieldError") : QStringLiteral("queued"));
  words->setToolTip(words->text().toHtmlEscaped());
  // A reason is read as a whole, so that a narrow dock wraps it; a folder may be cut.
  words->setWordWrap(failed);
  words->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  words->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* away = new QToolButton;
  away->setIcon(lineIcon(QStringLiteral("close")));
  away->setIconSize({12, 12});
  away->setObjectName(failed ? QStringLiteral("dismiss") : QStringLiteral("withdraw"));
  away->setToolTip(failed ? tr("Dismiss this failure") : tr("Remove from the queue"));
  away->setAccessibleName(QStringLiteral("%1: %2").arg(away->toolTip(), run));
  connect(away, &QToolButton::clicked, this, [this, id, failed] {
    if (failed)
      Q_EMIT dismissWanted(id);
    else
      Q_EMIT withdrawWanted(id);
  });
  row->addWidget(mark);
  row->addWidget(words, 1);
  row->addWidget(away);
  // What has begun is the next queue's.
  away->setVisible(kind != Kind::CutShort);
  m_lines->addWidget(line);
}

}  // namespace sojourn::qt
