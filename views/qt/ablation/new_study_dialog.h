// SPDX-License-Identifier: GPL-3.0-or-later
// Asks what an ablation study is to train; and a line of numbers such as seeds, checked.
#pragma once

#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "views/session/ablation/live_study.h"
#include "views/session/async/worker.h"
#include "views/session/runs/run_library.h"

namespace sojourn::qt {

/// "1, 2, 3" as whole numbers of 0 to `most`; nothing where it is none, or names too many (64).
[[nodiscard]] std::optional<std::vector<std::int64_t>> numbersIn(const QString& text, std::int64_t most);
inline constexpr std::int64_t largestSeed = 4294967295, mostEncoderLayers = 64;

/// Queues the study where it is accepted.
class NewStudyDialog final : public QDialog {
  Q_OBJECT
 public:
  /// `library`: the runs that are open, to start from and to tell how long a training takes. All must outlive this.
  NewStudyDialog(session::Workspace& workspace, session::LiveStudy& study, const session::RunLibrary& library,
                 QWidget* parent = nullptr);

  /// Reads a configuration aside and takes it as the full model.
  void openConfig(const std::filesystem::path& file);

  [[nodiscard]] QComboBox* source() const { return m_source; }
  [[nodiscard]] QLineEdit* folder() const { return m_folder; }
  [[nodiscard]] QLineEdit* seeds() const { return m_seeds; }
  [[nodiscard]] QLineEdit* layers() const { return m_layers; }
  /// Of an ablation, by its name in the configuration.
  [[nodiscard]] QCheckBox* ablation(const char* name) const;
  [[nodiscard]] QLabel* note() const { return m_note; }
  [[nodiscard]] QPushButton* queueButton() const { return m_queue; }

 private:
  [[nodiscard]] QWidget* ablationList();
  void fillSources();
  void chooseSource();
  void takeConfig(const std::filesystem::path& file, const Result<TrainingConfig>& config);
  [[nodiscard]] QString problem() const;
  [[nodiscard]] session::NewStudy study() const;
  void check();

  session::Workspace& m_workspace;
  session::LiveStudy& m_study;
  const session::RunLibrary& m_library;
  Result<TrainingConfig> m_base;
  std::filesystem::path m_reading;  ///< the configuration that was chosen last; empty: none
  QComboBox* m_source;
  QLineEdit *m_folder, *m_seeds, *m_layers;
  std::vector<QCheckBox*> m_ablations;  ///< as ablationChoices()
  QLabel* m_note;
  QPushButton* m_queue;
  session::Worker m_files;  ///< its thread is gone before what it reaches
};

}  // namespace sojourn::qt
