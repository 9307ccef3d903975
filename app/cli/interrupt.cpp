// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/interrupt.h"

#include <csignal>

namespace sojourn::cli {
namespace {

/// Never destroyed: a signal may come while the program winds up.
const CancelToken& token() {
  static const CancelToken* const theToken = new CancelToken;
  return *theToken;
}

/// Stores into a lock-free atomic, which a signal handler may do.
void onSignal(int) {
  token().cancel();
}

}  // namespace

CancelToken interruptToken() {
  static const bool installed = [] {
    (void)token();  // made now, so that the handler never has to
    struct sigaction action {};
    action.sa_handler = onSignal;
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    sigemptyset(&action.sa_mask);
    return ::sigaction(SIGINT, &action, nullptr) == 0 && ::sigaction(SIGTERM, &action, nullptr) == 0;
  }();
  (void)installed;
  return token();
}

}  // namespace sojourn::cli
