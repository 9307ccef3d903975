// SPDX-License-Identifier: GPL-3.0-or-later
// What a mark, a button or a key of a picture asks for. Each is a type of its own; those that one part of the program
// answers are one variant, so that one that is forgotten does not compile.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "model/data/dataset/dataset.h"
#include "model/results/embedding.h"
#include "model/results/selection.h"
#include "model/results/slices.h"

namespace sojourn::present {

// ---- of the window: it opens what a view shows or lacks

/// "attention"; in What if that workspace's own.
struct OpenView {
  std::string id;
  bool operator==(const OpenView&) const = default;
};
struct OpenSample {
  std::size_t row = 0;
  bool operator==(const OpenSample&) const = default;
};
struct SetSplit {
  Split split = Split::Test;
  bool operator==(const SetSplit&) const = default;
};
/// "user:7": into the filter of Samples, or out of it.
struct ToggleFilter {
  std::string terms;
  bool operator==(const ToggleFilter&) const = default;
};
struct OpenStudyRun {
  std::string run;
  enum class In { Inspect, Compare, Runs } in = In::Inspect;  ///< Compare: with the full model of the same seed
  bool operator==(const OpenStudyRun&) const = default;
};
enum class WindowCommand {
  OpenDataset,
  OpenCheckpoint,
  OpenDemo,
  OpenRuns,
  OpenStudy,
  OpenStudyDataset,
  OpenPlaces,
  AddModel,  ///< to those that are compared
  AskSeeds,  ///< for checkpoints of other seeds
  ClearFilter
};
using WindowAction = std::variant<OpenView, OpenSample, OpenStudyRun, SetSplit, ToggleFilter, WindowCommand>;

// ---- of the views of one sample

enum class AttentionScale;
struct SetAttentionScale {
  AttentionScale scale{};
  bool operator==(const SetAttentionScale&) const = default;
};
/// Pixels of a cell; 0: as large as fits.
struct ZoomAttention {
  int cell = 0;
  bool operator==(const ZoomAttention&) const = default;
};
struct TogglePin {
  bool operator==(const TogglePin&) const = default;
};
/// Of the scale of changes, which ends at `end`.
struct TogglePinnedChange {
  double end = 0;
  bool operator==(const TogglePinnedChange&) const = default;
};
/// The sums per place below the pointer.
struct ShowSums {
  bool shown = false;
  bool operator==(const ShowSums&) const = default;
};
struct SplitGateBy {
  SliceBy by = SliceBy::Correctness;
  bool operator==(const SplitGateBy&) const = default;
};
/// A block of the model's diagram, whose tensors are listed; empty: none.
struct SelectBlock {
  std::string id;
  bool operator==(const SelectBlock&) const = default;
};
using SampleAction =
    std::variant<SetAttentionScale, ZoomAttention, TogglePin, TogglePinnedChange, ShowSums, SplitGateBy, SelectBlock>;

// ---- of Explain; `samples` 0: all that are filtered

struct ShowMethodsFrom {
  std::size_t column = 0;
  bool operator==(const ShowMethodsFrom&) const = default;
};
struct StartEvaluation {
  std::size_t samples = 0;
  bool operator==(const StartEvaluation&) const = default;
};
struct StartComponentEvaluation {
  std::size_t samples = 0;
  bool operator==(const StartComponentEvaluation&) const = default;
};
/// The visits of a player of the Shapley values.
struct SelectVisits {
  std::vector<std::size_t> visits;
  bool operator==(const SelectVisits&) const = default;
};
struct StartSeedEvaluation {
  std::size_t samples = 0;
  bool operator==(const StartSeedEvaluation&) const = default;
};
enum class ExplainCommand {
  CancelEvaluation,
  ResumeComponents,
  CancelComponentEvaluation,
  ResumeShapley,
  TestRandomization,
  CancelRandomization,
  CancelSeedEvaluation
};
using ExplainAction = std::variant<ShowMethodsFrom, StartEvaluation, StartComponentEvaluation, StartSeedEvaluation,
                                   SelectVisits, ExplainCommand>;

// ---- of Compare

enum class DifferenceBy;
struct SetDifferenceBy {
  DifferenceBy by{};
  bool operator==(const SetDifferenceBy&) const = default;
};
struct ResumeComparison {
  bool operator==(const ResumeComparison&) const = default;
};
using CompareAction = std::variant<SetDifferenceBy, ResumeComparison>;

// ---- of Dataset

/// By its place among the models of Compare.
struct ShowHeadsOf {
  std::size_t model = 0;
  bool operator==(const ShowHeadsOf&) const = default;
};
enum class DatasetCommand { CancelProfile, ResumeProfile };
using DatasetAction = std::variant<ShowHeadsOf, DatasetCommand>;

// ---- of maps and the path on them

struct MapCamera {
  Coordinates center;
  double metresPerPixel = 10;  ///< at the centre
  bool operator==(const MapCamera& other) const {
    return center.latitude == other.center.latitude && center.longitude == other.center.longitude &&
           metresPerPixel == other.metresPerPixel;
  }
};
struct MoveMap {
  MapCamera camera;
  bool operator==(const MoveMap&) const = default;
};
/// Back to the places of the sample.
struct FitMap {
  bool operator==(const FitMap&) const = default;
};
/// Minutes, as PathSpan counts them.
struct MovePath {
  std::int64_t moment = 0;
  bool operator==(const MovePath&) const = default;
};
using PlacesAction = std::variant<MoveMap, FitMap, MovePath>;

// ---- of embeddings

/// The middle of what is seen, in the projection's own units, and how many times it is enlarged.
struct ProjectionCamera {
  double x = 0, y = 0;
  double zoom = 1;
  bool operator==(const ProjectionCamera&) const = default;
};
struct MovedProjection {
  std::size_t model = 0;
  ProjectionCamera camera;
  bool operator==(const MovedProjection&) const = default;
};
/// One scatter, or both at once.
struct MoveProjections {
  std::vector<MovedProjection> moved;
  bool operator==(const MoveProjections&) const = default;
};
/// The line around dots grows by a point in the projection's own units.
struct DrawLasso {
  std::size_t model = 0;
  std::array<double, 2> point{};
  bool operator==(const DrawLasso&) const = default;
};
struct SetEmbeddingTable {
  EmbeddingKind table = EmbeddingKind::Input;
  bool operator==(const SetEmbeddingTable&) const = default;
};
struct SetProjection {
  bool tsne = false;
  bool operator==(const SetProjection&) const = default;
};
/// Dragging draws a line around dots, or moves the section.
struct SetLasso {
  bool on = false;
  bool operator==(const SetLasso&) const = default;
};
struct ColorFromHome {
  bool on = false;
  bool operator==(const ColorFromHome&) const = default;
};
enum class EmbeddingCommand {
  Fit,         ///< both scatters
  CloseLasso,  ///< the line around dots is whole
  Resume
};
using EmbeddingAction = std::variant<MoveProjections, DrawLasso, SetEmbeddingTable, SetProjection, SetLasso,
                                     ColorFromHome, EmbeddingCommand>;

// ---- of an ablation study

struct SelectVariant {
  std::string name;
  bool operator==(const SelectVariant&) const = default;
};
struct SelectStudyRun {
  std::string run;
  bool operator==(const SelectStudyRun&) const = default;
};
struct ResumeStudy {
  bool operator==(const ResumeStudy&) const = default;
};
/// Trainings with these numbers of layers.
struct QueueLayers {
  std::vector<std::int64_t> layers;
  bool operator==(const QueueLayers&) const = default;
};
using StudyAction = std::variant<SelectVariant, SelectStudyRun, ResumeStudy, QueueLayers>;

// ---- of What if

/// Minutes count from where the drag began, so 0 takes a preview back.
struct Shift {
  std::size_t visit = 0;
  std::int32_t minutes = 0;
  bool copy = false;  ///< the mark stays and a copy of it moves
  bool operator==(const Shift&) const = default;
};
struct PreviewShift {
  Shift shift;
  bool operator==(const PreviewShift&) const = default;
};
struct ShiftVisit {
  Shift shift;
  bool operator==(const ShiftVisit&) const = default;
};
using ShiftAction = std::variant<PreviewShift, ShiftVisit>;

struct PreviewSweep {
  std::int32_t value = 0;
  bool operator==(const PreviewSweep&) const = default;
};
struct ApplySweep {
  std::int32_t value = 0;
  bool operator==(const ApplySweep&) const = default;
};
struct PreviewCounterfactual {
  std::size_t number = 0;
  bool operator==(const PreviewCounterfactual&) const = default;
};
struct ChooseCounterfactual {
  std::size_t number = 0;
  bool operator==(const ChooseCounterfactual&) const = default;
};
struct ApplyCounterfactual {
  std::size_t number = 0;
  bool operator==(const ApplyCounterfactual&) const = default;
};
struct SearchCounterfactuals {
  bool operator==(const SearchCounterfactuals&) const = default;
};
using SearchAction = std::variant<PreviewSweep, ApplySweep, PreviewCounterfactual, ChooseCounterfactual,
                                  ApplyCounterfactual, SearchCounterfactuals>;

struct SelectTraining {
  std::size_t row = 0;
  bool operator==(const SelectTraining&) const = default;
};
struct OpenTraining {
  std::size_t row = 0;
  bool operator==(const OpenTraining&) const = default;
};
using NearestAction = std::variant<SelectTraining, OpenTraining>;

// ---- of the Import page

/// Metres.
struct SetEps {
  double eps = 0;
  bool operator==(const SetEps&) const = default;
};
struct UseRecipe {
  bool operator==(const UseRecipe&) const = default;
};
/// Those that were left out for a reason.
struct ListRows {
  std::string reason;
  bool operator==(const ListRows&) const = default;
};
struct PointPlace {
  std::size_t place = 0;
  bool operator==(const PointPlace&) const = default;
};
using ImportAction = std::variant<SetEps, UseRecipe, ListRows, PointPlace>;

// ---- of curves

enum class CurveX;
enum class CurveMetric;
enum class SeedCurves { Band, Lines, Single };
struct CurveRange {
  double from = 0, to = 1;
  bool operator==(const CurveRange&) const = default;
};
struct SetCurveX {
  CurveX x{};
  bool operator==(const SetCurveX&) const = default;
};
struct SetSmoothing {
  double smoothing = 0;
  bool operator==(const SetSmoothing&) const = default;
};
struct SetLogLoss {
  bool on = false;
  bool operator==(const SetLogLoss&) const = default;
};
struct SetSeedCurves {
  SeedCurves seeds = SeedCurves::Band;
  bool operator==(const SetSeedCurves&) const = default;
};
struct PickPanels {
  bool operator==(const PickPanels&) const = default;
};
/// Without one: all metrics.
struct EnlargeCurve {
  std::optional<CurveMetric> metric;
  bool operator==(const EnlargeCurve&) const = default;
};
struct SetCursor {
  double x = 0;
  bool operator==(const SetCursor&) const = default;
};
/// Without one: all of x.
struct SetCurveRange {
  std::optional<CurveRange> range;
  bool operator==(const SetCurveRange&) const = default;
};
using CurveAction = std::variant<SetCurveX, SetSmoothing, SetLogLoss, SetSeedCurves, PickPanels, EnlargeCurve,
                                 SetCursor, SetCurveRange>;

// ---- of the Learning replay

struct SetProbe {
  std::size_t probe = 0;
  bool operator==(const SetProbe&) const = default;
};
/// B's, or with Shift A's.
struct SetEpoch {
  std::size_t epoch = 0;
  bool operator==(const SetEpoch&) const = default;
};
/// Without one: all heads.
struct EnlargeHead {
  std::optional<HeadRef> head;
  bool operator==(const EnlargeHead&) const = default;
};
/// Of the two epochs alone, or of all.
struct ScaleOfPair {
  bool on = false;
  bool operator==(const ScaleOfPair&) const = default;
};
/// In place of the maps.
struct ShowTopTen {
  bool on = false;
  bool operator==(const ShowTopTen&) const = default;
};
using ReplayAction = std::variant<SetProbe, SetEpoch, EnlargeHead, ScaleOfPair, ShowTopTen>;

}  // namespace sojourn::present
