// SPDX-License-Identifier: GPL-3.0-or-later
// Programs that answer wrongly, late, too much or not at all: each ends as an error that says what is wrong.
#include "model/program/program_model.h"

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/program/python_program.h"

namespace sojourn {
namespace {

using ::testing::HasSubstr;
using test::PythonProgram;
using test::rawProgram;

/// Why a program is not opened.
std::string refusedProgram(const std::string& source, std::int64_t seconds = 20) {
  const PythonProgram program(source);
  ProgramCommand command = program.command();
  command.describeSeconds = command.predictSeconds = seconds;
  const auto model = ProgramModel::start(command, {});
  EXPECT_FALSE(model);
  return model ? std::string() : model.error().sentence();
}
std::string refusedAnswer(const std::string& body) {
  return refusedProgram(
      rawProgram("def answer(question):\n    if question['method'] == 'describe': return ok(question, "
                 "describe())\n" +
                 body));
}

TEST(ProgramModel, AnswersThroughTheModuleThatShips) {
  const PythonProgram program(R"(import sojourn_model
print("this is no answer")
def predict(batch):
    print("nor is this")
    rows = []
    for locations, length in zip(batch.location, batch.length):
        rows.append([0.1] * 10)
        rows[-1][int(locations[int(length) - 1])] += 1.0
    return rows
sojourn_model.serve(predict, name="Last", locations=10, outputs="logits", users=4, longest=50, trained_on="city")
)");
  const auto model = ProgramModel::start(program.command(), {});
  ASSERT_TRUE(model) << model.error().sentence();
  EXPECT_EQ((*model)->description().name, "Last");
  EXPECT_EQ((*model)->description().locations, 10);
  EXPECT_EQ((*model)->description().users, 4);
  EXPECT_EQ((*model)->description().longest, 50);
  EXPECT_EQ((*model)->description().trainedOn.prefix, "city");
  const Sequence sequence{.user = 1, .visits = {{.location = 3}, {.location = 7}}, .target = {}};
  const Sequence* const asked = &sequence;
  const auto answer = (*model)->predict(std::span(&asked, 1), {}, {}, {});
  ASSERT_TRUE(answer) << answer.error().sentence();
  EXPECT_EQ(std::ranges::max_element(answer->logProbabilities) - answer->logProbabilities.begin(), 7);
  double sum = 0;
  for (const float value : answer->logProbabilities) sum += std::exp(static_cast<double>(value));
  EXPECT_NEAR(sum, 1, 1e-5);
  EXPECT_THAT((*model)->log(), ::testing::Contains("this is no answer"));
}

TEST(ProgramModel, SaysWhatIsWrongWithADescription) {
  EXPECT_THAT(refusedProgram(rawProgram("def answer(q): return ok(q, describe(protocol='other/2'))")),
              HasSubstr("other/2"));
  EXPECT_THAT(refusedProgram(rawProgram("def answer(q): return ok(q, describe(locations='many'))")),
              HasSubstr("locations"));
  EXPECT_THAT(refusedProgram(rawProgram("def answer(q): return ok(q, describe(locations=1e300))")),
              HasSubstr("locations"));
  EXPECT_THAT(refusedProgram(rawProgram("def answer(q): return ok(q, describe(outputs='scores'))")),
              HasSubstr("outputs"));
  EXPECT_THAT(refusedProgram(rawProgram("def answer(q): return ok(q, describe(gives=['attention']))")),
              HasSubstr("layers"));
  EXPECT_THAT(refusedProgram(rawProgram("def answer(q): return ok(q, {})")), HasSubstr("no protocol"));
}

TEST(ProgramModel, SaysWhatIsWrongWithAnAnswer) {
  EXPECT_THAT(refusedAnswer("    return 'loading weights'"), HasSubstr("no JSON"));
  EXPECT_THAT(refusedAnswer("    return ok(question, uniform(question))[:40]"), HasSubstr("no JSON"));
  EXPECT_THAT(refusedAnswer("    return ok(question, {'output': [[0.2] * 4]})"), HasSubstr("shape [1, 4]"));
  EXPECT_THAT(refusedAnswer("    return ok(question, {'scores': 1})"), HasSubstr("no array \"output\""));
  EXPECT_THAT(refusedAnswer("    return ok(question, {'output': [[0.1] * 5]})"), HasSubstr("sums to 0.5, not to 1"));
  EXPECT_THAT(refusedAnswer("    return ok(question, {'output': [[-0.2, 0.3, 0.3, 0.3, 0.3]]})"),
              HasSubstr("probability -0.2"));
  EXPECT_THAT(refusedAnswer("    return ok(question, {'output': [[float('nan')] * 5]})"), HasSubstr("NaN"));
  EXPECT_THAT(refusedAnswer("    return ok(question, {'output': [[float('inf')] * 5]})"), HasSubstr("no JSON"));
  EXPECT_THAT(refusedAnswer("    return json.dumps({'id': 10 ** 6, 'result': uniform(question)})"),
              HasSubstr("which nobody asked"));
  EXPECT_THAT(refusedAnswer("    return json.dumps({'id': question['id'], 'error': {'message': 'no', 'sample': 0}})"),
              HasSubstr("sample 0 of the question: no"));
}

TEST(ProgramModel, FindsChanceAndPaddingBeforeItIsUsed) {
  EXPECT_THAT(refusedAnswer("    import random; a = random.random() / 5\n"
                            "    return ok(question, {'output': [[0.2 + a, 0.2 - a, 0.2, 0.2, 0.2]"
                            " for _ in question['params']['user']]})"),
              HasSubstr("not deterministic"));
  EXPECT_THAT(refusedAnswer("    a = len(question['params']['location'][0]) / 100\n"
                            "    return ok(question, {'output': [[0.2 + a, 0.2 - a, 0.2, 0.2, 0.2]"
                            " for _ in question['params']['user']]})"),
              HasSubstr("padding changes the prediction"));
}

TEST(ProgramModel, SumsThatAreNearlyOneAreRepairedAndSaid) {
  const PythonProgram program(
      rawProgram("def answer(question):\n    return ok(question, describe() if question['method'] == 'describe' else "
                 "{'output': [[0.2001] * 5 for _ in question['params']['user']]})"));
  const auto model = ProgramModel::start(program.command(), {});
  ASSERT_TRUE(model) << model.error().sentence();
  ASSERT_EQ((*model)->notices().size(), 1U);
  EXPECT_THAT((*model)->notices()[0].what, HasSubstr("0.0005"));
}

TEST(ProgramModel, EndsWithWhatTheProgramSaidLast) {
  EXPECT_THAT(refusedProgram("import sys\nsys.exit('no weights here')"), HasSubstr("no weights here"));
  EXPECT_THAT(refusedProgram("import sys\nsys.stderr.write('one\\n  ^^^~\\n\\ntwo\\n')\nsys.exit(1)"),
              HasSubstr("the last that it wrote: one / two"));
  EXPECT_THAT(refusedProgram("raise ValueError('shape of loc_emb')"), HasSubstr("ValueError: shape of loc_emb"));
  const auto absent = ProgramModel::start({.command = "/no/such/program", .folder = {}}, {});
  ASSERT_FALSE(absent);
  EXPECT_THAT(absent.error().sentence(), HasSubstr("not found"));
  const auto nowhere = ProgramModel::start({.command = "true", .folder = "/no/such/folder"}, {});
  ASSERT_FALSE(nowhere);
}

TEST(ProgramModel, DoesNotWaitForEver) {
  EXPECT_THAT(refusedProgram("import time\ntime.sleep(600)", 1), HasSubstr("did not answer in time"));
  const PythonProgram program("import time\ntime.sleep(600)");
  const CancelToken cancel;
  std::thread later([&cancel] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    cancel.cancel();
  });
  const auto model = ProgramModel::start(program.command(), cancel);
  later.join();
  ASSERT_FALSE(model);
  EXPECT_EQ(model.error().kind, ErrorKind::Cancelled);
}

TEST(ProgramModel, RefusesALineWithoutEnd) {
  EXPECT_THAT(refusedProgram("import sys\nfor i in range(270): sys.stdout.write('x' * 1000000)"),
              HasSubstr("longer than 256 MB"));
  EXPECT_THAT(refusedProgram("import sys\nfor i in range(270): sys.stderr.write('x' * 1000000 + '\\n')\n"),
              HasSubstr("has ended"))
      << "any amount on standard error is read and forgotten";
}

TEST(ProgramModel, IsStartedOnceMoreWhereItDies) {
  // It counts its starts in a file, and dies at the question after the tries.
  const PythonProgram program(rawProgram(R"(
open("starts", "a").write("x")
asked = 0
def answer(question):
    global asked
    if question["method"] == "describe": return ok(question, describe())
    asked += 1
    if asked == 4 or os.path.exists("die"): os._exit(3)
    return ok(question, uniform(question))
)"));
  const auto model = ProgramModel::start(program.command(), {});
  ASSERT_TRUE(model) << model.error().sentence();
  const Sequence sequence{.user = 1, .visits = {{.location = 3}}, .target = {}};
  const Sequence* const asked = &sequence;
  const auto answer = (*model)->predict(std::span(&asked, 1), {}, {}, {});
  ASSERT_TRUE(answer) << answer.error().sentence();
  EXPECT_EQ(test::textOfFile(program.folder() / "starts"), "xx");
  std::ofstream(program.folder() / "die") << "now";
  const auto second = (*model)->predict(std::span(&asked, 1), {}, {}, {});
  ASSERT_FALSE(second);
  EXPECT_THAT(second.error().sentence(), HasSubstr("has ended"));
  EXPECT_EQ(test::textOfFile(program.folder() / "starts"), "xxx") << "once more, not for ever";
}

TEST(ProgramModel, LeavesNoProcessBehind) {
  const PythonProgram program(R"(import subprocess, sojourn_model
child = subprocess.Popen(["sleep", "600"])
open("child", "w").write(str(child.pid))
sojourn_model.serve(lambda batch: [[0.25] * 4] * len(batch), name="Parent", locations=4)
import time
time.sleep(600)
)");
  auto model = ProgramModel::start(program.command(), {});
  ASSERT_TRUE(model) << model.error().sentence();
  const pid_t child = std::stoi(test::textOfFile(program.folder() / "child"));
  EXPECT_EQ(::kill(child, 0), 0);
  *model = nullptr;
  // It may be a zombie until its parent's parent collects it.
  const std::string status = "/proc/" + std::to_string(child) + "/stat";
  bool gone = false;
  for (int i = 0; i < 400 && !gone; ++i) {
    std::ifstream file(status);
    std::string text;
    std::getline(file, text);
    gone = text.empty() || text.find(") Z") != std::string::npos;
    if (!gone) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_TRUE(gone);
}

TEST(ProgramModel, LibrariesOfOurOwnStartAreNotThoseOfTheModel) {
  const PythonProgram program(R"(import os, sojourn_model
name = os.environ.get("LD_LIBRARY_PATH", "none")
sojourn_model.serve(lambda batch: [[0.5, 0.5] for _ in batch.length], name=name, locations=2)
)");
  ::setenv("LD_LIBRARY_PATH", "/ours:/before", 1);
  ::setenv("SOJOURN_LIBRARY_PATH_BEFORE", "/before", 1);
  const auto restored = ProgramModel::start(program.command(), {});
  ::setenv("SOJOURN_LIBRARY_PATH_BEFORE", "", 1);
  const auto without = ProgramModel::start(program.command(), {});
  ::unsetenv("SOJOURN_LIBRARY_PATH_BEFORE");
  ::unsetenv("LD_LIBRARY_PATH");
  ASSERT_TRUE(restored) << restored.error().sentence();
  EXPECT_EQ((*restored)->description().name, "/before");
  ASSERT_TRUE(without) << without.error().sentence();
  EXPECT_EQ((*without)->description().name, "none");
}

}  // namespace
}  // namespace sojourn
