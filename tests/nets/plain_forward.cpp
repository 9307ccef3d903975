// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/nets/plain_forward.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <string>

namespace sojourn::test {
namespace {

class State {
 public:
  explicit State(const CheckpointFile& checkpoint) {
    for (const NamedArray& tensor : checkpoint.tensors)
      m_tensors[tensor.name] = {.shape = tensor.array.shape, .values = tensor.array.toDoubles()};
  }
  bool has(const std::string& name) const { return m_tensors.contains(name); }
  const Vector& vector(const std::string& name) const { return m_tensors.at(name).values; }
  std::size_t rows(const std::string& name) const { return static_cast<std::size_t>(m_tensors.at(name).shape[0]); }
  /// Row i of a tensor seen as a matrix with the given width.
  Vector row(const std::string& name, std::size_t i, std::size_t width) const {
    const Vector& all = m_tensors.at(name).values;
    const auto from = all.begin() + static_cast<std::ptrdiff_t>(i * width);
    return {from, from + static_cast<std::ptrdiff_t>(width)};
  }

 private:
  struct Tensor {
    std::vector<std::int64_t> shape;
    Vector values;
  };
  std::map<std::string, Tensor> m_tensors;
};

Vector affine(const Vector& weight, const Vector& bias, const Vector& x) {
  Vector y = bias;
  for (std::size_t o = 0; o < y.size(); ++o)
    for (std::size_t i = 0; i < x.size(); ++i) y[o] += weight[o * x.size() + i] * x[i];
  return y;
}
Vector linear(const State& s, const std::string& name, const Vector& x) {
  return affine(s.vector(name + ".weight"), s.vector(name + ".bias"), x);
}

Vector layerNorm(const State& s, const std::string& name, const Vector& x) {
  const double n = static_cast<double>(x.size());
  double mean = 0, variance = 0;
  for (const double v : x) mean += v / n;
  for (const double v : x) variance += (v - mean) * (v - mean) / n;
  Vector y(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    y[i] = (x[i] - mean) / std::sqrt(variance + 1e-5) * s.vector(name + ".weight")[i] + s.vector(name + ".bias")[i];
  return y;
}

/// Of minus infinities alone: zeros.
Vector softmax(const Vector& x) {
  const double top = *std::ranges::max_element(x);
  if (top == -std::numeric_limits<double>::infinity()) return Vector(x.size(), 0.0);
  Vector y;
  double sum = 0;
  for (const double v : x) sum += y.emplace_back(std::exp(v - top));
  for (double& v : y) v /= sum;
  return y;
}

double gelu(double x) {
  return 0.5 * x * (1 + std::erf(x / std::numbers::sqrt2));
}

Vector sum(const Vector& a, const Vector& b) {
  Vector y = a;
  for (std::size_t i = 0; i < y.size(); ++i) y[i] += b[i];
  return y;
}

double norm(const Vector& x) {
  double squares = 0;
  for (const double v : x) squares += v * v;
  return std::sqrt(squares);
}

bool isMasked(const std::vector<bool>& hidden, std::size_t visit) {
  return !hidden.empty() && hidden[visit];
}

/// Attention over all of `read`; writes the maps and contributions, returns its output for every query.
Matrix attend(const State& s, const std::string& name, const Matrix& read, std::size_t heads, bool causal,
              const std::vector<bool>& hidden, PlainResult& out) {
  const std::size_t length = read.size(), d = read[0].size(), dh = d / heads;
  Matrix projected;
  for (const Vector& x : read)
    projected.push_back(affine(s.vector(name + "in_proj_weight"), s.vector(name + "in_proj_bias"), x));
  std::vector<Matrix> maps(heads, Matrix(length, Vector(length))), norms(heads + 1, Matrix(length, Vector(length)));
  const Vector& outWeight = s.vector(name + "out_proj.weight");
  Matrix mixed(length, Vector(d, 0.0));
  for (std::size_t q = 0; q < length; ++q) {
    std::vector<Vector> all(length, Vector(d, 0.0));
    for (std::size_t h = 0; h < heads; ++h) {
      Vector scores;
      for (std::size_t k = 0; k < length && (!causal || k <= q); ++k) {
        double dot = 0;
        for (std::size_t c = h * dh; c < (h + 1) * dh; ++c) dot += projected[q][c] * projected[k][d + c];
        scores.push_back(isMasked(hidden, k) ? -std::numeric_limits<double>::infinity()
                                             : dot / std::sqrt(static_cast<double>(dh)));
      }
      const Vector weights = softmax(scores);
      for (std::size_t k = 0; k < weights.size(); ++k) {
        maps[h][q][k] = weights[k];
        Vector part(d, 0.0);  // a_qk f_h(x_k) W_O
        for (std::size_t c = h * dh; c < (h + 1) * dh; ++c) {
          mixed[q][c] += weights[k] * projected[k][2 * d + c];
          for (std::size_t o = 0; o < d; ++o) part[o] += weights[k] * projected[k][2 * d + c] * outWeight[o * d + c];
        }
        norms[h][q][k] = norm(part);
        all[k] = sum(all[k], part);
      }
    }
    for (std::size_t k = 0; k < length; ++k) norms[heads][q][k] = norm(all[k]);
  }
  out.attention.push_back(std::move(maps));
  out.contribution.push_back(std::move(norms));
  for (Vector& x : mixed) x = linear(s, name + "out_proj", x);
  return mixed;
}

Vector feedForward(const State& s, const std::string& name, const Vector& x) {
  Vector inner = linear(s, name + "linear1", x);
  for (double& v : inner) v = gelu(v);
  return linear(s, name + "linear2", inner);
}

Matrix encode(const State& s, const std::string& prefix, Matrix x, std::size_t heads, bool normFirst,
              const std::vector<bool>& hidden, PlainResult& out) {
  out.hidden.push_back(x);
  for (std::size_t layer = 0; s.has(prefix + std::to_string(layer) + ".norm1.weight"); ++layer) {
    const std::string name = prefix + std::to_string(layer) + ".";
    Matrix read = x;
    if (normFirst)
      for (Vector& v : read) v = layerNorm(s, name + "norm1", v);
    const Matrix attended = attend(s, name + "self_attn.", read, heads, /*causal=*/!normFirst, hidden, out);
    for (std::size_t i = 0; i < x.size(); ++i) {
      x[i] = sum(x[i], attended[i]);
      if (normFirst) {
        x[i] = sum(x[i], feedForward(s, name, layerNorm(s, name + "norm2", x[i])));
      } else {
        x[i] = layerNorm(s, name + "norm1", x[i]);
        x[i] = layerNorm(s, name + "norm2", sum(x[i], feedForward(s, name, x[i])));
      }
    }
    out.hidden.push_back(x);
  }
  return x;
}

std::size_t index(double value, double largest) {
  return static_cast<std::size_t>(std::clamp(value, 0.0, largest));
}

/// Location, hour, quarter hour, weekday and duration, added.
Vector summedVisit(const State& s, const Visit& visit, std::size_t d) {
  const std::size_t time = index(visit.startMinute / 15, 95);
  Vector total = s.row("Embedding.emb_loc.weight", static_cast<std::size_t>(visit.location), d);
  total = sum(total, s.row("Embedding.temporal_embedding.hour_embed.weight", time / 4, d));
  total = sum(total, s.row("Embedding.temporal_embedding.minute_embed.weight", time % 4, d));
  total = sum(total, s.row("Embedding.temporal_embedding.weekday_embed.weight", index(visit.weekday, 6), d));
  return sum(total, s.row("Embedding.emb_duration.weight", index(std::floor(visit.durationMinutes / 30), 95), d));
}

/// User, residual block, BatchNorm of the running figures, output layer.
Vector residualHead(const State& s, const Vector& context, UserId user) {
  const std::size_t d = context.size();
  const Vector o = sum(context, s.row("FC.emb_user.weight", static_cast<std::size_t>(user), d));
  Vector inner = linear(s, "FC.linear1", o);
  for (double& v : inner) v = std::max(v, 0.0);
  Vector r = sum(o, linear(s, "FC.linear2", inner));
  for (std::size_t i = 0; i < d; ++i)
    r[i] = (r[i] - s.vector("FC.norm1.running_mean")[i]) / std::sqrt(s.vector("FC.norm1.running_var")[i] + 1e-5) *
               s.vector("FC.norm1.weight")[i] +
           s.vector("FC.norm1.bias")[i];
  return linear(s, "FC.fc_loc", r);
}

double sigmoid(double x) {
  return 1 / (1 + std::exp(-x));
}

/// The last layer's state after each visit; a masked visit leaves it as it was.
Matrix lstmStates(const State& s, Matrix x, const std::vector<bool>& hidden) {
  for (std::size_t layer = 0; s.has("lstm.weight_ih_l" + std::to_string(layer)); ++layer) {
    const auto named = [&](const char* name) -> const Vector& {
      return s.vector("lstm." + std::string(name) + "_l" + std::to_string(layer));
    };
    const std::size_t h = named("bias_ih").size() / 4;
    Vector state(h, 0.0), cell(h, 0.0);
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (!isMasked(hidden, i)) {
        const Vector gates = sum(affine(named("weight_ih"), named("bias_ih"), x[i]),
                                 affine(named("weight_hh"), named("bias_hh"), state));
        for (std::size_t c = 0; c < h; ++c) {
          cell[c] = sigmoid(gates[h + c]) * cell[c] + sigmoid(gates[c]) * std::tanh(gates[2 * h + c]);
          state[c] = sigmoid(gates[3 * h + c]) * std::tanh(cell[c]);
        }
      }
      x[i] = state;
    }
  }
  return x;
}

}  // namespace

PlainResult plainPointerV45(const CheckpointFile& checkpoint, const Sequence& sequence, std::size_t heads,
                            const std::vector<bool>& hidden) {
  const State s(checkpoint);
  const std::size_t length = sequence.visits.size();
  const std::size_t vocabulary = s.rows("loc_emb.weight");
  const std::size_t d = s.vector("input_norm.weight").size(), q = d / 4;
  std::size_t maxLength = 0;
  if (s.has("position_bias")) maxLength = s.rows("position_bias");
  if (s.has("pos_from_end_emb.weight")) maxLength = s.rows("pos_from_end_emb.weight") - 1;
  const auto fromEnd = [&](std::size_t i) { return std::min(length - i, maxLength - 1); };

  PlainResult out;
  Matrix x;
  for (std::size_t i = 0; i < length; ++i) {
    const Visit& visit = sequence.visits[i];
    Vector features = s.row("loc_emb.weight", static_cast<std::size_t>(visit.location), d);
    const auto append = [&](const std::string& table, std::size_t row, std::size_t width) {
      if (!s.has(table)) return;
      const Vector values = s.row(table, row, width);
      features.insert(features.end(), values.begin(), values.end());
    };
    append("user_emb.weight", static_cast<std::size_t>(sequence.user), d);
    append("time_emb.weight", index(visit.startMinute / 15, 96), q);
    append("weekday_emb.weight", index(visit.weekday, 7), q);
    append("recency_emb.weight", index(visit.daysAgo, 8), q);
    append("duration_emb.weight", index(std::floor(visit.durationMinutes / 30), 99), q);
    append("pos_from_end_emb.weight", fromEnd(i), q);
    Vector projected = layerNorm(s, "input_norm", linear(s, "input_proj", features));
    if (s.has("pos_encoding")) projected = sum(projected, s.row("pos_encoding", i, d));
    x.push_back(projected);
  }
  x = encode(s, "transformer.layers.", x, heads, true, hidden, out);
  const Vector& context = x.back();

  Vector pointer(vocabulary, 0.0), generation(vocabulary, 0.0);
  if (s.has("pointer_query.weight")) {
    const Vector query = linear(s, "pointer_query", context);
    Vector score;
    for (std::size_t i = 0; i < length; ++i) {
      const Vector key = linear(s, "pointer_key", x[i]);
      double dot = 0;
      for (std::size_t c = 0; c < d; ++c) dot += query[c] * key[c];
      out.contentScore.push_back(dot / std::sqrt(static_cast<double>(d)));
      if (s.has("position_bias")) out.positionBias.push_back(s.vector("position_bias")[fromEnd(i)]);
      score.push_back(isMasked(hidden, i) ? -std::numeric_limits<double>::infinity()
                                          : out.contentScore[i] + (out.positionBias.empty() ? 0 : out.positionBias[i]));
    }
    out.weight = softmax(score);
    for (std::size_t i = 0; i < length; ++i)
      pointer[static_cast<std::size_t>(sequence.visits[i].location)] += out.weight[i];
  }
  if (s.has("gen_head.weight")) generation = softmax(linear(s, "gen_head", context));
  if (out.weight.empty()) {
    out.gate = 0;
  } else if (!s.has("gen_head.weight")) {
    out.gate = 1;
  } else if (!s.has("ptr_gen_gate.0.weight")) {
    out.gate = 0.5;
  } else {
    Vector inner = linear(s, "ptr_gen_gate.0", context);
    for (double& v : inner) v = gelu(v);
    out.gate = 1 / (1 + std::exp(-linear(s, "ptr_gen_gate.2", inner)[0]));
  }
  for (std::size_t y = 0; y < vocabulary; ++y)
    out.scores.push_back(std::log(out.gate * pointer[y] + (1 - out.gate) * generation[y] + 1e-10));
  return out;
}

PlainResult plainMhsa(const CheckpointFile& checkpoint, const Sequence& sequence, std::size_t heads,
                      const std::vector<bool>& hidden) {
  const State s(checkpoint);
  const std::size_t d = s.vector("encoder.norm.weight").size();
  PlainResult out;
  Matrix x;
  for (std::size_t i = 0; i < sequence.visits.size(); ++i) {
    Vector total = summedVisit(s, sequence.visits[i], d);
    for (double& v : total) v *= std::sqrt(static_cast<double>(d));
    x.push_back(sum(total, s.row("Embedding.pos_encoder.pos_embedding", i, d)));
  }
  x = encode(s, "encoder.layers.", x, heads, false, hidden, out);
  out.scores = residualHead(s, layerNorm(s, "encoder.norm", x.back()), sequence.user);
  return out;
}

PlainResult plainLstm(const CheckpointFile& checkpoint, const Sequence& sequence, std::size_t,
                      const std::vector<bool>& hidden) {
  const State s(checkpoint);
  Matrix x;
  for (const Visit& visit : sequence.visits)
    x.push_back(summedVisit(s, visit, s.vector("lstm.weight_ih_l0").size() / s.rows("lstm.weight_ih_l0")));
  x = lstmStates(s, x, hidden);
  PlainResult out;
  out.scores = residualHead(s, layerNorm(s, "layer_norm", x.back()), sequence.user);
  return out;
}

PlainResult plainLstmLocation(const CheckpointFile& checkpoint, const Sequence& sequence, std::size_t,
                              const std::vector<bool>& hidden) {
  const State s(checkpoint);
  const std::size_t d = s.vector("input_norm.weight").size();
  Matrix x;
  for (const Visit& visit : sequence.visits)
    x.push_back(layerNorm(s, "input_norm", s.row("loc_emb.weight", static_cast<std::size_t>(visit.location), d)));
  Vector together = lstmStates(s, x, hidden).back();
  const Vector user = s.row("user_emb.weight", static_cast<std::size_t>(sequence.user), d / 2);
  together.insert(together.end(), user.begin(), user.end());
  PlainResult out;
  out.scores = linear(s, "classifier", layerNorm(s, "output_norm", together));
  return out;
}

PlainResult plainLstmPointer(const CheckpointFile& checkpoint, const Sequence& sequence, std::size_t,
                             const std::vector<bool>& hidden) {
  const State s(checkpoint);
  Matrix x;
  for (const Visit& visit : sequence.visits)
    x.push_back(s.row("loc_emb.weight", static_cast<std::size_t>(visit.location),
                      s.vector("lstm.weight_ih_l0").size() / s.rows("lstm.weight_ih_l0")));
  x = lstmStates(s, x, hidden);
  const Vector nothing(x.back().size(), 0.0);
  const Vector query = affine(s.vector("pointer_query.weight"), nothing, x.back());
  PlainResult out;
  Vector score;
  for (std::size_t i = 0; i < x.size(); ++i) {
    Vector inner = sum(affine(s.vector("pointer_key.weight"), nothing, x[i]), query);
    for (double& v : inner) v = std::tanh(v);
    out.contentScore.push_back(affine(s.vector("pointer_score.weight"), {0}, inner)[0]);
    score.push_back(isMasked(hidden, i) ? -std::numeric_limits<double>::infinity() : out.contentScore[i]);
  }
  out.weight = softmax(score);
  out.gate = 1;
  out.scores.assign(s.rows("loc_emb.weight"), 0.0);
  for (std::size_t i = 0; i < x.size(); ++i)
    out.scores[static_cast<std::size_t>(sequence.visits[i].location)] += out.weight[i];
  for (double& one : out.scores) one = std::log(one + 1e-10);
  return out;
}

}  // namespace sojourn::test
