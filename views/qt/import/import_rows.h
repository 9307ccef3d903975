// SPDX-License-Identifier: GPL-3.0-or-later
// Rows one by one: the first of the input, with a list over each column that says what it means; those of a user; those
// that leave at a step, each below the reason.
#pragma once

#include <QWidget>
#include <optional>

#include "model/data/dataset/place_names.h"
#include "views/session/import/import_study.h"

class QComboBox;
class QTableWidget;

namespace sojourn::qt {

class ImportRows final : public QWidget {
  Q_OBJECT
 public:
  /// `study` must outlive this.
  explicit ImportRows(session::ImportStudy& study, QWidget* parent = nullptr);

  void refresh();

 Q_SIGNALS:
  /// A row was chosen that has a position, or none is any more.
  void positionChosen(const std::optional<sojourn::Coordinates>& where);

 private:
  struct Shown {
    std::shared_ptr<const session::ImportInput> input;
    std::shared_ptr<const session::ImportRowList> list;
    bool first = true;
    bool operator==(const Shown&) const = default;
  };
  void showChoices();
  void showRows();
  void showMeanings(const InputPreview& preview);
  void showRow(int row, const PreviewRow& shown, bool reasonAbove);
  void chooseRow(int row);

  session::ImportStudy& m_study;
  Shown m_shown;
  std::shared_ptr<const session::ImportTrials> m_counted;  ///< what the list of choices is of, with m_listed
  session::ImportRowChoice m_listed;
  QComboBox* m_choices;
  QTableWidget* m_table;
};

}  // namespace sojourn::qt
