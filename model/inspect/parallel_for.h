// SPDX-License-Identifier: GPL-3.0-or-later
// Shares the passes of an evaluation among threads, and keeps torch from starting threads of its own.
#pragma once

#include <cstddef>
#include <functional>

namespace sojourn {

/// While it lives, torch's operators on this thread run on this thread alone. (torch keeps the number per thread.)
class OneTorchThread {
 public:
  OneTorchThread();
  OneTorchThread(const OneTorchThread&) = delete;
  OneTorchThread& operator=(const OneTorchThread&) = delete;
  ~OneTorchThread();

 private:
  int m_before;
};

/// Calls work(0) .. work(count - 1) on `threads` threads, the calling one among them, and returns when all are done.
/// `between` is called on the calling thread after each of its own items with how many are done (in the order they
/// were begun); false ends the work early. The first exception of any thread is thrown again here.
void parallelFor(std::size_t count, std::size_t threads, const std::function<void(std::size_t)>& work,
                 const std::function<bool(std::size_t done)>& between);

}  // namespace sojourn
