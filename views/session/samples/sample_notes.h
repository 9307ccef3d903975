// SPDX-License-Identifier: GPL-3.0-or-later
// Bookmarks, notes and tags on samples, and filters that are kept under a name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "model/data/io/scenario.h"

namespace sojourn::session {

/// By dataset, split and row.
struct SampleOrder {
  bool operator()(const ScenarioOrigin& a, const ScenarioOrigin& b) const {
    return std::tie(a.dataset, a.fingerprint, a.split, a.index) < std::tie(b.dataset, b.fingerprint, b.split, b.index);
  }
};

struct SampleNote {
  bool bookmarked = false;
  std::string text;
  std::vector<std::string> tags;  ///< in alphabetical order, each once, without spaces, commas and quotes

  [[nodiscard]] bool empty() const { return !bookmarked && text.empty() && tags.empty(); }
  bool operator==(const SampleNote&) const = default;
};

/// A note and whose it is, as a workspace's file keeps it.
struct NotedSample {
  ScenarioOrigin sample;
  SampleNote note = {};
  bool operator==(const NotedSample&) const = default;
};

struct SavedFilter {
  std::string name;    ///< not empty
  std::string filter;  ///< as typed
  /// Of which dataset's samples; empty where that is not known (files of earlier versions).
  std::string dataset = {}, fingerprint = {};
  [[nodiscard]] bool isFor(const Dataset& open) const {
    return dataset.empty() || isOf({.dataset = dataset, .fingerprint = fingerprint}, open);
  }
  bool operator==(const SavedFilter&) const = default;
};

inline constexpr std::size_t longestNote = 10'000, longestTag = 60, mostTags = 50;

/// Words of a line as tags: separated by commas or spaces, in the form that SampleNote has them.
[[nodiscard]] std::vector<std::string> tagsOf(std::string_view line);

/// Rows of one split with their notes.
using NotesOfRows = std::map<std::uint32_t, SampleNote>;

/// Of all datasets. Owner thread only.
class SampleNotes {
 public:
  /// An empty note takes away what there was.
  void set(const ScenarioOrigin& sample, SampleNote note);
  [[nodiscard]] SampleNote of(const ScenarioOrigin& sample) const;
  /// Of the split that `sample` is in.
  [[nodiscard]] NotesOfRows rowsOf(ScenarioOrigin sample) const;

  [[nodiscard]] std::vector<NotedSample> all() const;
  void setAll(const std::vector<NotedSample>& notes);

 private:
  std::map<ScenarioOrigin, SampleNote, SampleOrder> m_notes;
};

}  // namespace sojourn::session
