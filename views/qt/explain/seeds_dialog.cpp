// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/qt/explain/seeds_dialog.h"

#include <QDialogButtonBox>

#include "model/core/text.h"
#include "views/qt/widgets/compose.h"
#include "views/qt/widgets/file_dialogs.h"
#include "views/qt/widgets/text.h"

namespace sojourn::qt {

SeedsDialog::SeedsDialog(session::Workspace& workspace, session::RankStability& rankStability, QWidget* parent)
    : QDialog(parent),
      m_workspace(workspace),
      m_rankStability(rankStability),
      m_list(new QListWidget),
      m_note(textLabel({}, {.font = {.size = 12.5F}, .wraps = true})),
      m_add(new QPushButton(tr("&Add checkpoints…"))),
      m_remove(new QPushButton(tr("&Remove"))) {
  setWindowTitle(tr("Compare seeds"));
  setAttribute(Qt::WA_DeleteOnClose);
  resize(560, 300);
  m_list->setAccessibleName(tr("Models compared with the open model"));
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  buttons->addButton(m_add, QDialogButtonBox::ActionRole);
  buttons->addButton(m_remove, QDialogButtonBox::ActionRole);
  setLayout(columnOf({m_note, {m_list, 1}, buttons}));
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(m_add, &QPushButton::clicked, this, [this] { add(); });
  connect(m_remove, &QPushButton::clicked, this, [this] { removeChosen(); });
  connect(m_list, &QListWidget::itemSelectionChanged, this,
          [this] { m_remove->setEnabled(!m_list->selectedItems().isEmpty()); });
  m_subscription = workspace.subscribe([this](session::Changes changes) {
    if (changes.hasAny({session::Change::RankStability, session::Change::Model})) fill();
  });
  fill();
}

void SeedsDialog::fill() {
  const ModelDescription* open = m_workspace.model();
  m_list->clear();
  for (const session::ComparedModel& model : m_rankStability.models()) {
    const Status fits = open ? session::checkSeed(*open, model.engine->description()) : Status();
    auto* item = new QListWidgetItem(toText(escapeForDisplay(model.path.string())));
    item->setToolTip(fits ? item->text() : toText(escapeForDisplay(fits.error().sentence())));
    if (!fits) item->setText(tr("%1: not used, %2").arg(item->text(), toText(escapeForDisplay(fits.error().what))));
    m_list->addItem(item);
  }
  m_remove->setEnabled(false);
  m_note->setText(m_rankStability.loading() ? tr("Loading…")
                  : open
                      ? tr("Every method explains the current sample with %1 and with these models. They must be the "
                           "same model, trained with other seeds.")
                            .arg(toText(escapeForDisplay(open->source)))
                      : tr("Open a checkpoint first."));
  m_add->setEnabled(open && !m_rankStability.loading());
}

void SeedsDialog::add() {
  const QStringList files =
      askFiles(this, tr("Checkpoints of other seeds"), tr("Checkpoints (*.pt *.pth *.safetensors);;All files (*)"));
  std::vector<std::filesystem::path> paths;
  for (const QString& file : files) paths.emplace_back(file.toStdString());
  if (!paths.empty()) m_rankStability.addModels(std::move(paths));
}

void SeedsDialog::removeChosen() {
  for (int row = 0; row < m_list->count(); ++row)
    if (m_list->item(row)->isSelected()) return m_rankStability.removeModel(static_cast<std::size_t>(row));
}

}  // namespace sojourn::qt
