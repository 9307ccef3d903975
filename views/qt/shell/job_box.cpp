// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/shell/job_box.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QProgressBar>
#include <QPushButton>
#include <algorithm>
#include <cmath>

#include "model/core/text.h"
#include "views/qt/shell/status_panel.h"
#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {
/// Shorter work is only seen in the status bar.
constexpr double secondsUntilShown = 1;
constexpr int boxWidth = 300;
}  // namespace

JobBox::JobBox(session::Workspace& workspace, QWidget* parent)
    : QFrame(parent), m_workspace(workspace), m_title(new QLabel), m_bar(new QProgressBar), m_rate(new QLabel) {
  setFixedWidth(boxWidth);
  for (QLabel* label : {m_title, m_rate}) label->setTextFormat(Qt::PlainText);
  m_title->setFont(toFont({.size = 13, .weight = present::Weight::SemiBold}));
  m_title->setAlignment(Qt::AlignCenter);
  m_rate->setFont(toFont({.size = 12}));
  m_bar->setTextVisible(false);
  m_bar->setRange(0, 1000);
  m_bar->setAccessibleName(tr("Progress"));
  auto* cancel = new QPushButton(tr("Cancel"));
  connect(cancel, &QPushButton::clicked, this, [this] { m_workspace.cancelJob(m_shown); });
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

void JobBox::follow(session::Changes changes) {
  if (!changes.has(session::Change::Jobs)) return;
  const auto& jobs = m_workspace.jobs();
  const auto worth = std::find_if(jobs.begin(), jobs.end(), [](const session::Job& job) {
    const bool opens = job.kind == session::JobKind::OpenDataset || job.kind == session::JobKind::OpenCheckpoint;
    return opens && job.seconds >= secondsUntilShown;
  });
  if (worth == jobs.end()) return hide();
  m_shown = worth->id;
  m_title->setText(toText(escapeForDisplay(worth->title, 40)));
  m_bar->setValue(static_cast<int>(std::lround(worth->fraction() * 1000)));
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
