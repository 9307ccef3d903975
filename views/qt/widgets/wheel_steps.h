// SPDX-License-Identifier: GPL-3.0-or-later
// Turns of a mouse wheel in whole steps.
#pragma once

namespace sojourn::qt {

/// What touchpads and fine wheels send in small parts adds up to a step.
class WheelSteps {
 public:
  /// `delta` as in QWheelEvent::angleDelta(). Returns how many steps are complete now; below 0 towards the hand.
  [[nodiscard]] int add(int delta) {
    constexpr int step = 120;
    if ((delta < 0) != (m_rest < 0)) m_rest = 0;
    m_rest += delta;
    const int steps = m_rest / step;
    m_rest -= steps * step;
    return steps;
  }

 private:
  int m_rest = 0;
};

}  // namespace sojourn::qt
