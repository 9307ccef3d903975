// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/docks/help_panel.h"

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
  connect(Appearance::instance(), &Appearance::changed, this, [this] { showPage(m_page); });
  showPage(QStringLiteral("index"));
}

void HelpPanel::showPage(const QString& id) {
  QFile file(QStringLiteral(":/help/%1.md").arg(id));
  if (!file.open(QIODevice::ReadOnly)) {
    if (id != QLatin1String("index")) showPage(QStringLiteral("index"));
    return;
  }
  m_page = id;
  document()->setDefaultFont(toFont({.size = 13}));
  document()->setMarkdown(QString::fromUtf8(file.readAll()), QTextDocument::MarkdownNoHTML);
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
