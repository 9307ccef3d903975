// SPDX-License-Identifier: GPL-3.0-or-later
// `sojourn queue` as people start it, over a folder of its own.
#pragma once

#include <csignal>
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "model/config/config_file.h"
#include "model/core/files.h"
#include "model/runs/export/run_export.h"
#include "model/runs/queue/run_queue.h"
#include "model/runs/store/ids_and_times.h"
#include "model/runs/store/run_paths.h"
#include "model/runs/store/run_process.h"
#include "tests/cli/program.h"
#include "tests/support/built.h"
#include "tests/support/temp_folder.h"
#include "tests/support/text_file.h"
#include "tests/support/waiting.h"

namespace sojourn {

namespace fs = std::filesystem;
using test::eventually;
using test::runSojourn;
using ::testing::HasSubstr;

/// The real `sojourn queue` in the background.
class QueueProcess {
 public:
  explicit QueueProcess(const fs::path& folder, const fs::path& trainer) {
    m_pid = ::fork();
    if (m_pid != 0) return;
    const std::string path = folder.string(), program = trainer.string();
    ::execl(test::builtProgram("sojourn").c_str(), "sojourn", "queue", path.c_str(), "--trainer", program.c_str(),
            nullptr);
    ::_exit(127);
  }
  QueueProcess(const QueueProcess&) = delete;
  QueueProcess& operator=(const QueueProcess&) = delete;
  ~QueueProcess() {
    if (m_pid > 0) end(SIGKILL);
  }
  int end(int signal = 0) {
    if (signal != 0) ::kill(m_pid, signal);
    int status = 0;
    ::waitpid(m_pid, &status, 0);
    m_pid = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

 private:
  pid_t m_pid = 0;
};

class CliQueue : public ::testing::Test {
 protected:
  void SetUp() override {
    fs::create_directory(runs());
    // Writes down how it was called and in what order; waits where the dataset is called "slow" until it may end.
    // The whole option is compared: the letters of "bad" also occur in the ids of entries.
    std::ofstream(trainer()) << "#!/bin/sh\n"
                                "echo \"$@\" >> "
                             << (folder / "calls").string()
                             << "\n"
                                "case \"$*\" in\n"
                                "  *'--data bad'*) echo first >&2; echo 'sojourn: no such data' >&2; exit 3;;\n"
                                "  *'--data killed'*) kill -9 $$;;\n"
                                "  *'--data slow'*) while [ ! -e "
                             << (folder / "go").string()
                             << " ]; do sleep 0.05; done;;\n"
                                "esac\n"
                                "echo done >> "
                             << (folder / "calls").string() << "\n";
    fs::permissions(trainer(), fs::perms::owner_all);
  }
  [[nodiscard]] fs::path runs() const { return folder / "runs"; }
  [[nodiscard]] fs::path trainer() const { return folder / "trainer"; }
  [[nodiscard]] std::string calls() const { return test::textOfFile(folder / "calls"); }

  QueuedRun add(const std::string& name, const std::string& data) {
    QueuedRun run;
    run.id = newUuid();
    run.wall = ++m_wall;
    run.runFolder = name;
    run.data = data;
    run.config = toJson(TrainingConfig{});
    EXPECT_TRUE(queue.add(run));
    return run;
  }
  [[nodiscard]] test::ProgramRun workOff() const {
    return runSojourn({"queue", runs().string(), "--trainer", trainer().string()});
  }

  test::TempFolder folder;
  RunQueue queue{runs()};

 private:
  double m_wall = 0;
};

}  // namespace sojourn
