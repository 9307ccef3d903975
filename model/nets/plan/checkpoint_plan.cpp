// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/nets/plan/checkpoint_plan.h"

#include <algorithm>
#include <unordered_map>

#include "model/core/text.h"
#include "model/formats/checkpoint/checkpoint_file.h"

namespace sojourn {
namespace {

/// More than any training of ours has (model.num_layers), and few enough that modules without numbers stay small.
constexpr std::int64_t mostLayers = 256;
/// What a module's tensor takes beside its numbers.
constexpr std::uint64_t perTensor = 2048;
/// Of each number, as embedding tables are kept a second time, multiplied by the input projection, and while that is
/// put together a third time.
constexpr std::uint64_t copies = 3;

/// Of an extent, and of all of a tensor: below it nothing overflows.
constexpr std::int64_t largestSize = std::int64_t{1} << 40U;

class Planner {
 public:
  Planner(const CheckpointFile& checkpoint, const std::filesystem::path& path)
      : m_checkpoint(checkpoint), m_path(path), m_where(path.filename().string()) {}

  Result<CheckpointPlan> plan(std::optional<int> heads) {
    m_plan.shapes = StateShapes(m_checkpoint.tensors);
    m_plan.kind = recogniseStateDict(m_plan.shapes);
    if (!m_plan.kind) return unknownKind();
    m_plan.sizes = m_plan.kind->sizesOf(m_plan.shapes);
    if (const Status sound = checkSizes(); !sound) return sound.error();
    if (const Status fits = compare(m_plan.kind->expected(m_plan.shapes, m_plan.sizes)); !fits) return fits.error();
    const CheckpointHyperparameters own = readHyperparameters(m_checkpoint.metadata);
    if (const Status decided = decideHeads(own, heads); !decided) return decided.error();
    m_plan.ablation = m_plan.kind->ablationOf(m_plan.shapes, own);
    if (!m_plan.report.extra.empty())
      notice(Severity::Warning, "tensors that the model does not use: " + listNames(m_plan.report.extra));
    return std::move(m_plan);
  }

 private:
  [[nodiscard]] Error refusal(std::string what, std::string remedy) const {
    return {ErrorKind::BadInput, m_where, std::move(what), std::move(remedy)};
  }
  void notice(Severity severity, std::string what, std::string remedy = "") {
    m_plan.notices.push_back({severity, m_where, std::move(what), std::move(remedy)});
  }
  [[nodiscard]] Error notWhole(std::string what) const {
    return refusal(std::move(what), "check that the file is a whole checkpoint of " + std::string(m_plan.kind->title));
  }

  [[nodiscard]] Error unknownKind() const {
    std::vector<std::string> names;
    for (const NamedArray& tensor : m_checkpoint.tensors) names.push_back(tensor.name);
    std::vector<std::string> titles;
    for (const StateDictKind* kind : stateDictKinds()) titles.emplace_back(kind->title);
    return refusal(names.empty() ? "no tensors in the checkpoint"
                                 : "a model of unknown kind, with the tensors " + listNames(names),
                   "open a checkpoint of one of " + commaList(titles));
  }

  [[nodiscard]] Status checkSizes() const {
    const ModelSizes& sizes = m_plan.sizes;
    const std::string_view prefix = m_plan.kind->layerPrefix;
    if (const std::string beyond = m_plan.shapes.layerBeyond(prefix, sizes.layers); !beyond.empty())
      return refusal("has the tensor " + escapeForDisplay(beyond, 80) + ", but none of layer " + std::string(prefix) +
                         std::to_string(sizes.layers),
                     "save the whole state dict, with its layers numbered from 0 without a gap");
    if (sizes.layers > mostLayers)
      return refusal("has " + std::to_string(sizes.layers) + " layers, more than the " + std::to_string(mostLayers) +
                         " that are read",
                     "open a checkpoint of fewer layers");
    for (const std::int64_t size :
         {sizes.locations, sizes.users, sizes.maxLength, sizes.width, sizes.feedForward, sizes.hidden})
      if (size > largestSize)
        return notWhole("the shapes of the tensors contradict each other: one has an extent of " +
                        std::to_string(size));
    const std::int64_t inner = hasHeads() ? sizes.feedForward : sizes.hidden;
    if (sizes.locations < 2 || sizes.width < 4 || sizes.layers < 1 || inner < 1 || sizes.maxLength < 1)
      return notWhole("the shapes of the tensors contradict each other: they are of a model with " +
                      std::to_string(sizes.locations) + " locations, width " + std::to_string(sizes.width) + ", " +
                      std::to_string(sizes.layers) + " layers, " +
                      (hasHeads() ? "feed-forward width " : "hidden width ") + std::to_string(inner) + " and length " +
                      std::to_string(sizes.maxLength));
    return {};
  }

  Status compare(const std::vector<ExpectedTensor>& expected) {
    std::unordered_map<std::string_view, const NdArray*> inFile;
    for (const NamedArray& tensor : m_checkpoint.tensors) inFile.emplace(tensor.name, &tensor.array);
    std::vector<std::string> needed, wrongType;
    std::uint64_t held = 0;
    for (const ExpectedTensor& tensor : expected) {
      const auto elements = checkedElements(tensor.shape);
      if (!elements || *elements > largestSize)
        return notWhole("the shapes of the tensors contradict each other: " + tensor.name + " would be " +
                        shapeText(tensor.shape));
      m_plan.networkBytes += perTensor + *elements * copies * (tensor.integer ? sizeof(std::int64_t) : sizeof(float));
      const auto found = inFile.find(tensor.name);
      if (found == inFile.end()) {
        m_plan.report.missing.push_back(tensor.name);
        if (!tensor.optional) needed.push_back(tensor.name);
        continue;
      }
      const NdArray& array = *found->second;
      if (array.shape != tensor.shape || *elements == 0) {
        m_plan.report.wrongShape.push_back(
            tensor.name + ": " + array.shapeText() + " in the file, " +
            (*elements == 0 ? "a size of 0 cannot be" : shapeText(tensor.shape) + " expected"));
      } else if (tensor.integer ? array.dtype == DType::Bool : !isFloating(array.dtype)) {
        wrongType.push_back(tensor.name + ": " + nameOf(array.dtype) + " in the file, " +
                            (tensor.integer ? "a number" : "floating-point numbers") + " expected");
      } else {
        m_plan.report.matched.push_back(tensor.name);
        held += array.data.size();
      }
      inFile.erase(found);
    }
    for (const NamedArray& tensor : m_checkpoint.tensors)
      if (inFile.contains(tensor.name)) m_plan.report.extra.push_back(tensor.name);
    if (!m_plan.report.wrongShape.empty())
      return notWhole("the shapes of the tensors contradict each other: " + listNames(m_plan.report.wrongShape));
    if (!wrongType.empty()) return notWhole(listNames(wrongType));
    if (!needed.empty()) return notWhole("missing tensors: " + listNames(needed));
    return checkMemory(held);
  }

  /// Views may show one number of a file a million times.
  [[nodiscard]] Status checkMemory(std::uint64_t held) const {
    const std::uint64_t bytes = m_checkpoint.sourceBytes > 0 ? m_checkpoint.sourceBytes : held;
    if (m_plan.networkBytes <= networkMemory(bytes)) return {};
    return refusal("the network would take about " + humanBytes(m_plan.networkBytes) +
                       " of memory, far more than the " + humanBytes(bytes) + " of the file can fill",
                   "save the tensors with clone() and without expand()");
  }

  [[nodiscard]] bool hasHeads() const { return m_plan.kind->defaultHeads > 0; }
  [[nodiscard]] bool divides(std::int64_t heads) const { return heads >= 1 && m_plan.sizes.width % heads == 0; }

  /// The heads that a configuration names; `file` names it.
  Status take(const CheckpointHyperparameters& hyperparameters, const std::string& file) {
    const std::string width = std::to_string(m_plan.sizes.width);
    std::string wrong = hyperparameters.unusableHeads;
    if (wrong.empty() && !divides(*hyperparameters.heads)) wrong = "nhead is " + std::to_string(*hyperparameters.heads);
    if (wrong.empty()) {
      m_plan.sizes.heads = *hyperparameters.heads;
      return {};
    }
    return Error{ErrorKind::BadInput, file,
                 wrong + "; it must be a whole number that divides the model's width " + width,
                 "correct the configuration, or give the number of heads yourself (--heads)"};
  }

  Status decideHeads(const CheckpointHyperparameters& own, std::optional<int> wanted) {
    const std::string width = std::to_string(m_plan.sizes.width);
    m_plan.labelSmoothing = own.labelSmoothing;
    if (!hasHeads()) {
      if (!wanted) return {};
      return Error{ErrorKind::BadUsage, m_where, std::string(m_plan.kind->title) + " has no attention heads",
                   "do not ask for a number of heads"};
    }
    if (wanted) {
      m_plan.sizes.heads = *wanted;
      if (divides(*wanted)) return {};
      return Error{ErrorKind::BadUsage, m_where,
                   std::to_string(*wanted) + " heads do not divide the model's width " + width,
                   "ask for a number of heads that divides " + width};
    }
    if (own.heads || !own.unusableHeads.empty()) return take(own, m_where + ", its own configuration");
    const NeighbourSearch beside = findNeighbourConfig(m_path, m_plan.sizes);
    if (!beside.found) return assumeHeads(beside);
    const std::string file = beside.found->file.filename().string();
    if (!beside.found->fault.empty())
      return Error{ErrorKind::BadInput, file,
                   beside.found->fault + ", but names the number of heads of the model beside it",
                   "correct the syntax, or give the number of heads yourself (--heads)"};
    if (Status taken = take(beside.found->hyperparameters, file); !taken) return taken;
    if (!m_plan.labelSmoothing) m_plan.labelSmoothing = beside.found->hyperparameters.labelSmoothing;
    notice(Severity::Notice, "the number of heads, " + std::to_string(m_plan.sizes.heads) + ", is from " + file);
    return {};
  }

  Status assumeHeads(const NeighbourSearch& beside) {
    std::int64_t assumed = m_plan.kind->defaultHeads;
    while (!divides(assumed)) --assumed;
    m_plan.sizes.heads = assumed;
    std::vector<std::string> tooLarge;
    for (const std::filesystem::path& file : beside.tooLarge) tooLarge.push_back(file.filename().string());
    notice(Severity::Warning,
           "the number of heads is neither in the checkpoint nor in a configuration beside it" +
               (tooLarge.empty() ? "" : " (too large to be one: " + listNames(tooLarge) + ")") + "; " +
               std::to_string(assumed) + " assumed",
           "give the number of heads (--heads) if it is another one");
    return {};
  }

  const CheckpointFile& m_checkpoint;
  const std::filesystem::path& m_path;
  std::string m_where;
  CheckpointPlan m_plan;
};

}  // namespace

Result<CheckpointPlan> planNetwork(const CheckpointFile& checkpoint, const std::filesystem::path& path,
                                   std::optional<int> heads) {
  return Planner(checkpoint, path).plan(heads);
}

std::string listNames(const std::vector<std::string>& names) {
  constexpr std::size_t most = 3;
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), most); ++i) text += (i ? ", " : "") + names[i];
  return names.size() > most ? text + " and " + std::to_string(names.size() - most) + " more" : text;
}

}  // namespace sojourn
