// SPDX-License-Identifier: GPL-3.0-or-later
// What is being worked on: in the 26 px bar at the bottom, with what was just said and what is loaded, and in a box
// over the old content.
#pragma once

#include <QFrame>
#include <QLabel>

#include "views/qt/runs/training_status.h"
#include "views/session/workspace/workspace.h"

class QProgressBar;
class QToolButton;

namespace sojourn::qt {

/// The bar at the bottom.
class StatusPanel final : public QWidget {
  Q_OBJECT
 public:
  explicit StatusPanel(session::Workspace& workspace, int threads, QWidget* parent = nullptr);

  void updateFrom(session::Changes changes);
  /// While the Training workspace is shown: the runs instead of the sample. Work of the program itself goes first.
  void setTraining(std::optional<TrainingStatus> training);
  /// The exact value under the mouse; an empty one brings the last message back.
  void preview(const QString& label);
  /// Stays until the next one.
  void say(const QString& message);
  /// That files were written, with a button that opens the first one in the desktop's program for it.
  void sayWritten(const QString& message, const QString& file);
  [[nodiscard]] QToolButton* openWritten() const { return m_openWritten; }
  /// That the best checkpoint of a run is followed; a button that ends it. Empty where none is.
  void setFollowing(const QString& text);
  [[nodiscard]] QToolButton* following() const { return m_following; }
  /// The filter in force and how many samples it shows: hidden where there is none.
  [[nodiscard]] QToolButton* filter() const { return m_filter; }
  [[nodiscard]] QString message() const;
  /// As much of the message as has room.
  [[nodiscard]] QString shownMessage() const { return m_left->text(); }
  [[nodiscard]] QString right() const { return m_right->text(); }

 Q_SIGNALS:
  void modelWanted();
  void filterWanted();
  void followingEnded();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void showJob();
  void showMessage();
  void showRight();
  void showFilter();

  session::Workspace& m_workspace;
  int m_threads;
  QString m_message, m_preview;
  QStringList m_loaded;  ///< what the right end says; the last parts go first where the message needs their room
  std::optional<TrainingStatus> m_training;
  QLabel* m_left;
  QWidget* m_job;
  QLabel* m_jobTitle;
  QProgressBar* m_bar;
  QLabel* m_rate;
  QToolButton* m_cancel;
  QToolButton* m_openWritten;
  QString m_written;  ///< the file that the message is about
  QToolButton* m_following;
  QToolButton* m_filter;
  QLabel* m_right;
  QToolButton* m_openModel;
  session::JobId m_shownJob = 0;
};

/// Amount, rate, rest and a way out, while something is opened for more than a second. Stands in the middle of its
/// parent; hides itself when there is nothing to wait for.
class JobBox final : public QFrame {
  Q_OBJECT
 public:
  JobBox(session::Workspace& workspace, QWidget* parent);
  void updateFrom(session::Changes changes);

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void center();

  session::Workspace& m_workspace;
  QLabel* m_title;
  QProgressBar* m_bar;
  QLabel* m_rate;
  session::JobId m_shown = 0;
};

}  // namespace sojourn::qt
