// SPDX-License-Identifier: GPL-3.0-or-later
// A model that is a program: it is started, asked, and started once more where it dies. Its answers are checked before
// anything reads them.
#pragma once

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

namespace sojourn {

/// How a model program is started, and how long it may take.
struct ProgramCommand {
  std::string command;           ///< a line for the shell: "python my_model.py"
  std::filesystem::path folder;  ///< where it runs; empty: where we run
  std::chrono::seconds describe{120};
  std::chrono::seconds predict{60};            ///< and
  std::chrono::seconds predictPerThousand{30};  ///< more for every 1,000 sequences
};

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
  /// whose answers have to agree. Errors: what the program is at fault of, with the last line of its log; cancelled.
  [[nodiscard]] static Result<std::shared_ptr<ProgramModel>> start(ProgramCommand command, const CancelToken& cancel);

  [[nodiscard]] const ProgramDescription& description() const { return m_description; }
  /// Answers that were repaired: their sums were not quite 1.
  [[nodiscard]] const std::vector<Problem>& notices() const { return m_notices; }
  /// `masked` as in predictRequest(). Errors: the program's own, naming the sample; shapes, numbers that are not finite,
  /// sums that are not 1 (naming sample, array and number); ended twice; not in time; cancelled.
  [[nodiscard]] Result<ProgramPrediction> predict(std::span<const Sequence* const> sequences,
                                                  std::span<const VisitMask> masked, const ProgramWish& wish,
                                                  const CancelToken& cancel);
  /// The last lines of its standard error.
  [[nodiscard]] std::vector<std::string> log() const;

 private:
  explicit ProgramModel(ProgramCommand command) : m_command(std::move(command)) {}
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
  mutable std::mutex m_mutex;       ///< of the conversation
  mutable std::mutex m_logMutex;    ///< of which process is in use
  std::shared_ptr<ProgramProcess> m_process;
  std::int64_t m_next = 1;
};

}  // namespace sojourn
