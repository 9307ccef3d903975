// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/widgets/word_and_caption_delegate.h"

#include <QPainter>
#include <algorithm>

#include "views/qt/widgets/appearance.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {
namespace {

constexpr present::Font wordFont{.size = 12, .weight = present::Weight::Medium};
constexpr present::Font captionFont{.size = 11.5F};
constexpr int edge = 12;
constexpr int gap = 16;
constexpr int chosenBar = 3;

}  // namespace

void WordAndCaptionDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                                   const QModelIndex& index) const {
  const present::Theme& theme = Appearance::theme();
  const QRect& row = option.rect;
  const bool chosen = option.state.testFlag(QStyle::State_Selected);
  painter->fillRect(row, toColor(chosen ? theme.soft : theme.panel));
  if (chosen) painter->fillRect(QRect(row.topLeft(), QSize(chosenBar, row.height())), toColor(theme.accent));

  const QRect area = row.adjusted(edge, 0, -edge, 0);
  const QString word = metrics(wordFont).elidedText(index.data().toString(), Qt::ElideRight, area.width());
  painter->setFont(toFont(wordFont));
  painter->setPen(toColor(theme.text));
  painter->drawText(area, Qt::AlignVCenter | Qt::AlignLeft, word);

  const int rest = area.width() - static_cast<int>(metrics(wordFont).horizontalAdvance(word)) - gap;
  const QString caption = index.data(captionRole).toString();
  painter->setFont(toFont(captionFont));
  painter->setPen(toColor(theme.text2));
  painter->drawText(area, Qt::AlignVCenter | Qt::AlignRight,
                    metrics(captionFont).elidedText(caption, Qt::ElideRight, std::max(0, rest)));
}

QSize WordAndCaptionDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const {
  return {280, rowHeight};
}

}  // namespace sojourn::qt
