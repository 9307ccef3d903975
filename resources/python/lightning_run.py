# SPDX-License-Identifier: GPL-3.0-or-later
"""A Lightning training as a run of Sojourn: Trainer(callbacks=[SojournRun("runs/mine")]). An example to change."""

import lightning.pytorch as lightning

import sojourn_model


class SojournRun(lightning.Callback):
    def __init__(self, folder):
        self.folder, self.run = folder, None

    def on_train_start(self, trainer, module):
        self.run = sojourn_model.Run(self.folder, model=type(module).__name__, config=dict(module.hparams),
                                     epochs=max(trainer.max_epochs or 0, 0), parameters=sum(p.numel() for p in module.parameters()))

    def on_train_batch_end(self, trainer, module, outputs, batch, batch_idx):
        loss = outputs["loss"] if isinstance(outputs, dict) else outputs
        self.run.step(float(loss), trainer.optimizers[0].param_groups[0]["lr"], epoch=trainer.current_epoch + 1)
        if self.run.wants_pause():
            self.run.pause()
        trainer.should_stop = trainer.should_stop or self.run.wants_stop()

    def on_validation_epoch_end(self, trainer, module):
        if self.run:  # not while Lightning tries the validation out before training
            found = {name.removeprefix("val_"): float(value) for name, value in trainer.callback_metrics.items()
                     if name.startswith("val_")}
            self.run.validation(found.pop("loss", None), **found)

    def on_train_end(self, trainer, module):
        self.run.close("interrupted" if self.run.wants_stop() else "finished")

    def on_exception(self, trainer, module, error):
        if self.run:
            self.run.close("failed", repr(error))
