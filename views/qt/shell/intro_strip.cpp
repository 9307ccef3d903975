// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/shell/intro_strip.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/icons.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {

IntroStrip::IntroStrip(QWidget* parent) : QFrame(parent), m_words(new QLabel) {
  setObjectName(QStringLiteral("introStrip"));
  setAccessibleName(tr("Introduction"));
  m_words->setTextFormat(Qt::RichText);
  m_words->setWordWrap(true);
  m_words->setFont(toFont({.size = 12.5F}));
  m_words->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
  connect(m_words, &QLabel::linkActivated, this, &IntroStrip::linkActivated);
  auto* close = new QToolButton;
  close->setObjectName(QStringLiteral("closeIntro"));
  close->setIcon(lineIcon(QStringLiteral("close")));
  close->setToolTip(tr("Close; Help, Introduction shows it again"));
  close->setAccessibleName(tr("Close the introduction"));
  connect(close, &QToolButton::clicked, this, &IntroStrip::dismissed);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(43, 8, 12, 8);
  row->addWidget(m_words, 1);
  row->addWidget(close, 0, Qt::AlignTop);
  connect(Appearance::instance(), &Appearance::changed, this, &IntroStrip::fill);
  fill();
}

/// The colour of links is fixed when the text is set, and a label asks for the one of the program's first palette.
void IntroStrip::fill() {
  QString words = tr(
      "You see one sample: seven days of one person's visits, and where a trained model expects the "
      "person to go next. "
      "Click another row in <a href=\"samples\">Samples</a>, or a visit or place in any view: all views follow. "
      "Change a visit in <a href=\"what_if\">What if</a> (Ctrl+2) to see another prediction, and see in "
      "<a href=\"explain\">Explain</a> (Ctrl+3) which visits mattered. "
      "Open <a href=\"openDataset\">your own dataset</a>, press F1 for help on a view, and point at a column head to "
      "learn what it means.");
  const QString ink = toColor(Appearance::theme().accent).name();
  m_words->setText(words.replace(QStringLiteral("<a "), QStringLiteral("<a style=\"color:%1\" ").arg(ink)));
}

void IntroStrip::paintEvent(QPaintEvent*) {
  const present::Theme& theme = Appearance::theme();
  QPainter painter(this);
  painter.fillRect(rect(), toColor(theme.soft));
  painter.fillRect(QRect(0, 0, 3, height()), toColor(theme.accent));
  paintIcon(painter, QRectF(15, 9, 16, 16), QStringLiteral("info"), toColor(theme.accent));
}

}  // namespace sojourn::qt
