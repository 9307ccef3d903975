// SPDX-License-Identifier: GPL-3.0-or-later
// A model that is a program: it is started, asked, and started once more where it dies. Its answers are checked before
// anything reads them.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/data/io/trained_on.h"
#include "model/program/program_message.h"
#include "model/program/program_process.h"
#include "model/results/embedding.h"
#include "model/results/program_command.h"

namespace sojourn {

/// What it says of itself.
struct ProgramDescription {
  enum class Output { Probabilities, LogProbabilities, Logits };
  std::string name;
  std::int64_t locations = 0;           ///< V
  std::int64_t users = 0;               ///< U; 0 where it reads none
  std::optional<std::int64_t> longest;  ///< M
  Output output = Output::Probabilities;
  bool attention = false, embedding = false, tables = false, gradients = false;  ///< gives
  bool mask = false;                                                             ///< takes
  std::int64_t layers = 0, heads = 0;
  std::int64_t parameters = 0;  ///< 0 where it does not say
  DatasetIdentity trainedOn;
};

/// Rows of what was asked, in its order.
struct ProgramPrediction {
  std::vector<float> logProbabilities;  ///< [B, V]
  ProgramArray attention;               ///< [B, L, H, S, S]; empty where it was not asked for
  ProgramArray embedding;               ///< [B, d]; the same
};

/// Any thread; questions wait for each other.
class ProgramModel {
 public:
  /// Starts it, asks it to describe itself, and tries it: the same sequence twice, and a sequence alone and in a batch,
  /// whose answers have to agree. `log` takes what it writes to its standard error, also after it was started again.
  /// Errors: what the program is at fault of, with the last lines of its log; cancelled.
  [[nodiscard]] static Result<std::shared_ptr<ProgramModel>> start(
      ProgramCommand command, const CancelToken& cancel, std::shared_ptr<LineLog> log = std::make_shared<LineLog>());

  [[nodiscard]] const ProgramDescription& description() const { return m_description; }
  /// Answers that were repaired: their sums were not quite 1.
  [[nodiscard]] const std::vector<Problem>& notices() const { return m_notices; }
  /// `masked` as in predictRequest(). Errors: the program's own, naming the sample; shapes, numbers that are not finite,
  /// sums that are not 1 (naming sample, array and number); ended twice; not in time; cancelled.
  [[nodiscard]] Result<ProgramPrediction> predict(std::span<const Sequence* const> sequences,
                                                  std::span<const VisitMask> masked, const ProgramWish& wish,
                                                  const CancelToken& cancel);
  /// The tables that it gives, checked: one row a location, user, part of the day or weekday. Errors: as predict();
  /// another number of rows than it says it knows.
  [[nodiscard]] Result<std::vector<EmbeddingTable>> tables(const CancelToken& cancel);
  /// [L] the gradient of log P(target) times the input of each visit. Errors: as predict().
  [[nodiscard]] Result<std::vector<double>> gradientTimesInput(const Sequence& sequence, LocationId target,
                                                               const CancelToken& cancel);
  /// Of its standard error.
  [[nodiscard]] std::vector<std::string> log() const { return m_log->lines(); }
  /// Ends the program for good: what waits for it fails, and so does all that is asked later. Any thread, at once.
  void end();

 private:
  ProgramModel(ProgramCommand command, std::shared_ptr<LineLog> log)
      : m_command(std::move(command)), m_log(std::move(log)) {}
  [[nodiscard]] Status begin(const CancelToken& cancel);
  [[nodiscard]] Status tryOut(const CancelToken& cancel);
  [[nodiscard]] Result<ProgramPrediction> predictNow(std::span<const Sequence* const> sequences,
                                                     std::span<const VisitMask> masked, const ProgramWish& wish,
                                                     const CancelToken& cancel);
  [[nodiscard]] Result<ProgramMessage> ask(const std::function<std::string(std::int64_t id)>& request,
                                           std::chrono::seconds limit, const CancelToken& cancel);
  [[nodiscard]] Result<ProgramMessage> askOnce(const std::function<std::string(std::int64_t id)>& request,
                                               std::chrono::seconds limit, const CancelToken& cancel);
  [[nodiscard]] Error failure(const Error& error) const;

  ProgramCommand m_command;
  ProgramDescription m_description;
  std::vector<Problem> m_notices;
  std::shared_ptr<LineLog> m_log;
  mutable std::mutex m_mutex;   ///< of the conversation
  std::mutex m_processMutex;    ///< of which process is in use
  std::shared_ptr<ProgramProcess> m_process;
  bool m_cutQuestion = false;   ///< the process has been sent half of a question
  std::atomic<bool> m_over = false;
  std::int64_t m_next = 1;
};

}  // namespace sojourn
