// SPDX-License-Identifier: GPL-3.0-or-later
// What a torch archive's data.pkl may name: storages, and the ways of making tensors from them.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "model/formats/pickle/pickle_allow_list.h"

namespace sojourn {

/// A storage as the pickle refers to it. The bytes are another record of the archive.
struct TorchStorage {
  std::string_view key;          ///< "0", "1", ...: the record data/KEY
  std::optional<DType> element;  ///< nothing: untyped, counted in bytes
  std::int64_t count = 0;        ///< elements, or bytes where untyped
};

/// A tensor as a view on a storage, in elements. Checked to lie within what the pickle says of the storage.
struct TorchTensor {
  std::size_t storage = 0;  ///< index into TorchAllowList::storages
  DType dtype = DType::Float32;
  std::int64_t offset = 0;
  std::span<const std::int64_t> shape{};
  std::span<const std::int64_t> strides{};
};

/// Tensors become PickleKind::External values with tensorTag and an index into the tensors; Parameters are their
/// tensors.
class TorchAllowList final : public PickleAllowList {
 public:
  static constexpr std::uint32_t storageTag = 1;
  static constexpr std::uint32_t tensorTag = 2;

  [[nodiscard]] std::span<const PickleName> names() const override;
  [[nodiscard]] PickleValue call(PickleBuilder& builder, const PickleName& name,
                                 std::span<const PickleValue> arguments) override;
  [[nodiscard]] PickleValue load(PickleBuilder& builder, const PickleValue& reference) override;

  [[nodiscard]] const std::vector<TorchStorage>& storages() const { return m_storages; }
  /// The tensor behind a value, or nullptr.
  [[nodiscard]] const TorchTensor* tensor(const PickleValue& value) const;

 private:
  PickleValue rebuildTensor(PickleBuilder& builder, const PickleName& name, std::span<const PickleValue> arguments,
                            bool typed);

  std::vector<TorchStorage> m_storages;
  std::vector<TorchTensor> m_tensors;
};

}  // namespace sojourn
