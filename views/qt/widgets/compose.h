// SPDX-License-Identifier: GPL-3.0-or-later
// What panels and dialogs are put together from: rows, columns, labels, combo boxes, questions, queued calls.
#pragma once

#include <QBoxLayout>
#include <QLabel>
#include <functional>
#include <initializer_list>

#include "views/present/scene/canvas.h"

class QComboBox;

namespace sojourn::qt {

/// What stands in a row or a column: a widget or another layout, with its share of the spare room, or a gap.
struct LayoutItem {
  LayoutItem() = default;
  LayoutItem(QWidget* shown, int share = 0) : widget(shown), stretch(share) {}
  LayoutItem(QLayout* inner, int share = 0) : layout(inner), stretch(share) {}

  QWidget* widget = nullptr;
  QLayout* layout = nullptr;
  int stretch = 0;
  int gap = 0;  ///< px, where it is neither
};
/// Takes the room that is left over.
[[nodiscard]] LayoutItem spring();
/// So many pixels more than the spacing.
[[nodiscard]] LayoutItem fixedGap(int pixels);

/// What the style gives a dialog; nothing in a layout within another one.
inline constexpr QMargins styleMargins{-1, -1, -1, -1};
/// `spacing` in px; below 0 that of the style.
[[nodiscard]] QHBoxLayout* rowOf(std::initializer_list<LayoutItem> items, int spacing = -1,
                                 QMargins margins = styleMargins);
[[nodiscard]] QVBoxLayout* columnOf(std::initializer_list<LayoutItem> items, int spacing = -1,
                                    QMargins margins = styleMargins);

struct LabelStyle {
  const char* name = "";  ///< by which the style sheet and tests know it
  present::Font font{.size = 12};
  bool wraps = false, selectable = false;
  QMargins margins = {};
};
/// Plain text, never taken for HTML.
[[nodiscard]] QLabel* textLabel(const QString& text = {}, const LabelStyle& style = {});

/// An ElidingCombo that is no wider than so many characters, whatever its entries; `name` is for screen readers.
[[nodiscard]] QComboBox* narrowCombo(const char* objectName, const QString& name, int characters);

/// The style sheet of a QPlainTextEdit with the frame of a line edit.
[[nodiscard]] QString framedTextStyle();

/// Sets a property that the style sheet knows, and shows what it says.
void restyle(QWidget* widget, const char* property, const QVariant& value);

struct TextQuestion {
  QString title, label, value;
  bool isLong = false;    ///< of several lines
  const char* name = "";  ///< of the dialog, for tests
};
/// Asks in a dialog below `parent` while the program goes on; `take` gets what was typed unless that is cancelled.
void askText(QWidget* parent, const TextQuestion& question, std::function<void(const QString&)> take);

/// px as designed, at the size that the text has. Fixed sizes of a widget that is made are given as designed: they are
/// scaled when it comes on the screen, and with every change of the text.
[[nodiscard]] int scaledPixels(int designed);

/// The row of options over the docks of a workspace; its look is in resources/style.qss.
class OptionBar : public QFrame {
  Q_OBJECT
 public:
  /// `name` is for the style sheet and tests; `height` in px as designed, 0: as high as what it holds.
  OptionBar(const char* name, int height, QWidget* parent = nullptr);
};

/// A function for any thread: has `call` made on the thread of `owner`, between its events.
template <typename Call>
[[nodiscard]] auto queuedCall(QObject* owner, Call call) {
  return [owner, call] { QMetaObject::invokeMethod(owner, call, Qt::QueuedConnection); };
}

}  // namespace sojourn::qt
