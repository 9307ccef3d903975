// SPDX-License-Identifier: GPL-3.0-or-later
// Where the docks of one workspace live: a main window inside the main window, so that banners can stand over all
// docks.
#pragma once

#include <QHash>
#include <QMainWindow>
#include <functional>
#include <optional>
#include <utility>

#include "views/qt/docks/dock_layout.h"
#include "views/qt/docks/view_dock.h"

class QShortcut;

namespace sojourn::qt {

class HelpPanel;
class PageStyle;
class SceneView;

class DockArea : public QMainWindow {
  Q_OBJECT
 public:
  /// Where the docks stand at first in a room of that size, which is that of text as large as designed.
  using Arrangement = DockLayout (*)(QSize room);
  explicit DockArea(Arrangement arrangement, QWidget* parent = nullptr);

  /// Takes the dock; where it goes is decided by arrange() or restore().
  void add(ViewDock* dock);
  /// Tells whether the dock is on screen whenever that changes. Behind another tab a dock is "visible" to Qt; here it
  /// is not.
  void onInFrontChanged(const QString& id, const std::function<void(bool inFront)>& changed);
  /// The help pages, in a dock that every workspace has under the id "help".
  void addHelp();
  /// A page beside the view that it explains, never in front of it.
  void showHelp(const QString& page, ViewDock* explained);
  [[nodiscard]] HelpPanel* help() const { return m_help; }
  [[nodiscard]] ViewDock* dock(const QString& id) const { return m_docks.value(id); }
  [[nodiscard]] const QList<ViewDock*>& docks() const { return m_order; }
  /// The dock that has, or last had, the keyboard.
  [[nodiscard]] ViewDock* current() const { return m_current; }
  /// Moves the keyboard to the next (1) or previous (-1) visible dock.
  void focusNext(int by);

  /// One view alone, or all again as they were.
  void toggleMaximized(ViewDock* dock);
  void restoreMaximized();
  [[nodiscard]] ViewDock* maximized() const { return m_maximized; }
  /// Past its neighbour on that side, or to the edge of the window; a floating dock moves on the screen.
  void moveDock(ViewDock* dock, Qt::Edge side);
  /// Into the tabs of the next view.
  void joinNext(ViewDock* dock);

  /// The picture in the dock of that id, or a part of one; null where there is none.
  [[nodiscard]] virtual SceneView* view(const QString& id) const = 0;
  /// Makes all pictures again: another theme, another option.
  virtual void repaintViews() = 0;

  /// Back to the workspace's own layout, in a window of that size.
  virtual void arrange(QSize window);
  /// The workspace's own layout for another size of window or text, with the same views in front of their tabs.
  virtual void fit(QSize window);
  /// Whether docks were moved, closed or given other sizes since arrange(). Such a layout is kept at every size.
  [[nodiscard]] bool arrangedByHand() const { return m_byHand; }
  void setArrangedByHand(bool byHand) { m_byHand = byHand; }
  /// With the size of this area. While one view is maximized: as it was before.
  [[nodiscard]] virtual QByteArray state() const;
  /// False where the bytes are none of this version's. At another size Qt shares the room out as it rounds it; when the
  /// area comes to its size, as by a banner above it, before anything is moved, all is restored to the pixel.
  [[nodiscard]] virtual bool restore(const QByteArray& state);

  /// Before it is shown it gets the colours and text size of now.
  void setVisible(bool visible) override;

 protected:
  bool event(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  /// Tabs keep their words, however many share a stack: where there is no room they scroll.
  void childEvent(QChildEvent* event) override;

 private:
  void noteFocus(QWidget* focused);
  /// Of the workspace, with a place for every view.
  [[nodiscard]] DockLayout layoutIn(QSize room) const;
  /// What bars leave of a window to the docks, in px of text as large as designed.
  [[nodiscard]] QSize roomIn(QSize window) const;
  /// Puts its docks beside the first one, which has its place.
  void place(const DockLayout& layout);
  /// Gives its parts their sizes.
  void shareOut(const DockLayout& layout, QSize room);
  void placeBeside(QDockWidget* anchor, QDockWidget* moved, Qt::Orientation orientation, bool behind);
  [[nodiscard]] QList<ViewDock*> shownDocks() const;
  [[nodiscard]] ViewDock* neighbour(const ViewDock* dock, Qt::Edge side) const;

  /// Of a person: what was restored stays as it is from now on.
  void noteMove();

  static constexpr int layoutVersion = 2;
  Arrangement m_arrangement;
  PageStyle* m_style;
  QHash<QString, ViewDock*> m_docks;
  QList<ViewDock*> m_order;
  ViewDock* m_current = nullptr;
  HelpPanel* m_help = nullptr;
  ViewDock* m_maximized = nullptr;
  std::optional<DockLayout> m_layout;  ///< as arrange() placed the docks
  bool m_byHand = false;
  QByteArray m_before;  ///< the layout while one view is maximized
  std::optional<std::pair<QSize, QByteArray>> m_kept;  ///< restored at another size than it was made at
  QShortcut* m_escape;  ///< ends that
};

}  // namespace sojourn::qt
