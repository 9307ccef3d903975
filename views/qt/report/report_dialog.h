// SPDX-License-Identifier: GPL-3.0-or-later
// The dialog for what a report contains and where it is written.
#pragma once

#include <QDialog>
#include <QStringList>
#include <functional>
#include <optional>
#include <vector>

#include "views/qt/report/report_plan.h"
#include "views/session/report/report_choice.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;
class QTreeWidget;

namespace sojourn::qt {

/// What there is to be reported of.
struct ReportStock {
  std::size_t samples = 0;   ///< of the split
  std::size_t filtered = 0;  ///< that the Samples view shows
  QString present;           ///< "sample 3376, test"; empty without one
  bool edited = false;       ///< the sample in front is
  std::size_t noted = 0;     ///< bookmarked or noted samples of the split
  std::size_t scenarios = 0;
  bool pseudonyms = false;  ///< the window shows them
  std::vector<ReportView> views;
  /// Of people, in words; of all of the split where a view shows it.
  std::function<QString(const session::ReportChoice&, bool wholeSplit)> reveals;
};

class ReportDialog final : public QDialog {
  Q_OBJECT
 public:
  /// `file`: where the report goes, without a suffix.
  ReportDialog(const session::ReportChoice& choice, const QString& file, ReportStock stock, QWidget* parent = nullptr);

  [[nodiscard]] session::ReportChoice choice() const;
  /// With the suffixes of the formats that are wanted.
  [[nodiscard]] QStringList files() const;
  /// Why nothing can be written yet; empty where it can.
  [[nodiscard]] QString problem() const;
  [[nodiscard]] QTreeWidget* views() const { return m_views; }
  [[nodiscard]] QPushButton* writeButton() const { return m_write; }

 Q_SIGNALS:
  /// Once, when Write is pressed; the dialog goes then.
  void wanted();
  /// The switch was turned; the dialog is to be made again of what is open then.
  void pseudonymsWanted(bool shown);

 private:
  [[nodiscard]] QWidget* makeForm(const session::ReportChoice& choice, const QString& file);
  [[nodiscard]] QWidget* makeViews(const session::ReportChoice& choice);
  void browse();
  /// What is asked for, and whether it can be.
  void updateFromForm();
  void showReveals();
  [[nodiscard]] session::ReportSamples samples() const;

  ReportStock m_stock;
  std::optional<session::ReportChoice> m_revealedOf;  ///< what the line above the buttons is of
  QLineEdit *m_title, *m_author, *m_listed, *m_file;
  QPlainTextEdit* m_notes;
  QComboBox *m_samples, *m_theme, *m_paper;
  QSpinBox* m_count;
  QCheckBox *m_edited, *m_scenarios, *m_html, *m_pdf, *m_tables, *m_pdfTables, *m_pseudonyms;
  QTreeWidget* m_views;
  QLabel *m_problem, *m_reveals;
  QPushButton* m_write = nullptr;
};

}  // namespace sojourn::qt
