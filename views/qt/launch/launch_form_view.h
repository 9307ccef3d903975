// SPDX-License-Identifier: GPL-3.0-or-later
// The fields of the Launch form in their groups: where, and what the configuration's schema lists.
#pragma once

#include <QHash>
#include <QWidget>
#include <vector>

#include "views/qt/launch/launch_field.h"
#include "views/session/launch/launch_labels.h"
#include "views/session/launch/launch_plan.h"

class QGridLayout;
class QVBoxLayout;

namespace sojourn::qt {

class LaunchFormView final : public QWidget {
  Q_OBJECT
 public:
  explicit LaunchFormView(QWidget* parent = nullptr);

  /// By key: "where.data", "seed", "model.nhead", ...; null for a key that has no field.
  [[nodiscard]] LaunchField* field(const std::string& key) const { return m_fields.value(QString::fromStdString(key)); }
  /// Shows texts and marks.
  void follow(const session::LaunchForm& form, const session::LaunchPlace& place,
              const std::vector<session::LaunchError>& errors);
  /// The first one is the demo's.
  void setDatasets(const std::vector<LaunchField::Choice>& datasets);
  /// How many fields stand in a row; a wide one takes the room of two.
  void setAcross(int fields);

 Q_SIGNALS:
  void placeEdited(const QString& key, const QString& text);
  void configEdited(const QString& key, const QString& text);
  void browseWanted();

 private:
  struct Group {
    QGridLayout* grid = nullptr;
    std::vector<LaunchField*> fields;
  };

  Group addGroup(QVBoxLayout* column, const QString& title);
  void makePlace(QVBoxLayout* column);
  void makeConfig(QVBoxLayout* column, const session::FormSection& section);
  LaunchField* addConfigField(const ConfigField& field);
  void take(LaunchField* field, Group& group);
  void layOut(Group& group);
  void showFields(const session::LaunchForm& form);

  QHash<QString, LaunchField*> m_fields;
  std::vector<Group> m_groups;
  std::string m_model;
  int m_across = 2;
};

}  // namespace sojourn::qt
