// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/nets/small_models.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

namespace sojourn::test {
namespace {

using Shape = std::vector<std::int64_t>;

/// The same numbers on every standard library.
class Numbers {
 public:
  explicit Numbers(std::uint32_t seed) : m_random(seed) {}
  float symmetric(float size) { return size * (2 * static_cast<float>(m_random() % 100'000) / 100'000.0F - 1); }
  std::int32_t below(std::int64_t bound) {
    return static_cast<std::int32_t>(m_random() % static_cast<std::uint32_t>(bound));
  }

 private:
  std::mt19937 m_random;
};

class Builder {
 public:
  explicit Builder(std::uint32_t seed) : m_numbers(seed) {
    m_file.container = "torch zip";
    m_file.stateKey = "model_state_dict";
  }

  void add(const std::string& name, const Shape& shape, float size = 0.5F, float centre = 0) {
    std::size_t count = 1;
    for (const std::int64_t extent : shape) count *= static_cast<std::size_t>(extent);
    std::vector<float> values(count);
    for (float& value : values) value = centre + m_numbers.symmetric(size);
    m_file.tensors.push_back({.name = name, .array = makeArray(shape, std::span<const float>(values))});
  }
  void linear(const std::string& name, std::int64_t out, std::int64_t in) {
    add(name + ".weight", {out, in}, 1.2F / std::sqrt(static_cast<float>(in)) * 1.5F);
    add(name + ".bias", {out}, 0.2F);
  }
  void norm(const std::string& name, std::int64_t width) {
    add(name + ".weight", {width}, 0.3F, 1);
    add(name + ".bias", {width}, 0.2F);
  }
  void layer(const std::string& prefix, const SmallSizes& s) {
    add(prefix + "self_attn.in_proj_weight", {3 * s.width, s.width});
    add(prefix + "self_attn.in_proj_bias", {3 * s.width}, 0.2F);
    linear(prefix + "self_attn.out_proj", s.width, s.width);
    linear(prefix + "linear1", s.feedForward, s.width);
    linear(prefix + "linear2", s.width, s.feedForward);
    norm(prefix + "norm1", s.width);
    norm(prefix + "norm2", s.width);
  }
  void summedEmbedding(const SmallSizes& s) {
    add("Embedding.emb_loc.weight", {s.locations, s.width}, 1);
    add("Embedding.temporal_embedding.minute_embed.weight", {4, s.width}, 1);
    add("Embedding.temporal_embedding.hour_embed.weight", {24, s.width}, 1);
    add("Embedding.temporal_embedding.weekday_embed.weight", {7, s.width}, 1);
    add("Embedding.emb_duration.weight", {96, s.width}, 1);
  }
  void residualHead(const SmallSizes& s, std::int64_t width) {
    add("FC.emb_user.weight", {s.users, width}, 1);
    linear("FC.fc_loc", s.locations, width);
    linear("FC.linear1", 2 * width, width);
    linear("FC.linear2", width, 2 * width);
    norm("FC.norm1", width);
    add("FC.norm1.running_mean", {width}, 0.3F);
    add("FC.norm1.running_var", {width}, 0.4F, 1);
    const std::vector<std::int64_t> batches{17};
    m_file.tensors.push_back(
        {.name = "FC.norm1.num_batches_tracked", .array = makeArray({}, std::span<const std::int64_t>(batches))});
  }
  void lstm(const SmallSizes& s) {
    for (std::int64_t i = 0; i < s.layers; ++i) {
      const std::string layer = "_l" + std::to_string(i);
      add("lstm.weight_ih" + layer, {4 * s.hidden, i == 0 ? s.width : s.hidden}, 0.6F);
      add("lstm.weight_hh" + layer, {4 * s.hidden, s.hidden}, 0.6F);
      add("lstm.bias_ih" + layer, {4 * s.hidden}, 0.3F);
      add("lstm.bias_hh" + layer, {4 * s.hidden}, 0.3F);
    }
  }
  CheckpointFile take() { return std::move(m_file); }

 private:
  Numbers m_numbers;
  CheckpointFile m_file;
};

}  // namespace

CheckpointFile smallPointerV45(const SmallSizes& s, std::uint32_t seed) {
  Builder b(seed);
  const std::int64_t d = s.width, q = d / 4;
  b.add("position_bias", {s.maxLength});
  b.add("pos_encoding", {1, s.maxLength, d}, 1);
  b.add("loc_emb.weight", {s.locations, d}, 1);
  b.add("user_emb.weight", {s.users, d}, 1);
  b.add("time_emb.weight", {97, q}, 1);
  b.add("weekday_emb.weight", {8, q}, 1);
  b.add("recency_emb.weight", {9, q}, 1);
  b.add("duration_emb.weight", {100, q}, 1);
  b.add("pos_from_end_emb.weight", {s.maxLength + 1, q}, 1);
  b.linear("input_proj", d, 2 * d + 5 * q);
  b.norm("input_norm", d);
  for (std::int64_t i = 0; i < s.layers; ++i) b.layer("transformer.layers." + std::to_string(i) + ".", s);
  b.linear("pointer_query", d, d);
  b.linear("pointer_key", d, d);
  b.linear("gen_head", s.locations, d);
  b.linear("ptr_gen_gate.0", d / 2, d);
  b.linear("ptr_gen_gate.2", 1, d / 2);
  return b.take();
}

CheckpointFile smallMhsa(const SmallSizes& s, std::uint32_t seed) {
  Builder b(seed);
  const std::int64_t d = s.width;
  b.summedEmbedding(s);
  b.add("Embedding.pos_encoder.pos_embedding", {s.maxLength, 1, d}, 1);
  for (std::int64_t i = 0; i < s.layers; ++i) b.layer("encoder.layers." + std::to_string(i) + ".", s);
  b.norm("encoder.norm", d);
  b.residualHead(s, d);
  CheckpointFile file = b.take();
  file.stateKey = "";
  return file;
}

CheckpointFile smallLstm(const SmallSizes& s, std::uint32_t seed) {
  Builder b(seed);
  b.summedEmbedding(s);
  b.lstm(s);
  b.norm("layer_norm", s.hidden);
  b.residualHead(s, s.hidden);
  return b.take();
}

CheckpointFile smallLstmLocation(const SmallSizes& s, std::uint32_t seed) {
  Builder b(seed);
  b.add("loc_emb.weight", {s.locations, s.width}, 1);
  b.add("user_emb.weight", {s.users, s.width / 2}, 1);
  b.norm("input_norm", s.width);
  b.lstm(s);
  b.norm("output_norm", s.hidden + s.width / 2);
  b.linear("classifier", s.locations, s.hidden + s.width / 2);
  return b.take();
}

CheckpointFile smallLstmPointer(const SmallSizes& s, std::uint32_t seed) {
  Builder b(seed);
  b.add("loc_emb.weight", {s.locations, s.width}, 1);
  b.lstm(s);
  b.add("pointer_key.weight", {s.hidden, s.hidden});
  b.add("pointer_query.weight", {s.hidden, s.hidden});
  b.add("pointer_score.weight", {1, s.hidden}, 2);
  return b.take();
}

CheckpointFile smallDeepMove(const SmallSizes& s, std::uint32_t seed) {
  const std::int64_t narrow = s.width / 4;
  Builder b(seed);
  b.add("model.emb_loc.weight", {s.locations, s.width}, 1);
  b.add("model.emb_tim.weight", {48, narrow}, 1);
  b.add("model.emb_uid.weight", {s.users, narrow}, 1);
  b.linear("model.fc_attn", s.hidden, s.width + narrow);
  b.add("model.rnn.weight_ih_l0", {3 * s.hidden, s.width + narrow});
  b.add("model.rnn.weight_hh_l0", {3 * s.hidden, s.hidden});
  b.add("model.rnn.bias_ih_l0", {3 * s.hidden});
  b.add("model.rnn.bias_hh_l0", {3 * s.hidden});
  b.linear("model.fc_final", s.locations, 2 * s.hidden + narrow);
  return b.take();
}

CheckpointFile smallTransformer(const SmallSizes& s, std::uint32_t seed) {
  CheckpointFile file = smallPointerV45(s, seed);
  for (const char* ablation : {"no_user_emb", "no_temporal", "no_pos_from_end", "no_pointer"})
    file = ablated(file, ablation);
  return file;
}

const std::vector<std::string>& ablationNames() {
  static const std::vector<std::string> names{
      "full_model",      "no_user_emb",     "no_time_emb", "no_weekday_emb",    "no_recency_emb",
      "no_duration_emb", "no_pos_from_end", "no_temporal", "no_sinusoidal_pos", "no_position_bias",
      "no_pointer",      "no_generation",   "no_gate",     "single_layer"};
  return names;
}

CheckpointFile ablated(const CheckpointFile& full, const std::string& ablation) {
  static const std::map<std::string, std::vector<std::string>> absent{
      {"full_model", {}},
      {"no_user_emb", {"user_emb"}},
      {"no_time_emb", {"time_emb"}},
      {"no_weekday_emb", {"weekday_emb"}},
      {"no_recency_emb", {"recency_emb"}},
      {"no_duration_emb", {"duration_emb"}},
      {"no_pos_from_end", {"pos_from_end_emb"}},
      {"no_temporal", {"time_emb", "weekday_emb", "recency_emb", "duration_emb"}},
      {"no_sinusoidal_pos", {"pos_encoding"}},
      {"no_position_bias", {"position_bias"}},
      {"no_pointer", {"pointer_query", "pointer_key", "position_bias", "ptr_gen_gate"}},
      {"no_generation", {"gen_head", "ptr_gen_gate"}},
      {"no_gate", {"ptr_gen_gate"}},
      {"single_layer", {"transformer.layers.1."}}};
  const std::vector<std::string>& gone = absent.at(ablation);
  const auto isGone = [&](const std::string& name) {
    return std::ranges::any_of(gone, [&](const std::string& part) { return name.starts_with(part); });
  };

  CheckpointFile file = full;
  std::erase_if(file.tensors, [&](const NamedArray& tensor) { return isGone(tensor.name); });
  // The columns of input_proj that belong to parts that are left, in the order of the concatenation.
  std::vector<bool> kept;
  for (const char* part :
       {"loc_emb", "user_emb", "time_emb", "weekday_emb", "recency_emb", "duration_emb", "pos_from_end_emb"}) {
    CheckpointFile copy = full;
    const NdArray* table = findTensor(copy, std::string(part) + ".weight");
    if (!table) continue;  // an earlier ablation took it, with its columns
    kept.insert(kept.end(), static_cast<std::size_t>(table->shape[1]), !isGone(part));
  }
  NdArray* projection = findTensor(file, "input_proj.weight");
  const std::vector<float> values = projection->toFloats();
  std::vector<float> narrow;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (kept[i % kept.size()]) narrow.push_back(values[i]);
  *projection = makeArray({projection->shape[0], std::ranges::count(kept, true)}, std::span<const float>(narrow));
  file.metadata["ablation_name"] = ablation;
  file.metadata["config"]["model"]["num_layers"] = 2;
  return file;
}

std::optional<int> headsOf(const CheckpointFile& checkpoint) {
  const auto recurrent = [](const NamedArray& tensor) {
    return tensor.name.starts_with("lstm.") || tensor.name.starts_with("model.rnn.");
  };
  return std::ranges::any_of(checkpoint.tensors, recurrent) ? std::nullopt : std::optional(4);
}

NdArray* findTensor(CheckpointFile& checkpoint, const std::string& name) {
  const auto found = std::ranges::find(checkpoint.tensors, name, &NamedArray::name);
  return found == checkpoint.tensors.end() ? nullptr : &found->array;
}

std::vector<Sequence> fakeSequences(const std::vector<std::size_t>& lengths, const SmallSizes& sizes,
                                    std::uint32_t seed) {
  Numbers numbers(seed);
  std::vector<Sequence> sequences;
  for (const std::size_t length : lengths) {
    Sequence sequence{
        .user = 1 + numbers.below(sizes.users - 1), .visits = {}, .target = 1 + numbers.below(sizes.locations - 1)};
    for (std::size_t i = 0; i < length; ++i)
      sequence.visits.push_back({.location = 1 + numbers.below(sizes.locations / 3),
                                 .weekday = numbers.below(7),
                                 .startMinute = numbers.below(1440),
                                 .durationMinutes = static_cast<double>(numbers.below(2881)),
                                 .daysAgo = numbers.below(8)});
    sequences.push_back(std::move(sequence));
  }
  return sequences;
}

SequenceSet setOf(const std::vector<Sequence>& sequences) {
  SequenceSet set;
  for (const Sequence& sequence : sequences) set.append(sequence);
  return set;
}

}  // namespace sojourn::test
