// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/launch/yaml_edit.h"

#include <QHelpEvent>
#include <QPainter>
#include <QRegularExpression>
#include <QSyntaxHighlighter>
#include <QTextBlock>
#include <QToolTip>
#include <algorithm>

#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {

constexpr present::Font codeFont{.size = 12};
constexpr present::Font numberFont{.size = 11};

/// Keys in the quieter colour, comments in the quietest: values are what one looks for.
class YamlHighlighter final : public QSyntaxHighlighter {
 public:
  using QSyntaxHighlighter::QSyntaxHighlighter;

 protected:
  void highlightBlock(const QString& line) override {
    static const QRegularExpression key(QStringLiteral("^\\s*[^#\\s:][^:#]*:"));
    static const QRegularExpression comment(QStringLiteral("(^|\\s)#.*$"));
    const present::Theme& theme = Appearance::theme();
    if (const auto found = key.match(line); found.hasMatch())
      setFormat(0, static_cast<int>(found.capturedLength()), toColor(theme.text2));
    if (const auto found = comment.match(line); found.hasMatch())
      setFormat(static_cast<int>(found.capturedStart()), static_cast<int>(found.capturedLength()),
                toColor(theme.text3));
  }
};

}  // namespace

YamlEdit::YamlEdit(QWidget* parent)
    : QPlainTextEdit(parent), m_numbers(new QWidget(this)), m_highlighter(new YamlHighlighter(document())) {
  setObjectName(QStringLiteral("yaml"));
  setAccessibleName(tr("Configuration as YAML"));
  setLineWrapMode(NoWrap);
  setTabChangesFocus(true);
  setFont(toFont(codeFont));
  m_numbers->installEventFilter(this);
  m_numbers->setAttribute(Qt::WA_TransparentForMouseEvents);
  connect(this, &QPlainTextEdit::updateRequest, this, [this](const QRect& area, int by) {
    if (by != 0)
      m_numbers->scroll(0, by);
    else
      m_numbers->update(0, area.y(), m_numbers->width(), area.height());
  });
  connect(this, &QPlainTextEdit::blockCountChanged, this, [this] { placeNumbers(); });
  placeNumbers();
}

int YamlEdit::numbersWidth() const {
  const int digits = std::max(2, static_cast<int>(QString::number(blockCount()).size()));
  return 10 + digits * static_cast<int>(metrics(numberFont).horizontalAdvance(QLatin1Char('0')) + 1);
}

void YamlEdit::placeNumbers() {
  setViewportMargins(numbersWidth(), 0, 0, 0);
  const QRect inside = contentsRect();
  m_numbers->setGeometry(inside.left(), inside.top(), numbersWidth(), inside.height());
}

void YamlEdit::resizeEvent(QResizeEvent* event) {
  QPlainTextEdit::resizeEvent(event);
  placeNumbers();
}

bool YamlEdit::eventFilter(QObject* watched, QEvent* event) {
  if (watched != m_numbers || event->type() != QEvent::Paint) return QPlainTextEdit::eventFilter(watched, event);
  paintNumbers();
  return true;
}

void YamlEdit::paintNumbers() {
  QPainter painter(m_numbers);
  const present::Theme& theme = Appearance::theme();
  painter.fillRect(m_numbers->rect(), toColor(theme.field));
  painter.setFont(toFont(numberFont));
  for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
    const QRectF area = blockBoundingGeometry(block).translated(contentOffset());
    if (area.top() > m_numbers->height()) break;
    const int line = block.blockNumber() + 1;
    const QRectF row(0, area.top(), m_numbers->width(), area.height());
    if (m_wrong.contains(line))
      painter.fillRect(row, toColor(theme.errGround));
    else if (m_changed.contains(line))
      painter.fillRect(row, toColor(theme.soft));
    painter.setPen(toColor(m_wrong.contains(line) ? theme.err : theme.text3));
    painter.drawText(row.adjusted(0, 0, -5, 0), Qt::AlignRight | Qt::AlignVCenter, QString::number(line));
  }
}

void YamlEdit::mark(const std::map<int, QString>& wrong, const std::set<int>& changed) {
  if (wrong == m_wrong && changed == m_changed) return;
  m_wrong = wrong;
  m_changed = changed;
  repaintMarks();
}

void YamlEdit::repaintMarks() {
  const present::Theme& theme = Appearance::theme();
  QList<QTextEdit::ExtraSelection> marks;
  const auto add = [&](int line, present::Color ground) {
    const QTextBlock block = document()->findBlockByNumber(line - 1);
    if (!block.isValid()) return;
    QTextEdit::ExtraSelection mark;
    mark.format.setBackground(toColor(ground));
    mark.format.setProperty(QTextFormat::FullWidthSelection, true);
    mark.cursor = QTextCursor(block);
    marks.append(mark);
  };
  for (const int line : m_changed) {
    if (!m_wrong.contains(line)) add(line, theme.soft);
  }
  for (const auto& [line, why] : m_wrong) add(line, theme.errGround);
  setExtraSelections(marks);
  m_numbers->update();
}

void YamlEdit::updateTheme() {
  m_highlighter->rehighlight();
  repaintMarks();
}

bool YamlEdit::viewportEvent(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QPlainTextEdit::viewportEvent(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const auto found = m_wrong.find(cursorForPosition(help->pos()).blockNumber() + 1);
  if (found == m_wrong.end())
    QToolTip::hideText();
  else
    QToolTip::showText(help->globalPos(), found->second.toHtmlEscaped(), this);
  return true;
}

}  // namespace sojourn::qt
