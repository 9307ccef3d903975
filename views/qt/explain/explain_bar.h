// SPDX-License-Identifier: GPL-3.0-or-later
// What is explained, rather than what, by which operator, from which baseline; and the sentence that holds.
#pragma once

#include <QComboBox>
#include <QLabel>
#include <QToolButton>
#include <functional>

#include "views/qt/widgets/compose.h"
#include "views/session/explain/explanations.h"

namespace sojourn::qt {

class FittingLabel;
class ExplainViews;

/// Two rows over the docks of the Explain workspace: the question, and what can be said.
class ExplainBar final : public OptionBar {
  Q_OBJECT
 public:
  /// `views` must outlive this.
  explicit ExplainBar(ExplainViews& views, QWidget* parent = nullptr);

  void updateFrom(session::Changes changes);
  /// Greys the sentence, which is of an older question.
  void setWaiting(bool waiting);

  [[nodiscard]] QComboBox* target() const { return m_target; }
  [[nodiscard]] QComboBox* ratherThan() const { return m_ratherThan; }
  [[nodiscard]] QComboBox* baseline() const { return m_baseline; }
  [[nodiscard]] QToolButton* masked() const { return m_masked; }
  [[nodiscard]] QToolButton* removed() const { return m_removed; }
  [[nodiscard]] QLabel* sentence() const { return m_sentence; }
  [[nodiscard]] QLabel* gap() const;

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void fill();
  void say();
  void change(const std::function<void(session::ExplanationChoice&)>& edit);
  using Chosen = void (*)(session::ExplanationChoice& choice, int kind, LocationId place);
  /// What a line of the list changes; one of `locationKind` may ask for any place.
  void choose(QComboBox* list, int locationKind, Chosen chosen);
  /// Asks for a place out of all that the model knows; the lists show again what is chosen where it is none.
  void askPlace(const std::function<void(LocationId)>& then);
  void recolor();

  ExplainViews& m_views;
  QComboBox* m_target;
  QComboBox* m_ratherThan;
  QComboBox* m_baseline;
  QToolButton* m_masked;
  QToolButton* m_removed;
  FittingLabel* m_gap;
  QLabel* m_icon;
  QLabel* m_sentence;
  QLabel* m_proof;
};

}  // namespace sojourn::qt
