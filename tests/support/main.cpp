// SPDX-License-Identifier: GPL-3.0-or-later
// The entry of every test binary. A binary that needs its own main (Qt) defines one, and this file is then not linked.
#include <gtest/gtest.h>

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
