// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/terminal/interrupt.h"

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

/// The second signal of an `endsAtSecond` ends the program at once.
bool catchSignal(int signal, bool endsAtSecond) {
  struct sigaction before {};
  // nohup asks for a program that stays when its terminal goes.
  if (signal == SIGHUP && ::sigaction(signal, nullptr, &before) == 0 && before.sa_handler == SIG_IGN) return true;
  struct sigaction action {};
  action.sa_handler = onSignal;
  action.sa_flags = endsAtSecond ? static_cast<int>(SA_RESETHAND) : 0;
  sigemptyset(&action.sa_mask);
  return ::sigaction(signal, &action, nullptr) == 0;
}

}  // namespace

CancelToken interruptToken() {
  static const bool installed = [] {
    (void)token();  // made now, so that the handler never has to
    return catchSignal(SIGINT, true) && catchSignal(SIGTERM, true) && catchSignal(SIGHUP, false);
  }();
  (void)installed;
  return token();
}

}  // namespace sojourn::cli
