// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/runs/catalogue/viewer_notes.h"

#include "model/runs/store/json_file.h"
#include "model/runs/store/named.h"

namespace sojourn {

Result<ViewerNotes> readViewerNotes(const GuardedPath& file) {
  if (!isNamed(file)) return ViewerNotes{};
  auto json = readJsonObject(file);
  if (!json) return json.error();
  auto notes = structOf<ViewerNotes>(*json, file.string());
  if (!notes) return notes;
  const auto known = jsonOf(*notes);
  for (const auto& [key, value] : known.items()) json->erase(key);
  notes->further = std::move(*json);
  return notes;
}

Status writeViewerNotes(const GuardedPath& file, const ViewerNotes& notes) {
  auto json = jsonOf(notes);
  json.update(notes.further);
  return writeFileAtomically(file, json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
}

}  // namespace sojourn
