// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/widgets/glossary.h"

#include <QApplication>
#include <QFile>
#include <QHash>
#include <QHeaderView>
#include <QHelpEvent>
#include <QToolTip>
#include <QWhatsThis>

namespace sojourn::qt {
namespace {

/// Entries by each of their names in lower case.
QHash<QString, QString> readGlossary() {
  QHash<QString, QString> entries;
  QFile file(QStringLiteral(":/help/glossary.md"));
  if (!file.open(QIODevice::ReadOnly)) return entries;
  const QStringList parts = QString::fromUtf8(file.readAll()).split(QStringLiteral("\n## "));
  for (const QString& part : parts.mid(1)) {
    const QString meaning = part.section(QLatin1Char('\n'), 1).simplified();
    for (const QString& name : part.section(QLatin1Char('\n'), 0, 0).split(QStringLiteral(", ")))
      entries.insert(name.trimmed().toLower(), meaning);
  }
  return entries;
}

/// The head under the mouse and what its table says of it.
QString tipOfHead(const QHeaderView& header, QPoint at) {
  const int section = header.logicalIndexAt(at);
  if (section < 0 || !header.model()) return {};
  const auto data = [&](int role) {
    return header.model()->headerData(section, header.orientation(), role).toString();
  };
  const QString own = data(Qt::ToolTipRole);
  const QString term = data(Qt::DisplayRole).isEmpty() ? QStringLiteral("Mark") : data(Qt::DisplayRole);
  return glossaryTip(term, own);
}

}  // namespace

QString glossaryEntry(const QString& term) {
  static const QHash<QString, QString> entries = readGlossary();
  return entries.value(term.trimmed().toLower());
}

QString glossaryTip(const QString& term, const QString& before) {
  const QString entry = glossaryEntry(term);
  if (entry.isEmpty()) return {};
  QString tip = QStringLiteral("<p><b>%1</b></p>").arg(term.toHtmlEscaped());
  if (!before.isEmpty()) tip += QStringLiteral("<p>%1</p>").arg(before.toHtmlEscaped());
  return tip + QStringLiteral("<p>%1</p>").arg(entry.toHtmlEscaped());
}

GlossaryTips::GlossaryTips(QObject* parent) : QObject(parent) {
  qApp->installEventFilter(this);
}

bool GlossaryTips::eventFilter(QObject* watched, QEvent* event) {
  const QEvent::Type type = event->type();
  const bool asks = type == QEvent::ToolTip || type == QEvent::WhatsThis || type == QEvent::QueryWhatsThis;
  auto* viewport = asks ? qobject_cast<QWidget*>(watched) : nullptr;
  auto* header = viewport ? qobject_cast<QHeaderView*>(viewport->parentWidget()) : nullptr;
  if (!header || header->viewport() != viewport || header->orientation() != Qt::Horizontal)
    return QObject::eventFilter(watched, event);
  auto* help = static_cast<QHelpEvent*>(event);
  const QString tip = tipOfHead(*header, help->pos());
  if (tip.isEmpty()) return QObject::eventFilter(watched, event);
  if (type == QEvent::ToolTip) QToolTip::showText(help->globalPos(), tip, viewport);
  if (type == QEvent::WhatsThis) QWhatsThis::showText(help->globalPos(), tip, viewport);
  event->accept();
  return true;
}

}  // namespace sojourn::qt
