// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/subject.h"

#include <CLI/CLI.hpp>

#include "app/cli/terminal/interrupt.h"
#include "model/data/io/sequence_json.h"

namespace sojourn::cli {

CLI::Option_group* SampleSelector::addTo(CLI::App& app) {
  data.addTo(app);
  auto* subject = app.add_option_group("sequence", "Which sequence");
  subject->add_option("--index", index, "Index of the sample in its split, from 0")->type_name("N");
  subject->add_option("--sequence", sequenceFile, "JSON file with a sequence")->type_name("FILE.json");
  subject->require_option(1);
  return subject;
}

Result<Subject> SampleSelector::open(bool named) const {
  return index ? openSample() : openFile(named);
}

Result<Subject> SampleSelector::openSample() const {
  const auto split = data.chosenSplit();
  if (!split) return split.error();
  const auto dataset = openDataset(data.data, {*split}, interruptToken());
  if (!dataset) return dataset.error();
  const SequenceSet& set = *dataset->split(*split);
  const std::string file = splitFile(*dataset, *split);
  if (*index < 0 || static_cast<std::uint64_t>(*index) >= set.size()) {
    return Error{ErrorKind::BadInput, file, "has no sequence " + std::to_string(*index),
                 set.empty() ? "it is empty" : "use an index from 0 to " + std::to_string(set.size() - 1)};
  }
  const auto row = static_cast<std::size_t>(*index);
  return Subject{set.sequence(row), row, file + ", sequence " + std::to_string(row), dataset->places};
}

Result<Subject> SampleSelector::openFile(bool named) const {
  auto sequence = readSequenceFile(sequenceFile);
  if (!sequence) return sequence.error();
  Subject subject{std::move(*sequence), std::nullopt, sequenceFile, {}};
  if (!named) {
    const auto there = locateDataset(data.data);
    if (!there) return there.error();
    return subject;
  }
  const auto dataset = openDataset(data.data, {}, interruptToken(), {allSplits.begin(), allSplits.end()});
  if (!dataset) return dataset.error();
  subject.places = dataset->places;
  return subject;
}

}  // namespace sojourn::cli
