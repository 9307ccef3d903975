// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/launch/queue_list.h"

#include <QPushButton>
#include <QToolButton>
#include <algorithm>
#include <vector>

#include "model/core/text.h"
#include "views/qt/widgets/compose.h"
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
    : QWidget(parent),
      m_title(textLabel({}, {.font = {.size = 12, .weight = present::Weight::SemiBold}, .wraps = true})),
      m_start(new QPushButton(tr("Start the queue"))),
      m_lines(columnOf({}, 0)) {
  setAccessibleName(tr("Training queue"));
  m_start->setObjectName(QStringLiteral("startQueue"));
  m_start->setToolTip(tr("Train the waiting runs, also when this window is closed"));
  m_start->setFont(toFont({.size = 12, .weight = present::Weight::Medium}));
  m_start->setAutoDefault(false);
  connect(m_start, &QPushButton::clicked, this, &QueueList::startWanted);
  setLayout(columnOf({rowOf({{m_title, 1}, m_start}), m_lines}, 2, {12, 6, 12, 2}));
  hide();
}

void QueueList::show(const session::QueueSnapshot& queue) {
  while (QLayoutItem* old = m_lines->takeAt(0)) {
    // A line's own button may be what asks for this.
    if (old->widget()) old->widget()->deleteLater();
    delete old;
  }
  std::vector<Line> lines;
  for (const FailedRun& run : queue.failed)
    lines.push_back({run.id, run.runFolder.empty() ? run.id : run.runFolder, shown(run.why, 600), Kind::Failed});
  for (const QueuedRun& run : queue.cutShort)
    lines.push_back({run.id, run.runFolder, tr("interrupted; continues when the queue starts"), Kind::CutShort});
  for (const QueuedRun& run : queue.waiting)
    lines.push_back({run.id, run.runFolder, run.resume ? tr("will be resumed") : QString(), Kind::Waiting});
  for (std::size_t i = 0; i < std::min(lines.size(), mostLines); ++i) addLine(lines[i]);
  QString title = queue.waiting.empty() ? tr("Queue") : tr("Queue, %1 waiting").arg(queue.waiting.size());
  if (!queue.failed.empty()) title += tr(", %1 failed").arg(queue.failed.size());
  if (queue.abandoned()) title += tr(", not running");
  if (lines.size() > mostLines) title += tr(", %1 shown").arg(mostLines);
  m_title->setText(title);
  m_start->setVisible(queue.abandoned());
  setVisible(!lines.empty());
}

void QueueList::addLine(const Line& of) {
  const bool failed = of.kind == Kind::Failed;
  const QString run = shown(of.run, 80);
  auto* mark = new QLabel;
  mark->setPixmap(lineIcon(failed ? QStringLiteral("warn") : QStringLiteral("clock")).pixmap(14, 14));
  // A reason is read as a whole, so that a narrow dock wraps it; a folder may be cut.
  QLabel* text = textLabel(of.why.isEmpty() ? run : QStringLiteral("%1: %2").arg(run, of.why),
                           {.name = failed ? "fieldError" : "queued", .wraps = failed, .selectable = true});
  text->setToolTip(text->text().toHtmlEscaped());
  text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  auto* away = new QToolButton;
  away->setIcon(lineIcon(QStringLiteral("close")));
  away->setIconSize({12, 12});
  away->setObjectName(failed ? QStringLiteral("dismiss") : QStringLiteral("withdraw"));
  away->setToolTip(failed ? tr("Dismiss this failure") : tr("Remove from the queue"));
  away->setAccessibleName(QStringLiteral("%1: %2").arg(away->toolTip(), run));
  connect(away, &QToolButton::clicked, this, [this, id = toText(of.id), failed] {
    if (failed)
      Q_EMIT dismissWanted(id);
    else
      Q_EMIT withdrawWanted(id);
  });
  auto* line = new QWidget;
  line->setMinimumHeight(lineHeight);
  line->setLayout(rowOf({mark, {text, 1}, away}, 6, {}));
  // What has begun is the next queue's.
  away->setVisible(of.kind != Kind::CutShort);
  m_lines->addWidget(line);
}

}  // namespace sojourn::qt
