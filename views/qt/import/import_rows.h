// SPDX-License-Identifier: GPL-3.0-or-later
// The first rows of an input: over each column a list says what it means, behind each row stands what becomes of it.
#pragma once

#include <QTableWidget>

#include "views/session/import/import_study.h"

namespace sojourn::qt {

class ImportRows final : public QTableWidget {
  Q_OBJECT
 public:
  /// `study` must outlive this.
  explicit ImportRows(session::ImportStudy& study, QWidget* parent = nullptr);

  void follow();

 private:
  void showMeanings();

  session::ImportStudy& m_study;
  std::shared_ptr<const session::ImportInput> m_shown;
};

}  // namespace sojourn::qt
