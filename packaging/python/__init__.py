# SPDX-License-Identifier: GPL-3.0-or-later
"""The programs of Sojourn in a Python environment. What Python imports for a model of your own is sojourn_model."""
