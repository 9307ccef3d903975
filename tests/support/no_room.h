// SPDX-License-Identifier: GPL-3.0-or-later
// Makes this process meet a full disk: no file may grow, or none beyond so many bytes.
#pragma once

#include <csignal>
#include <cstdint>

#include <sys/resource.h>

namespace sojourn::test {

/// Until the end of the scope, for all threads.
class NoRoom {
 public:
  explicit NoRoom(std::uint64_t bytesOfAFile = 0) {
    m_handler = std::signal(SIGXFSZ, SIG_IGN);
    ::getrlimit(RLIMIT_FSIZE, &m_before);
    rlimit none = m_before;
    none.rlim_cur = bytesOfAFile;
    ::setrlimit(RLIMIT_FSIZE, &none);
  }
  ~NoRoom() {
    ::setrlimit(RLIMIT_FSIZE, &m_before);
    std::signal(SIGXFSZ, m_handler);
  }
  NoRoom(const NoRoom&) = delete;
  NoRoom& operator=(const NoRoom&) = delete;

 private:
  rlimit m_before{};
  void (*m_handler)(int) = SIG_DFL;
};

}  // namespace sojourn::test
