// SPDX-License-Identifier: GPL-3.0-or-later
// An open file that closes itself, and what the system says when one cannot be used.
#pragma once

#include <filesystem>
#include <string>
#include <utility>

#include <unistd.h>

#include "model/core/error.h"

namespace sojourn {

/// Owns a descriptor; -1 where open() failed.
class Descriptor {
 public:
  explicit Descriptor(int fd) : m_fd(fd) {}
  Descriptor(Descriptor&& other) noexcept : m_fd(std::exchange(other.m_fd, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(m_fd, other.m_fd);
    return *this;
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (m_fd >= 0) ::close(m_fd);
  }
  [[nodiscard]] int get() const { return m_fd; }
  /// Gives the descriptor away, to be closed by others.
  [[nodiscard]] int release() { return std::exchange(m_fd, -1); }

 private:
  int m_fd;
};

/// "what (what errno says)" about a file; to be called before anything else sets errno.
[[nodiscard]] Error systemError(const std::filesystem::path& path, ErrorKind kind, const std::string& what,
                                const std::string& remedy);

}  // namespace sojourn
