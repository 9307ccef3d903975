// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/dataset/loaders.h"

namespace sojourn::session {

Result<DatasetPtr> loadDataset(const std::filesystem::path& data, const Progress& progress, const CancelToken& cancel) {
  const auto location = locateDataset(data);
  if (!location) return location.error();
  auto dataset = readDataset(*location, {}, progress, cancel);
  if (!dataset) return dataset.error();
  return DatasetPtr(std::make_shared<const Dataset>(std::move(*dataset)));
}

}  // namespace sojourn::session
