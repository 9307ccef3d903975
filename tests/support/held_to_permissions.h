// SPDX-License-Identifier: GPL-3.0-or-later
// Makes a thread, and those it starts, ask for permission like everybody: root is bound by none.
#pragma once

#include <linux/capability.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace sojourn::test {

/// Until the end of the scope. Does nothing where the tests do not run as root.
class HeldToPermissions {
 public:
  HeldToPermissions() {
    if (::geteuid() != 0) {
      m_held = true;
      return;
    }
    if (::syscall(SYS_capget, &m_header, m_before) != 0) return;
    __user_cap_data_struct without[2] = {m_before[0], m_before[1]};
    for (const unsigned right : {CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH}) without[0].effective &= ~(1U << right);
    m_taken = m_held = ::syscall(SYS_capset, &m_header, without) == 0;
  }
  ~HeldToPermissions() {
    if (m_taken) ::syscall(SYS_capset, &m_header, m_before);
  }
  HeldToPermissions(const HeldToPermissions&) = delete;
  HeldToPermissions& operator=(const HeldToPermissions&) = delete;

  /// False where the system does not let the right be taken: nothing can be tested then.
  [[nodiscard]] bool held() const { return m_held; }

 private:
  __user_cap_header_struct m_header{.version = _LINUX_CAPABILITY_VERSION_3, .pid = 0};
  __user_cap_data_struct m_before[2] = {};
  bool m_taken = false, m_held = false;
};

}  // namespace sojourn::test
