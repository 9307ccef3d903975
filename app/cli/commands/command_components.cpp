// SPDX-License-Identifier: GPL-3.0-or-later
// `sojourn components`: a trained model with its components ablated, for one sequence or over a split.
#include <algorithm>
#include <memory>

#include <CLI/CLI.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/terminal/terminal.h"
#include "model/core/random.h"
#include "model/explain/ablation/component_ablation.h"
#include "model/explain/ablation/component_reference.h"
#include "views/text/components_text.h"

namespace sojourn::cli {
namespace {

struct ComponentsOptions : ModelQuestion {
  std::optional<LocationId> target;
  std::vector<std::string> components;
};

Result<std::vector<Component>> chosenComponents(const Engine& engine, const std::vector<std::string>& names) {
  auto all = ablatableComponents(engine);
  if (!all) return all;
  const std::string& title = engine.description().title;
  if (all->empty())
    return Error{ErrorKind::BadUsage, title, "has no components that can be ablated",
                 "open a model with embeddings of features, attention heads or a gate"};
  if (names.empty()) return all;
  std::string known;
  for (const Component& component : *all) known += (known.empty() ? "" : ", ") + component.name;
  std::vector<Component> chosen;
  for (const std::string& name : names) {
    const auto found = std::ranges::find(*all, name, &Component::name);
    if (found == all->end())
      return Error{ErrorKind::BadUsage, "component " + name, title + " has none of this name", "use " + known};
    chosen.push_back(*found);
  }
  return chosen;
}

/// Ablated components take their values from the training set.
Result<ComponentReference> openReference(const ComponentsOptions& options, const Engine& engine,
                                         const CancelToken& cancel) {
  const auto dataset = openDataset(options.data, {Split::Train}, cancel);
  if (!dataset) return dataset.error();
  ProgressLine progress("means of the training set");
  auto reference = componentReference(engine, *dataset->split(Split::Train), cancel, progress.callback());
  progress.clear();
  if (!reference) return inFile(splitFile(*dataset, Split::Train), reference.error());
  return reference;
}

Status ablateInOne(const ComponentsOptions& options) {
  auto subject = options.openSubject();
  if (!subject) return subject.error();
  const auto engine = options.loadModel(*subject);
  if (!engine) return engine.error();
  const auto components = chosenComponents(**engine, options.components);
  if (!components) return components.error();
  const CancelToken cancel = interruptToken();
  const auto reference = openReference(options, **engine, cancel);
  if (!reference) return reference.error();
  const auto ablationTable = ablateComponents(**engine, subject->sequence, everyAblationOf(*components), *reference,
                                              {.target = options.target}, cancel);
  if (!ablationTable) return inFile(subject->where, ablationTable.error());
  const text::AblatedModel ablated{(*engine)->description(), *components, *reference};
  return options.answer(text::toJson(ablated, subject->sequence, subject->index, *ablationTable),
                        text::ablationEffectsTable(ablated, *ablationTable, subject->places));
}

Status ablateInMany(const ComponentsOptions& options) {
  const CancelToken cancel = interruptToken();
  const auto opened = openSplit(options.data, options.model, cancel, {}, options.samples);
  if (!opened) return opened.error();
  const Engine& engine = *opened->engine;
  const auto components = chosenComponents(engine, options.components);
  if (!components) return components.error();
  const auto reference = openReference(options, engine, cancel);
  if (!reference) return reference.error();
  const SequenceSet& set = opened->set();
  auto filtered = filteredRows(options.filter, *opened, cancel);
  if (!filtered) return filtered.error();
  std::vector<std::size_t>& rows = *filtered;
  Random(0).draw(rows, options.samples);
  ProgressLine progress("ablating");
  const auto table = ablateComponentsOver(engine, set, rows, everyAblationOf(*components), *reference, {}, cancel,
                                          progress.callback());
  progress.clear();
  if (!table) return inFile(opened->where(), table.error());
  const text::AblatedModel ablated{engine.description(), *components, *reference};
  return options.answer(text::toJson(ablated, *table, opened->dataset.prefix, splitName(opened->split)),
                        text::ablationSummariesTable(ablated, *table));
}

}  // namespace

void addComponentsCommand(CLI::App& app, Work& work) {
  const auto options = std::make_shared<ComponentsOptions>();
  CLI::App* command = addModelCommand(app, "components");
  options->model.sequencesPerSample = 200;
  CLI::Option* samples =
      options->addTo(*command, "Number of random samples of the split: shows the change of accuracy");
  CLI::Option* target =
      command->add_option("--target", options->target, "Location whose probability is shown (default: the prediction)")
          ->type_name("ID");
  samples->excludes(target);
  command
      ->add_option("--components", options->components,
                   "Only these components, separated by commas (default: all that the model has)")
      ->delimiter(',')
      ->type_name("a,b");
  addJsonOption(*command, options->json);
  command->footer(
      "Each component is set to zero, which is what the model would compute without it but off the data; to its mean\n"
      "over the training set; and to its output for other samples of the training set, which is on the data.\n"
      "Examples:\n"
      "  sojourn components --data geolife --checkpoint best.pt --index 2222\n"
      "  sojourn components --data geolife --checkpoint best.pt --samples 500 --components "
      "pointer,gate,layer.0.head.2\n" +
      std::string(sequenceFileHelp));
  command->callback([options, &work] {
    work = [options] { return options->samples > 0 ? ablateInMany(*options) : ablateInOne(*options); };
  });
}

}  // namespace sojourn::cli
