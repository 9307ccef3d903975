// SPDX-License-Identifier: GPL-3.0-or-later
// Torch archives: the pickle that rebuilds the tensors, and a record for each storage.
#include <algorithm>
#include <array>
#include <set>

#include "model/core/text.h"
#include "model/formats/checkpoint/checkpoint_file.h"
#include "model/formats/pickle/pickle_writer.h"
#include "model/formats/text/json_fields.h"
#include "model/formats/zip/zip_archive.h"

namespace sojourn {
namespace {

Error refusal(std::string place, const char* what, const char* remedy) {
  return {ErrorKind::BadInput, std::move(place), what, remedy};
}

class TorchWriter {
 public:
  Result<Bytes> encode(const CheckpointFile& checkpoint) {
    if (auto error = check(checkpoint)) return *error;
    if (checkpoint.stateKey.empty()) {
      putTensors(checkpoint.tensors);
    } else {
      m_pickle.beginDict();
      for (const auto& [key, value] : checkpoint.metadata.items()) {
        m_pickle.text(key);
        putJson(value);
      }
      m_pickle.text(checkpoint.stateKey);
      putTensors(checkpoint.tensors);
      if (!checkpoint.bestTensors.empty()) {
        m_pickle.text(bestStateKey);
        putTensors(checkpoint.bestTensors);
      }
      if (checkpoint.optimizer) {
        m_pickle.text(optimizerStateKey);
        putOptimizer(*checkpoint.optimizer);
      }
      m_pickle.end();
    }
    return archive();
  }

 private:
  static std::optional<Error> check(const CheckpointFile& checkpoint) {
    const bool bare = checkpoint.stateKey.empty();
    if (bare && (checkpoint.optimizer || !checkpoint.bestTensors.empty() || !checkpoint.metadata.empty())) {
      return refusal("the checkpoint to write", "has settings or an optimizer beside a bare state dict",
                     "give the state dict a key, such as model_state_dict");
    }
    if (!bare && (checkpoint.metadata.contains(checkpoint.stateKey) ||
                  (!checkpoint.bestTensors.empty() && checkpoint.metadata.contains(bestStateKey)) ||
                  (checkpoint.optimizer && checkpoint.metadata.contains(optimizerStateKey)))) {
      return refusal("the checkpoint to write", "has settings under the key of the weights or the optimizer",
                     "rename them");
    }
    if (auto error = checkTensors(checkpoint.tensors)) return error;
    return checkTensors(checkpoint.bestTensors);
  }

  static std::optional<Error> checkTensors(std::span<const NamedArray> tensors) {
    std::set<std::string_view> names;
    for (const auto& [name, array] : tensors) {
      const std::string place = "tensor " + escapeForDisplay(name, 80);
      if (!names.insert(name).second) return refusal(place, "is there twice", "rename one");
      const auto elements = checkedElements(array.shape);
      if (!elements || array.data.size() != *elements * sizeOf(array.dtype))
        return refusal(place, "does not have as many bytes as its shape needs", "give all its elements");
    }
    return std::nullopt;
  }

  void putTensors(std::span<const NamedArray> tensors) {
    m_pickle.beginOrderedDict();
    putItems(tensors);
  }

  /// Into the dict that was begun; ends it.
  void putItems(std::span<const NamedArray> tensors) {
    for (const NamedArray& tensor : tensors) {
      m_pickle.text(tensor.name);
      putTensor(tensor.array);
    }
    m_pickle.end();
  }

  void putNumbers(std::span<const std::int64_t> numbers) {
    m_pickle.beginTuple();
    for (const std::int64_t number : numbers) m_pickle.integer(number);
    m_pickle.end();
  }

  /// torch._utils._rebuild_tensor_v2(storage, offset, sizes, strides, requires_grad, backward_hooks), or _v3 with a
  /// dtype at its end.
  void putTensor(const NdArray& array) {
    const char* type = namesOf(array.dtype).torchStorage;
    m_pickle.beginCall("torch._utils", type ? "_rebuild_tensor_v2" : "_rebuild_tensor_v3");
    m_pickle.beginReference();
    m_pickle.text("storage");
    m_pickle.name(type ? "torch" : "torch.storage", type ? type : "UntypedStorage");
    m_pickle.text(std::to_string(m_storages.size()));
    m_pickle.text("cpu");
    m_pickle.integer(static_cast<std::int64_t>(type ? array.elements() : array.data.size()));
    m_pickle.end();
    m_storages.push_back(&array);
    m_pickle.integer(0);
    putNumbers(array.shape);
    std::vector<std::int64_t> strides(array.shape.size());
    std::int64_t stride = 1;
    for (std::size_t axis = strides.size(); axis-- > 0;) {
      strides[axis] = stride;
      stride *= std::max<std::int64_t>(array.shape[axis], 1);
    }
    putNumbers(strides);
    m_pickle.boolean(false);
    m_pickle.beginOrderedDict();
    m_pickle.end();
    if (!type) m_pickle.name("torch", nameOf(array.dtype));
    m_pickle.end();
  }

  void putOptimizer(const OptimizerState& optimizer) {
    m_pickle.beginDict();
    m_pickle.text("state");
    m_pickle.beginDict();
    for (const OptimizerSlot& slot : optimizer.slots) {
      m_pickle.integer(slot.parameter);
      m_pickle.beginDict();
      putItems(slot.tensors);
    }
    m_pickle.end();
    m_pickle.text("param_groups");
    putJson(optimizer.paramGroups);
    m_pickle.end();
  }

  void putJson(const nlohmann::ordered_json& value) {
    using Type = nlohmann::ordered_json::value_t;
    switch (value.type()) {
      case Type::boolean:
        return m_pickle.boolean(value.get<bool>());
      case Type::number_integer:
        return m_pickle.integer(value.get<std::int64_t>());
      case Type::number_unsigned:
        if (value.get<std::uint64_t>() <= static_cast<std::uint64_t>(INT64_MAX)) {
          return m_pickle.integer(value.get<std::int64_t>());
        }
        return m_pickle.text(value.dump());
      case Type::number_float:
        return m_pickle.real(value.get<double>());
      case Type::string:
        if (const auto number = realOfJson(value)) return m_pickle.real(*number);  // NaN and the infinities
        return m_pickle.text(value.get_ref<const std::string&>());
      case Type::array:
        m_pickle.beginList();
        for (const auto& item : value) putJson(item);
        return m_pickle.end();
      case Type::object:
        m_pickle.beginDict();
        for (const auto& [key, item] : value.items()) {
          m_pickle.text(key);
          putJson(item);
        }
        return m_pickle.end();
      case Type::null:
      case Type::binary:
      case Type::discarded:
        return m_pickle.none();
    }
  }

  Result<Bytes> archive() {
    ZipWriter zip;
    zip.add("archive/data.pkl", m_pickle.finish());
    zip.add("archive/.format_version", asBytes("1"));
    zip.add("archive/.storage_alignment", asBytes("64"));
    zip.add("archive/byteorder", asBytes("little"));
    for (std::size_t i = 0; i < m_storages.size(); ++i) {
      zip.add("archive/data/" + std::to_string(i), m_storages[i]->data);
    }
    zip.add("archive/version", asBytes("3\n"));
    return zip.finish();
  }

  PickleWriter m_pickle{2};
  std::vector<const NdArray*> m_storages;
};

}  // namespace

Result<Bytes> encodeTorchCheckpoint(const CheckpointFile& checkpoint) {
  return TorchWriter().encode(checkpoint);
}

Status writeTorchCheckpoint(const GuardedPath& path, const CheckpointFile& checkpoint) {
  const auto bytes = encodeTorchCheckpoint(checkpoint);
  if (!bytes) return bytes.error();
  return writeFileAtomically(path, std::span<const std::byte>(*bytes));
}

}  // namespace sojourn
