// SPDX-License-Identifier: GPL-3.0-or-later
// How work with a network is done: many sequences cut into forward passes, passes shared among threads, and what goes
// wrong turned into errors.
#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "model/core/cancel.h"
#include "model/core/result.h"
#include "model/data/dataset/sequence.h"
#include "model/inspect/engine.h"

namespace sojourn {

[[nodiscard]] inline Error cancelledError() {
  return {.kind = ErrorKind::Cancelled, .where = "", .what = "cancelled", .remedy = ""};
}

/// The first line of what went wrong: torch adds a stack trace.
[[nodiscard]] inline Error failureOf(const std::string& where, const std::exception& error) {
  const std::string what = error.what();
  return {.kind = ErrorKind::Failed, .where = where, .what = what.substr(0, what.find('\n')), .remedy = ""};
}

/// What `work` answers to the engine's network, a Result. Errors: those of `work`, what it throws, and that the engine
/// has no network.
template <class Work>
[[nodiscard]] auto withNetwork(const Engine& engine, const Work& work) -> decltype(work(*engine.network())) {
  const std::shared_ptr<const Network> network = engine.network();
  const std::string& source = engine.description().source;
  if (!network) return Error{ErrorKind::Failed, source, "has no network", ""};
  try {
    return work(*network);
  } catch (const std::exception& error) {
    if (!engine.giveUpGpu(error.what())) return failureOf(source, error);
  }
  try {
    return work(*engine.network());
  } catch (const std::exception& error) {
    return failureOf(source, error);
  }
}

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

/// Tokens in one forward pass: enough to keep matrix products busy, few enough to stay in a core's cache.
inline constexpr std::size_t tokensPerPass = 512;
inline constexpr std::size_t tokensPerPassOnDevice = 65536;

/// Which sequences share a pass: all that are about as long, or only those of the very same length, as a capture needs.
enum class PassLengths { Similar, Equal };

/// Indices of `lengths` sorted by length (equal ones keep their order) and cut into passes of about so many tokens.
class LengthBatches {
 public:
  LengthBatches(std::span<const std::size_t> lengths, std::size_t tokens, PassLengths which = PassLengths::Similar);
  [[nodiscard]] std::size_t size() const { return m_cuts.size() - 1; }
  [[nodiscard]] std::span<const std::size_t> operator[](std::size_t pass) const {
    return std::span(m_order).subspan(m_cuts[pass], m_cuts[pass + 1] - m_cuts[pass]);
  }
  /// How many indices the first so many passes hold.
  [[nodiscard]] std::size_t before(std::size_t pass) const { return m_cuts[pass]; }

 private:
  std::vector<std::size_t> m_order, m_cuts{0};
};

/// Calls pass(rows) with neighbours of like length until every index of `lengths` was in exactly one call: on the CPU
/// on as many threads as an evaluation uses, whole passes beside each other, as threads inside one small matrix product
/// would mostly wait for each other. Progress counts sequences on the calling thread. An exception of `pass` is thrown
/// again here; the only error is cancelled, looked at between passes.
[[nodiscard]] Status forEachLengthBatch(std::span<const std::size_t> lengths, bool onCpu,
                                        const std::function<void(std::span<const std::size_t> rows)>& pass,
                                        const CancelToken& cancel, const Progress& progress,
                                        PassLengths which = PassLengths::Similar);

/// P(locations[j]) for each of `parts`, row by row: [parts][locations]. Runs on as many threads as an evaluation does;
/// in float64 where the engine is; an engine without a network is asked for its partialAnswers(). Errors: a part from which every visit is left out,
/// flags that are not one a visit, a location the model does not know, cancelled (looked at between passes). The
/// sequences must be ones that the engine's inspect() takes.
[[nodiscard]] Result<std::vector<double>> partialProbabilities(const Engine& engine,
                                                               std::span<const PartialSequence> parts,
                                                               std::span<const LocationId> locations,
                                                               const CancelToken& cancel = {},
                                                               const Progress& progress = {});

}  // namespace sojourn
