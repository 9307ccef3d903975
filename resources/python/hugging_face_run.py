# SPDX-License-Identifier: GPL-3.0-or-later
"""A Hugging Face training as a run of Sojourn: Trainer(callbacks=[SojournRun("runs/mine")]). An example to change."""

import transformers

import sojourn_model


class SojournRun(transformers.TrainerCallback):
    def __init__(self, folder):
        self.folder, self.run = folder, None

    def on_train_begin(self, args, state, control, model=None, **more):
        self.run = sojourn_model.Run(self.folder, model=type(model).__name__, config=args.to_dict(),
                                     epochs=int(args.num_train_epochs), parameters=model.num_parameters())

    def on_step_end(self, args, state, control, **more):
        if self.run.wants_pause():
            self.run.pause()
        control.should_training_stop = control.should_training_stop or self.run.wants_stop()

    def on_log(self, args, state, control, logs=None, **more):
        if "loss" in logs:  # every args.logging_steps
            self.run.step(logs["loss"], logs.get("learning_rate"), step=state.global_step,
                          epoch=int(state.epoch - 1e-9) + 1, gradient_norm=logs.get("grad_norm"))

    def on_evaluate(self, args, state, control, metrics=None, **more):
        found = {name.removeprefix("eval_"): value for name, value in metrics.items() if name.startswith("eval_")}
        self.run.validation(found.pop("loss", None), **found)

    def on_train_end(self, args, state, control, **more):
        self.run.close("interrupted" if self.run.wants_stop() else "finished")
