// SPDX-License-Identifier: GPL-3.0-or-later
// The settings of a preparation as a form, made from the table of its parameters.
#pragma once

#include <QScrollArea>
#include <functional>
#include <string_view>
#include <vector>

#include "views/present/scene/scene.h"
#include "views/session/import/import_study.h"

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace sojourn::qt {

class SceneView;

/// "Published", "Corrected".
[[nodiscard]] QString recipeTitle(PrepareRecipe recipe);
/// A setting that the recipes decide, within a line: "gap stays".
[[nodiscard]] QString causeTitle(std::string_view key);

class ImportSettings final : public QScrollArea {
  Q_OBJECT
 public:
  /// `study` must outlive this.
  explicit ImportSettings(session::ImportStudy& study, QWidget* parent = nullptr);

  /// Shows the settings as they are.
  void refresh();

 private:
  /// Gives the group, to be hidden where its settings mean nothing.
  QWidget* addGroup(QVBoxLayout* column, const QString& title, std::initializer_list<const char*> keys);
  [[nodiscard]] present::ViewContent curveContent(present::Size size) const;
  [[nodiscard]] QWidget* fieldOf(const PrepareParameter& parameter);
  [[nodiscard]] QWidget* numberField(const PrepareParameter& parameter);
  [[nodiscard]] QWidget* choiceField(const PrepareParameter& parameter);
  [[nodiscard]] QWidget* textField(const PrepareParameter& parameter);
  /// Sets a parameter and says what is wrong with the text.
  void set(const PrepareParameter& parameter, const QString& text);

  session::ImportStudy& m_study;
  std::vector<std::function<void()>> m_shown;  ///< each shows one setting
  QLabel* m_problem;
  QWidget* m_stays;   ///< of tracks
  QWidget* m_places;  ///< of inputs that do not name their places
  QPushButton* m_zone;
  SceneView* m_curve;  ///< places by eps
};

}  // namespace sojourn::qt
