// SPDX-License-Identifier: GPL-3.0-or-later
// The GeoLife window with everything that an edit is held to: the edit as a value, the engine on the sequence as it is
// written to a file, and the program `sojourn inspect`.
#pragma once

#include <string>
#include <vector>

#include "tests/e2e/geolife_window.h"

class QInputDialog;
class QLineEdit;

namespace sojourn::test {

/// What an edit is held to beside the engine: `sojourn inspect --sequence`, a program of its own, which takes seconds.
enum class Against { Engine, EngineAndProgram };

class EditedWindow : public GeoLifeWindow {
 protected:
  void SetUp() override;

  /// Does something with mouse and keys that shall be this one edit, and holds the answer on screen to the engine's.
  void expectEdit(const std::string& name, const SequenceEdit& edit, const std::function<void()>& act,
                  Against against = Against::Engine);
  /// The window shows what it showed after that edit, to the last bit; 0: before the first.
  void expectKept(std::size_t state);
  /// States that were kept: one more than edits.
  [[nodiscard]] std::size_t kept() const { return m_kept.size(); }

  void type(QLineEdit* field, const char* text);
  /// Searches the open picker for a place by its number, and takes it.
  void pick(LocationId wanted);
  /// A dialog that the next act opens: `answer` gets it when it is there, then Return is pressed.
  void answering(const std::function<void(QInputDialog*)>& answer);
  /// The pixels that the mouse goes for about so many minutes, and the minutes that they mean.
  static int pixelsFor(const present::HitArea& mark, int minutes);
  static int minutesOf(const present::HitArea& mark, int pixels);
  void drag(const present::HitArea& mark, int pixels, Qt::KeyboardModifiers modifiers = {});
  /// The mouse over the visits with its button down.
  void dragTo(QPoint at, Qt::KeyboardModifiers modifiers = {});

 private:
  void expectAnswerOfEngine();
  void expectAnswerOfProgram();
  void keep(const std::string& name);
  [[nodiscard]] std::filesystem::path file() const { return folder() / "sequence.json"; }

  struct Kept {
    std::string name;
    Sequence sequence;
    InspectionPtr inspection;
  };
  session::EnginePtr m_engine;  ///< not the window's: one that has seen nothing else
  std::vector<Kept> m_kept;
};

}  // namespace sojourn::test
