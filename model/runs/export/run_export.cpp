// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/runs/export/run_export.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "model/core/files.h"
#include "model/formats/tensorboard/tfevents.h"
#include "model/formats/text/csv.h"
#include "model/formats/text/json_fields.h"
#include "model/runs/log/tail_reader.h"

namespace sojourn {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t pieceBytes = 1U << 20U;

Error cancelledAt(const fs::path& file) {
  return {ErrorKind::Cancelled, file.string(), "was not finished", ""};
}

Status makeFolder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (!error) return {};
  return Error{ErrorKind::Failed, folder.string(), "cannot be created (" + error.message() + ")",
               "choose a folder that can be written"};
}

/// A table that grows row by row and goes to its file a piece at a time.
class CsvFile {
 public:
  CsvFile(StagedFile file, std::string_view header) : m_file(std::move(file)), m_text(header) { m_text += '\n'; }

  CsvFile& cell(std::int64_t value) { return number(value); }
  CsvFile& cell(double value) {
    if (std::isfinite(value)) return number(value);
    return plain(std::isnan(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity");
  }
  CsvFile& cell(std::string_view text) { return plain(csvField(text)); }
  template <class T>
  CsvFile& cell(const std::optional<T>& value) {
    return value ? cell(*value) : cell(std::string_view());
  }

  [[nodiscard]] Status endRow() {
    m_text.back() = '\n';
    return m_text.size() < pieceBytes ? Status() : flush();
  }
  [[nodiscard]] Status finish() {
    if (const Status status = flush(); !status) return status;
    return m_file.commit();
  }

 private:
  CsvFile& plain(std::string_view text) {
    m_text += text;
    m_text += ',';
    return *this;
  }
  template <class T>
  CsvFile& number(T value) {
    std::array<char, 32> digits{};
    const char* const end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    return plain({digits.data(), end});
  }
  Status flush() {
    const Status status = m_file.write(asBytes(m_text));
    m_text.clear();
    return status;
  }

  StagedFile m_file;
  std::string m_text;
};

Result<CsvFile> beginCsv(const fs::path& file, std::string_view header) {
  auto staged = StagedFile::createOutput(file);
  if (!staged) return staged.error();
  return CsvFile(std::move(*staged), header);
}

/// Empty where an imported log knows no time.
std::optional<double> timeOf(double wall) {
  return wall != 0 ? std::optional(wall) : std::nullopt;
}

Status writeSteps(const StepColumns& steps, const fs::path& file, const CancelToken& cancel) {
  auto csv = beginCsv(file,
                      "step,epoch,wall,loss,learning_rate,gradient_norm,clipped_gradient_norm,sequences_per_s,"
                      "tokens_per_s");
  if (!csv) return csv.error();
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (cancel.cancelled()) return cancelledAt(file);
    csv->cell(steps.step[i]).cell(steps.epoch[i]).cell(timeOf(steps.wall[i]));
    // Empty cells where an imported log tells nothing.
    for (const auto* column : {&steps.loss, &steps.learningRate, &steps.gradientNorm, &steps.clippedGradientNorm,
                               &steps.sequencesPerSecond, &steps.tokensPerSecond}) {
      csv->cell(column->empty() ? std::nullopt : std::optional((*column)[i]));
    }
    if (const Status status = csv->endRow(); !status) return status;
  }
  return csv->finish();
}

Status writeEpochs(const RunHistory& history, const fs::path& file) {
  auto csv = beginCsv(file, "epoch,step,wall,train_loss,seconds");
  if (!csv) return csv.error();
  for (const auto& [seq, wall, step, epoch] : history.epochs) {
    csv->cell(epoch.epoch).cell(step).cell(timeOf(wall)).cell(epoch.trainLoss).cell(epoch.seconds);
    if (const Status status = csv->endRow(); !status) return status;
  }
  return csv->finish();
}

/// The columns are the members of Metrics as JSON, and so are the cells.
void addFigures(CsvFile& csv, const nlohmann::ordered_json& figures) {
  for (const auto& [key, value] : figures.items()) {
    if (value.is_number_float()) {
      csv.cell(value.get<double>());
    } else if (value.is_number()) {
      csv.cell(value.get<std::int64_t>());
    } else {
      csv.cell(value.is_string() ? std::string_view(value.get_ref<const std::string&>()) : std::string_view());
    }
  }
}

Status writeEvals(const RunHistory& history, const fs::path& file) {
  std::string header = "epoch,step,wall,split,targets,batch_mean_loss";
  const auto figures = jsonOf(Metrics{});
  for (const auto& [key, value] : figures.items()) header += "," + key;
  header += ",requested";
  auto csv = beginCsv(file, header);
  if (!csv) return csv.error();
  for (const auto& [seq, wall, step, eval] : history.evals) {
    const auto groups = jsonOf(eval.metrics);
    for (const auto& [targets, group] : groups.items()) {
      csv->cell(eval.epoch)
          .cell(step)
          .cell(timeOf(wall))
          .cell(std::string_view(eval.split))
          .cell(std::string_view(targets));
      csv->cell(eval.lossPresent ? std::optional(eval.batchMeanLoss) : std::nullopt);
      addFigures(*csv, group);
      csv->cell(static_cast<std::int64_t>(eval.requested));
      if (const Status status = csv->endRow(); !status) return status;
    }
  }
  return csv->finish();
}

/// What another program measures; no file where it measures nothing of its own, unless one of an earlier export is
/// there.
Status writeOwnMetrics(const RunHistory& history, const fs::path& file) {
  std::error_code ignored;
  if (history.ownMetrics.empty() && !fs::exists(file, ignored)) return {};
  auto csv = beginCsv(file, "epoch,step,wall,name,value");
  if (!csv) return csv.error();
  for (const auto& [seq, wall, step, own] : history.ownMetrics)
    for (const auto& [name, value] : own.values) {
      csv->cell(own.epoch).cell(step).cell(timeOf(wall)).cell(std::string_view(name)).cell(value);
      if (const Status status = csv->endRow(); !status) return status;
    }
  return csv->finish();
}

/// Where on the axis of steps an event belongs: a log without steps has epochs only.
std::int64_t placeOf(const RunHistory& history, std::int64_t afterStep, std::int64_t epoch) {
  return afterStep > 0 || history.steps.size() > 0 ? afterStep : epoch;
}

/// Evaluations on validation, one a place: where one was requested at the end of an epoch, the epoch's own.
std::vector<const EventRecord<EvalEvent>*> evalsBySteps(const RunHistory& history) {
  std::vector<const EventRecord<EvalEvent>*> evals;
  for (const auto& record : history.evals) {
    if (record.event.split != "validation") continue;
    const bool samePlace = !evals.empty() && placeOf(history, evals.back()->afterStep, evals.back()->event.epoch) ==
                                                 placeOf(history, record.afterStep, record.event.epoch);
    if (samePlace && evals.back()->event.requested) {
      evals.back() = &record;
    } else if (!samePlace || !record.event.requested) {
      evals.push_back(&record);
    }
  }
  return evals;
}

void addEval(TfEventsWriter& writer, const RunHistory& history, const EventRecord<EvalEvent>& eval) {
  const std::int64_t place = placeOf(history, eval.afterStep, eval.event.epoch);
  const auto add = [&](const char* tag, double value) { writer.add(tag, eval.wall, place, value); };
  const auto addFigure = [&](const char* tag, const Metrics& figures, double value) {
    if (figures.n != 0 && !std::isnan(value)) add(tag, value);
  };
  const MetricsByTarget& metrics = eval.event.metrics;
  if (eval.event.lossPresent) add("loss/validation", eval.event.batchMeanLoss);
  addFigure("accuracy/all@1", metrics.all, metrics.all.accuracy[0]);
  addFigure("mrr/all", metrics.all, metrics.all.mrr);
  addFigure("accuracy/known@1", metrics.known, metrics.known.accuracy[0]);
  addFigure("mrr/known", metrics.known, metrics.known.mrr);
}

void addStep(TfEventsWriter& writer, const StepColumns& steps, std::size_t i) {
  const auto add = [&](const char* tag, const auto& column) {
    if (!column.empty()) writer.add(tag, steps.wall[i], steps.step[i], column[i]);
  };
  add("loss/train", steps.loss);
  add("learning_rate", steps.learningRate);
  add("gradient_norm", steps.gradientNorm);
  add("throughput", steps.sequencesPerSecond);
}

/// What a log without steps says of its epochs.
void addEpochs(TfEventsWriter& writer, const RunHistory& history) {
  if (history.steps.size() > 0) return;
  for (const auto& record : history.epochs) {
    const std::int64_t place = placeOf(history, record.afterStep, record.event.epoch);
    if (!std::isnan(record.event.trainLoss)) writer.add("loss/train", record.wall, place, record.event.trainLoss);
    if (record.event.learningRate) writer.add("learning_rate", record.wall, place, *record.event.learningRate);
  }
}

/// A configuration as TensorBoard lists it, "training.batch_size"; lists as texts.
std::vector<TfEventsWriter::Setting> settingsOf(const nlohmann::ordered_json& config, const std::string& section = {}) {
  std::vector<TfEventsWriter::Setting> settings;
  for (const auto& [key, value] : config.items()) {
    const std::string name = section.empty() ? key : section + "." + key;
    if (value.is_object() && section.empty())
      std::ranges::move(settingsOf(value, name), std::back_inserter(settings));
    else if (value.is_boolean())
      settings.emplace_back(name, value.get<bool>());
    else if (value.is_number())
      settings.emplace_back(name, value.get<double>());
    else if (!value.is_null())
      settings.emplace_back(name, value.is_string() ? value.get<std::string>() : value.dump());
  }
  return settings;
}

}  // namespace

Result<RunHistory> readRunHistory(const GuardedPath& events, const CancelToken& cancel) {
  TailReader reader(events);
  RunStore store;
  for (bool more = true; more;) {
    if (cancel.cancelled()) return cancelledAt(events);
    const TailUpdate update = reader.poll();
    if (update.problem) return *update.problem;
    store.apply(update);
    more = update.more;
  }
  return store.history();
}

Status exportTensorBoard(const RunHistory& history, const fs::path& folder, const CancelToken& cancel,
                         const RunRecord* record) {
  if (const Status made = makeFolder(folder); !made) return made;
  // TensorBoard knows its files by the word tfevents in their names and shows all that lie in a folder together: a
  // second export must take the place of the first.
  const fs::path path = folder / "events.out.tfevents.sojourn";
  auto file = StagedFile::createOutput(path);
  if (!file) return file.error();
  const StepColumns& steps = history.steps;
  const double began = steps.size() > 0 ? steps.wall.front() : 0;
  TfEventsWriter writer(began);
  writer.addCharts(began, "Sojourn",
                   {{"loss", {"loss/train", "loss/validation"}},
                    {"accuracy", {"accuracy/all@1", "accuracy/known@1"}},
                    {"mrr", {"mrr/all", "mrr/known"}}});
  if (record) writer.addSettings(began, record->id, settingsOf(record->config));
  addEpochs(writer, history);
  const auto evals = evalsBySteps(history);
  auto eval = evals.begin();
  const auto addEvalsUpTo = [&](std::int64_t step) {
    for (; eval != evals.end() && (*eval)->afterStep <= step; ++eval) addEval(writer, history, **eval);
  };
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (cancel.cancelled()) return cancelledAt(path);
    addEvalsUpTo(steps.step[i] - 1);
    addStep(writer, steps, i);
    if (writer.size() < pieceBytes) continue;
    if (const Status status = file->write(writer.take()); !status) return status;
  }
  addEvalsUpTo(std::numeric_limits<std::int64_t>::max());
  for (const auto& own : history.ownMetrics)
    for (const auto& [name, value] : own.event.values)
      writer.add("own/" + name, own.wall, placeOf(history, own.afterStep, own.event.epoch), value);
  if (const Status status = file->write(writer.take()); !status) return status;
  return file->commit();
}

Status exportCsv(const RunHistory& history, const fs::path& folder, const CancelToken& cancel) {
  if (const Status made = makeFolder(folder); !made) return made;
  if (const Status status = writeSteps(history.steps, folder / "steps.csv", cancel); !status) return status;
  if (const Status status = writeEpochs(history, folder / "epochs.csv"); !status) return status;
  if (const Status status = writeEvals(history, folder / "eval.csv"); !status) return status;
  return writeOwnMetrics(history, folder / "metrics.csv");
}

}  // namespace sojourn
