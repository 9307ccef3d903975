// SPDX-License-Identifier: GPL-3.0-or-later
// Draws how much the methods agree between seeds, and with random weights.
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "model/core/translation.h"
#include "views/present/explain/explain_views.h"
#include "views/present/explain/explanation_context.h"
#include "views/present/scene/format.h"
#include "views/present/scene/scene.h"
#include "views/present/scene/scene_builder.h"
#include "views/present/scene/segmented_control.h"
#include "views/present/table/row_table.h"

namespace sojourn::present {
namespace {

constexpr float sideMargin = 12, buttonTop = 6, buttonHeight = 22, blocksTop = 36;
constexpr float blockTitle = 18, textLine = 15, methodRow = 20, blockGap = 14, tileLeast = 26, tileMost = 44;
constexpr float markWidth = 78;
constexpr float choiceHeight = 28, shareWidth = 110;
/// Blocks stand side by side from this width on.
constexpr float besideFrom = 760;

struct Tau {
  double tau = 0;
  std::string label;
};

/// A method in one of the comparisons.
struct ComparedMethod {
  std::string method = {};
  std::vector<Tau> taus = {};
  Estimate share = {};  ///< of the samples where it is unstable; of the block over the samples alone
  bool against = false;
};

/// A comparison, with words and a table.
struct StabilityBlock {
  std::string title;
  std::string text = {};
  std::vector<std::string> columns = {};  ///< of the tiles
  std::vector<ComparedMethod> methods = {};
  std::string mark = {};  ///< of a method against which it speaks: "unstable", "survives"
  bool upwards = false;   ///< the columns' heads
  bool choice = false;    ///< buttons stand below the words
};

/// "position_bias" and "layer.0" as heads of columns: "position bias", "layer 0".
std::string blockWords(std::string block) {
  std::ranges::replace_if(
      block, [](char letter) { return letter == '_' || letter == '.'; }, ' ');
  return block;
}

class RankStabilityPainter {
 public:
  RankStabilityPainter(const RankStabilityInput& input, const Canvas& canvas)
      : m_canvas(canvas), m_theme(canvas.theme), m_input(input), m_context(input.context), m_builder(m_scene, canvas) {
    m_scene.size = m_scene.contentSize = canvas.size;
    for (const ShownMethod& shown : shownMethods(m_context)) m_methods.push_back(shown.method->name);
    m_blocks = {seedsBlock(), overBlock(), randomizationBlock()};
    for (const StabilityBlock& block : m_blocks)
      for (const ComparedMethod& one : block.methods)
        m_names = std::max(m_names, canvas.text.width(methodLabels(one.method).shortTitle, textFont) + 10);
  }

  /// The two of seeds stand below each other, random weights beside or below them.
  Scene paint() {
    paintControls();
    const float width = m_canvas.size.width;
    const bool beside = width >= besideFrom;
    const float leftWidth = beside ? std::floor(width * 0.42F) : width;
    float lowest = blocksTop;
    for (const StabilityBlock& block : m_blocks) {
      const bool right = beside && &block == &m_blocks.back();
      const float bottom =
          right ? paintBlock(block, leftWidth, blocksTop, width - leftWidth) : paintBlock(block, 0, lowest, leftWidth);
      lowest = std::max(lowest, bottom + blockGap);
    }
    m_scene.contentSize.height = std::max(m_canvas.size.height, lowest - blockGap + 6);
    describe();
    return std::move(m_scene);
  }

 private:
  [[nodiscard]] StabilityBlock seedsBlock() const {
    StabilityBlock block{.title = tr("Other seeds"), .mark = tr("unstable")};
    const ModelAgreement* seeds = m_context.seeds;
    if (!seeds) {
      block.text = !m_input.seedsFailure.empty() ? m_input.seedsFailure
                   : m_input.comparing           ? tr("Comparing the models on this sample.")
                   : m_input.others > 0 ? tr("None of the chosen models is another training run of the open one.")
                                        : tr("Choose checkpoints of the same model, trained with other seeds: an "
                                             "explanation of what was learned should be similar for all of them.");
      return block;
    }
    const std::string models = std::to_string(seeds->models.size());
    block.text =
        tr("%1 models explain %2; tau-b of each pair. Marked: the mean is below %3, which unrelated rankings reach in "
           "one of forty cases.",
           {models, targetText(m_context), fixedText(seeds->chance, 2)});
    block.columns = {"mean", "min", "max"};
    for (const std::string& method : m_methods) {
      const MethodAgreement* found = seedsOf(m_context, method);
      if (!found) continue;
      double least = std::nan(""), most = least;
      for (const double tau : found->taus) least = std::fmin(least, tau), most = std::fmax(most, tau);
      const std::string title = tr("%1 between %2 models: tau-b ", {methodLabels(method).title, models});
      block.methods.push_back({.method = method,
                               .taus = {{found->mean, tr("%1%2 on average", {title, exactText(found->mean)})},
                                        {least, tr("%1%2 at least", {title, exactText(least)})},
                                        {most, tr("%1%2 at most", {title, exactText(most)})}},
                               .against = !found->stable});
    }
    return block;
  }

  [[nodiscard]] StabilityBlock overBlock() const {
    const AggregateStability& over = m_input.over;
    StabilityBlock block{.title = tr("Other seeds, aggregate evaluation"), .choice = over.possible};
    if (!over.summary) {
      block.text = over.running && over.possible
                       ? tr("The first results appear in a moment; samples are taken in random order.")
                   : over.possible ? tr("Evaluate on many samples to see in how many of them each method is unstable. "
                                        "Those samples are marked in Samples.")
                   : m_input.others == 0 ? tr("Compare seeds to see in how many of the filtered samples each method "
                                              "is unstable. Those samples are marked in Samples.")
                                         : tr("There is nothing to compare: no samples, or no other seed.");
      return block;
    }
    const std::size_t users = over.summary->users;
    const bool stopped = !over.running && over.summary->samples < over.asked;
    block.text =
        tr("%1 of %2, random%3: share where the method is unstable across %4 models%5%6. Such samples are marked in "
           "Samples.",
           {grouped(over.summary->samples), over.filteredText,
            stopped ? tr(", stopped before %1", {grouped(over.asked)}) : "", std::to_string(over.models),
            users < fewestUsersOfInterval ? "; " + noIntervalText(users)
                                          : tr(", with its 95 % interval over %1", {countText(users, "user", "users")}),
            m_context.evaluationWithoutContrast ? tr(", without contrast") : ""});
    for (const std::string& method : m_methods) {
      const auto found = std::ranges::find(over.summary->methods, method, &MethodRankStability::method);
      if (found == over.summary->methods.end() || found->beyondChance.n == 0) continue;
      const Estimate& stable = found->beyondChance;
      block.methods.push_back(
          {.method = method,
           .share = {.mean = 1 - stable.mean, .low = 1 - stable.high, .high = 1 - stable.low, .n = stable.n}});
    }
    return block;
  }

  [[nodiscard]] StabilityBlock randomizationBlock() const {
    StabilityBlock block{.title = tr("Parameter randomization test"), .mark = tr("survives"), .upwards = true};
    const ParameterRandomizationTest* randomization = m_context.randomization;
    if (!randomization) {
      block.text = !m_input.randomizationFailure.empty() ? m_input.randomizationFailure
                   : m_input.checking ? tr("Explaining the sample for models with randomized weights.")
                                      : tr("The same explanation for the model with randomized weights, part by part "
                                           "from the output on (Adebayo et al. 2018): a ranking that stays the same "
                                           "does not explain what was learned.");
      return block;
    }
    block.text =
        tr("tau-b with the model\u2019s own ranking, mean of %1 draws; weights are randomized from the output down to "
           "the part named above the column. Marked: with all weights randomized, tau-b is still %2 or more.",
           {std::to_string(randomization->draws), fixedText(randomization->chance, 2)});
    for (const RandomizationStage& stage : randomization->stages) block.columns.push_back(blockWords(stage.block));
    for (const std::string& method : m_methods) {
      const MethodRandomization* found = randomizationOf(m_context, method);
      if (!found) continue;
      ComparedMethod& compared =
          block.methods.emplace_back(ComparedMethod{.method = method, .against = found->survives});
      for (std::size_t s = 0; s < std::min(found->taus.size(), randomization->stages.size()); ++s)
        compared.taus.push_back({found->taus[s], tr("%1, randomized from the output down to %2: tau-b %3",
                                                    {methodLabels(method).title, randomization->stages[s].title,
                                                     exactText(found->taus[s])})});
    }
    return block;
  }

  void paintControls() {
    const std::string title =
        m_input.others == 0 ? tr("Compare seeds\u2026") : tr("Seeds: %1\u2026", {std::to_string(m_input.others + 1)});
    const std::vector<Segment> seeds{
        {title, WindowCommand::AskSeeds, tr("Choose checkpoints of other seeds to compare with")}};
    const Rect first =
        paintSegmented(m_builder, m_scene, {sideMargin, buttonTop}, buttonHeight, seeds, seeds.size(), smallFont);
    const std::vector<Segment> randomization{
        m_input.checking
            ? Segment{tr("Cancel"), ExplainCommand::CancelRandomization, tr("Stop the parameter randomization test")}
            : Segment{m_context.randomization ? tr("Run test again") : tr("Run randomization test"),
                      ExplainCommand::TestRandomization,
                      tr("Explain this sample for the model with randomized weights, part by part")}};
    paintSegmented(m_builder, m_scene, {first.right() + 8, buttonTop}, buttonHeight, randomization,
                   randomization.size(), smallFont);
  }

  /// Returns its lower end.
  float paintBlock(const StabilityBlock& block, float blockLeft, float top, float blockWidth) {
    const float left = blockLeft + sideMargin, width = blockWidth - 2 * sideMargin;
    m_builder.text({left, top, width, blockTitle}, block.title, m_theme.text, boldFont);
    float y = paintLines(m_builder, {left, top + blockTitle}, width, block.text, m_theme.text2, smallFont, textLine);
    if (block.choice) {
      paintChoice({left, y + 3}, blockLeft + blockWidth);
      y += choiceHeight;
    }
    if (block.methods.empty()) return y;
    return drawTable(block.columns.empty() ? sharesTable(block, width) : tausTable(block, width), m_canvas,
                     {blockLeft, y}, blockWidth, m_scene);
  }

  [[nodiscard]] RowTable tableOf(float names) const {
    return {.columns = {{.width = fixedWidth(names - 6)}, {.width = fixedWidth(4)}},
            .heights = {.head = textLine + 6, .least = methodRow, .most = methodRow},
            .left = sideMargin,
            .right = sideMargin,
            .gap = 1};
  }

  [[nodiscard]] RowCell nameCell(const std::string& method) const {
    const MethodLabels labels = methodLabels(method);
    return {.text = labels.shortTitle,
            .ink = emphasised(method) ? m_theme.accent : m_theme.text,
            .hit = hitOf(focusOnMethod(method), labels.title + ": " + labels.meaning, method)};
  }
  [[nodiscard]] bool emphasised(const std::string& method) const { return methodEmphasised(m_context.sample, method); }

  [[nodiscard]] RowTable tausTable(const StabilityBlock& block, float width) const {
    const auto count = static_cast<float>(block.columns.size());
    const float names = std::min(m_names, std::max(60.0F, width - markWidth - tileLeast * count));
    const float tile = std::clamp(std::floor((width - names - markWidth) / count), 8.0F, tileMost);
    RowTable table = tableOf(names);
    table.upwards = block.upwards;
    for (const std::string& head : block.columns) {
      table.columns.push_back({.title = head, .width = fixedWidth(tile - 1), .align = Align::Center});
      if (block.upwards) table.heights.head = std::max(table.heights.head, m_canvas.text.width(head, smallFont) + 10);
    }
    table.columns.push_back({.width = fixedWidth(4)});
    table.columns.push_back({.width = restWidth(0)});
    for (const ComparedMethod& compared : block.methods) {
      std::vector<RowCell>& cells = table.rows.emplace_back().cells;
      cells = {nameCell(compared.method), {}};
      for (const Tau& one : compared.taus) {
        std::string text = fixedText(one.tau, 2);
        if (m_canvas.text.width(text, smallFont) > tile - 1) text = fixedText(one.tau, 1);
        RowCell& cell = cells.emplace_back(matrixCell(m_theme, one.tau, std::move(text), m_theme.text));
        cell.hit = hitOf(focusOnMethod(compared.method), one.label, exactText(one.tau));
      }
      cells.resize(table.columns.size());
      if (compared.against)
        cells.back() = {
            .text = block.mark, .ink = m_theme.err, .font = smallFont, .icon = std::pair{"warn", m_theme.err}};
    }
    return table;
  }

  /// From none of the samples at the left to all of them at the right.
  [[nodiscard]] RowTable sharesTable(const StabilityBlock& block, float width) const {
    const float names = std::min(m_names, std::max(60.0F, width - shareWidth - 60));
    RowTable table = tableOf(names);
    table.columns.push_back({.title = tr("unstable, %"),
                             .width = restWidth(20),
                             .scale = ColumnScale{.to = 100, .zero = {}, .tickGap = 34}});
    table.columns.push_back({.width = fixedWidth(shareWidth), .align = Align::Right});
    table.heights.foot = textLine;
    for (const ComparedMethod& compared : block.methods) {
      const Estimate& share = compared.share;
      std::string figures = percent(share.mean) + " %";
      CellDot dot{.at = 100 * share.mean, .fill = emphasised(compared.method) ? m_theme.accent : m_theme.solid};
      if (share.hasInterval()) {
        dot.low = 100 * share.low, dot.high = 100 * share.high;
        figures += " (" + percent(share.low) + "\u2013" + percent(share.high) + ")";
      }
      table.rows.push_back(
          {.cells = {nameCell(compared.method), {}, {.dots = {dot}}, {.text = figures, .font = smallFont}},
           .hit = hitOf(focusOnMethod(compared.method),
                        tr("%1, share of samples where it is unstable: %2, %3, %4",
                           {methodLabels(compared.method).title, exactText(share.mean),
                            intervalText(share, m_input.over.summary->users), countText(share.n, "sample", "samples")}),
                        exactText(share.mean))});
    }
    return table;
  }
  [[nodiscard]] static std::string percent(double share) { return std::to_string(std::lround(100 * share)); }

  void paintChoice(Point at, float right) {
    const AggregateStability& over = m_input.over;
    const Rect drawn =
        paintSampleChoice(m_builder, m_scene, at, buttonHeight,
                          {.title = tr("Evaluate"),
                           .sizes = evaluatedSampleCounts,
                           .filtered = over.filtered,
                           .filteredText = over.filteredText,
                           .measured = over.summary ? over.summary->samples : 0,
                           .start = [](std::size_t samples) -> Action { return StartSeedEvaluation{samples}; },
                           .running = over.running,
                           .cancel = ExplainCommand::CancelSeedEvaluation},
                          smallFont);
    if (over.running && over.summary)
      m_builder.text({drawn.right() + 10, at.y, right - drawn.right() - 16, buttonHeight},
                     tr("%1 of %2 evaluated", {grouped(over.summary->samples), grouped(over.asked)}), m_theme.text2,
                     smallFont);
  }

  void describe() {
    m_scene.caption = tr("%1; stability of the rankings", {scopeText(m_context.sample)});
    const auto marked = [](const StabilityBlock& block) {
      return std::ranges::count_if(block.methods, &ComparedMethod::against);
    };
    m_scene.summary = tr("Stability of the rankings of the visits across seeds and with randomized weights.");
    if (m_context.seeds)
      m_scene.summary += tr(" Between %1 seeds %2 of %3 methods are unstable.",
                            {std::to_string(m_context.seeds->models.size()), std::to_string(marked(m_blocks[0])),
                             std::to_string(m_blocks[0].methods.size())});
    const std::vector<ComparedMethod>& shares = m_blocks[1].methods;
    const auto steadiest = std::ranges::min_element(shares, {}, [](const auto& one) { return one.share.mean; });
    if (steadiest != shares.end())
      m_scene.summary += tr(" On %1 of %2, %3 is unstable in the fewest samples, %4 %.",
                            {countText(m_input.over.summary->samples, "sample", "samples"),
                             countText(m_input.over.summary->users, "user", "users"),
                             methodLabels(steadiest->method).title, percent(steadiest->share.mean)});
    if (m_context.randomization)
      m_scene.summary += tr(" %1 of %2 survive randomized weights.",
                            {std::to_string(marked(m_blocks[2])), std::to_string(m_blocks[2].methods.size())});
    Table& table = m_scene.table;
    constexpr double none = Table::absent;
    table.columns = {"method", "comparison", "tau_b", "flagged", "unstable_share", "low", "high", "samples"};
    for (const StabilityBlock& block : m_blocks)
      for (const auto& [method, taus, share, against] : block.methods) {
        for (std::size_t t = 0; t < taus.size(); ++t)
          table.add(method, block.title + ", " + columnName(block, t), taus[t].tau, against, none, none, none, none);
        if (share.n > 0) table.add(method, block.title, none, none, share.mean, share.low, share.high, share.n);
      }
  }
  [[nodiscard]] std::string columnName(const StabilityBlock& block, std::size_t column) const {
    const bool stages = &block == &m_blocks.back();
    return stages ? m_context.randomization->stages[column].block : block.columns[column];
  }

  const Canvas& m_canvas;
  const Theme& m_theme;
  const RankStabilityInput& m_input;
  const ExplanationContext& m_context;
  Scene m_scene;
  SceneBuilder m_builder;
  std::vector<std::string> m_methods;
  std::vector<StabilityBlock> m_blocks;
  float m_names = 60;
};

}  // namespace

ViewContent rankStabilityContent(const RankStabilityInput& input, const Canvas& canvas) {
  if (auto nothing = nothingExplained(input.context)) return *nothing;
  if (input.context.sample.inspection->sequence.visits.size() < 2)
    return EmptyState{.title = tr("Needs at least two visits")};
  return RankStabilityPainter(input, canvas).paint();
}

}  // namespace sojourn::present
