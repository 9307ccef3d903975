// SPDX-License-Identifier: GPL-3.0-or-later
// Asks what an ablation study is to train; and a line of numbers such as seeds, checked.
#pragma once

#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <cstdint>
#include <optional>
#include <vector>

#include "views/session/ablation/live_study.h"

namespace sojourn::qt {

/// "1, 2, 3" as whole numbers of 0 to `most`; nothing where it is none, or names too many (64).
[[nodiscard]] std::optional<std::vector<std::int64_t>> numbersIn(const QString& text, std::int64_t most);
inline constexpr std::int64_t largestSeed = 4294967295, mostEncoderLayers = 64;

/// Queues the study where it is accepted.
class NewStudyDialog final : public QDialog {
  Q_OBJECT
 public:
  /// Both must outlive this.
  NewStudyDialog(session::Workspace& workspace, session::LiveStudy& study, QWidget* parent = nullptr);

  [[nodiscard]] QLineEdit* config() const { return m_config; }
  [[nodiscard]] QLineEdit* folder() const { return m_folder; }
  [[nodiscard]] QLineEdit* seeds() const { return m_seeds; }
  [[nodiscard]] QLineEdit* layers() const { return m_layers; }
  [[nodiscard]] QPushButton* queueButton() const { return m_queue; }

 private:
  void check();
  void queue();

  session::LiveStudy& m_study;
  bool m_hasDataset;
  QLineEdit *m_config, *m_folder, *m_seeds, *m_layers;
  QLabel* m_note;
  QPushButton* m_queue;
};

}  // namespace sojourn::qt
