// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/runs/run_questions.h"

#include "model/core/number_text.h"
#include "model/core/translation.h"

namespace sojourn::present {

std::string stopQuestion(const std::string& name) {
  return tr("Stop the training of %1? It writes a checkpoint first and can be resumed.", {name});
}

std::string resumeQuestion(const std::string& name) {
  return tr(
      "Resume the training of %1 from its last checkpoint? The run is added to the queue of its folder, which trains "
      "it on this computer until it ends; steps after that checkpoint are repeated.",
      {name});
}

std::string rateQuestion(const std::string& name, double from, double to) {
  const std::string change = from > 0 ? tr("from %1 to ", {rateText(from)}) : tr("to ");
  return tr(
      "Change the learning rate of %1 %2%3 from now on? The run counts as steered: it is excluded from the means over "
      "seeds.",
      {name, change, rateText(to)});
}

std::string rateText(double rate) {
  return shortNumber(rate, 4);
}

}  // namespace sojourn::present
