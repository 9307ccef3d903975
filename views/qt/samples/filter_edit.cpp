// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/samples/filter_edit.h"

#include <QAbstractItemView>
#include <QAction>
#include <QCompleter>
#include <QKeyEvent>
#include <QPainter>
#include <QStandardItemModel>
#include <set>

#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/compose.h"
#include "views/qt/widgets/controls.h"
#include "views/qt/widgets/icons.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {

/// Byte offsets of the session's UTF-8 texts as positions in a QString.
qsizetype charactersOf(const std::string& utf8, std::size_t bytes) {
  return toText(std::string_view(utf8).substr(0, bytes)).size();
}

}  // namespace

FilterEdit::FilterEdit(session::Workspace& workspace, QWidget* parent)
    : QLineEdit(parent), m_workspace(workspace), m_offers(new QCompleter(this)), m_words(new QStandardItemModel(this)) {
  setPlaceholderText(tr("Filter, e.g. user:3 wrong gate<0.5"));
  setAccessibleName(tr("Filter of samples"));
  setTextMargins(20, 0, 0, 0);
  setFont(toFont({.size = 12}));
  QAction* clearing = addAction(lineIcon(QStringLiteral("close")), QLineEdit::TrailingPosition);
  clearing->setToolTip(tr("Clear the filter"));
  clearing->setVisible(false);
  connect(clearing, &QAction::triggered, this, &QLineEdit::clear);
  m_offers->setModel(m_words);
  m_offers->setWidget(this);
  m_offers->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
  m_offers->setMaxVisibleItems(8);
  m_offers->setWrapAround(false);  // Down on the only offer would let go of it
  m_offers->popup()->setItemDelegate(new WordAndCaptionDelegate(m_offers->popup()));
  m_offers->popup()->setObjectName(QStringLiteral("offers"));
  m_offers->popup()->setMinimumWidth(300);
  connect(m_offers, qOverload<const QString&>(&QCompleter::activated), this, &FilterEdit::take);
  connect(this, &QLineEdit::textEdited, this, [this](const QString& text) {
    m_workspace.samples().setFilterText(text.toStdString(), session::FilterBy::Typing);
    offer();
  });
  // The clear button changes the text without "edited".
  connect(this, &QLineEdit::textChanged, this, [this, clearing](const QString& text) {
    clearing->setVisible(!text.isEmpty());
    if (text.isEmpty() && !m_workspace.samples().filterText().empty())
      m_workspace.samples().setFilterText({}, session::FilterBy::Click);
  });
}

void FilterEdit::refresh() {
  const QString typed = toText(m_workspace.samples().filterText());
  if (typed != text()) setText(typed);
  const bool wrong = m_workspace.samples().filterError().has_value();
  restyle(this, "wrong", wrong);
  update();
}

void FilterEdit::offer() {
  const std::string typed = text().toStdString();
  const std::size_t cursor = text().left(cursorPosition()).toUtf8().size();
  const session::FilterCompletion found = m_workspace.samples().completeFilterText(typed, cursor);
  m_words->clear();
  for (const session::FilterSuggestion& suggestion : found.suggestions) {
    auto* item = new QStandardItem(toText(suggestion.text));
    item->setData(toText(suggestion.caption), WordAndCaptionDelegate::captionRole);
    m_words->appendRow(item);
  }
  if (found.suggestions.empty()) return m_offers->popup()->hide();
  m_replaceFrom = charactersOf(typed, found.position);
  m_replaceLength = charactersOf(typed, found.position + found.length) - m_replaceFrom;
  showOffers();
}

void FilterEdit::showOffers() {
  QRect line(0, 3, std::max(300, width()), height());
  // The popup opens below this rectangle.
  if (m_keepClear && m_keepClear->isVisible())
    line.setBottom(m_keepClear->mapTo(window(), QPoint(0, m_keepClear->height())).y() - mapTo(window(), QPoint()).y());
  m_offers->complete(line);
  // Enter takes the first offer where the word is its beginning; what is right, or wrong otherwise, stays as typed.
  const QModelIndex first = m_offers->completionModel()->index(0, 0);
  const bool unfinished =
      m_replaceLength > 0 && m_workspace.samples().filterError() &&
      first.data().toString().startsWith(text().mid(m_replaceFrom, m_replaceLength), Qt::CaseInsensitive);
  m_offers->popup()->setCurrentIndex(unfinished ? first : QModelIndex());
}

void FilterEdit::keepClear(QWidget* text) {
  m_keepClear = text;
  text->installEventFilter(this);
}

bool FilterEdit::eventFilter(QObject* watched, QEvent* event) {
  const QEvent::Type type = event->type();
  const bool moved = type == QEvent::Show || type == QEvent::Hide || type == QEvent::Resize || type == QEvent::Move;
  if (watched == m_keepClear && moved && m_offers->popup()->isVisible()) showOffers();
  return QLineEdit::eventFilter(watched, event);
}

void FilterEdit::take(const QString& word) {
  QString typed = text();
  typed.replace(m_replaceFrom, m_replaceLength, word);
  setText(typed);
  setCursorPosition(static_cast<int>(m_replaceFrom + word.size()));
  m_workspace.samples().setFilterText(typed.toStdString(), session::FilterBy::Typing);
}

void FilterEdit::keyPressEvent(QKeyEvent* event) {
  // While the popup is open it has the first say: these keys choose an offer.
  static const std::set<int> choosing{Qt::Key_Enter, Qt::Key_Return, Qt::Key_Escape, Qt::Key_Tab};
  if (m_offers->popup()->isVisible() && choosing.contains(event->key())) return event->ignore();
  if (event->key() == Qt::Key_Down) return offer();
  QLineEdit::keyPressEvent(event);
}

void FilterEdit::paintEvent(QPaintEvent* event) {
  QLineEdit::paintEvent(event);
  QPainter painter(this);
  const present::Theme& theme = Appearance::theme();
  paintIcon(painter, QRectF(7, height() / 2.0 - 7, 14, 14), QStringLiteral("filter"), toColor(theme.text2));
  const auto& error = m_workspace.samples().filterError();
  if (!error || error->length == 0) return;
  const std::string& filter = m_workspace.samples().filterText();
  const QString typed = text();
  const qsizetype from = charactersOf(filter, error->position);
  const qsizetype to = charactersOf(filter, error->position + error->length);
  const QFontMetricsF measure(font());
  // Where the text starts, whatever it is scrolled by: the cursor's place minus what stands before it.
  const qreal origin = cursorRect().center().x() - measure.horizontalAdvance(typed.left(cursorPosition()));
  const qreal left = std::max<qreal>(22, origin + measure.horizontalAdvance(typed.left(from)));
  const qreal right = std::min<qreal>(width() - 6, origin + measure.horizontalAdvance(typed.left(to)));
  QPolygonF wave;
  for (int step = 0; left + 2 * step <= right; ++step)
    wave.append({left + 2 * step, height() - 4.5 + (step % 2 == 0 ? 1 : -1)});
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(toColor(theme.err), 1.2));
  painter.drawPolyline(wave);
}

}  // namespace sojourn::qt
