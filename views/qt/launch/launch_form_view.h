// SPDX-License-Identifier: GPL-3.0-or-later
// The fields of the Launch form in their groups: where, and what the configuration's schema lists. Each has a label,
// what it is edited with, and a mark where it is changed or wrong: what is wrong stands in the foot of the form, so
// that no field moves while one types.
#pragma once

#include <QHash>
#include <QLabel>
#include <QLineEdit>
#include <QWidget>
#include <optional>
#include <vector>

#include "views/session/launch/launch_form.h"

class QComboBox;
class QGridLayout;
class QVBoxLayout;

namespace sojourn::qt {

/// A line with a few words at its right end: "3 values".
class BadgedEdit final : public QLineEdit {
  Q_OBJECT
 public:
  explicit BadgedEdit(QWidget* parent = nullptr) : QLineEdit(parent) {}
  void setBadge(const QString& text);
  [[nodiscard]] const QString& badge() const { return m_badge; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString m_badge;
};

/// Its widgets belong to the form that lays them out.
class LaunchField final : public QObject {
  Q_OBJECT
 public:
  /// A line of text, without `choices`; else one of several, `free` where other text may be typed too.
  LaunchField(QString key, const QString& label, const std::optional<std::vector<session::FormChoice>>& choices,
              bool free, QWidget* form);

  [[nodiscard]] const QString& key() const { return m_key; }
  [[nodiscard]] QLabel* label() const { return m_label; }
  [[nodiscard]] QWidget* editor() const;
  [[nodiscard]] QString text() const;
  /// Does not say that it was edited; leaves the cursor where it is while the text is the same.
  void setText(const QString& text);
  void setChoices(const std::vector<session::FormChoice>& choices);
  void setHelp(const QString& help);
  /// A changed field is accent, a wrong one red with the reason as its tooltip. `badge` may be empty.
  void mark(bool changed, const QString& error, const QString& badge);
  void setShown(bool shown);

 Q_SIGNALS:
  void edited(const QString& text);

 protected:
  /// A wheel that scrolls the form changes no field on its way.
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QString m_key;
  QLabel* m_label;
  BadgedEdit* m_line = nullptr;
  QComboBox* m_box = nullptr;
  QString m_help;
};

class LaunchFormView final : public QWidget {
  Q_OBJECT
 public:
  explicit LaunchFormView(QWidget* parent = nullptr);

  /// By key: "where.data", "seed", "model.nhead", ...; null for a key that has no field.
  [[nodiscard]] LaunchField* field(const std::string& key) const { return m_fields.value(QString::fromStdString(key)); }
  /// Shows texts and marks; the fields of another model are others.
  void setSections(const std::vector<session::FormSection>& sections, const std::string& model);
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

  void make(QVBoxLayout* column, const session::FormSection& section);
  void layOut(Group& group);

  QHash<QString, LaunchField*> m_fields;
  std::vector<Group> m_groups;
  std::string m_model;
  int m_across = 2;
};

}  // namespace sojourn::qt
