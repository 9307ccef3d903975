// SPDX-License-Identifier: GPL-3.0-or-later
// Configurations that the launch form reads and writes, and what alerts and failed entries offer.
#include <fstream>

#include "tests/monitor/launch/launches.h"

namespace sojourn::monitor {
namespace {

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
