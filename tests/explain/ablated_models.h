// SPDX-License-Identifier: GPL-3.0-or-later
// Small models whose components are ablated.
#pragma once

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/explain/ablation/component_ablation.h"
#include "model/explain/ablation/component_reference.h"
#include "tests/explain/small_engine.h"

namespace sojourn {

using namespace test;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

inline constexpr LocationId vocabulary = 30;

inline Component componentNamed(const Engine& engine, const std::string& name) {
  const auto all = ablatableComponents(engine);
  if (!all.ok()) throw std::runtime_error(all.error().sentence());
  const auto found = std::ranges::find(*all, name, &Component::name);
  if (found == all->end()) throw std::runtime_error("no component " + name);
  return *found;
}

inline SequenceSet training() {
  return setOf(fakeSequences({4, 9, 7, 3, 12, 5, 9}, {}, 99));
}

inline ComponentReference referenceOf(const Engine& engine, const SequenceSet& set) {
  auto reference = componentReference(engine, set);
  if (!reference) throw std::runtime_error(reference.error().sentence());
  return *reference;
}

inline double probabilityWith(const Engine& engine, const Sequence& sequence, const ComponentAblation& one,
                              LocationId target, const ComponentReference& reference) {
  const auto ablationTable = ablateComponents(engine, sequence, std::vector{one}, reference, {.target = target});
  if (!ablationTable) throw std::runtime_error(ablationTable.error().sentence());
  return ablationTable->effects.front().probability;
}

/// The numbers of a tensor, changed in place.
inline void change(CheckpointFile& checkpoint, const std::string& name,
                   const std::function<void(std::vector<float>& values, std::size_t columns)>& how) {
  NdArray* array = findTensor(checkpoint, name);
  ASSERT_NE(array, nullptr) << name;
  std::vector<float> values = array->toFloats();
  how(values, static_cast<std::size_t>(array->shape.back()));
  *array = makeArray(array->shape, std::span<const float>(values));
}

inline void clear(CheckpointFile& checkpoint, const std::string& name) {
  change(checkpoint, name, [](auto& values, std::size_t) { std::ranges::fill(values, 0.0F); });
}

}  // namespace sojourn
