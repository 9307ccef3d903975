// SPDX-License-Identifier: GPL-3.0-or-later
// How long work learns that nobody wants its answer any more, and how it says how far it is.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>

namespace sojourn {

/// Shared flag; copies refer to the same flag. Safe from any thread. The default token can be cancelled too.
class CancelToken {
 public:
  void cancel() const { m_flag->store(true, std::memory_order_relaxed); }
  [[nodiscard]] bool cancelled() const { return m_flag->load(std::memory_order_relaxed); }

 private:
  std::shared_ptr<std::atomic<bool>> m_flag = std::make_shared<std::atomic<bool>>(false);
};

/// Called now and then with the amount done and the whole, on the thread that works. May be empty.
using Progress = std::function<void(std::size_t done, std::size_t total)>;

}  // namespace sojourn
