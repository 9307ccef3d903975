// SPDX-License-Identifier: GPL-3.0-or-later
// How long work takes without what other programs take from it: limits in seconds are for a machine of one's own.
#pragma once

#include <ctime>

#include <sys/resource.h>

namespace sojourn::test {

/// Seconds of processor time that this process used since the object was made, in all threads, the system's included.
class CpuTime {
 public:
  [[nodiscard]] double seconds() const { return used() - m_began; }

 private:
  [[nodiscard]] static double used() {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    const auto inSeconds = [](const timeval& time) {
      return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
    };
    return inSeconds(usage.ru_utime) + inSeconds(usage.ru_stime);
  }
  double m_began = used();
};

/// The same of the calling thread alone.
class ThreadCpuTime {
 public:
  [[nodiscard]] double milliseconds() const { return used() - m_began; }

 private:
  [[nodiscard]] static double used() {
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
  }
  double m_began = used();
};

}  // namespace sojourn::test
