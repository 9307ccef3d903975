// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/session/launch/launch_plan.h"

#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/config/config_file.h"
#include "model/runs/queue/run_queue.h"
#include "model/runs/store/ids_and_times.h"
#include "tests/runs/fake_run.h"
#include "tests/support/temp_folder.h"
#include "views/session/launch/hyperparameter_sweep.h"

namespace sojourn::session {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const ConfigField& field(const char* key) {
  return *findConfigField(key);
}

std::string read(const char* key, const char* text) {
  const auto values = parseHyperparameterSweep(field(key), text);
  return values ? shortText(*values) : "refused: " + values.error().what + ": " + values.error().remedy;
}

TEST(HyperparameterSweep, ListsAndRangesBecomeValues) {
  EXPECT_EQ(read("seed", "42"), "42");
  EXPECT_EQ(read("seed", " 42,43 , 44"), "42, 43, 44");
  EXPECT_EQ(read("seed", "42..46"), "42, 43, 44, 45, 46");
  EXPECT_EQ(read("seed", "3..1, 9"), "3, 2, 1, 9");
  EXPECT_EQ(read("model.d_model", "32..256 x4"), "32, 107, 181, 256");
  EXPECT_EQ(read("model.d_model", "32..256 x4 log"), "32, 64, 128, 256");
  EXPECT_EQ(read("training.learning_rate", "3e-4, 6.5e-4, 1.3e-3"), "3e-4, 0.00065, 0.0013");
  EXPECT_EQ(read("training.learning_rate", "1e-4..1e-3 x5"), "1e-4, 0.000178, 0.000316, 0.000562, 0.001");
  EXPECT_EQ(read("training.learning_rate", "1e-4..1e-2 x3"), "1e-4, 0.001, 0.01");
  EXPECT_EQ(read("model.dropout", "0..0.4 x5 lin"), "0, 0.1, 0.2, 0.3, 0.4");
  EXPECT_EQ(read("training.learning_rate", "0.1501..0.1502 x3"), "0.1501, 0.15015, 0.1502");
  EXPECT_EQ(read("model.ablation", "full_model, no_gate"), "full_model, no_gate");
  EXPECT_EQ(read("training.use_amp", "true, false"), "true, false");
  EXPECT_EQ(read("training.probes", "3, 17"), "3, 17") << "a list is one value";
  EXPECT_EQ(read("training.probes", ""), "");
  EXPECT_EQ(read("data.dataset", "a, b"), "a, b") << "a comma belongs to a text";
}

TEST(HyperparameterSweep, WhatIsNoValueIsRefusedWithWhatIsAllowed) {
  EXPECT_THAT(read("training.batch_size", "64a"),
              HasSubstr("training.batch_size is 64a: it must be a whole number from 1 to 65536"));
  EXPECT_THAT(read("training.batch_size", ""), HasSubstr("is empty"));
  EXPECT_THAT(read("training.batch_size", "64,"), HasSubstr("is empty"));
  EXPECT_THAT(read("training.batch_size", "0..3"), HasSubstr("training.batch_size is 0"));
  EXPECT_THAT(read("model.dropout", "1"), HasSubstr("to below 1.0"));
  EXPECT_THAT(read("model.dropout", "0..0.4 x5"), HasSubstr("lin"));
  EXPECT_THAT(read("training.learning_rate", "1e-4..1e-3"), HasSubstr("how many"));
  EXPECT_THAT(read("training.learning_rate", "1e-4..1e-3 x1"), HasSubstr("x2 to x100"));
  EXPECT_THAT(read("training.learning_rate", "1e-4..1e-3 x5 cubic"), HasSubstr("as 1e-4..1e-3 x5"));
  EXPECT_THAT(read("training.learning_rate", ".."), HasSubstr("write a range"));
  EXPECT_THAT(read("seed", "1..4294967295"), HasSubstr("more than 100 values"));
  EXPECT_THAT(read("seed", "1..90, 101..190"), HasSubstr("more than 100 values"));
  EXPECT_THAT(read("seed", "1, 2, 1"), HasSubstr("has 1 twice"));
  EXPECT_THAT(read("seed", "1..3 x5"), HasSubstr("twice"));
  EXPECT_THAT(read("model.name", "pointer_v45, mhsa"), HasSubstr("one of pointer_v45, mhsa"));
  EXPECT_THAT(read("seed", "\x1b[31m"), HasSubstr("\\x1b"));
}

TEST(LaunchForm, FieldsAndYamlFollowEachOther) {
  LaunchForm form;
  EXPECT_THAT(form.yaml(), HasSubstr("seed: 42\nmodel:\n  name: pointer_v45\n"));
  EXPECT_THAT(form.yaml(), HasSubstr("  min_lr: 1.0e-6\n"));
  EXPECT_EQ(form.yaml().find("data:"), std::string::npos);
  EXPECT_FALSE(form.changed("seed"));
  form.setText(field("seed"), "42..44");
  form.setText(field("training.learning_rate"), "3e-4, 1.3e-3");
  EXPECT_TRUE(form.changed("seed"));
  EXPECT_THAT(form.yaml(), HasSubstr("seed: [42, 43, 44]\n"));
  EXPECT_THAT(form.yaml(), HasSubstr("  learning_rate: [3.0e-4, 0.0013]\n"));
  EXPECT_EQ(form.lineOf("seed"), 1);
  EXPECT_EQ(form.lineOf("model.nhead"), 6);

  std::string yaml = form.yaml();
  yaml.replace(yaml.find("nhead: 4"), 8, "nhead: 8");
  form.setYaml(yaml);
  EXPECT_EQ(form.text(field("model.nhead")), "8");
  EXPECT_TRUE(form.changed("model.nhead"));
  EXPECT_EQ(form.text(field("seed")), "42..44") << "it says the same, and stays as it was typed";
  EXPECT_EQ(form.text(field("training.learning_rate")), "3e-4, 1.3e-3");
  form.setYaml("model: {nhead: 2}\nseed: [1, 2]\n");
  EXPECT_EQ(form.text(field("model.nhead")), "2");
  EXPECT_EQ(form.text(field("seed")), "1, 2");
  EXPECT_FALSE(form.changed("training.learning_rate")) << "left out: as in the base";
  EXPECT_EQ(form.lineOf("seed"), 2);
  EXPECT_EQ(form.yaml(), "model: {nhead: 2}\nseed: [1, 2]\n") << "what is being written is not rewritten";
}

TEST(LaunchForm, WhatIsWrongInTheYamlHasItsLineAndChangesNothingElse) {
  LaunchForm form;
  form.setText(field("seed"), "7");
  form.setYaml("seed: [7\nmodel:\n");
  ASSERT_EQ(form.yamlErrors().size(), 1U);
  EXPECT_GT(form.yamlErrors()[0].line, 0);
  EXPECT_EQ(form.text(field("seed")), "7");
  form.setYaml("seed: 8\nmodel:\n  wings: 2\n  nhead: 2\n  nhead: 4\n");
  ASSERT_EQ(form.yamlErrors().size(), 2U);
  EXPECT_EQ(form.yamlErrors()[0].line, 3);
  EXPECT_THAT(form.yamlErrors()[0].message, HasSubstr("model.wings"));
  EXPECT_EQ(form.yamlErrors()[1].line, 5);
  EXPECT_EQ(form.text(field("seed")), "8");
  form.setText(field("seed"), "not: a number");
  EXPECT_THAT(form.yaml(), HasSubstr("seed: \"not: a number\"\n"));
  EXPECT_THAT(form.yamlErrors(), IsEmpty());
}

TEST(LaunchForm, AnotherModelBringsItsOwnRecipe) {
  LaunchForm form;
  form.setText(field("training.batch_size"), "64");
  form.setText(field("model.name"), "mhsa");
  EXPECT_EQ(form.model(), "mhsa");
  EXPECT_EQ(form.text(field("model.nhead")), "8");
  EXPECT_EQ(form.text(field("training.batch_size")), "64");
  EXPECT_FALSE(shownInForm(field("model.ablation"), "mhsa"));
  EXPECT_EQ(form.yaml().find("ablation"), std::string::npos);
  form.setText(field("model.name"), "pointer_v45");
  EXPECT_FALSE(form.changed("model.name"));
  EXPECT_EQ(form.text(field("model.nhead")), "4");
}

TEST(LaunchForm, ARunIsABaseAndWhatWasChangedStays) {
  TrainingConfig run = recipeFor("pointer_v45");
  run.training.batchSize = 32;
  run.seed = 5;
  LaunchForm form;
  form.setText(field("seed"), "5");
  form.setText(field("model.dropout"), "0.3");
  form.setBase(run);
  EXPECT_EQ(form.text(field("training.batch_size")), "32");
  EXPECT_FALSE(form.changed("seed")) << "the run says the same";
  EXPECT_TRUE(form.changed("model.dropout"));
  form.clear();
  EXPECT_FALSE(form.changed("model.dropout"));
}

/// Plans of a form that is filled as the tests below need it.
class LaunchPlans : public ::testing::Test {
 protected:
  LaunchPlan plan() { return planLaunch(form, place, surroundings); }
  std::string errors() {
    std::string text;
    for (const LaunchError& error : plan().errors)
      text += error.key + " (" + std::to_string(error.line) + "): " + error.message + "\n";
    return text;
  }
  std::vector<std::string> folders() {
    std::vector<std::string> names;
    for (const LaunchMember& member : plan().members) names.push_back(member.runFolder);
    return names;
  }

  LaunchForm form;
  LaunchPlace place{.data = "/data/town/town", .runFolder = "~/runs/v45-{seed}", .device = "cpu", .threads = "2"};
  LaunchSurroundings surroundings{.home = "/home/ann", .runsFolder = {}};
};

TEST_F(LaunchPlans, AWarmUpThatIsLongerThanTheTrainingIsSaid) {
  place.runFolder = "~/runs/v45-{num_epochs}";
  form.setText(field("training.num_epochs"), "1, 20");
  form.setText(field("training.warmup_epochs"), "5");
  EXPECT_EQ(summaryOf(plan(), {}), "2 runs; warm-up is longer than the training");
  form.setText(field("training.num_epochs"), "5, 20");
  EXPECT_EQ(summaryOf(plan(), {}), "2 runs");
}

TEST_F(LaunchPlans, EveryCombinationIsATrainingInItsFolder) {
  place.runFolder = "~/runs/{model}-{seed}-{learning_rate}";
  form.setText(field("seed"), "42, 43");
  form.setText(field("training.learning_rate"), "3e-4, 1e-3");
  const LaunchPlan made = plan();
  EXPECT_EQ(errors(), "");
  EXPECT_EQ(made.folder, "/home/ann/runs");
  EXPECT_EQ(made.threads, 2);
  EXPECT_THAT(folders(), ElementsAre("pointer_v45-42-3e-4", "pointer_v45-42-0.001", "pointer_v45-43-3e-4",
                                     "pointer_v45-43-0.001"));
  EXPECT_EQ(made.members[2].config.seed, 43);
  EXPECT_DOUBLE_EQ(made.members[2].config.training.learningRate, 3e-4);
  EXPECT_EQ(summaryOf(made, {}), "2 × 2 = 4 runs");
  EXPECT_EQ(summaryOf(made, LaunchEstimate{.seconds = 780, .atMost = false}), "2 × 2 = 4 runs, about 13 min");
  const auto same = parseTrainingConfig(toJson(made.members[3].config).dump(), "queue");
  ASSERT_TRUE(same.ok()) << "the trainer reads it back";
  EXPECT_EQ(*same, made.members[3].config);
}

TEST_F(LaunchPlans, AnImpossibleCombinationStandsAtItsFieldWithWhatWouldDo) {
  form.setText(field("model.nhead"), "4, 5");
  place.runFolder = "/runs/{nhead}";
  EXPECT_THAT(errors(), HasSubstr("model.nhead (6): model.d_model 64 cannot be split into model.nhead 5 equal heads. "
                                  "Try 1, 2, 4, 8, 16, 32"));
  EXPECT_THAT(plan().members, IsEmpty());
  form.setText(field("model.nhead"), "4");
  form.setText(field("training.min_lr"), "1");
  EXPECT_THAT(errors(), HasSubstr("training.min_lr"));
  form.setText(field("training.min_lr"), "no");
  EXPECT_THAT(errors(), HasSubstr("training.min_lr is no. It must be a number from 0.0 to 10.0"));
}

TEST_F(LaunchPlans, FoldersAreOneForEachAndWhereQueuesMayPutThem) {
  form.setText(field("training.learning_rate"), "3e-4, 1e-3");
  EXPECT_THAT(errors(),
              HasSubstr("where.run_folder (0): Two runs would share the folder v45-42. Add {learning_rate} to "
                        "the name"));
  form.clear();
  for (const auto& [pattern, what] : std::initializer_list<std::pair<const char*, const char*>>{
           {"", "run folder is empty"},
           {"runs/a", "not a full path"},
           {"~/runs/{wings}", "{wings} is not the name of a field. Use one of seed, model,"},
           {"~/runs/{seed", "unmatched brace"},
           {"~/runs/seed}", "unmatched brace"},
           {"~/runs/.hidden", "begins with a dot"},
           {"~/runs/queue", "the folder of the queue's files"}}) {
    place.runFolder = pattern;
    EXPECT_THAT(errors(), HasSubstr(what)) << pattern;
  }
  place.runFolder = "~/runs/a/";
  EXPECT_THAT(folders(), ElementsAre("a"));
  place.runFolder = "~/runs/city/v45-{seed}";
  EXPECT_EQ(plan().folder, "/home/ann/runs/city");
  surroundings.runsFolder = "/home/ann/runs";
  EXPECT_EQ(plan().folder, "/home/ann/runs") << "the open folder shows the run";
  EXPECT_THAT(folders(), ElementsAre("city/v45-42"));
  surroundings.runsFolder = "/home/ann/other";
  EXPECT_EQ(plan().folder, "/home/ann/runs/city");
  surroundings.runsFolder = "/home";
  EXPECT_EQ(plan().folder, "/home/ann/runs/city") << "four levels down nobody looks";
}

TEST_F(LaunchPlans, TooManyRunsAreRefused) {
  form.setText(field("seed"), "1..50");
  form.setText(field("training.batch_size"), "1..5");
  EXPECT_THAT(errors(), HasSubstr("More than 200 runs"));
  EXPECT_EQ(plan().runs(), 250U);
}

TEST_F(LaunchPlans, NumbersOfThePlaceAreChecked) {
  place.threads = "many";
  place.atATime = "0";
  EXPECT_THAT(errors(),
              HasSubstr("where.threads (0): many is not a valid number here. Write a whole number from 1 to 4096"));
  EXPECT_THAT(errors(), HasSubstr("where.at_a_time"));
  place.threads.clear();
  place.atATime = "2";
  EXPECT_EQ(plan().threads, 0);
  EXPECT_EQ(plan().atATime, 2);
  place.device = "cuda:x";
  EXPECT_THAT(errors(), HasSubstr("where.device (0): cuda:x is no device. Use auto, cpu, cuda or cuda:1"));
  place.device = "cuda:1";
  EXPECT_EQ(plan().device, "cuda:1");
  place.data = "town";
  EXPECT_THAT(errors(), HasSubstr("where.data"));
}

TEST_F(LaunchPlans, TheDiskHasTheLastWord) {
  const test::TempFolder folder;
  place.data.clear();
  place.runFolder = (folder / "v45-{seed}").string();
  form.setText(field("seed"), "1, 2");
  EXPECT_THAT(checkOnDisk(plan()).runFolders, ElementsAre("v45-1", "v45-2"));
  std::filesystem::create_directories(folder / "v45-1");
  EXPECT_THAT(checkOnDisk(plan()).runFolders, ElementsAre("v45-1", "v45-2")) << "an empty folder takes a run";
  const test::FakeRun there(folder / "v45-2", {});
  EXPECT_THAT(checkOnDisk(plan()).runFolders, ElementsAre("v45-1", "v45-2-2"));
  const DiskCheck check = checkOnDisk(plan());
  EXPECT_EQ(withFreeFolders(plan(), check).members[1].runFolder, "v45-2-2");
  EXPECT_EQ(summaryOf(plan(), {}, &check), "2 runs. v45-2 is taken; the run will be v45-2-2");
  form.setText(field("seed"), "3");
  QueuedRun waiting;
  waiting.id = newUuid();
  waiting.runFolder = "v45-3";
  waiting.data = "/data";
  ASSERT_TRUE(RunQueue(folder.path()).add(waiting));
  EXPECT_THAT(checkOnDisk(plan()).runFolders, ElementsAre("v45-3-2")) << "the queue has v45-3";
  // A number does not lead to the name of another run of the same plan.
  LaunchPlan two = plan();
  two.members.push_back(two.members.front());
  two.members.back().runFolder = "v45-3-2";
  EXPECT_THAT(checkOnDisk(two).runFolders, ElementsAre("v45-3-3", "v45-3-2"));
  place.data = (folder / "nowhere").string();
  ASSERT_EQ(checkOnDisk(plan()).errors.size(), 1U);
  EXPECT_EQ(checkOnDisk(plan()).errors[0].key, "where.data");
}

TEST_F(LaunchPlans, OnlyRunsAlikeTellTheTime) {
  form.setText(field("seed"), "1, 2");
  RunPace like{
      .config = toJson(recipeFor("pointer_v45")), .data = "/data/town/town", .secondsPerEpoch = 6, .seconds = {}};
  EXPECT_FALSE(estimate(plan(), {}));
  ASSERT_TRUE(estimate(plan(), {like}));
  EXPECT_DOUBLE_EQ(estimate(plan(), {like})->seconds, 2 * 50 * 6);
  EXPECT_TRUE(estimate(plan(), {like})->atMost);
  like.seconds = 80;
  EXPECT_DOUBLE_EQ(estimate(plan(), {like})->seconds, 160);
  EXPECT_FALSE(estimate(plan(), {like})->atMost);
  RunPace other = like;
  other.data = "/data/village/village";
  EXPECT_FALSE(estimate(plan(), {other}));
  form.setText(field("model.d_model"), "128");
  EXPECT_FALSE(estimate(plan(), {like})) << "another width takes another time";
}

}  // namespace
}  // namespace sojourn::session
