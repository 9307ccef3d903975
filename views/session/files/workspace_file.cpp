// SPDX-License-Identifier: GPL-3.0-or-later
// Writing a workspace, and its file on the disk.
#include "views/session/files/workspace_file.h"

#include "model/core/files.h"
#include "model/core/text.h"
#include "model/core/translation.h"
#include "model/data/io/sequence_json_object.h"
#include "views/session/explain/earlier_words.h"
#include "views/session/files/workspace_keywords.h"

namespace sojourn::session {
namespace {

constexpr std::uint64_t mostBytes = 32'000'000;

/// From the folder to the path, where they lie together somewhere below the root.
std::string relativeTo(const std::filesystem::path& folder, const std::filesystem::path& path) {
  if (folder.empty() || !path.is_absolute()) return {};
  const auto firstOf = [](const std::filesystem::path& one) { return *one.relative_path().begin(); };
  if (folder.relative_path().empty() || path.relative_path().empty() || firstOf(folder) != firstOf(path)) return {};
  return path.lexically_relative(folder).string();
}

StrictJson jsonOf(const SavedPath& saved, const std::filesystem::path& folder) {
  StrictJson json{{"path", saved.path.string()}};
  if (const std::string relative = relativeTo(folder, saved.path); !relative.empty()) json["relative"] = relative;
  if (!saved.sha256.empty()) json["sha256"] = saved.sha256;
  return json;
}

StrictJson jsonOf(const Selection& selection) {
  StrictJson json = StrictJson::object();
  const Focus& locked = selection.locked;
  if (locked.visit) json["visit"] = *locked.visit;
  if (locked.query) json["query"] = *locked.query;
  if (locked.location) json["location"] = *locked.location;
  if (locked.head) json["layer"] = locked.head->layer;
  if (locked.head) json["head"] = locked.head->head;
  if (locked.method) json["method"] = *locked.method;
  if (!selection.alsoVisits.empty()) json["also_visits"] = selection.alsoVisits;
  return json;
}

/// Elements on lines of their own; a sequence's visits, too, so the text is put together by hand.
template <class Elements, class TextOf>
std::string listText(const Elements& elements, const std::string& indent, const TextOf& textOf) {
  std::string text = "[";
  const char* between = "\n";
  for (const auto& element : elements) {
    text += between + indent + textOf(element);
    between = ",\n";
  }
  return text + "]";
}

std::string editText(const SavedEdit& edit) {
  return "{\"name\":" + jsonLine(edit.name) + ",\"kind\":" + jsonLine(editKindNames[edit.kind]) +
         ",\"ids\":" + jsonLine(edit.ids) + ",\n    \"sequence\":" + sequenceJsonText(edit.sequence, "     ") + "}";
}

std::string historyText(const SavedHistory& history) {
  return "{\"sample\":" + jsonLine(sampleAsJson(history.sample)) + ",\"position\":" + std::to_string(history.position) +
         ",\n   \"edits\":" + listText(history.edits, "   ", editText) + "}";
}

std::string referenceText(const SavedReference& reference) {
  std::string text = "{\"kind\":" + jsonLine(referenceKindNames[static_cast<std::size_t>(reference.kind)]) +
                     ",\"name\":" + jsonLine(reference.name);
  if (reference.sample) text += ",\"sample\":" + jsonLine(sampleAsJson(*reference.sample));
  if (!reference.ids.empty()) text += ",\"ids\":" + jsonLine(reference.ids);
  return text + ",\n  \"sequence\":" + sequenceJsonText(reference.sequence, "   ") + "}";
}

}  // namespace

bool isWorkspaceFile(const std::filesystem::path& path) {
  return path.filename().string().ends_with(workspaceSuffix);
}

std::string workspaceName(const std::filesystem::path& path) {
  std::string name = path.filename().string();
  if (isWorkspaceFile(path)) name.resize(name.size() - std::string_view(workspaceSuffix).size());
  return name;
}

WorkspaceState substanceOf(WorkspaceState state) {
  state.split = {};
  state.index = 0;
  state.sort = {};
  state.selection = {};
  state.front.clear();
  state.layouts.clear();
  state.autosaveOf.clear();
  return state;
}

std::string formatWorkspace(const WorkspaceState& state, const std::filesystem::path& folder) {
  std::string text = "{\"schema\":\"" + std::string(workspaceSchema) + "\"";
  const auto add = [&text](const char* key, const std::string& value) {
    text += ",\n \"" + std::string(key) + "\":" + value;
  };
  if (!state.autosaveOf.empty()) add("autosave_of", jsonLine(state.autosaveOf.string()));
  if (state.demo) add("dataset", "\"demo\"");
  if (!state.demo && state.dataset) add("dataset", jsonLine(jsonOf(*state.dataset, folder)));
  if (state.checkpoint) add("checkpoint", jsonLine(jsonOf(*state.checkpoint, folder)));
  if (state.heads) add("heads", std::to_string(*state.heads));
  add("split", jsonLine(splitName(state.split)));
  add("index", std::to_string(state.index));
  if (!state.filter.empty()) add("filter", jsonLine(state.filter));
  add("sort", jsonLine(StrictJson{{"column", columnTitle(state.sort.column)}, {"descending", state.sort.descending}}));
  add("selection", jsonLine(jsonOf(state.selection)));
  if (state.whatIf.reference) add("reference", referenceText(*state.whatIf.reference));
  if (!state.whatIf.histories.empty()) add("histories", listText(state.whatIf.histories, "  ", historyText));
  if (!state.whatIf.scenarios.empty()) {
    add("scenarios", listText(state.whatIf.scenarios, "  ", [](const Scenario& scenario) {
          std::string one = scenarioAsJson(scenario);
          if (one.ends_with('\n')) one.pop_back();
          return one;
        }));
  }
  if (!state.evaluations.empty()) {
    add(evaluationsKey, listText(state.evaluations, "  ", [](const SavedEvaluation& evaluation) {
          return evaluationJsonText(evaluation, "  ");
        }));
  }
  if (!state.notes.empty()) {
    add("notes", listText(state.notes, "  ", [](const NotedSample& one) {
          return jsonLine(StrictJson{{"sample", sampleAsJson(one.sample)},
                                     {"bookmarked", one.note.bookmarked},
                                     {"text", one.note.text},
                                     {"tags", one.note.tags}});
        }));
  }
  if (!state.filters.empty()) {
    add("filters", listText(state.filters, "  ", [](const SavedFilter& one) {
          return jsonLine(StrictJson{{"name", one.name}, {"filter", one.filter}});
        }));
  }
  if (!state.runs.empty()) {
    add("runs", listText(state.runs, "  ", [&](const SavedPath& saved) { return jsonLine(jsonOf(saved, folder)); }));
  }
  if (!state.referenceLines.empty()) add("reference_lines", jsonLine(state.referenceLines));
  if (!state.front.empty()) add("front", jsonLine(state.front));
  if (!state.layouts.empty()) add("layouts", jsonLine(state.layouts));
  return text + "}\n";
}

Result<WorkspaceState> readWorkspaceFile(const std::filesystem::path& file) {
  const auto text = readJsonFile(file, mostBytes);
  if (!text) return text.error();
  auto state = parseWorkspace(*text, file.string());
  if (!state) return state.error();
  std::error_code ignored;
  const std::filesystem::path folder = std::filesystem::absolute(file, ignored).parent_path();
  const auto settle = [&](SavedPath& saved) {
    // A workspace that was moved or copied with its data means the data beside it. DATA may be folder/prefix, which is
    // no file: then its folder counts.
    const std::filesystem::path beside = (folder / saved.relative).lexically_normal();
    const auto there = [&](const std::filesystem::path& path) {
      return std::filesystem::exists(path, ignored) || std::filesystem::exists(path.parent_path(), ignored);
    };
    if (!saved.relative.empty() && (std::filesystem::exists(beside, ignored) || !there(saved.path)) && there(beside))
      saved.path = beside;
    if (saved.path.is_relative()) saved.path = (folder / saved.path).lexically_normal();
    saved.relative.clear();
  };
  if (state->dataset) settle(*state->dataset);
  if (state->checkpoint) settle(*state->checkpoint);
  for (SavedPath& run : state->runs) settle(run);
  return state;
}

Status writeWorkspaceFile(const std::filesystem::path& file, const WorkspaceState& state) {
  std::error_code failed;
  if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path(), failed);
  if (failed) {
    return Error{ErrorKind::Failed, file.parent_path().string(), tr("cannot be created (%1)", {failed.message()}),
                 tr("check the permissions of the folder above it")};
  }
  std::error_code ignored;
  const std::string text = formatWorkspace(state, std::filesystem::absolute(file, ignored).parent_path());
  if (text.size() > mostBytes) {
    return Error{ErrorKind::Failed, file.string(),
                 tr("would hold %1, more than can be read again", {humanBytes(text.size())}),
                 tr("remove scenarios that are not needed")};
  }
  return writeFileAtomically(file, text);
}

}  // namespace sojourn::session
