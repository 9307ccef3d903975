// SPDX-License-Identifier: GPL-3.0-or-later
// The desktop's own notifications, through notify-send where there is one.
#pragma once

#include <string>
#include <vector>

#include <sys/types.h>

namespace sojourn::monitor {

class Notifier {
 public:
  /// Does not wait for it; where there is no notifier nothing happens.
  void notify(const std::string& title, const std::string& text);

 private:
  std::vector<pid_t> m_running;
};

}  // namespace sojourn::monitor
