// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/what_if/what_if_text.h"

#include "model/core/translation.h"
#include "views/present/samples/sample_text.h"
#include "views/present/scene/format.h"

namespace sojourn::present {

std::string editsText(std::size_t edits) {
  return edits == 0 ? std::string() : countText(edits, "edit", "edits");
}

std::string changeText(const SampleContext& context) {
  if (!hasReference(context)) return {};
  const Inspection& before = *context.reference->inspection;
  const Inspection& now = *context.inspection;
  std::string text;
  const auto add = [&](const std::string& what, double from, double to) {
    text += tr("%1%2 %3 to %4", {text.empty() ? "" : ", ", what, probability(from), probability(to)});
  };
  const auto addPlace = [&](LocationId location) {
    const RankedCandidate was = candidateOf(before, location), is = candidateOf(now, location);
    if (was.candidate && is.candidate) {
      add(placeText(context, location), was.candidate->probability, is.candidate->probability);
    }
  };
  addPlace(before.best().location);
  if (now.best().location != before.best().location) addPlace(now.best().location);
  if (before.gate && now.gate) add(tr("gate"), *before.gate, *now.gate);
  return text;
}

}  // namespace sojourn::present
