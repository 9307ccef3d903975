// SPDX-License-Identifier: GPL-3.0-or-later
// The widget that shows one presenter's picture: paints it, scrolls it, and turns mouse and keys into what they mean.
#pragma once

#include <QAbstractScrollArea>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "views/present/scene/scene.h"
#include "views/qt/widgets/controls.h"

class QMenu;
class QPainter;

namespace sojourn::qt {

class ChartView;
class EmptyPanel;

/// Makes the picture for a size in pixels.
using ContentSource = std::function<present::ViewContent(present::Size)>;

/// Knows no workspace: its owner calls refresh(). Signals say what was pointed at, clicked and wanted. A
/// mark that can be dragged asks for "previewShift" at every step, "shiftVisit" when dropped, and a preview of 0 on
/// Escape.
class SceneView final : public QAbstractScrollArea {
  Q_OBJECT
 public:
  explicit SceneView(const QString& name, ContentSource source, QWidget* parent = nullptr);

  /// Asks the source now if the view is visible, else when it is shown.
  void refresh();
  /// The same before the next painting. Docks that are arranged, or text of another size, give a view several sizes
  /// until then: the picture is made of the last.
  void refreshOnceLaidOut();
  /// Dims the picture: it is not of what is asked for now.
  void setWaiting(bool waiting);
  [[nodiscard]] bool waiting() const { return m_waiting; }

  /// The picture as a scene, or null while it is a sentence.
  [[nodiscard]] const present::Scene* scene() const;
  [[nodiscard]] const present::ViewContent& content() const { return m_content; }
  /// The picture for another size, for exports.
  [[nodiscard]] present::ViewContent contentFor(present::Size size) const { return m_source(size); }
  /// What a screen reader says of it.
  [[nodiscard]] QString summary() const;
  /// Gives the keyboard to a mark of this visit, and says so to assistive technology.
  void focusVisit(std::size_t visit);
  /// The mark that has the keyboard, an index into the scene's hits.
  [[nodiscard]] std::optional<std::size_t> keyboardMark() const { return m_keyboard; }
  /// Label of the mark that has the keyboard, empty without one.
  [[nodiscard]] QString keyboardLabel() const;
  /// Where an area of the content is on the viewport now; of a chart that is enlarged, what is to be seen of it.
  [[nodiscard]] QRectF onViewport(present::Rect content) const;
  /// The views of the charts that can be enlarged, in the order of the picture.
  [[nodiscard]] const std::vector<ChartView*>& chartViews() const { return m_charts; }
  [[nodiscard]] QSize sizeHint() const override { return {400, 200}; }
  [[nodiscard]] QSize minimumSizeHint() const override { return {120, 60}; }
  /// Where the tip of a mark is placed, all on the screen: at the pointer, but for a tall mark above the view, so that
  /// it hides neither the mark nor what is drawn below it, or below the mark where there is no room. `height` is the
  /// tip's.
  [[nodiscard]] static QPoint tipPlace(QPoint pointer, const QRect& mark, const QRect& view, int height,
                                       const QRect& screen);

 Q_SIGNALS:
  void contentChanged();
  void hovered(const sojourn::Focus& focus);                              ///< empty when the mouse leaves
  void previewed(const std::optional<sojourn::present::Action>& action);  ///< nothing when it is over
  void selected(const sojourn::Focus& focus, bool add);
  void cleared();
  void actionRequested(const sojourn::present::Action& action);
  void said(const QString& label);  ///< exact value for the status line
  void visitStepped(int by);
  /// The context menu is about to open; others add their entries.
  void menuWanted(QMenu* menu, const sojourn::present::HitArea* area);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void scrollContentsBy(int dx, int dy) override;
  bool viewportEvent(QEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void keyReleaseEvent(QKeyEvent* event) override;
  void hideEvent(QHideEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  [[nodiscard]] present::Point contentPoint(QPointF onViewport) const;
  [[nodiscard]] static QSize designed(QSize onScreen);
  [[nodiscard]] const present::HitArea* hitAt(QPoint onViewport) const;
  /// Words of the picture at that point that the glossary explains; empty where there are none.
  [[nodiscard]] QString termAt(QPoint onViewport) const;
  void rebuild();
  void updateScrollBars();
  /// Paints the picture again, with the charts that have a view of their own.
  void updatePicture();
  /// What lies over it: the veil of one that waits, the frame of the mark that has the keyboard.
  void paintOver(QPainter& painter) const;
  void hover(const present::HitArea* area);
  void preview(const std::optional<present::Action>& action);
  void activate(const present::HitArea& area, bool add);
  /// Carries out an action that enlarges or shrinks the picture; what is at `fixed` stays there.
  void zoom(const std::optional<present::Action>& action, QPoint fixed);
  void stepAside(int by);
  void moveKeyboard(int dx, int dy);
  /// Brings the mark into sight, never below a pinned strip, and announces it.
  void setKeyboard(std::size_t mark);
  void updateKeyboardFocus(const std::optional<present::HitArea>& before);
  [[nodiscard]] bool isPinned(const present::Rect& content) const;
  /// The part of the viewport in which an area of the content is shown.
  [[nodiscard]] QRectF stripOf(const present::Rect& content) const;
  void say(const QString& label);
  /// Asks for a preview of where the mouse is now, if that is another place than before.
  void drag(QPoint to, Qt::KeyboardModifiers modifiers);
  /// Takes the preview back and forgets the drag.
  void cancelDrag();

  /// A part of the picture under the pressed mouse that moves with it, and what a click there means.
  struct Pan {
    std::string id;  ///< of the Movable: the picture is another one after each step
    std::optional<present::HitArea> pressed;
    bool add = false;
    QPoint from, at;
    bool moving = false;
  };
  // scene_view_charts.cpp
  void placeCharts();
  /// Lets the marks of charts follow the parts that these show.
  void moveMarks();
  [[nodiscard]] std::span<const present::Shape> shownShapes() const;
  ChartView* addChartView();
  void paintShapes(QPainter& painter, std::size_t from, std::size_t to) const;
  [[nodiscard]] std::vector<const present::Chart*> viewedCharts() const;
  /// The chart on whose plot a point of the viewport is, or null.
  [[nodiscard]] ChartView* chartAt(QPointF onViewport) const;
  /// The chart to which a mark belongs: it has its middle, or else a part of it.
  [[nodiscard]] ChartView* chartOf(const QRectF& whole) const;
  [[nodiscard]] QRectF inWholePicture(const present::Rect& content) const;
  /// Enlarges the chart of the mark that has the keyboard, else all; 0: the whole again. False where there is none.
  bool enlargeCharts(double by);
  // scene_view_drag.cpp
  void pan(QPoint to);
  /// Tells a step of the mouse to the part of that id; false where the picture has none.
  bool move(const std::string& id, const present::Motion& motion);

  /// A mark under the pressed mouse. It outlives the scene it came from, which every preview replaces.
  struct Dragged {
    present::Drag mark;
    present::HitArea pressed;  ///< what a click on it means: known when the mouse lets go without having moved
    bool add = false;
    QPoint from, at;
    bool moving = false;  ///< the mouse has gone far enough to mean it
    std::int32_t minutes = 0;
    bool copy = false;
  };

  ContentSource m_source;
  present::ViewContent m_content;
  EmptyPanel* m_empty;
  std::vector<ChartView*> m_charts;
  std::vector<std::size_t> m_chartShapes;  ///< their places among the shapes of the picture
  std::vector<present::Shape> m_movedShapes;  ///< the picture's while a chart is enlarged
  bool m_stale = true;
  bool m_waiting = false;
  Focus m_lastHover;
  std::optional<present::Action> m_lastPreview;
  QString m_lastSaid;
  std::optional<std::size_t> m_keyboard;  ///< index into the scene's hits
  std::optional<Dragged> m_drag;
  std::optional<Pan> m_pan;
  WheelSteps m_wheel;
};

/// Makes SceneView known to assistive technology. Once.
void installSceneAccessibility();

}  // namespace sojourn::qt
