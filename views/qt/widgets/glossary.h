// SPDX-License-Identifier: GPL-3.0-or-later
// What a column head means, from resources/help/glossary.md: shown as a tool tip and by What's this.
#pragma once

#include <QObject>
#include <QString>

namespace sojourn::qt {

/// The entry of a term, whatever its letter case; empty where there is none.
[[nodiscard]] QString glossaryEntry(const QString& term);
/// The same for a tooltip: the term in bold, then its entry. `before` comes first, as plain text, where it is not
/// empty.
[[nodiscard]] QString glossaryTip(const QString& term, const QString& before = {});

/// Explains the heads of all tables of the program; pictures ask for themselves. One per program.
class GlossaryTips final : public QObject {
 public:
  explicit GlossaryTips(QObject* parent);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace sojourn::qt
