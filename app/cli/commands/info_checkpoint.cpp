// SPDX-License-Identifier: GPL-3.0-or-later
// What a checkpoint holds, by the program that has the networks.
#include "app/cli/commands/info_report.h"
#include "model/formats/checkpoint/checkpoint_file.h"
#include "model/inspect/engine.h"

namespace sojourn::cli {

Result<InfoReport> describeCheckpoint(const std::filesystem::path& path) {
  InfoReport report;
  {
    const auto file = readCheckpointFile(path);
    if (!file) return file.error();
    report.kind = "checkpoint";
    report.problems = file->problems;
    if (const auto config = file->metadata.find("config"); config != file->metadata.end() && config->is_object())
      report.settings = *config;
    for (const NamedArray& tensor : file->tensors) {
      report.tensors.push_back({.name = tensor.name, .dtype = nameOf(tensor.array.dtype), .shape = tensor.array.shape});
    }
  }  // it is read again below, and one of them in memory is enough
  // A checkpoint of a model that this program does not know is still a checkpoint: its tensors are listed.
  EngineOptions onCpu;
  onCpu.device = Device::Cpu;
  const auto engine = Engine::load(path, onCpu);
  if (!engine) {
    report.problems.push_back(problemOf(engine.error(), Severity::Error));
    return report;
  }
  const ModelDescription& model = (*engine)->description();
  report.model = model.id;
  report.parameters = model.parameters;
  if (model.epoch >= 0) report.epoch = model.epoch;
  report.trainedOn = model.trainedOn.prefix;
  report.lossKind = model.lossKind;
  report.title = model.title + (model.ablation == "full_model" ? "" : ", " + model.ablation);
  report.problems.insert(report.problems.end(), model.notices.begin(), model.notices.end());
  return report;
}

}  // namespace sojourn::cli
