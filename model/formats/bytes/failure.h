// SPDX-License-Identifier: GPL-3.0-or-later
// How a reader deep inside a file gives up: it throws, and the reader's entry turns that into an error value.
#pragma once

#include <new>
#include <string>
#include <utility>

#include "model/core/result.h"

namespace sojourn {

struct FormatFailure {
  Error error;
};

/// The value; throws a FormatFailure where there is none.
template <class T>
[[nodiscard]] T valueOrThrow(Result<T> result) {
  if (!result) throw FormatFailure{result.error()};
  return std::move(*result);
}

/// What `work` gives. What it throws, a FormatFailure or for want of memory, becomes an error value; `where` names the
/// file.
template <class Work>
[[nodiscard]] auto errorsAsValues(const std::string& where, const Work& work) -> decltype(work()) {
  try {
    return work();
  } catch (const FormatFailure& failure) {
    return failure.error;
  } catch (const std::bad_alloc&) {
    return Error{ErrorKind::Failed, where, "needs more memory than there is", "close other programs"};
  }
}

}  // namespace sojourn
