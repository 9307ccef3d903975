// SPDX-License-Identifier: GPL-3.0-or-later
// The bar at the bottom: the message has the room, and no number of it loses a digit.
#include <QRegularExpression>

#include "tests/gui/window_fixture.h"
#include "views/qt/shell/status_panel.h"

namespace sojourn::test {
namespace {

TEST_F(WindowTest, WhatIsPointedAtIsWholeWhereTheBarHasRoom) {
  ASSERT_TRUE(settled());
  qt::StatusPanel& status = *window().status();
  const QString label = QStringLiteral(
      "Office, Market Square, Thu 10:06, position from end 3: content score \u22122.13481, "
      "position bias 0.0312345, weight 0.0123457, copied mass 0.00812345");
  for (int width = 2000; width >= 240; width -= 40) {
    status.resize(width, 26);
    status.preview({});
    const QString loaded = status.right();
    status.preview(label);
    const QString shown = status.shownMessage();
    SCOPED_TRACE(std::to_string(width) + ": " + shown.toStdString());
    if (shown == label) continue;
    // Cut: then nothing else may have taken the room, and the cut lies between two words.
    EXPECT_TRUE(status.right().isEmpty());
    ASSERT_TRUE(shown.endsWith(QStringLiteral("\u2026")));
    const QString kept = shown.chopped(1).trimmed();
    EXPECT_TRUE(label.startsWith(kept + QLatin1Char(' ')));
    if (width > 1400) ADD_FAILURE() << "cut beside " << loaded.toStdString();
  }
}

TEST_F(WindowTest, WhatWasWrittenCanBeOpenedUntilSomethingElseIsSaid) {
  ASSERT_TRUE(settled());
  qt::StatusPanel& status = *window().status();
  EXPECT_FALSE(status.openWritten()->isVisible());
  status.sayWritten(QStringLiteral("Wrote a.pdf"), QStringLiteral("/tmp/a.pdf"));
  EXPECT_TRUE(status.openWritten()->isVisible());
  EXPECT_TRUE(status.openWritten()->accessibleName().contains(QLatin1String("/tmp/a.pdf")));
  status.preview(QStringLiteral("0.5"));
  EXPECT_FALSE(status.openWritten()->isVisible()) << "the message is another one";
  status.preview({});
  EXPECT_TRUE(status.openWritten()->isVisible());
  status.say(QStringLiteral("Saved"));
  EXPECT_FALSE(status.openWritten()->isVisible());
}

}  // namespace
}  // namespace sojourn::test
