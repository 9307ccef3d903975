// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/present/model/model_view.h"

#include <algorithm>
#include <cmath>

#include "model/core/text.h"
#include "model/core/translation.h"
#include "views/present/model/model_sections.h"
#include "views/present/samples/sample_text.h"

namespace sojourn::present {
namespace {

constexpr float padding = 12;
constexpr float narrowestWithReport = 720;  // below it the report stands under the diagram
constexpr float widestDiagram = 760;

Table tableOf(const ModelDescription& model, std::optional<std::size_t> length) {
  Table table{.columns = {"Block", "Detail", "Output", "Parameters", "Share (%)", "Reads", "View"}, .rows = {}};
  for (const ModelBlock& block : model.blocks) {
    std::string inputs;
    for (const std::string& input : block.inputs) inputs += (inputs.empty() ? "" : ", ") + input;
    const double share = model.parameters > 0
                             ? 100.0 * static_cast<double>(block.parameters) / static_cast<double>(model.parameters)
                             : 0;
    table.rows.push_back({block.title, block.detail, shapeText(block.outputShape, length),
                          static_cast<double>(block.parameters), share, inputs, block.view});
  }
  return table;
}

std::string summaryOf(const ModelDescription& model) {
  const LoadReport& report = model.report;
  std::string text = tr("%1 with %2 parameters in %3 blocks. %4 tensors matched",
                        {escapeForDisplay(model.title), groupThousands(model.parameters),
                         std::to_string(model.blocks.size()), std::to_string(report.matched.size())});
  const std::size_t bad = report.missing.size() + report.extra.size() + report.wrongShape.size();
  if (bad == 0) return tr("%1, none missing, extra or of another shape.", {text});
  return tr("%1, %2 missing, %3 extra, %4 of another shape.",
            {text, std::to_string(report.missing.size()), std::to_string(report.extra.size()),
             std::to_string(report.wrongShape.size())});
}

}  // namespace

ViewContent modelContent(const SampleContext& context, const ModelViewOptions& options, const Canvas& canvas) {
  if (!context.model) {
    return EmptyState{.title = tr("No model is open"), .detail = tr("Open a checkpoint to see its parts")};
  }
  const ModelDescription& model = *context.model;
  std::optional<std::size_t> length;
  if (context.inspection) length = context.inspection->sequence.visits.size();

  Scene scene;
  scene.size = canvas.size;
  SceneBuilder builder(scene, canvas);
  const float width = canvas.size.width;
  float bottom = 0;
  if (width >= narrowestWithReport) {
    const float diagram = std::min(widestDiagram, std::floor((width - 2 * padding) * 0.6F));
    const float reportX = padding + diagram + 24;
    const float report = std::min(width - padding - reportX, 520.0F);
    const float left =
        paintModelDiagram(builder, scene, model, length, options.selectedBlock, {padding, padding}, diagram);
    const float right = paintModelReport(builder, model, options.selectedBlock, {reportX, padding}, report);
    bottom = std::max(left, right);
    const float height = std::max(canvas.size.height, bottom + padding);
    builder.box({reportX - 12, padding, 1, height - 2 * padding}, canvas.theme.line);
  } else {
    const float inner = width - 2 * padding;
    bottom = paintModelDiagram(builder, scene, model, length, options.selectedBlock, {padding, padding}, inner);
    builder.box({padding, bottom + 12, inner, 1}, canvas.theme.line);
    bottom = paintModelReport(builder, model, options.selectedBlock, {padding, bottom + 20}, inner);
  }
  scene.contentSize = {width, std::max(canvas.size.height, bottom + padding)};
  scene.caption = tr("%1, %2 parameters", {escapeForDisplay(model.title), groupThousands(model.parameters)});
  if (length) scene.caption += tr(", shapes of %1", {scopeText(context)});
  scene.captionRight = length ? tr("L = %1", {std::to_string(*length)}) : "";
  scene.summary = summaryOf(model);
  scene.table = tableOf(model, length);
  return scene;
}

}  // namespace sojourn::present
