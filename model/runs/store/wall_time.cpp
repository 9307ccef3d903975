// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/runs/store/wall_time.h"

#include <array>
#include <chrono>
#include <ctime>

namespace sojourn {

double wallNow() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

std::string utcText(double wall) {
  const auto seconds = static_cast<std::time_t>(wall);
  std::tm parts{};
  ::gmtime_r(&seconds, &parts);
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text.data();
}

}  // namespace sojourn
