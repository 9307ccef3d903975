// SPDX-License-Identifier: GPL-3.0-or-later
// viewer.json: what people say about a run; written by viewers, never by the trainer.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "model/core/guarded_path.h"
#include "model/core/result.h"

namespace sojourn {

struct ViewerNotes {
  std::string name;  ///< empty: the folder's name
  std::vector<std::string> tags;
  std::string note;
  bool archived = false;
  std::int64_t reveals = 0;  ///< how often test figures were shown
  bool steered = false;      ///< its learning rate was changed by hand: left out of group means
  /// Members that this version does not know; written back as they were.
  nlohmann::ordered_json further = nlohmann::ordered_json::object();

  static void fields(auto& json, auto& notes) {
    json.orDefault("name", notes.name);
    json.orDefault("tags", notes.tags);
    json.orDefault("note", notes.note);
    json.orDefault("archived", notes.archived);
    json.orDefault("reveals", notes.reveals);
    json.orDefault("steered", notes.steered);
  }

  bool operator==(const ViewerNotes&) const = default;
};

/// An absent file gives empty notes, absent members their defaults. Errors: ErrorKind::BadInput.
[[nodiscard]] Result<ViewerNotes> readViewerNotes(const GuardedPath& file);

/// Replaces the file. Errors: ErrorKind::Failed.
[[nodiscard]] Status writeViewerNotes(const GuardedPath& file, const ViewerNotes& notes);

}  // namespace sojourn
