// SPDX-License-Identifier: GPL-3.0-or-later
// The errors that all computations with a network share, and the guard that turns exceptions into them.
#pragma once

#include <exception>
#include <memory>
#include <string>

#include "model/core/error.h"
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
    return failureOf(source, error);
  }
}

}  // namespace sojourn
