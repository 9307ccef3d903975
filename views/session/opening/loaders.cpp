// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/opening/loaders.h"

#include "model/core/text.h"
#include "model/core/translation.h"
#include "model/data/demo/demo_files.h"

namespace sojourn::session {
namespace {

/// "loc_emb.weight is 7 038 × 128": the table with a row for each of them, found by its size and a part of its name;
/// without the tensor's name where there is none.
std::string tableText(const ModelDescription& model, std::int64_t rows, const char* partOfName, const char* what) {
  for (const ModelBlock& block : model.blocks) {
    for (const TensorInfo& tensor : block.tensors) {
      if (tensor.shape.size() != 2 || tensor.shape[0] != rows || tensor.name.find(partOfName) == std::string::npos)
        continue;
      return tr("%1 is %2 × %3", {tensor.name, groupThousands(rows), groupThousands(tensor.shape[1])});
    }
  }
  return tr("it was trained for %1 %2", {groupThousands(rows), tr(what)});
}

}  // namespace

Result<DatasetPtr> loadDataset(const std::filesystem::path& data, const Progress& progress, const CancelToken& cancel) {
  const auto location = locateDataset(data);
  if (!location) return location.error();
  auto dataset = readDataset(*location, {}, progress, cancel);
  if (!dataset) return dataset.error();
  return DatasetPtr(std::make_shared<const Dataset>(std::move(*dataset)));
}

Result<Loaders::DemoFiles> demoFiles() {
  const auto demo = unpackDemo();
  if (!demo) return demo.error();
  // Its prediction is partly copied and partly generated; a test holds it to that.
  constexpr std::size_t firstSample = 27;
  return Loaders::DemoFiles{.data = demo->data,
                            .checkpoint = demo->checkpoint,
                            .firstSample = firstSample,
                            .compared = demo->compared.string(),
                            .map = demo->map.string()};
}

Status checkFit(const ModelDescription& model, const Dataset& dataset, bool exact) {
  struct Side {
    std::int64_t model;
    std::int64_t dataset;
    const char* what;
    const char* partOfName;
  };
  const Side sides[] = {
      {model.sizes.locations, dataset.numLocations, "places", "loc"},
      // A model that reads no user fits any number of them.
      {model.sizes.users, model.sizes.users == 0 ? 0 : dataset.numUsers, "users", "user"},
  };
  for (const Side& side : sides) {
    if (side.dataset <= side.model && !(exact && side.dataset != side.model)) continue;
    return Error{ErrorKind::BadInput, model.source,
                 tr("does not fit %1: %2, the dataset has %3 %4",
                    {escapeForDisplay(dataset.title, 60), tableText(model, side.model, side.partOfName, side.what),
                     groupThousands(side.dataset), tr(side.what)}),
                 tr("open the dataset it was trained on, or another checkpoint")};
  }
  return {};
}

}  // namespace sojourn::session
