// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/inspect/parallel_for.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include <ATen/Parallel.h>

#include "model/inspect/engine.h"

namespace sojourn {
namespace {

std::atomic<int> mostThreads{0};

}  // namespace

void setEvaluationThreads(int threads) {
  mostThreads = std::max(threads, 1);
}

int evaluationThreads() {
  const int set = mostThreads;
  return set > 0 ? set : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

OneTorchThread::OneTorchThread() : m_before(at::get_num_threads()) {
  if (m_before != 1) at::set_num_threads(1);
}

OneTorchThread::~OneTorchThread() {
  if (m_before != 1) at::set_num_threads(m_before);
}

void parallelFor(std::size_t count, std::size_t threads, const std::function<void(std::size_t)>& work,
                 const std::function<bool(std::size_t)>& between) {
  std::atomic<std::size_t> next{0}, done{0};
  std::atomic<bool> stop{false};
  std::exception_ptr failure;
  std::mutex failureMutex;

  const auto loop = [&](bool calling) {
    try {
      while (!stop) {
        const std::size_t item = next.fetch_add(1);
        if (item >= count) break;
        work(item);
        const std::size_t finished = done.fetch_add(1) + 1;
        if (calling && between && !between(finished)) stop = true;
      }
    } catch (...) {
      stop = true;
      const std::lock_guard lock(failureMutex);
      if (!failure) failure = std::current_exception();
    }
  };

  {
    std::vector<std::jthread> helpers;
    for (std::size_t i = 1; i < threads; ++i) helpers.emplace_back(loop, false);
    loop(true);
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace sojourn
