// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/visits/flag_line.h"

#include <QPainter>
#include <QPushButton>
#include <algorithm>

#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/compose.h"
#include "views/qt/widgets/icons.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {

constexpr int mostLines = 3;

}  // namespace

FlagLine::FlagLine(session::Workspace& workspace, session::WhatIf& whatIf, QWidget* parent)
    : QFrame(parent),
      m_workspace(workspace),
      m_whatIf(whatIf),
      m_label(textLabel({}, {.selectable = true})),
      m_fix(new QPushButton) {
  setFixedHeight(32);
  m_label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  setLayout(rowOf({{m_label, 1}, m_fix}, 8, {36, 3, 12, 3}));
  connect(m_fix, &QPushButton::clicked, this, [this] {
    const SequenceFlag* flag = shownFlag();
    if (!flag) return;
    if (const Status fixed = m_whatIf.fix(SequenceFlag(*flag)); !fixed) refuse(toText(fixed.error().sentence()));
  });
  refresh();
}

const SequenceFlag* FlagLine::shownFlag() const {
  const auto& flags = m_whatIf.flags();
  if (flags.empty()) return nullptr;
  const auto chosen = std::ranges::find(flags, m_workspace.selection().now().selected.visit, &SequenceFlag::visit);
  return chosen == flags.end() ? flags.data() : &*chosen;
}

void FlagLine::refuse(const QString& why) {
  m_refusal = why;
  refresh();
}

void FlagLine::refresh() {
  const SequenceFlag* flag = shownFlag();
  QString text, fix;
  if (!m_refusal.isEmpty()) {
    text = tr("Not applied: %1").arg(m_refusal);
  } else if (flag) {
    text = tr("%1. Not physically possible; still evaluated").arg(toText(m_whatIf.flagText(*flag)));
    if (const std::size_t more = m_whatIf.flags().size() - 1; more > 0) text += tr(" (and %1 more)").arg(more);
    text += QLatin1Char('.');
    fix = toText(m_whatIf.fixText(*flag));
  }
  m_full = text;
  m_label->setToolTip(text.toHtmlEscaped());
  m_fix->setText(fix);
  m_fix->setVisible(!fix.isEmpty());
  setVisible(!text.isEmpty());
  fitText();
  setAccessibleName(text);
  update();
}

void FlagLine::fitText() {
  layout()->activate();
  const QFontMetrics letters = m_label->fontMetrics();
  const int room = std::max(1, m_label->width());
  const auto linesOf = [&](const QString& text) {
    return letters.boundingRect(QRect(0, 0, room, 0), Qt::TextWordWrap, text).height() / letters.height();
  };
  QString shown = m_full;
  // In a narrow panel the last words go, one by one, until the others stand on three lines.
  while (linesOf(shown) > mostLines && shown.contains(QLatin1Char(' ')))
    shown = shown.left(shown.lastIndexOf(QLatin1Char(' '))) + QStringLiteral("\u2026");
  const int lines = std::clamp(linesOf(shown), 1, mostLines);
  m_label->setWordWrap(lines > 1);
  m_label->setText(lines > 1 ? shown : letters.elidedText(shown, Qt::ElideRight, room));
  // A single line has the height that the constructor gives.
  setFixedHeight(scaledPixels(16 + 16 * lines));
}

void FlagLine::paintEvent(QPaintEvent*) {
  const present::Theme& theme = Appearance::theme();
  const bool refused = !m_refusal.isEmpty();
  QPainter painter(this);
  painter.fillRect(rect(), toColor(refused ? theme.errGround : theme.warnGround));
  paintIcon(painter, QRectF(12, (height() - 16) / 2.0, 16, 16), QStringLiteral("warn"),
            toColor(refused ? theme.err : theme.warn));
}

}  // namespace sojourn::qt
