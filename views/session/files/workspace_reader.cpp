// SPDX-License-Identifier: GPL-3.0-or-later
// Reading a workspace: every value is checked here as far as it can be without the dataset.
#include <algorithm>
#include <limits>

#include "model/core/translation.h"
#include "model/data/io/strict_json.h"
#include "views/session/explain/saved_evaluation.h"
#include "views/session/files/workspace_file.h"

namespace sojourn::session {
namespace {

constexpr int deepest = 9;  // workspace, histories, history, edits, edit, sequence, visits, visit, value
constexpr std::int32_t largest = std::numeric_limits<std::int32_t>::max() - 1;
constexpr std::size_t longestPath = 4096;
constexpr std::size_t longestCommand = 32'768;
constexpr std::size_t longestName = 1000;  // as the edits of a scenario
constexpr std::size_t longestFilter = 100'000;
constexpr std::size_t longestLayout = 1'000'000;
constexpr std::size_t mostRuns = 1000;
constexpr std::size_t mostReferenceLines = 10'000;
constexpr std::size_t mostLayouts = 100;
constexpr std::size_t mostNotes = 100'000, mostFilters = 1000;

const StrictJson* member(const StrictJson& object, const char* key) {
  const auto found = object.find(key);
  return found == object.end() ? nullptr : &*found;
}

bool truthOf(const StrictJson& value, const std::string& place) {
  if (!value.is_boolean()) throw JsonRefusal{place, tr("is neither true nor false"), tr("write true or false")};
  return value.get<bool>();
}

std::size_t countOf(const StrictJson& value, const std::string& place) {
  return static_cast<std::size_t>(jsonWhole(value, place, 0, largest));
}

const StrictJson& listOf(const StrictJson& value, const std::string& place, std::size_t most) {
  if (!value.is_array()) throw JsonRefusal{place, tr("is not a list"), tr("put its elements in brackets")};
  if (value.size() > most) {
    throw JsonRefusal{place, tr("holds %1 elements", {std::to_string(value.size())}),
                      tr("give at most %1", {std::to_string(most)})};
  }
  return value;
}

/// A list, where it is there. The place of an element is its name and number: "note 3".
template <class T, class Read>
void readList(const StrictJson* list, const std::string& place, const std::string& element, std::size_t most,
              std::vector<T>& into, const Read& read) {
  if (!list) return;
  for (const StrictJson& one : listOf(*list, place, most))
    into.push_back(read(one, element + " " + std::to_string(into.size())));
}

std::filesystem::path pathOf(const StrictJson& value, const std::string& place) {
  const std::string text = jsonText(value, place, longestPath);
  if (text.empty()) throw JsonRefusal{place, tr("is empty"), tr("name a file or folder")};
  if (text.find('\0') != std::string::npos)
    throw JsonRefusal{place, tr("holds a character that no file name has"), tr("name a file or folder")};
  return text;
}

SavedPath savedPathOf(const StrictJson& json, const std::string& place) {
  checkJsonKeys(json, place, {"path"}, {"relative", "sha256"});
  SavedPath saved{.path = pathOf(json["path"], place + ", path")};
  if (const StrictJson* relative = member(json, "relative")) {
    saved.relative = pathOf(*relative, place + ", relative");
    if (saved.relative.is_absolute())
      throw JsonRefusal{place + ", relative", tr("is an absolute path"),
                        tr("give it relative to the workspace's folder")};
  }
  constexpr std::size_t hexDigits = 64;
  if (const StrictJson* sha = member(json, "sha256")) saved.sha256 = jsonText(*sha, place + ", sha256", hexDigits);
  return saved;
}

SampleSort sortOf(const StrictJson& json) {
  checkJsonKeys(json, "sort", {"column", "descending"}, {});
  std::array<const char*, sampleColumnCount> titles{};
  for (std::size_t i = 0; i < titles.size(); ++i) titles[i] = columnTitle(static_cast<SampleColumn>(i));
  return {.column = static_cast<SampleColumn>(jsonWord(json["column"], "sort, column", titles)),
          .descending = truthOf(json["descending"], "sort, descending")};
}

Selection selectionOf(const StrictJson& json) {
  checkJsonKeys(json, "selection", {}, {"visit", "query", "location", "layer", "head", "method", "also_visits"});
  Selection selection;
  const auto index = [&](const char* key) -> std::optional<std::size_t> {
    const StrictJson* value = member(json, key);
    if (!value) return std::nullopt;
    return countOf(*value, std::string("selection, ") + key);
  };
  selection.selected.visit = index("visit");
  selection.selected.query = index("query");
  if (const auto location = index("location")) selection.selected.location = static_cast<LocationId>(*location);
  const auto layer = index("layer"), head = index("head");
  if (layer.has_value() != head.has_value())
    throw JsonRefusal{"selection", tr("has only one of layer and head"), tr("give both or neither")};
  if (layer) selection.selected.head = HeadRef{*layer, *head};
  selection.selected.method = index("method");
  if (const StrictJson* also = member(json, "also_visits")) {
    for (const StrictJson& visit : listOf(*also, "selection, also_visits", 100'000))
      selection.alsoVisits.push_back(countOf(visit, "selection, also_visits"));
  }
  return selection;
}

/// One id a visit, none twice.
std::vector<VisitId> idsOf(const StrictJson& json, const std::string& place, std::size_t visits) {
  listOf(json, place, visits);
  std::vector<VisitId> ids;
  for (const StrictJson& id : json) ids.push_back(countOf(id, place));
  std::vector<VisitId> sorted = ids;
  std::ranges::sort(sorted);
  if (ids.size() != visits || std::ranges::adjacent_find(sorted) != sorted.end())
    throw JsonRefusal{place, tr("does not name every visit once"), tr("give one number a visit, none twice")};
  return ids;
}

SavedEdit editOf(const StrictJson& json, const std::string& place) {
  checkJsonKeys(json, place, {"name", "kind", "ids", "sequence"}, {});
  SavedEdit edit{.name = jsonText(json["name"], place + ", name", longestName),
                 .kind = jsonWord(json["kind"], place + ", kind", editKindNames),
                 .sequence = sequenceOfJson(json["sequence"], place + ", sequence")};
  edit.ids = idsOf(json["ids"], place + ", ids", edit.sequence.visits.size());
  return edit;
}

SavedHistory historyOf(const StrictJson& json, const std::string& place) {
  checkJsonKeys(json, place, {"sample", "position", "edits"}, {});
  SavedHistory history{.sample = sampleOfJson(json["sample"], place + ", sample"),
                       .position = countOf(json["position"], place + ", position")};
  readList(&json["edits"], place + ", edits", place + ", edit", largest, history.edits, editOf);
  if (history.position > history.edits.size()) {
    throw JsonRefusal{place + ", position", tr("is %1", {std::to_string(history.position)}),
                      tr("there are %1 edits", {std::to_string(history.edits.size())})};
  }
  return history;
}

SavedReference referenceOf(const StrictJson& json) {
  checkJsonKeys(json, "reference", {"kind", "name", "sequence"}, {"ids", "sample"});
  SavedReference reference{
      .kind = static_cast<ReferenceKind>(jsonWord(json["kind"], "reference, kind", referenceKindNames)),
      .name = jsonText(json["name"], "reference, name", longestName),
      .sequence = sequenceOfJson(json["sequence"], "reference, sequence")};
  if (reference.kind == ReferenceKind::Recorded)
    throw JsonRefusal{"reference, kind", tr("is recorded"),
                      tr("remove the reference: the recorded sample is pinned then")};
  if (const StrictJson* ids = member(json, "ids"))
    reference.ids = idsOf(*ids, "reference, ids", reference.sequence.visits.size());
  if (const StrictJson* sample = member(json, "sample")) reference.sample = sampleOfJson(*sample, "reference, sample");
  return reference;
}

Scenario scenarioOf(const StrictJson& json, const std::string& place) {
  auto scenario = parseScenario(json.dump(), place);
  if (!scenario) throw JsonRefusal{scenario.error().where, scenario.error().what, scenario.error().remedy};
  return std::move(*scenario);
}

NotedSample notedOf(const StrictJson& json, const std::string& place) {
  checkJsonKeys(json, place, {"sample", "bookmarked", "text", "tags"}, {});
  NotedSample noted{.sample = sampleOfJson(json["sample"], place + ", sample")};
  noted.note.bookmarked = truthOf(json["bookmarked"], place + ", bookmarked");
  noted.note.text = jsonText(json["text"], place + ", text", longestNote);
  for (const StrictJson& tag : listOf(json["tags"], place + ", tags", mostTags)) {
    const std::string word = jsonText(tag, place + ", tags", longestTag);
    if (tagsOf(word) != std::vector<std::string>{word})
      throw JsonRefusal{place + ", tags", tr("contains a text that is not a tag"),
                        tr("a tag is one word without commas and quotes")};
    noted.note.tags.push_back(word);
  }
  std::ranges::sort(noted.note.tags);
  return noted;
}

SavedFilter filterOf(const StrictJson& json, const std::string& place) {
  checkJsonKeys(json, place, {"name", "filter"}, {"dataset", "fingerprint"});
  SavedFilter saved{.name = jsonText(json["name"], place + ", name", longestName),
                    .filter = jsonText(json["filter"], place + ", filter", longestFilter)};
  if (saved.name.empty()) throw JsonRefusal{place + ", name", tr("is empty"), tr("give the filter a name")};
  if (const StrictJson* dataset = member(json, "dataset"))
    saved.dataset = jsonText(*dataset, place + ", dataset", longestName);
  if (const StrictJson* fingerprint = member(json, "fingerprint"))
    saved.fingerprint = jsonText(*fingerprint, place + ", fingerprint", longestName);
  return saved;
}

ProgramCommand programOf(const StrictJson& json) {
  checkJsonKeys(json, "program", {"command"},
                {"folder", "describe_seconds", "predict_seconds", "predict_per_thousand_seconds"});
  ProgramCommand program{.command = jsonText(json["command"], "program, command", longestCommand)};
  if (program.command.find_first_not_of(" \t\n") == std::string::npos)
    throw JsonRefusal{"program, command", tr("is empty"), tr("remove the program")};
  if (const StrictJson* folder = member(json, "folder"))
    program.folder = jsonText(*folder, "program, folder", longestCommand);
  const auto seconds = [&](const char* key, std::int32_t least, std::int64_t& value) {
    if (const StrictJson* given = member(json, key))
      value = jsonWhole(*given, std::string("program, ") + key, least, ProgramCommand::mostSeconds);
  };
  seconds("describe_seconds", 1, program.describeSeconds);
  seconds("predict_seconds", 1, program.predictSeconds);
  seconds("predict_per_thousand_seconds", 0, program.predictPerThousand);
  return program;
}

void readFiles(const StrictJson& json, WorkspaceState& state) {
  if (const StrictJson* file = member(json, "autosave_of")) state.autosaveOf = pathOf(*file, "autosave_of");
  if (const StrictJson* dataset = member(json, "dataset")) {
    state.demo = dataset->is_string();
    if (state.demo && *dataset != "demo")
      throw JsonRefusal{"dataset", tr("is a text that is not \"demo\""), tr("give its path as an object, or \"demo\"")};
    if (!state.demo) state.dataset = savedPathOf(*dataset, "dataset");
  }
  if (const StrictJson* checkpoint = member(json, "checkpoint"))
    state.checkpoint = savedPathOf(*checkpoint, "checkpoint");
  if (const StrictJson* program = member(json, "program")) state.program = programOf(*program);
  if (const StrictJson* heads = member(json, "heads")) state.heads = jsonWhole(*heads, "heads", 1, mostHeads);
  if (const StrictJson* seed = member(json, "pseudonyms")) {
    state.pseudonyms = jsonText(*seed, "pseudonyms", longestName);
    if (const std::string problem = pseudonymSeedProblem(state.pseudonyms); !problem.empty())
      throw JsonRefusal{"pseudonyms", problem, tr("remove it: ids are as recorded then")};
  }
  readList(member(json, "runs"), "runs", "runs,", mostRuns, state.runs, savedPathOf);
  if (const StrictJson* lines = member(json, "reference_lines")) {
    if (!lines->is_object() || lines->size() > mostReferenceLines)
      throw JsonRefusal{"reference_lines", tr("is not an object, or has too many runs"),
                        tr("give true or false for each run's path")};
    for (const auto& [run, drawn] : lines->items()) state.referenceLines[run] = truthOf(drawn, "reference_lines");
  }
}

void readLayout(const StrictJson& json, WorkspaceState& state) {
  if (const StrictJson* front = member(json, "front")) state.front = jsonText(*front, "front", longestName);
  if (const StrictJson* layouts = member(json, "layouts")) {
    if (!layouts->is_object() || layouts->size() > mostLayouts)
      throw JsonRefusal{"layouts", tr("is not an object, or has too many layouts"),
                        tr("remove it: the window has a default layout")};
    for (const auto& [name, bytes] : layouts->items()) state.layouts[name] = jsonText(bytes, "layouts", longestLayout);
  }
  const StrictJson* options = member(json, "options");
  if (!options) return;
  const JsonRefusal refusal{"options", tr("is not an object of objects, or has too many or too long ones"),
                            tr("remove it: the views have default options")};
  if (!options->is_object() || options->size() > mostLayouts) throw refusal;
  for (const auto& [part, values] : options->items()) {
    if (!values.is_object()) throw refusal;
    state.options[part] = values.dump();
    if (state.options[part].size() > longestLayout) throw refusal;
  }
}

WorkspaceState workspaceOf(const StrictJson& json) {
  if (!json.is_object()) throw JsonRefusal{"", tr("is not an object"), tr("choose a workspace file")};
  const StrictJson* schema = member(json, "schema");
  if (!schema || *schema != workspaceSchema) {
    throw JsonRefusal{"schema", tr("is not %1", {workspaceSchema}), tr("this version of the program reads no other")};
  }
  checkJsonKeys(
      json, "", {"schema"},
      {"autosave_of", "dataset",         "checkpoint", "program",   "heads",     "split",       "index", "filter",
       "sort",        "selection",       "reference",  "histories", "scenarios", "evaluations", "notes", "filters",
       "runs",        "reference_lines", "front",      "layouts",   "options",   "pseudonyms"});
  WorkspaceState state;
  readFiles(json, state);
  if (const StrictJson* split = member(json, "split")) state.split = splitOfJson(*split, "split");
  if (const StrictJson* index = member(json, "index")) state.index = countOf(*index, "index");
  if (const StrictJson* filter = member(json, "filter")) state.filter = jsonText(*filter, "filter", longestFilter);
  if (const StrictJson* sort = member(json, "sort")) state.sort = sortOf(*sort);
  if (const StrictJson* selection = member(json, "selection")) state.selection = selectionOf(*selection);
  if (const StrictJson* reference = member(json, "reference")) state.whatIf.reference = referenceOf(*reference);
  readList(member(json, "histories"), "histories", "history", largest, state.whatIf.histories, historyOf);
  readList(member(json, "scenarios"), "scenarios", "scenario", largest, state.whatIf.scenarios, scenarioOf);
  readList(member(json, "evaluations"), "evaluations", "evaluation", mostSavedEvaluations, state.evaluations,
           evaluationOfJson);
  readList(member(json, "notes"), "notes", "note", mostNotes, state.notes, notedOf);
  readList(member(json, "filters"), "filters", "filter", mostFilters, state.filters, filterOf);
  readLayout(json, state);
  return state;
}

}  // namespace

Result<WorkspaceState> parseWorkspace(std::string_view json, const std::string& where) {
  return readStrictJson<WorkspaceState>(json, deepest, where, workspaceOf);
}

}  // namespace sojourn::session
