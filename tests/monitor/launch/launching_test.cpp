// SPDX-License-Identifier: GPL-3.0-or-later
// Trainings begun from the monitor, without a window and without a trainer: what stands in the form, in the queue, and
// what is said when something is wrong.
#include "views/monitor/launch/launching.h"

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>

#include "model/config/config_file.h"
#include "model/runs/queue/run_queue.h"
#include "model/runs/store/ids_and_times.h"
#include "tests/monitor/watched_folder.h"
#include "tests/support/built.h"
#include "views/monitor/state/panel_data.h"
#include "views/session/launch/launch_source.h"

namespace sojourn::monitor {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class Launches : public ::testing::Test {
 protected:
  void SetUp() override {
    auto options = m_folder.options(RunState::Finished);
    options.seed = 42;
    m_folder.add("hot", options);
    m_folder.add("left", m_folder.options(RunState::Running)).writeStatus(RunState::Running, false);
    ASSERT_TRUE(m_folder.settle());
    m_launching = std::make_unique<Launching>(
        LaunchingOptions{.wake = {},
                         .startQueue = [this](const std::filesystem::path& folder, std::int64_t atATime,
                                              std::function<void(const session::QueueEnd&)> ended) -> Status {
                           m_started.emplace_back(folder, atATime);
                           if (m_startError) return *m_startError;
                           m_ended = std::move(ended);
                           return {};
                         },
                         .demo =
                             [] {
                               return Result<session::Loaders::DemoFiles>({test::demoFolder(), test::demoFolder()});
                             },
                         .home = m_home.path()},
        monitor());
  }

  [[nodiscard]] Monitor& monitor() { return m_folder.monitor(); }
  void act(const present::LaunchAction& action) { m_launching->act(action); }
  void set(const std::string& key, const std::string& text) { act(present::SetField{key, text}); }
  /// A file is read by another thread; until then nothing can be launched.
  void start(const std::string& from) {
    set("from", from);
    EXPECT_TRUE(until([&] {
      const bool reading = formModel().differs.starts_with("Reading ");
      EXPECT_FALSE(reading && formModel().launch.enabled);
      return !reading;
    }));
  }
  [[nodiscard]] const LaunchFormModel& formModel() const { return m_launching->formModel(); }
  [[nodiscard]] const session::FormField& field(const std::string& key) const {
    for (const session::FormSection& section : formModel().sections)
      for (const session::FormField& one : section.fields)
        if (one.key == key) return one;
    static const session::FormField none;
    ADD_FAILURE() << "no field " << key;
    return none;
  }
  [[nodiscard]] bool until(const std::function<bool()>& condition) {
    return m_folder.until([&] {
      m_launching->update(wallNow());
      return condition();
    });
  }
  /// What the disk says has come.
  [[nodiscard]] bool checked() {
    return until([this] { return !m_launching->busy() && ++m_rounds % 20 == 0; });
  }
  [[nodiscard]] std::vector<QueuedRun> waiting() const { return RunQueue(m_folder.path()).waiting(); }

  test::TempFolder m_home;
  test::WatchedFolder m_folder;
  std::vector<std::pair<std::filesystem::path, std::int64_t>> m_started;
  std::optional<Error> m_startError;
  std::function<void(const session::QueueEnd&)> m_ended;  ///< tells that the queue started last has ended
  std::unique_ptr<Launching> m_launching;
  int m_rounds = 0;
};

TEST_F(Launches, AgainWithARunStandsOnItsConfigurationAndSaysWhatIsChanged) {
  EXPECT_FALSE(m_launching->shown());
  act(present::Relaunch{m_folder.id("hot")});
  ASSERT_TRUE(m_launching->shown());
  EXPECT_EQ(formModel().title, "Relaunch hot");
  EXPECT_EQ(field("seed").text, "42");
  EXPECT_EQ(field("training.num_epochs").text, "50");
  EXPECT_FALSE(field("training.num_epochs").changed);
  EXPECT_EQ(field("where.run_folder").text, m_folder.id("hot-again"));
  EXPECT_THAT(formModel().differs, HasSubstr("Same configuration as hot"));

  set("seed", "7");
  EXPECT_TRUE(field("seed").changed);
  EXPECT_EQ(field("seed").note, "was 42");
  EXPECT_EQ(field("where.run_folder").text, m_folder.id("hot-seed{seed}"));
  EXPECT_EQ(formModel().differs, "Based on hot with these changes: seed 7");
  EXPECT_THAT(formModel().summary, HasSubstr("1 run"));
  EXPECT_THAT(formModel().summary, HasSubstr(", into hot-seed7"));
  set("training.learning_rate", "1e-4, 3e-4");
  EXPECT_EQ(field("training.learning_rate").note, "2 values, was 0.00065");
  EXPECT_EQ(formModel().launch.text, "Launch 2 runs");
  EXPECT_THAT(formModel().differs, HasSubstr("learning_rate 1e-4, 3e-4"));
  act(present::ResetField{"training.learning_rate"});
  EXPECT_FALSE(field("training.learning_rate").changed);

  // Closed and opened again, or left as it was, nothing of it is lost.
  set("from", "hot");
  EXPECT_EQ(field("seed").text, "7");
  act(present::LaunchCommand::Close);
  EXPECT_FALSE(m_launching->shown());
  act(present::Relaunch{m_folder.id("hot")});
  EXPECT_EQ(field("seed").text, "7");
}

TEST_F(Launches, WhatIsTypedStaysAsItIsTypedThoughItSaysTheSame) {
  act(present::Relaunch{m_folder.id("hot")});
  set("training.learning_rate", "6.50e-4");
  EXPECT_EQ(field("training.learning_rate").text, "6.50e-4");
  EXPECT_FALSE(field("training.learning_rate").changed);
}

TEST_F(Launches, LaunchPutsItIntoTheFoldersQueueAndStartsOne) {
  act(present::Relaunch{m_folder.id("hot")});
  set("where.data", test::demoFolder());
  set("seed", "7");
  set("where.at_a_time", "2");
  ASSERT_TRUE(checked());
  ASSERT_TRUE(formModel().launch.enabled) << formModel().problem;
  act(present::LaunchCommand::Launch);
  ASSERT_TRUE(until([&] { return !m_launching->shown(); })) << formModel().problem;
  ASSERT_EQ(waiting().size(), 1U);
  EXPECT_EQ(waiting()[0].runFolder, "hot-seed7");
  EXPECT_EQ(waiting()[0].data, test::demoFolder());
  EXPECT_EQ(waiting()[0].config["seed"], 7);
  EXPECT_EQ(waiting()[0].config["training"]["num_epochs"], 50);
  EXPECT_THAT(m_started, ElementsAre(std::pair(m_folder.path(), 2)));
  ASSERT_TRUE(until([&] { return m_launching->queue().lines.size() == 1; }));
  EXPECT_THAT(m_launching->queue().title, HasSubstr("1 run waiting"));
  EXPECT_THAT(m_launching->queue().title, HasSubstr(", starting"));
  EXPECT_EQ(m_launching->queue().idle, "");
  // Another one like it is proposed beside it, not over it.
  act(present::Relaunch{m_folder.id("hot")});
  set("where.data", test::demoFolder());
  set("seed", "7");
  EXPECT_TRUE(until([&] {
    return formModel().summary.find("hot-seed7 is taken; the run will be hot-seed7-2") != std::string::npos;
  })) << formModel().summary;
  ASSERT_TRUE(checked());
  EXPECT_TRUE(formModel().launch.enabled) << formModel().problem;
  // As long as it waits it can be taken back.
  act(std::get<present::LaunchAction>(m_launching->queue().lines[0].button.action));
  EXPECT_TRUE(until([&] { return m_launching->queue().lines.empty(); }));
  EXPECT_THAT(waiting(), IsEmpty());
}

TEST_F(Launches, TheNewRunLeavesTheSelectionWhereItIs) {
  monitor().select(m_folder.id("hot"));
  act(present::Relaunch{m_folder.id("hot")});
  set("where.data", test::demoFolder());
  set("where.run_folder", m_folder.id("first"));
  ASSERT_TRUE(checked());
  act(present::LaunchCommand::Launch);
  ASSERT_TRUE(until([&] { return !m_launching->shown(); })) << formModel().problem;
  m_folder.add("first", m_folder.options(RunState::Running));
  ASSERT_TRUE(until([&] { return monitor().run(m_folder.id("first")) != nullptr; }));
  ASSERT_TRUE(checked());
  EXPECT_EQ(monitor().selected(), m_folder.id("hot"));
}

TEST_F(Launches, WhatIsWrongStandsUnderItsFieldAndNothingIsQueued) {
  act(present::Relaunch{m_folder.id("hot")});
  // The dataset of the fake run lies nowhere.
  ASSERT_TRUE(until([&] { return !field("where.data").error.empty(); }));
  EXPECT_FALSE(formModel().launch.enabled);
  EXPECT_FALSE(formModel().problem.empty());
  act(present::LaunchCommand::Launch);
  set("where.data", test::demoFolder());
  ASSERT_TRUE(until([&] { return field("where.data").error.empty(); }));

  set("seed", "many");
  EXPECT_THAT(field("seed").error, HasSubstr("seed is many"));
  EXPECT_FALSE(formModel().launch.enabled);
  set("seed", "8");
  set("model.nhead", "7");
  EXPECT_FALSE(field("model.nhead").error.empty() && field("model.d_model").error.empty()) << formModel().problem;
  act(present::ResetField{"model.nhead"});

  set("where.run_folder", m_folder.id("left"));
  ASSERT_TRUE(until([&] {
    return formModel().summary.find("left is taken; the run will be left-2") != std::string::npos;
  })) << formModel().summary;
  set("where.run_folder", "relative");
  EXPECT_THAT(field("where.run_folder").error, HasSubstr("not a full path"));
  act(present::ResetField{"where.run_folder"});
  EXPECT_EQ(field("where.run_folder").text, m_folder.id("hot-seed{seed}"));
  set("where.threads", "0");
  EXPECT_FALSE(field("where.threads").error.empty());
  EXPECT_THAT(waiting(), IsEmpty());
  EXPECT_THAT(m_started, IsEmpty());
}

TEST_F(Launches, AQueueThatCannotBeStartedIsReportedAndTheEntryStays) {
  m_startError = Error{ErrorKind::Failed, "/opt/sojourn", "is not there", "install it"};
  act(present::Relaunch{m_folder.id("hot")});
  set("where.data", test::demoFolder());
  ASSERT_TRUE(checked());
  act(present::LaunchCommand::Launch);
  ASSERT_TRUE(until([&] { return !m_launching->queue().problems.empty() && m_launching->queue().lines.size() == 1; }));
  EXPECT_THAT(m_launching->queue().problems[0], HasSubstr("is not there"));
  ASSERT_FALSE(monitor().problems().empty());
  EXPECT_THAT(monitor().problems().back(), HasSubstr("is not there"));
  EXPECT_EQ(waiting().size(), 1U);
  act(present::LaunchCommand::ClearProblems);
  EXPECT_THAT(m_launching->queue().problems, IsEmpty());

  // Nobody works on it, and so it is offered to be started: also in vain, until it can be.
  EXPECT_EQ(m_launching->queue().idle, "This queue is not running");
  ASSERT_TRUE(until([&] { return m_launching->queue().start.enabled; }));
  act(present::LaunchCommand::StartQueue);
  ASSERT_TRUE(until([&] { return !m_launching->queue().problems.empty(); }));
  EXPECT_THAT(m_launching->queue().problems[0], HasSubstr("is not there"));
  EXPECT_NE(m_launching->queue().idle, "");
  m_startError.reset();
  ASSERT_TRUE(until([&] { return m_launching->queue().start.enabled; }));
  act(present::LaunchCommand::StartQueue);
  ASSERT_TRUE(until([&] { return m_launching->queue().idle.empty(); }));
  EXPECT_EQ(m_launching->queue().start.text, "");
  EXPECT_EQ(m_started.size(), 3U);
  EXPECT_EQ(waiting().size(), 1U) << "it is trained, not queued once more";
  m_ended({.exitCode = 137, .lastLine = {}});
  ASSERT_TRUE(until([&] { return !m_launching->queue().idle.empty(); })) << "it was killed";
}

TEST_F(Launches, TheQueueTellsWhatIsTrainedAndWhatWasCutShort) {
  const RunQueue queue(m_folder.path());
  const auto taken = [&](const char* name, ProcessIdentity trainer) {
    TakenRun run;
    run.run.id = newUuid();
    run.run.runFolder = name;
    run.run.data = test::demoFolder();
    run.trainer = std::move(trainer);
    ASSERT_TRUE(queue.add(run.run).ok());
    ASSERT_TRUE(queue.take(run.run).ok());
    ASSERT_TRUE(queue.noteTrainer(run).ok());
  };
  taken("hot", thisProcess());
  ProcessIdentity gone = thisProcess();
  gone.startTicks -= 1;
  taken("cut", gone);
  act(present::Relaunch{m_folder.id("hot")});  // while the form is open the queue is looked at more often
  ASSERT_TRUE(until([&] { return m_launching->queue().lines.size() == 2; }));
  EXPECT_THAT(m_launching->queue().title, HasSubstr("1 interrupted, 1 training \u00B7 queue of "));
  EXPECT_NE(m_launching->queue().idle, "");
  EXPECT_EQ(m_launching->queue().lines[1].run, "cut");
  EXPECT_EQ(m_launching->queue().lines[1].button.text, "");
  // From what is being trained one gets to its run.
  const present::ActionButton& show = m_launching->queue().lines[0].button;
  EXPECT_TRUE(show.enabled);
  monitor().select(m_folder.id("left"));
  monitor().act(std::get<present::RunAction>(show.action));
  EXPECT_EQ(monitor().selected(), m_folder.id("hot"));
}

TEST_F(Launches, AConfigurationIsTakenFromAFileARecipeOrARun) {
  const auto write = [&](const char* name, const char* text) {
    std::ofstream(m_home / name) << text;
    return (m_home / name).string();
  };
  act(present::LaunchCommand::Open);
  ASSERT_TRUE(m_launching->shown());
  EXPECT_EQ(formModel().title, "Launch a training");
  EXPECT_EQ(field("from").text, "V45, recipe");
  EXPECT_EQ(field("where.run_folder").text, m_folder.id("{model}-{seed}"));

  start(write("small.yaml", "seed: 5\nmodel:\n  name: mhsa\n  d_model: 32\n"));
  EXPECT_EQ(field("from").error, "");
  EXPECT_EQ(field("model.d_model").text, "32");
  EXPECT_FALSE(field("model.d_model").changed) << "the file is what it starts from";
  EXPECT_EQ(monitor().settings().configurations, m_home.path().string());
  set("seed", "6");
  // From home, and several values of a field.
  write("sweep.yaml", "training:\n  learning_rate: [1e-3, 1e-4]\n");
  start("~/sweep.yaml");
  EXPECT_EQ(field("from").error, "");
  EXPECT_EQ(field("seed").text, "42");
  EXPECT_EQ(m_launching->plan().runs(), 2U);

  // What cannot be read changes nothing.
  for (const auto& [path, why] : std::vector<std::pair<std::string, std::string>>{
           {write("broken.yaml", "seed: [1\nmodel: {"), "ine "},
           {write("unknown.yaml", "sead: 1\n"), "sead is not a configuration key"},
           {write("binary.yaml", "\xff\xfe\x01"), "UTF-8"},
           {(m_home / "none.yaml").string(), "none.yaml"},
           {"nowhere", "nor the full path"},
           {"", "Choose"}}) {
    start(path);
    EXPECT_THAT(field("from").error, HasSubstr(why)) << path;
    EXPECT_FALSE(formModel().launch.enabled) << path;
    EXPECT_EQ(m_launching->plan().runs(), 2U) << path;
    EXPECT_EQ(formModel().differs, "") << path;
  }
  set("from", "hot");
  EXPECT_EQ(field("from").error, "");
  EXPECT_EQ(formModel().title, "Relaunch hot");
  set("from", "recipe:mhsa");
  EXPECT_EQ(field("model.name").text, "mhsa");

  // Files below the runs' folder and where the last one came from are offered.
  std::ofstream(m_folder.path() / "mine.yml") << "seed: 1\n";
  act(present::LaunchCommand::Open);
  const auto offered = [&](const std::string& value) {
    const auto& choices = field("from").choices;
    return std::ranges::find(choices, value, &session::FormChoice::value) != choices.end();
  };
  EXPECT_TRUE(until([&] {
    return offered("file:" + (m_folder.path() / "mine.yml").string()) &&
           offered("file:" + (m_home / "small.yaml").string()) && offered("run:" + m_folder.id("hot"));
  }));
}

TEST_F(Launches, TheFormIsSavedAsAFileFromWhichItCanBeStartedAgain) {
  act(present::Relaunch{m_folder.id("hot")});
  set("seed", "7");
  set("training.learning_rate", "1e-3, 1e-4");
  EXPECT_FALSE(formModel().saving.has_value());
  act(present::LaunchCommand::AskFile);
  ASSERT_TRUE(formModel().saving.has_value());
  EXPECT_EQ(formModel().saving->path.text, m_folder.id("sweep-V45.yaml"));
  EXPECT_FALSE(formModel().saveAs.enabled) << "it is open already";
  set("training.learning_rate", "1e-3");
  act(present::LaunchCommand::CloseSaving);
  EXPECT_FALSE(formModel().saving.has_value());
  act(present::LaunchCommand::AskFile);
  EXPECT_EQ(formModel().saving->path.text, m_folder.id("hot-seed7-learning_rate0.001.yaml"));

  set("save.path", "~/mine.yaml");
  act(present::LaunchCommand::Save);
  EXPECT_FALSE(formModel().saving->save.enabled);
  ASSERT_TRUE(until([&] { return !formModel().saving->answer.empty(); })) << formModel().saving->path.error;
  EXPECT_EQ(formModel().saving->answer, "Wrote ~/mine.yaml");
  EXPECT_EQ(monitor().settings().configurations, m_home.path().string());
  const auto text = session::readYamlText(m_home / "mine.yaml");
  ASSERT_TRUE(text.ok());
  const auto config = parseTrainingConfig(*text, "mine");
  ASSERT_TRUE(config.ok()) << config.error().sentence();
  EXPECT_EQ(config->seed, 7);
  EXPECT_EQ(config->training.learningRate, 1e-3);
  // It is not what stands in the form any more; the path that was typed stays.
  set("seed", "8, 9");
  EXPECT_EQ(formModel().saving->answer, "");
  EXPECT_EQ(formModel().saving->path.text, "~/mine.yaml");

  // What is there is replaced only after a question.
  act(present::LaunchCommand::Save);
  ASSERT_TRUE(until([&] { return !formModel().saving->path.error.empty(); }));
  EXPECT_EQ(formModel().saving->path.error, "mine.yaml already exists");
  EXPECT_THAT(formModel().saving->save.question, HasSubstr("Replace ~/mine.yaml?"));
  EXPECT_EQ(*session::readYamlText(m_home / "mine.yaml"), *text);
  // Of another path nobody has been asked.
  set("save.path", "~/other.yaml");
  EXPECT_EQ(formModel().saving->save.question, "");
  set("save.path", "~/mine.yaml");
  EXPECT_EQ(formModel().saving->save.question, "");
  act(present::LaunchCommand::Save);
  ASSERT_TRUE(until([&] { return !formModel().saving->save.question.empty(); }));
  act(std::get<present::LaunchAction>(formModel().saving->save.action));
  ASSERT_TRUE(until([&] { return !formModel().saving->answer.empty(); })) << formModel().saving->path.error;
  EXPECT_NE(*session::readYamlText(m_home / "mine.yaml"), *text);
  set("from", "hot");
  start("~/mine.yaml");
  EXPECT_EQ(field("from").error, "");
  EXPECT_EQ(field("seed").text, "8, 9") << "also several values of a field";
  EXPECT_FALSE(formModel().saving.has_value());
}

TEST_F(Launches, AFileThatCannotBeSavedIsReportedBesideItsPath) {
  act(present::Relaunch{m_folder.id("hot")});
  act(present::LaunchCommand::AskFile);
  std::ofstream(m_home / "file") << "text";
  std::filesystem::create_directory(m_home / "folder");
  for (const auto& [path, why] :
       std::vector<std::pair<std::string, std::string>>{{"mine.yaml", "not the full path of a file"},
                                                        {"~/", "not the full path of a file"},
                                                        {"~/none/mine.yaml", "none: is not a folder"},
                                                        {"~/file/mine.yaml", "file: is not a folder"},
                                                        {"~/folder", "folder already exists"},
                                                        {"/proc/mine.yaml", "cannot be written"}}) {
    set("save.path", path);
    act(present::LaunchCommand::Save);
    ASSERT_TRUE(until([&] { return !formModel().saving->path.error.empty(); })) << path;
    EXPECT_THAT(formModel().saving->path.error, HasSubstr(why)) << path;
    EXPECT_EQ(formModel().saving->answer, "");
  }
  set("save.path", "~/folder");
  act(present::LaunchCommand::Replace);
  ASSERT_TRUE(until([&] { return !formModel().saving->path.error.empty(); }));
  EXPECT_THAT(formModel().saving->path.error, HasSubstr("is a folder"));
  EXPECT_TRUE(std::filesystem::is_directory(m_home / "folder"));
  set("save.path", "");
  EXPECT_FALSE(formModel().saving->save.enabled);
}

TEST_F(Launches, AlertsOfferToBeginAgainAndToGoOn) {
  test::FakeRun& broken = m_folder.add("broken", m_folder.options(RunState::Running));
  broken.append(StateEvent{.state = RunState::Failed, .why = "loss is NaN"});
  broken.writeStatus(RunState::Failed);
  const auto button = [&](const std::string& run, const present::LaunchAction& action) -> const present::ActionButton* {
    for (const present::RunAlert& alert : monitor().alerts())
      for (const present::ActionButton& one : alert.buttons)
        if (alert.id == m_folder.id(run) && one.action == present::MonitorAction(action)) return &one;
    return nullptr;
  };
  ASSERT_TRUE(until([&] { return button("broken", present::Relaunch{m_folder.id("broken"), true}) != nullptr; }));
  EXPECT_EQ(button("left", present::Relaunch{m_folder.id("left"), true}), nullptr) << "it did not fail";
  act(std::get<present::LaunchAction>(button("broken", present::Relaunch{m_folder.id("broken"), true})->action));
  EXPECT_EQ(formModel().title, "Relaunch broken");
  EXPECT_EQ(field("training.learning_rate").text, "6.5e-5");
  EXPECT_EQ(field("training.learning_rate").note, "was 0.00065");
  EXPECT_EQ(formModel().differs, "Based on broken with these changes: lr 6.5e-5");

  ASSERT_NE(button("left", present::ResumeRun{m_folder.id("left")}), nullptr);
  EXPECT_FALSE(button("left", present::ResumeRun{m_folder.id("left")})->question.empty());
  act(std::get<present::LaunchAction>(button("left", present::ResumeRun{m_folder.id("left")})->action));
  ASSERT_TRUE(until([&] { return !m_launching->busy(); }));
  ASSERT_EQ(waiting().size(), 1U);
  EXPECT_TRUE(waiting()[0].resume);
  EXPECT_EQ(waiting()[0].runFolder, "left");
  EXPECT_THAT(m_started, ElementsAre(std::pair(m_folder.path(), 1)));
}

TEST_F(Launches, AnEntryThatDidNotBeginIsReportedOnceAndCanBeDismissed) {
  ASSERT_TRUE(until([&] { return !m_launching->queue().title.empty(); }));
  const RunQueue queue(m_folder.path());
  ASSERT_TRUE(queue.makeFolder().ok());
  act(present::Relaunch{m_folder.id("hot")});  // while the form is open the queue is looked at more often
  ASSERT_TRUE(checked());
  ASSERT_TRUE(queue.fail("f00d", "hot-7", "no dataset\x1b[31m").ok());
  ASSERT_TRUE(until([&] { return !m_launching->queue().lines.empty(); }));
  ASSERT_FALSE(monitor().problems().empty());
  EXPECT_THAT(monitor().problems().back(), HasSubstr("hot-7 did not start: no dataset"));
  EXPECT_EQ(monitor().problems().back().find('\x1b'), std::string::npos);
  EXPECT_EQ(m_launching->queue().problems.size(), 0U) << "its line says it";
  act(present::DismissEntry{"f00d"});
  EXPECT_TRUE(monitor().problems().empty());
  EXPECT_TRUE(until([&] { return m_launching->queue().lines.empty(); }));
}

}  // namespace
}  // namespace sojourn::monitor
