// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/samples/background_pass.h"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <utility>

namespace sojourn::session {
namespace {

using Clock = std::chrono::steady_clock;

/// The first slice is small because the speed of the model is not known yet.
constexpr std::size_t firstSlice = 16;
constexpr std::size_t largestSlice = 8192;
/// The owner is woken for news at most this often.
constexpr std::chrono::milliseconds betweenBlocks{40};

double millisecondsSince(Clock::time_point began) {
  return std::chrono::duration<double, std::milli>(Clock::now() - began).count();
}

std::size_t nextSlice(std::size_t rows, double milliseconds) {
  const double wanted = static_cast<double>(rows) * BackgroundPass::sliceMilliseconds / std::max(milliseconds, 0.01);
  const auto most = static_cast<double>(std::min(rows * 4, largestSlice));
  return static_cast<std::size_t>(std::clamp(wanted, 1.0, most));
}

}  // namespace

BackgroundPass::BackgroundPass(std::function<void(Block)> deliverBlock, std::function<void(End)> deliverEnd,
                               TaskThreads& threads)
    : m_deliverBlock(std::move(deliverBlock)),
      m_deliverEnd(std::move(deliverEnd)),
      m_threads(threads),
      m_worker(threads) {}

std::uint64_t BackgroundPass::start(std::shared_ptr<const Engine> engine, std::shared_ptr<const Dataset> dataset,
                                    Split split, std::size_t from) {
  cancel();
  m_cancel = CancelToken();
  const Task task{++m_number, std::move(engine), std::move(dataset), split, from, m_cancel};
  m_worker.replace([this, task] { m_deliverEnd(End{task.number, run(task)}); }, {}, Priority::Pass);
  return m_number;
}

void BackgroundPass::cancel() {
  m_worker.clear();
  m_cancel.cancel();
  m_threads.notify();
}

Status BackgroundPass::run(const Task& task) {
  const SequenceSet& set = *task.dataset->split(task.split);
  std::vector<std::size_t> rows;
  Block block{task.number, task.from, {}};
  Clock::time_point delivered = Clock::now();
  std::size_t slice = firstSlice;
  for (std::size_t at = task.from; at < set.size();) {
    m_threads.giveWay(Priority::Pass, task.cancel);
    if (task.cancel.cancelled()) return Error{ErrorKind::Cancelled, "", "cancelled", ""};
    rows.resize(std::min(slice, set.size() - at));
    std::iota(rows.begin(), rows.end(), at);
    const Clock::time_point began = Clock::now();
    auto outcomes = task.engine->evaluate(set, rows, task.cancel);
    if (!outcomes) return outcomes.error();
    slice = nextSlice(rows.size(), millisecondsSince(began));
    block.outcomes.insert(block.outcomes.end(), outcomes->begin(), outcomes->end());
    at += rows.size();
    if (at == set.size() || Clock::now() - delivered >= betweenBlocks) {
      delivered = Clock::now();
      m_deliverBlock(std::exchange(block, Block{task.number, at, {}}));
    }
  }
  return {};
}

}  // namespace sojourn::session
