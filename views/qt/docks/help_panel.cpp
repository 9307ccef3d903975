// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/docks/help_panel.h"

#include <QDir>
#include <QFile>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>

#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {

HelpPanel::HelpPanel(QWidget* parent) : QTextBrowser(parent) {
  setFrameShape(QFrame::NoFrame);
  setOpenLinks(false);
  setAccessibleName(tr("Help"));
  document()->setDocumentMargin(14);
  connect(this, &QTextBrowser::anchorClicked, this,
          [this](const QUrl& link) { showPage(link.path().remove(QStringLiteral(".md"))); });
  connect(Appearance::instance(), &Appearance::changed, this, [this] {
    m_stale = true;
    if (isVisible()) showPage(m_page);
  });
}

void HelpPanel::showEvent(QShowEvent* event) {
  if (m_stale) showPage(m_page);
  QTextBrowser::showEvent(event);
}

namespace {

/// Links to the pages that the contents do not name.
QString otherPages(const QString& contents) {
  QString links;
  for (const QString& file :
       QDir(QStringLiteral(":/help")).entryList({QStringLiteral("*.md")}, QDir::Files, QDir::Name)) {
    QFile page(QStringLiteral(":/help/") + file);
    if (file == QLatin1String("index.md") || contents.contains(QStringLiteral("(%1)").arg(file)) ||
        !page.open(QIODevice::ReadOnly))
      continue;
    const QString title = QString::fromUtf8(page.readLine()).remove(QLatin1Char('#')).trimmed();
    links += QStringLiteral("- [%1](%2)\n").arg(title, file);
  }
  return links.isEmpty() ? links : QStringLiteral("\n## %1\n\n").arg(HelpPanel::tr("More views")) + links;
}

}  // namespace

void HelpPanel::showPage(const QString& id) {
  QFile file(QStringLiteral(":/help/%1.md").arg(id));
  if (!file.open(QIODevice::ReadOnly)) {
    if (id != QLatin1String("index")) showPage(QStringLiteral("index"));
    return;
  }
  m_page = id;
  m_stale = false;
  document()->setDefaultFont(toFont({.size = 13}));
  QString page = QString::fromUtf8(file.readAll());
  if (id == QLatin1String("index")) page += otherPages(page);
  document()->setMarkdown(page, QTextDocument::MarkdownNoHTML);
  // Markdown's headings come twice as large as anything else in the program.
  for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
    QTextCursor cursor(block);
    QTextBlockFormat layout = block.blockFormat();
    const int level = layout.headingLevel();
    layout.setLineHeight(118, QTextBlockFormat::ProportionalHeight);
    layout.setTopMargin(level > 1 ? 12 : 0);
    layout.setBottomMargin(6);
    cursor.setBlockFormat(layout);
    if (level == 0) continue;
    cursor.select(QTextCursor::BlockUnderCursor);
    QTextCharFormat letters;
    letters.setFont(toFont({.size = level == 1 ? 15.0F : 13.0F, .weight = present::Weight::SemiBold}));
    letters.setProperty(QTextFormat::FontSizeAdjustment, 0);
    cursor.mergeCharFormat(letters);
  }
  moveCursor(QTextCursor::Start);
}

}  // namespace sojourn::qt
