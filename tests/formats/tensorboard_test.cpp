// SPDX-License-Identifier: GPL-3.0-or-later
// The original reads ours, and we read the original's: where SOJOURN_PYTHON has TensorBoard.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "model/formats/tensorboard/tfevents.h"
#include "tests/formats/python.h"
#include "tests/support/temp_folder.h"

namespace sojourn {
namespace {

TEST(TensorBoard, ReadsOurs) {
  SOJOURN_NEEDS_PYTHON(python, "tensorboard");
  const test::TempFolder folder;
  TfEventsWriter writer(1.76e9);
  for (int step = 1; step <= 3; ++step) writer.add("loss/train", 1.76e9 + step, step, 4.0 / step);
  writer.add("accuracy/all@1", 1.76e9 + 9, 3, 38.63);
  ASSERT_TRUE(writeFileAtomically(folder / "events.out.tfevents.1.host", writer.take()));
  const auto answer = test::runPython(python, R"(
import json, sys
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
events = EventAccumulator(sys.argv[1])
events.Reload()
print(json.dumps({tag: [[s.step, s.wall_time, s.value] for s in events.Scalars(tag)] for tag in events.Tags()["scalars"]}))
)",
                                      {folder.path().string()});
  ASSERT_EQ(answer.exitCode, 0) << answer.output;
  const auto begin = answer.output.find('{');
  ASSERT_NE(begin, std::string::npos) << answer.output;
  const auto read = nlohmann::json::parse(answer.output.substr(begin));
  ASSERT_EQ(read.size(), 2U);
  for (int step = 1; step <= 3; ++step) {
    const auto& point = read["loss/train"].at(static_cast<std::size_t>(step - 1));
    EXPECT_EQ(point.at(0), step);
    EXPECT_EQ(point.at(1), 1.76e9 + step);
    EXPECT_FLOAT_EQ(point.at(2).get<float>(), 4.0F / static_cast<float>(step));
  }
  EXPECT_FLOAT_EQ(read["accuracy/all@1"].at(0).at(2).get<float>(), 38.63F);
}

TEST(TensorBoard, IsReadByUs) {
  SOJOURN_NEEDS_PYTHON(python, "tensorboard");
  const test::TempFolder folder;
  const auto answer = test::runPython(python, R"(
import sys
from tensorboard.compat.proto.event_pb2 import Event
from tensorboard.compat.proto.summary_pb2 import Summary
from tensorboard.plugins.scalar.summary_v2 import scalar_pb
from tensorboard.summary.writer.event_file_writer import EventFileWriter
writer = EventFileWriter(sys.argv[1])
for step in range(1, 4):
    value = Summary.Value(tag="loss", simple_value=4.0 / step)
    writer.add_event(Event(wall_time=100.5 + step, step=step, summary=Summary(value=[value])))
    writer.add_event(Event(wall_time=100.5 + step, step=step, summary=scalar_pb("tensor", step * 0.5)))
writer.close()
)",
                                      {folder.path().string()});
  ASSERT_EQ(answer.exitCode, 0) << answer.output;
  const auto file = std::filesystem::directory_iterator(folder.path())->path();
  const auto events = readTfEvents(file);
  ASSERT_TRUE(events) << events.error().sentence();
  EXPECT_EQ(events->badRecords, 0);
  EXPECT_EQ(events->otherValues, 0);
  ASSERT_EQ(events->series.size(), 2U);
  EXPECT_EQ(events->series[0].tag, "loss");
  EXPECT_EQ(events->series[0].wall, (std::vector<double>{101.5, 102.5, 103.5}));
  EXPECT_EQ(events->series[0].value, (std::vector<double>{4.0, 2.0, static_cast<float>(4.0 / 3)}));
  EXPECT_EQ(events->series[1].tag, "tensor");
  EXPECT_EQ(events->series[1].value, (std::vector<double>{0.5, 1.0, 1.5}));
  EXPECT_EQ(events->series[1].step, (std::vector<std::int64_t>{1, 2, 3}));
}

}  // namespace
}  // namespace sojourn
