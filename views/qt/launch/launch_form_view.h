// SPDX-License-Identifier: GPL-3.0-or-later
// The fields of the Launch form in their groups: where, and what the configuration's schema lists.
#pragma once

#include <QHash>
#include <QWidget>
#include <vector>

#include "views/qt/launch/launch_field.h"
#include "views/session/launch/launch_labels.h"

class QGridLayout;
class QVBoxLayout;

namespace sojourn::qt {

class LaunchFormView final : public QWidget {
  Q_OBJECT
 public:
  explicit LaunchFormView(QWidget* parent = nullptr);

  /// By key: "where.data", "seed", "model.nhead", ...; null for a key that has no field.
  [[nodiscard]] LaunchField* field(const std::string& key) const { return m_fields.value(QString::fromStdString(key)); }
  /// Shows texts and marks; the fields of another model are others.
  void follow(const std::vector<session::FormSection>& sections, const std::string& model);
  /// The first one is the demo's.
  void setDatasets(std::vector<session::FormChoice> datasets);
  /// How many fields stand in a row; a wide one takes the room of two.
  void setAcross(int fields);

 Q_SIGNALS:
  void edited(const QString& key, const QString& text);
  void browseWanted();

 private:
  struct Group {
    QGridLayout* grid = nullptr;
    std::vector<LaunchField*> fields;
  };

  Group addGroup(QVBoxLayout* column, const QString& title);
  void make(QVBoxLayout* column, const session::FormSection& section);
  void layOut(Group& group);

  QHash<QString, LaunchField*> m_fields;
  std::vector<Group> m_groups;
  std::string m_model;
  int m_across = 2;
};

}  // namespace sojourn::qt
