// SPDX-License-Identifier: GPL-3.0-or-later
// Gradients and integrated gradients against Captum, on a model of PyTorch's own layers with the published weights.
#include <cmath>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "model/data/dataset/sequence.h"
#include "model/explain/explanation/explain.h"
#include "tests/formats/python.h"
#include "tests/inspect/geolife_model.h"
#include "tests/support/temp_folder.h"

namespace sojourn {
namespace {

using nlohmann::json;

/// Arguments: the checkpoint, a JSON file of encoded sequences, the JSON file to write. Captum sees the concatenated
/// embeddings and what may be copied of each visit as two inputs, so it knows both ways to the output.
constexpr const char* script = R"(
import json, sys, torch
from captum.attr import InputXGradient, IntegratedGradients, Saliency
torch.set_default_dtype(torch.float64)
s = {k: v.double() for k, v in torch.load(sys.argv[1], map_location='cpu', weights_only=False)['model_state_dict'].items()}
d = s['loc_emb.weight'].shape[1]
layer = lambda: torch.nn.TransformerEncoderLayer(d, 4, s['transformer.layers.0.linear1.weight'].shape[0], 0.0, 'gelu',
                                                 batch_first=True, norm_first=True)
encoder = torch.nn.ModuleList([layer(), layer()]).eval()
for i, one in enumerate(encoder):
    prefix = f'transformer.layers.{i}.'
    one.load_state_dict({k[len(prefix):]: v for k, v in s.items() if k.startswith(prefix)})
    for p in one.parameters(): p.requires_grad_(False)
linear = lambda name, x: torch.nn.functional.linear(x, s[name + '.weight'], s[name + '.bias'])

def log_p(embedded, copyable, locations, y):
    L = embedded.shape[1]
    x = torch.nn.functional.layer_norm(linear('input_proj', embedded), (d,), s['input_norm.weight'], s['input_norm.bias'])
    x = x + s['pos_encoding'][:, :L]
    for one in encoder: x = one(x)
    context = x[:, -1]
    score = (linear('pointer_key', x) @ linear('pointer_query', context).unsqueeze(-1)).squeeze(-1) / d ** 0.5
    score = score + s['position_bias'][torch.arange(L, 0, -1)]
    weight = score.softmax(-1) * copyable
    gate = torch.sigmoid(linear('ptr_gen_gate.2', torch.nn.functional.gelu(linear('ptr_gen_gate.0', context)))).squeeze(-1)
    generated = linear('gen_head', context).softmax(-1)[:, y]
    return torch.log(gate * weight[:, locations == y].sum(-1) + (1 - gate) * generated + 1e-10)

def integrated(forward, inputs, baselines):
    change = (forward(*inputs) - forward(*baselines)).item()
    steps = 64
    while True:
        parts = IntegratedGradients(forward).attribute(inputs, baselines, n_steps=steps, method='gausslegendre')
        scores = sum(p.sum(-1) if p.dim() == 3 else p for p in parts)[0]
        gap = abs(change - scores.sum().item()) / abs(change)
        if gap <= 0.01 or 2 * steps > 512: return scores.detach().tolist(), gap
        steps *= 2

answers = []
for one in json.load(open(sys.argv[2])):
    index = {k: torch.tensor(v) for k, v in one['visits'].items()}
    L, y = len(index['location']), one['target']
    index['user'] = torch.full((L,), one['user'])
    index['pos_from_end'] = torch.arange(L, 0, -1)
    names = ['loc', 'user', 'time', 'weekday', 'recency', 'duration', 'pos_from_end']
    keys = ['location'] + names[1:]
    e = torch.cat([s[n + '_emb.weight'][index[k]] for n, k in zip(names, keys)], -1).unsqueeze(0)
    m = torch.ones(1, L)
    whole = lambda a, b: log_p(a, b, index['location'], y)
    embedding = lambda a: log_p(a, torch.ones(a.shape[0], L), index['location'], y)
    scores, gap = integrated(whole, (e, m), (e * 0, m * 0))
    alone, alone_gap = integrated(embedding, (e,), (e * 0,))
    leaf = e.clone().requires_grad_(True)
    answers.append({'gradient': Saliency(embedding).attribute(leaf, abs=False)[0].norm(dim=-1).detach().tolist(),
                    'gradient_x_input': InputXGradient(embedding).attribute(leaf)[0].sum(-1).detach().tolist(),
                    'integrated_gradients': scores, 'integrated_gradients_embedding': alone,
                    'gaps': [gap, alone_gap], 'value': whole(e, m).item()})
json.dump(answers, open(sys.argv[3], 'w'))
)";

json encoded(const Sequence& sequence, LocationId target) {
  json visits;
  for (const Visit& visit : sequence.visits) {
    const EncodedVisit one = encode(visit);
    visits["location"].push_back(one.location);
    visits["time"].push_back(one.time);
    visits["weekday"].push_back(one.weekday);
    visits["recency"].push_back(one.recency);
    visits["duration"].push_back(one.duration);
  }
  return {{"user", sequence.user}, {"target", target}, {"visits", std::move(visits)}};
}

class CaptumTest : public GeoLifeModel {};

TEST_F(CaptumTest, AttributionsEqualCaptumsWithAndWithoutTheCopyPath) {
  SOJOURN_NEEDS_PYTHON(python, "captum");
  open("pointer_v45_geolife_full_model_best.pt");
  if (!m_engine) return;
  const std::vector<std::string> methods{"gradient", "gradient_x_input", "integrated_gradients",
                                         "integrated_gradients_embedding"};
  std::vector<Explanation> ours;
  json asked = json::array();
  for (std::size_t row = 7; row < test().size(); row += 350) {
    const Sequence sequence = test().sequence(row);
    auto found = explain(*m_engine, sequence, {.methods = methods, .pValues = false, .faithfulness = false});
    ASSERT_TRUE(found.ok()) << found.error().sentence();
    asked.push_back(encoded(sequence, found->target.location));
    ours.push_back(std::move(*found));
  }
  const test::TempFolder folder;
  std::ofstream(folder / "asked.json") << asked;
  const std::filesystem::path checkpoint =
      test::sharedData().value() / "checkpoints" / "pointer_v45_geolife_full_model_best.pt";
  const auto answer = test::runPython(
      python, script, {checkpoint.string(), (folder / "asked.json").string(), (folder / "answer.json").string()});
  ASSERT_EQ(answer.exitCode, 0) << answer.output;
  std::ifstream in(folder / "answer.json");
  const json captum = json::parse(in);
  ASSERT_EQ(captum.size(), ours.size());
  double widest = 0;
  for (std::size_t k = 0; k < ours.size(); ++k) {
    EXPECT_NEAR(std::log(ours[k].probability + 1e-10), captum[k]["value"].get<double>(), 1e-4);
    for (const MethodExplanation& method : ours[k].methods) {
      const auto expected = captum[k][method.name].get<std::vector<double>>();
      ASSERT_EQ(expected.size(), method.scores.size());
      for (std::size_t i = 0; i < expected.size(); ++i) {
        EXPECT_NEAR(method.scores[i], expected[i], 1e-4) << method.name << ", sequence " << k << ", visit " << i;
        widest = std::max(widest, std::abs(method.scores[i] - expected[i]));
      }
    }
    EXPECT_NEAR(*ours[k].methods[2].completenessGap, captum[k]["gaps"][0].get<double>(), 1e-4);
    EXPECT_NEAR(*ours[k].methods[3].completenessGap, captum[k]["gaps"][1].get<double>(), 1e-4);
  }
  RecordProperty("widest_difference", std::to_string(widest));
}

}  // namespace
}  // namespace sojourn
