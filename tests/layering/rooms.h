// SPDX-License-Identifier: GPL-3.0-or-later
// The rooms of the larger folders (DESIGN 2), and which room may include from which.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace sojourn::test {

/// A room that may include from another one that is no ground.
struct RoomArrow {
  std::string from, to;
  std::string why;
};

/// The rooms of one folder.
struct Rooms {
  /// What every other room may include from; a later one of these may include from the earlier ones.
  std::vector<std::string> ground;
  /// May include from all rooms, because it puts them together; nothing may include from it. Empty where there is none.
  std::string top = {};
  std::vector<RoomArrow> arrows = {};
};

/// What the studio and the monitor can do, each by the one name that its rooms bear in every layer of views/. A room
/// that is no ground and no top is of one of these.
inline const std::map<std::string, std::string>& features() {
  static const std::map<std::string, std::string> features{
      {"ablation", "a study of variants trained without a part (the Ablation workspace)"},
      {"attention", "every head's attention maps of a sample"},
      {"claims", "what papers say of a model, beside what was measured"},
      {"compare", "several models on the same samples"},
      {"component_ablation", "parts of one trained model set to zero, its mean or another sample's"},
      {"dataset", "the profile of the filtered samples"},
      {"embeddings", "the tables of places and times that models have learned"},
      {"explain", "attribution, faithfulness, agreement and Shapley values of a sample"},
      {"files", "datasets, checkpoints, programs and workspaces: opened and saved"},
      {"follow", "run folders, read while they grow"},
      {"gate", "the gate between copying and generating"},
      {"import", "people's own logs, made into a dataset"},
      {"inspect", "the workspace of one sample's views"},
      {"launch", "trainings planned and queued"},
      {"model", "the diagram of the model"},
      {"monitor", "the wall of runs and its panels"},
      {"panels", "the monitor's panels in Dear ImGui"},
      {"places", "maps, the path of visits, and what lies below them"},
      {"plots", "the monitor's curves in ImPlot"},
      {"pointer", "pointer attention and position bias"},
      {"prediction", "the candidates and their probabilities"},
      {"replay", "the epochs of a run"},
      {"report", "reports and the export of all views"},
      {"runs", "trainings: their table, figures, health and filter"},
      {"samples", "the table of samples, its filter and notes"},
      {"shell", "what stands around the workspaces: bars, palette, navigation, frames"},
      {"studio", "the views of all workspaces together"},
      {"training", "the curves of runs"},
      {"visits", "the sequence of visits and its editors"},
      {"what_if", "edits of a sample and searches around it"},
  };
  return features;
}

/// The folders that have rooms. A new arrow goes in here with its reason, or the code moves.
inline const std::map<std::string, Rooms>& plannedRooms() {
  static const std::map<std::string, Rooms> rooms{
      {"model/formats",
       {.ground = {"bytes", "text"},
        .arrows = {{"checkpoint", "pickle", "a torch archive holds a pickle"},
                   {"checkpoint", "zip", "a torch archive is a zip file"}}}},
      {"model/data",
       {.ground = {"dataset", "records"},
        .arrows = {{"prepare", "io", "what was prepared is written as dataset files"},
                   {"prepare", "steps", "a preparation goes from step to step"},
                   {"steps", "io", "no more sequences are made than a reader of datasets takes"}}}},
      {"model/runs",
       {.ground = {"store", "log"},
        .arrows = {{"catalogue", "import", "a catalogue lists the logs of other programs beside our runs"}}}},
      {"model/nets", {.ground = {"kernels", "device", "network", "plan", "registry"}}},
      {"model/explain",
       {.ground = {"statistics", "attribution"},
        .arrows = {{"explanation", "faithfulness", "an explanation says how faithful each method is"},
                   {"stability", "explanation", "compares the explanations of several models"}}}},
      {"model/train", {.ground = {"trainer"}}},
      {"views/session",
       {.ground = {"async", "place_names", "opening", "settings", "samples", "workspace", "queries"},
        .arrows = {{"component_ablation", "explain", "ablations are of the target that Explain asks about"},
                   {"embeddings", "compare", "the embeddings are those of the pair of Compare"},
                   {"runs", "claims", "results of runs stand beside what is claimed of their model"},
                   {"runs", "follow", "the library of runs owns the followers of their folders"},
                   {"replay", "follow", "a replay reads the run that is followed"},
                   {"replay", "runs", "a replay shows how far its run is"},
                   {"launch", "follow", "a launch avoids the folders of runs that are followed"},
                   {"launch", "runs", "a launch may start from a run, and estimates its time from earlier ones"},
                   {"ablation", "claims", "a study of variants judges what papers claim about them"},
                   {"ablation", "compare", "a study predicts the split by each run as Compare does by a model"},
                   {"ablation", "runs", "a study follows the runs of its folder"},
                   {"ablation", "launch", "a study's trainings are launched as all others"},
                   {"files", "what_if", "a workspace's file keeps edits and scenarios"},
                   {"files", "explain", "a workspace's file keeps evaluations over many samples"},
                   {"files", "runs", "a workspace's file keeps which runs are open"},
                   {"report", "what_if", "a report shows every view"},
                   {"report", "explain", "a report shows every view"},
                   {"report", "component_ablation", "a report shows every view"}}}},
      {"views/present",
       {.ground = {"scene", "chart", "samples", "table"},
        .arrows = {{"component_ablation", "explain", "ablations are of the target that Explain asks about"},
                   {"replay", "attention", "a replay draws the same attention maps, one for each epoch"},
                   {"embeddings", "places", "dots of places have the colours and words of the maps"},
                   {"embeddings", "compare", "models have the marks of Compare"},
                   {"import", "places", "the map of what is imported is a map like those of Places"},
                   {"training", "runs", "curves have the colours of their runs"},
                   {"monitor", "training", "the monitor's charts use the settings of the training curves"}}}},
      {"views/qt",
       {.ground = {"widgets", "charts", "scene", "docks"},
        .top = "main_window",
        .arrows = {{"dataset", "samples", "the Dataset workspace contains the filter line of Samples"},
                   {"inspect", "samples", "the Inspect workspace contains the Samples table"},
                   {"what_if", "visits", "the What if workspace contains the editors of visits"},
                   {"what_if", "inspect", "the views are those of Inspect, beside a reference"},
                   {"compare", "inspect", "the visits of the sample are shown as in Inspect"},
                   {"places", "compare", "the maps are of the pair of models of Compare"},
                   {"compare", "files", "a model program is asked for as in the Model menu"},
                   {"compare", "samples", "the Compare workspace contains the filter line and a table of the samples"},
                   {"training", "runs", "the Training workspace contains the table of runs"},
                   {"training", "launch", "the Training workspace contains the Launch form"},
                   {"training", "replay", "the Training workspace contains the replay"},
                   {"shell", "runs", "the status bar shows how far the current training is"},
                   {"studio", "inspect", "the views of all workspaces"},
                   {"studio", "what_if", "the views of all workspaces"},
                   {"studio", "explain", "the views of all workspaces"},
                   {"studio", "compare", "the views of all workspaces"},
                   {"studio", "dataset", "the views of all workspaces"},
                   {"studio", "places", "the views of all workspaces"},
                   {"studio", "ablation", "the views of all workspaces"},
                   {"report", "studio", "a report shows every view"},
                   {"report", "samples", "a report shows every view"},
                   {"report", "visits", "a report shows every view"},
                   {"report", "what_if", "a report shows every view"}}}},
      {"views/monitor", {.ground = {"state"}}},
      {"views/imgui",
       {.ground = {"charts", "scene"},
        .top = "shell",
        .arrows = {{"plots", "panels", "charts use the panels' small parts and tools"}}}},
      {"app/cli", {.ground = {"terminal", "commands"}, .top = "program"}},
  };
  return rooms;
}

}  // namespace sojourn::test
