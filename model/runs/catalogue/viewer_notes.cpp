// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/runs/catalogue/viewer_notes.h"

#include "model/runs/store/json_file.h"
#include "model/runs/store/named.h"

namespace sojourn {

Result<ViewerNotes> readViewerNotes(const GuardedPath& file) {
  if (!isNamed(file)) return ViewerNotes{};
  auto json = readJsonObject(file);
  if (!json) return json.error();
  JsonFields fields(*json, file.string());
  ViewerNotes notes;
  if (fields.has("name")) notes.name = fields.text("name");
  if (fields.has("tags")) notes.tags = fields.texts("tags");
  if (fields.has("note")) notes.note = fields.text("note");
  if (fields.has("archived")) notes.archived = fields.truth("archived");
  if (fields.has("reveals")) notes.reveals = fields.count("reveals");
  if (fields.has("steered")) notes.steered = fields.truth("steered");
  if (fields.error()) return *fields.error();
  for (const char* known : {"name", "tags", "note", "archived", "reveals", "steered"}) json->erase(known);
  notes.further = std::move(*json);
  return notes;
}

Status writeViewerNotes(const GuardedPath& file, const ViewerNotes& notes) {
  nlohmann::ordered_json json;
  json["name"] = notes.name;
  json["tags"] = notes.tags;
  json["note"] = notes.note;
  json["archived"] = notes.archived;
  json["reveals"] = notes.reveals;
  json["steered"] = notes.steered;
  json.update(notes.further);
  return writeFileAtomically(file, json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
}

}  // namespace sojourn
