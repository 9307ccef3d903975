// SPDX-License-Identifier: GPL-3.0-or-later
// Draws how much the methods agree between seeds, and with random weights.
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "model/core/translation.h"
#include "views/present/chart/axis.h"
#include "views/present/explain/explain_views.h"
#include "views/present/explain/explanation_context.h"
#include "views/present/scene/format.h"
#include "views/present/scene/scene.h"
#include "views/present/scene/scene_builder.h"
#include "views/present/scene/segmented_control.h"
#include "views/present/table/rows_painter.h"

namespace sojourn::present {
namespace {

constexpr float sideMargin = 12, buttonTop = 6, buttonHeight = 22, blocksTop = 36;
constexpr float blockTitle = 18, textLine = 15, methodRow = 20, blockGap = 14, tileLeast = 26, tileMost = 44;
constexpr float markWidth = 78;
constexpr float choiceHeight = 28, shareWidth = 110, leastForThree = 84;
/// Blocks stand side by side from this width on.
constexpr float besideFrom = 760;

struct Tile {
  double tau = 0;
  std::string label;
};

struct Row {
  std::string method = {};
  std::vector<Tile> tiles = {};
  Estimate share = {};  ///< of the samples where it is unstable; of the block over the samples alone
  bool against = false;
  std::string mark = {};  ///< "unstable", "survives"; what speaks against the method
};

/// A block of the picture.
struct StabilityBlock {
  std::string title;
  std::string text = {};                  ///< below the title
  std::size_t lines = 0;                  ///< that it takes
  std::vector<std::string> columns = {};  ///< over the tiles
  std::vector<Row> rows = {};
  bool choice = false;  ///< buttons stand below the lines
  /// Of the columns' heads. Words that are wider than a tile run upwards.
  float headHeight = textLine;
  bool upwards = false;
  float left = 0, top = 0, width = 0;

  [[nodiscard]] float choiceTop() const { return top + blockTitle + textLine * static_cast<float>(lines); }
  [[nodiscard]] float headTop() const { return choiceTop() + (choice ? choiceHeight : 0); }
  [[nodiscard]] float rowsTop() const { return headTop() + (rows.empty() ? 0 : headHeight + 2); }
  [[nodiscard]] float bottom() const { return rowsTop() + methodRow * static_cast<float>(rows.size()); }
};

/// "position_bias" and "layer.0" as heads of columns: "position bias", "layer 0".
std::string blockWords(std::string block) {
  std::ranges::replace_if(
      block, [](char letter) { return letter == '_' || letter == '.'; }, ' ');
  return block;
}

class RankStabilityPainter : RowsPainter {
 public:
  RankStabilityPainter(const RankStabilityInput& input, const Canvas& canvas)
      : RowsPainter(canvas), m_input(input), m_context(input.context) {
    for (const ShownMethod& shown : shownMethods(m_context)) m_methods.push_back(shown.method->name);
    m_blocks = {seedsBlock(), overBlock(), randomizationBlock()};
    for (const StabilityBlock& block : m_blocks)
      for (const Row& row : block.rows)
        m_names = std::max(m_names, m_builder.width(methodLabels(row.method).shortTitle, textFont) + 10);
    layOut(canvas.size);
  }

  Scene paint() {
    paintControls();
    for (const StabilityBlock& block : m_blocks) paintBlock(block);
    describe();
    return std::move(m_scene);
  }

 private:
  [[nodiscard]] StabilityBlock seedsBlock() const {
    StabilityBlock block{.title = tr("Other seeds")};
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
      block.rows.push_back({.method = method,
                            .tiles = {{found->mean, tr("%1%2 on average", {title, exactText(found->mean)})},
                                      {least, tr("%1%2 at least", {title, exactText(least)})},
                                      {most, tr("%1%2 at most", {title, exactText(most)})}},
                            .against = !found->stable,
                            .mark = tr("unstable")});
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
    block.columns = {"0", "50 %", "100 %"};
    for (const std::string& method : m_methods) {
      const auto found = std::ranges::find(over.summary->methods, method, &MethodRankStability::method);
      if (found == over.summary->methods.end() || found->beyondChance.n == 0) continue;
      const Estimate& stable = found->beyondChance;
      block.rows.push_back(
          {.method = method,
           .share = {.mean = 1 - stable.mean, .low = 1 - stable.high, .high = 1 - stable.low, .n = stable.n}});
    }
    return block;
  }

  [[nodiscard]] StabilityBlock randomizationBlock() const {
    StabilityBlock block{.title = tr("Parameter randomization test")};
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
    block.upwards = true;
    for (const RandomizationStage& stage : randomization->stages) {
      const std::string& head = block.columns.emplace_back(blockWords(stage.block));
      block.headHeight = std::max(block.headHeight, m_builder.width(head, smallFont) + 4);
    }
    for (const std::string& method : m_methods) {
      const MethodRandomization* found = randomizationOf(m_context, method);
      if (!found) continue;
      Row& row = block.rows.emplace_back(
          Row{.method = method, .tiles = {}, .against = found->survives, .mark = tr("survives")});
      for (std::size_t s = 0; s < std::min(found->taus.size(), randomization->stages.size()); ++s)
        row.tiles.push_back({found->taus[s], tr("%1, randomized from the output down to %2: tau-b %3",
                                                {methodLabels(method).title, randomization->stages[s].title,
                                                 exactText(found->taus[s])})});
    }
    return block;
  }

  /// The two of seeds stand below each other, random weights beside or below them.
  void layOut(Size size) {
    const bool beside = size.width >= besideFrom;
    const float leftWidth = beside ? std::floor(size.width * 0.42F) : size.width;
    float lowest = blocksTop;
    for (StabilityBlock& block : m_blocks) {
      const bool right = beside && &block == &m_blocks.back();
      block.left = right ? leftWidth : 0;
      block.top = right ? blocksTop : lowest;
      block.width = right ? size.width - leftWidth : leftWidth;
      block.lines = wrapText(m_builder, block.text, smallFont, block.width - 2 * sideMargin).size();
      lowest = std::max(lowest, block.bottom() + blockGap);
    }
    m_scene.contentSize.height = std::max(size.height, lowest - blockGap + 6);
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

  void paintBlock(const StabilityBlock& block) {
    const float left = block.left + sideMargin, width = block.width - 2 * sideMargin;
    m_builder.text({left, block.top, width, blockTitle}, block.title, theme().text, boldFont);
    paintLines(m_builder, {left, block.top + blockTitle}, width, block.text, theme().text2, smallFont, textLine);
    if (block.choice) paintChoice(block);
    if (block.rows.empty()) return;
    if (&block == &m_blocks[1]) return paintShares(block);
    const auto count = static_cast<float>(block.columns.size());
    const float names = std::min(m_names, std::max(60.0F, width - markWidth - tileLeast * count));
    const float tile = std::clamp(std::floor((width - names - markWidth) / count), 8.0F, tileMost);
    const float tilesLeft = left + names;
    for (std::size_t c = 0; c < block.columns.size(); ++c)
      m_scene.shapes.emplace_back(
          TextShape{.rect = {tilesLeft + tile * static_cast<float>(c), block.headTop(), tile - 1, block.headHeight},
                    .text = block.columns[c],
                    .font = smallFont,
                    .color = theme().text2,
                    .align = block.upwards ? Align::Left : Align::Center,
                    .upwards = block.upwards});
    for (std::size_t r = 0; r < block.rows.size(); ++r)
      paintRow(block.rows[r], {left, block.rowsTop() + methodRow * static_cast<float>(r), names - 6, methodRow},
               tilesLeft, tile);
  }

  void paintChoice(const StabilityBlock& block) {
    const AggregateStability& over = m_input.over;
    const Point at{block.left + sideMargin, block.choiceTop() + 3};
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
      m_builder.text({drawn.right() + 10, at.y, block.width - drawn.width - sideMargin - 16, buttonHeight},
                     tr("%1 of %2 evaluated", {grouped(over.summary->samples), grouped(over.asked)}), theme().text2,
                     smallFont);
  }

  void paintName(const std::string& method, const Rect& area) {
    const MethodLabels labels = methodLabels(method);
    m_builder.text(area, labels.shortTitle, methodEmphasised(m_context.sample, method) ? theme().accent : theme().text,
                   textFont);
    m_builder.hit(area, focusOnMethod(method), labels.title + ": " + labels.meaning, method);
  }

  /// From none of the samples at the left to all of them at the right.
  void paintShares(const StabilityBlock& block) {
    const float left = block.left + sideMargin;
    const float names = std::min(m_names, std::max(60.0F, block.width - 2 * sideMargin - shareWidth - 60));
    const float width = std::max(20.0F, block.width - 2 * sideMargin - names - shareWidth - 12);
    const Axis axis(0, 1, left + names, left + names + width);
    const auto xOf = [&](double share) { return axis.at(std::clamp(share, 0.0, 1.0)); };
    for (std::size_t c = 0; c < block.columns.size(); ++c) {
      const float x = xOf(0.5 * static_cast<double>(c));
      if (c != 1 || width >= leastForThree)
        m_builder.text({x - 20, block.headTop(), 40, textLine}, block.columns[c], theme().text2, smallFont,
                       Align::Center);
      m_builder.box({std::round(x), block.rowsTop(), 1, block.bottom() - block.rowsTop()}, theme().grid);
    }
    for (std::size_t r = 0; r < block.rows.size(); ++r) {
      const Row& row = block.rows[r];
      const float top = block.rowsTop() + methodRow * static_cast<float>(r), middle = std::round(top + methodRow / 2);
      const Color color = methodEmphasised(m_context.sample, row.method) ? theme().accent : theme().solid;
      paintName(row.method, {left, top, names - 6, methodRow});
      std::string figures = percent(row.share.mean) + " %";
      if (row.share.hasInterval()) {
        interval(xOf(row.share.low), xOf(row.share.high), middle, color);
        figures += " (" + percent(row.share.low) + "\u2013" + percent(row.share.high) + ")";
      }
      m_builder.circle({xOf(row.share.mean), middle}, 4, color, color);
      m_builder.text({left + names + width + 12, top, shareWidth, methodRow}, figures, theme().text, smallFont,
                     Align::Right);
      m_builder.hit(
          {left + names, top, width + 12 + shareWidth, methodRow}, focusOnMethod(row.method),
          tr("%1, share of samples where it is unstable: %2, %3, %4",
             {methodLabels(row.method).title, exactText(row.share.mean),
              intervalText(row.share, m_input.over.summary->users), countText(row.share.n, "sample", "samples")}),
          exactText(row.share.mean));
    }
  }
  [[nodiscard]] static std::string percent(double share) { return std::to_string(std::lround(100 * share)); }

  void paintRow(const Row& row, const Rect& name, float tilesLeft, float tile) {
    paintName(row.method, name);
    float x = tilesLeft;
    for (const Tile& one : row.tiles) {
      const Rect cell{x, name.y + 1, tile - 1, methodRow - 2};
      std::string text = fixedText(one.tau, 2);
      if (m_builder.width(text, smallFont) > cell.width) text = fixedText(one.tau, 1);
      this->tile(cell, one.tau, text, theme().text);
      m_builder.hit(cell, focusOnMethod(row.method), one.label, exactText(one.tau));
      x += tile;
    }
    if (!row.against) return;
    m_builder.icon({x + 6, name.y + 3, 13, 13}, "warn", theme().err);
    m_builder.text({x + 23, name.y, markWidth - 23, methodRow}, row.mark, theme().err, smallFont);
  }

  void describe() {
    m_scene.caption = tr("%1; stability of the rankings", {scopeText(m_context.sample)});
    const auto marked = [](const StabilityBlock& block) {
      return std::ranges::count_if(block.rows, [](const Row& row) { return row.against; });
    };
    m_scene.summary = tr("Stability of the rankings of the visits across seeds and with randomized weights.");
    if (m_context.seeds)
      m_scene.summary += tr(" Between %1 seeds %2 of %3 methods are unstable.",
                            {std::to_string(m_context.seeds->models.size()), std::to_string(marked(m_blocks[0])),
                             std::to_string(m_blocks[0].rows.size())});
    const std::vector<Row>& shares = m_blocks[1].rows;
    const auto steadiest = std::ranges::min_element(shares, {}, [](const Row& row) { return row.share.mean; });
    if (steadiest != shares.end())
      m_scene.summary += tr(" On %1 of %2, %3 is unstable in the fewest samples, %4 %.",
                            {countText(m_input.over.summary->samples, "sample", "samples"),
                             countText(m_input.over.summary->users, "user", "users"),
                             methodLabels(steadiest->method).title, percent(steadiest->share.mean)});
    if (m_context.randomization)
      m_scene.summary += tr(" %1 of %2 survive randomized weights.",
                            {std::to_string(marked(m_blocks[2])), std::to_string(m_blocks[2].rows.size())});
    Table& table = m_scene.table;
    constexpr double none = Table::absent;
    table.columns = {"method", "comparison", "tau_b", "flagged", "unstable_share", "low", "high", "samples"};
    for (const StabilityBlock& block : m_blocks)
      for (const Row& row : block.rows) {
        for (std::size_t t = 0; t < row.tiles.size(); ++t)
          table.add(row.method, block.title + ", " + columnName(block, t), row.tiles[t].tau, row.against, none, none,
                    none, none);
        if (row.share.n > 0)
          table.add(row.method, block.title, none, none, row.share.mean, row.share.low, row.share.high, row.share.n);
      }
  }
  [[nodiscard]] std::string columnName(const StabilityBlock& block, std::size_t column) const {
    const bool stages = &block == &m_blocks.back();
    return stages ? m_context.randomization->stages[column].block : block.columns[column];
  }

  const RankStabilityInput& m_input;
  const ExplanationContext& m_context;
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
