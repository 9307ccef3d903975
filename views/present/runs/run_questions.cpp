// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/runs/run_questions.h"

#include "model/core/number_text.h"

namespace sojourn::present {

std::string stopQuestion(const std::string& name) {
  return "Stop the training of " + name + "? It writes a checkpoint first and can be resumed.";
}

std::string resumeQuestion(const std::string& name) {
  return "Resume the training of " + name +
         " from its last checkpoint? The run is added to the queue of its folder, which trains it on this computer "
         "until it ends; steps after that checkpoint are repeated.";
}

std::string rateQuestion(const std::string& name, double from, double to) {
  const std::string change = from > 0 ? "from " + rateText(from) + " to " : std::string("to ");
  return "Change the learning rate of " + name + " " + change + rateText(to) +
         " from now on? The run counts as steered: it is excluded from the means over seeds.";
}

std::string rateText(double rate) {
  return shortNumber(rate, 4);
}

}  // namespace sojourn::present
