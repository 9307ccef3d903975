// SPDX-License-Identifier: GPL-3.0-or-later
// A torch.save zip opened: its pickle as values, its tensors on demand.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "model/formats/checkpoint/torch_allow_list.h"
#include "model/formats/pickle/pickle_reader.h"
#include "model/formats/zip/zip_reader.h"

namespace sojourn {

/// The bytes that were opened must outlive it.
class TorchArchive {
 public:
  [[nodiscard]] static Result<std::unique_ptr<TorchArchive>> open(std::span<const std::byte> bytes,
                                                                  const std::string& where, MemoryBudget& budget);

  [[nodiscard]] const PickleValue& root() const { return m_document->root(); }
  /// The tensor behind a value, or nullptr.
  [[nodiscard]] const TorchTensor* tensor(const PickleValue& value) const { return m_allowList.tensor(value); }
  /// Its elements in C order. The record's checksum is verified when it is first needed. `name` is for errors.
  [[nodiscard]] Result<NdArray> load(const TorchTensor& tensor, const std::string& name);

 private:
  TorchArchive(ZipArchive zip, std::string where, MemoryBudget& budget)
      : m_zip(std::move(zip)), m_where(std::move(where)), m_budget(&budget) {}
  [[nodiscard]] Status readRecords();
  [[nodiscard]] Status checkFormat(const std::string& prefix);
  [[nodiscard]] Result<std::span<const std::byte>> storageBytes(const TorchStorage& storage);
  [[nodiscard]] Error refusal(const std::string& place, std::string what, std::string remedy) const;

  ZipArchive m_zip;
  std::string m_where;
  MemoryBudget* m_budget;
  std::string m_prefix;  ///< "archive/"
  TorchAllowList m_allowList;
  std::optional<ZipContent> m_pickle;
  std::optional<PickleDocument> m_document;
  std::map<std::string, ZipContent, std::less<>> m_storages;  ///< by key; those read so far
};

}  // namespace sojourn
