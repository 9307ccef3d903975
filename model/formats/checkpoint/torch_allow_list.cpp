// SPDX-License-Identifier: GPL-3.0-or-later
// Storages, tensors, parameters, and the plain objects of torch that configurations hold.
#include "model/formats/checkpoint/torch_allow_list.h"

#include <array>

#include "model/core/text.h"

namespace sojourn {
namespace {

/// Ids below 100 are storage types, below 200 dtypes: 0 + or 100 + the DType. Other ids follow.
constexpr int dtypes = 100;
enum Id : int {
  UntypedStorage = 200,
  OtherStorage,  ///< complex and quantised numbers
  OtherDType,
  RebuildTensor,    ///< tensor_v2 and its predecessor
  RebuildTensorV3,  ///< with a dtype of its own, on an untyped storage
  RebuildParameter,
  RebuildFromType,
  Size,
  Device,
  TensorClass,
};

constexpr std::array otherNames{
    PickleName{"torch.storage", "UntypedStorage", UntypedStorage},
    PickleName{"torch", "UntypedStorage", UntypedStorage},
    PickleName{"torch", "ComplexFloatStorage", OtherStorage},
    PickleName{"torch", "ComplexDoubleStorage", OtherStorage},
    PickleName{"torch", "QInt8Storage", OtherStorage},
    PickleName{"torch", "QUInt8Storage", OtherStorage},
    PickleName{"torch", "QInt32Storage", OtherStorage},
    PickleName{"torch", "complex32", OtherDType},
    PickleName{"torch", "complex64", OtherDType},
    PickleName{"torch", "complex128", OtherDType},
    PickleName{"torch", "float8_e4m3fn", OtherDType},
    PickleName{"torch", "float8_e4m3fnuz", OtherDType},
    PickleName{"torch", "float8_e5m2", OtherDType},
    PickleName{"torch", "float8_e5m2fnuz", OtherDType},
    PickleName{"torch._utils", "_rebuild_tensor", RebuildTensor},
    PickleName{"torch._utils", "_rebuild_tensor_v2", RebuildTensor},
    PickleName{"torch._utils", "_rebuild_tensor_v3", RebuildTensorV3},
    PickleName{"torch._utils", "_rebuild_parameter", RebuildParameter},
    PickleName{"torch._utils", "_rebuild_parameter_with_state", RebuildParameter},
    PickleName{"torch._tensor", "_rebuild_from_type_v2", RebuildFromType},
    PickleName{"torch", "Size", Size},
    PickleName{"torch", "device", Device},
    PickleName{"torch", "Tensor", TensorClass},
    PickleName{"torch.nn.parameter", "Parameter", TensorClass},
    PickleName{"torch.nn.parameter", "Buffer", TensorClass},
};

std::vector<PickleName> allNames() {
  std::vector<PickleName> names(otherNames.begin(), otherNames.end());
  for (int type = 0; type < static_cast<int>(dtypeNames.size()); ++type) {
    const DTypeNames& words = dtypeNames[static_cast<std::size_t>(type)];
    if (words.torchStorage) names.emplace_back("torch", words.torchStorage, type);
    names.emplace_back("torch", words.common, dtypes + type);
  }
  return names;
}

constexpr std::size_t mostDimensions = 32;
constexpr std::size_t mostTensors = 200'000;
constexpr const char* saveReal = "convert such tensors to real numbers before saving, or leave them out";

/// A tuple of whole numbers, none negative.
std::span<const std::int64_t> extents(PickleBuilder& builder, const PickleValue& value, const char* what) {
  const auto items = value.items();
  if (!value.isSequence() || items.size() > mostDimensions) {
    builder.failDamaged("holds a tensor whose " + std::string(what) + " is " + value.description());
  }
  auto* numbers = builder.allocate<std::int64_t>(items.size());
  for (std::size_t i = 0; i < items.size(); ++i) {
    const auto number = items[i].asInteger();
    if (!number || *number < 0) {
      builder.fail("holds a tensor with " + items[i].description() + " in its " + what,
                   "save the tensor with contiguous().clone(); negative steps and sizes are not read");
    }
    numbers[i] = *number;
  }
  return {numbers, items.size()};
}

/// One past the last element that a tensor reaches, counted in its storage; nothing where that passes 2^63.
std::optional<std::int64_t> reachOf(const TorchTensor& tensor) {
  std::int64_t last = tensor.offset;
  for (std::size_t axis = 0; axis < tensor.shape.size(); ++axis) {
    if (tensor.shape[axis] == 0) return 0;
    std::int64_t span = 0;
    if (__builtin_mul_overflow(tensor.shape[axis] - 1, tensor.strides[axis], &span)) return std::nullopt;
    if (__builtin_add_overflow(last, span, &last)) return std::nullopt;
  }
  if (__builtin_add_overflow(last, std::int64_t{1}, &last)) return std::nullopt;
  return last;
}

}  // namespace

std::span<const PickleName> TorchAllowList::names() const {
  static const std::vector<PickleName> names = allNames();
  return names;
}

const TorchTensor* TorchAllowList::tensor(const PickleValue& value) const {
  if (!value.is(PickleKind::External) || value.tag() != tensorTag) return nullptr;
  return &m_tensors[static_cast<std::size_t>(value.number())];
}

/// ("storage", type, key, location, number of elements).
PickleValue TorchAllowList::load(PickleBuilder& builder, const PickleValue& reference) {
  const auto parts = reference.items();
  const auto what = parts.size() == 5 ? parts[0].asText() : std::nullopt;
  const PickleName* type = parts.size() == 5 ? parts[1].asName() : nullptr;
  const auto key = parts.size() == 5 ? parts[2].asText() : std::nullopt;
  const auto count = parts.size() == 5 ? parts[4].asInteger() : std::nullopt;
  if (!what || *what != "storage" || !type || !key || !count || *count < 0) {
    builder.failDamaged("refers to a storage in a way that is none (" + reference.description() + ")");
  }
  if (type->id == OtherStorage) {
    builder.fail("holds tensors of type " + qualifiedName(*type) + ", which are not real numbers", saveReal);
  }
  TorchStorage storage{.key = *key, .element = {}, .count = *count};
  if (type->module != "torch" || type->id >= dtypes) {
    if (type->id != UntypedStorage) builder.failDamaged("takes " + qualifiedName(*type) + " for a storage");
  } else {
    storage.element = static_cast<DType>(type->id);
  }
  if (m_storages.size() >= mostTensors) builder.fail("holds too many tensors", "split the file into smaller ones");
  m_storages.push_back(storage);
  return PickleValue::external(storageTag, static_cast<std::int64_t>(m_storages.size() - 1));
}

PickleValue TorchAllowList::call(PickleBuilder& builder, const PickleName& name,
                                 std::span<const PickleValue> arguments) {
  switch (name.id) {
    case RebuildTensor:
      return rebuildTensor(builder, name, arguments, true);
    case RebuildTensorV3:
      return rebuildTensor(builder, name, arguments, false);
    case RebuildParameter:
      if (arguments.empty() || !tensor(arguments[0])) builder.failArguments(name);
      return arguments[0];
    case RebuildFromType: {  // (function, class, its arguments, state)
      const PickleName* function = arguments.size() == 4 ? arguments[0].asName() : nullptr;
      const bool known = function && (function->id == RebuildTensor || function->id == RebuildTensorV3) &&
                         function->module == "torch._utils" && arguments[2].is(PickleKind::Tuple);
      if (!known) builder.failArguments(name);
      return call(builder, *function, arguments[2].items());
    }
    case Size:
      if (arguments.size() != 1 || !arguments[0].isSequence()) builder.failArguments(name);
      return builder.tuple(arguments[0].items());
    case Device:
      if (arguments.empty() || !arguments[0].is(PickleKind::Text)) builder.failArguments(name);
      return arguments[0];
    default:
      builder.failArguments(name);
  }
}

/// (storage, offset, sizes, strides, requires grad, hooks[, dtype]).
PickleValue TorchAllowList::rebuildTensor(PickleBuilder& builder, const PickleName& name,
                                          std::span<const PickleValue> arguments, bool typed) {
  if (arguments.size() < (typed ? 4 : 7)) builder.failArguments(name);
  const PickleValue& reference = arguments[0];
  const auto offset = arguments[1].asInteger();
  if (!reference.is(PickleKind::External) || reference.tag() != storageTag || !offset) builder.failArguments(name);
  TorchTensor made{.storage = static_cast<std::size_t>(reference.number())};
  const TorchStorage& storage = m_storages[made.storage];
  if (typed) {
    if (!storage.element) builder.failArguments(name);
    made.dtype = *storage.element;
  } else {
    const PickleName* dtype = arguments[6].asName();
    if (dtype && dtype->id == OtherDType) {
      builder.fail("holds a tensor of type " + qualifiedName(*dtype) + ", which is not read", saveReal);
    }
    if (!dtype || dtype->module != "torch" || dtype->id < dtypes || dtype->id >= UntypedStorage) {
      builder.failArguments(name);
    }
    made.dtype = static_cast<DType>(dtype->id - dtypes);
  }
  made.offset = *offset;
  made.shape = extents(builder, arguments[2], "shape");
  made.strides = extents(builder, arguments[3], "strides");
  const auto elements = checkedElements(made.shape);
  const auto reach = reachOf(made);
  const std::int64_t held =
      storage.element ? storage.count : storage.count / static_cast<std::int64_t>(sizeOf(made.dtype));
  if (made.shape.size() != made.strides.size()) {
    builder.failDamaged("holds a tensor of shape " + shapeText(made.shape) + " with " +
                        std::to_string(made.strides.size()) + " strides");
  }
  if (!elements || made.offset < 0 || !reach || *reach > held) {
    builder.failDamaged("holds a tensor " + shapeText(made.shape) + " at offset " + std::to_string(made.offset) +
                        " with strides " + shapeText(made.strides) + ", which reaches beyond the " +
                        std::to_string(held) + " elements of its storage \"" + escapeForDisplay(storage.key, 20) +
                        "\"");
  }
  if (m_tensors.size() >= mostTensors) builder.fail("holds too many tensors", "split the file into smaller ones");
  m_tensors.push_back(made);
  return PickleValue::external(tensorTag, static_cast<std::int64_t>(m_tensors.size() - 1));
}

}  // namespace sojourn
