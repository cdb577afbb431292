#!/usr/bin/env python3
# Times one training epoch of GCN, SAGE, GAT or APPNP in PyTorch on one thread: forward with dropout, backward and
# Adam, full batch, the loss on given training nodes. Prints one JSON line. The models are in
# pytorch_models.py. Debian's python3 packages suffice: python3-numpy, python3-scipy, python3-torch.
#
#   pytorch_epoch.py --npz cora.npz --split split.json --model gcn [--features csr] [--tuned]
import argparse
import gc
import json
import statistics
import time
import warnings

from common import add_inputs, numbers, read_graph, read_split, set_up, setting  # first: it sets up OpenBLAS
import torch
from pytorch_models import Model
from torch.nn.functional import cross_entropy


def read_options():
    parser = argparse.ArgumentParser(description="Times a training epoch in PyTorch; prints one JSON line.")
    add_inputs(parser)
    parser.add_argument("--model", choices=["gcn", "sage", "gat", "appnp"], default="gcn")
    parser.add_argument("--features", choices=["dense", "csr"], default="dense")
    parser.add_argument("--tuned", action="store_true", help="faster forms that few write")
    parser.add_argument("--validation", action="store_true", help="add a validation pass to each epoch")
    parser.add_argument("--width", type=int, default=128)
    parser.add_argument("--heads", type=int, default=8, help="of gat; they share the width")
    parser.add_argument("--epochs", type=int, default=30, help="epochs that are timed")
    parser.add_argument("--warmup", type=int, default=5, help="epochs before them")
    return parser.parse_args()


def main():
    options = read_options()
    set_up(options.seed)
    warnings.filterwarnings("ignore", message="Sparse CSR tensor support is in beta")
    adjacency, features, labels = read_graph(options.npz)
    split = read_split(options.split)
    train, validation = numbers(split["train"]), numbers(split["validation"])
    model = Model(options, adjacency, features, classes=int(labels.max()) + 1)
    optimiser = torch.optim.Adam(model.parameters(), lr=0.01, weight_decay=5e-3)

    def epoch():
        optimiser.zero_grad(set_to_none=True)
        loss = cross_entropy(model.logits(training=True)[train], labels[train])
        loss.backward()
        optimiser.step()
        return loss.item()

    def validate():
        with torch.no_grad():
            logits = model.logits(training=False)[validation]
            cross_entropy(logits, labels[validation]).item()
            return (logits.argmax(1) == labels[validation]).float().mean().item()

    losses, times = [], []
    gc.disable()
    for _ in range(options.warmup + options.epochs):
        begin = time.perf_counter()
        losses.append(epoch())
        if options.validation:
            validate()
        times.append(time.perf_counter() - begin)
    timed = times[options.warmup:]
    print(json.dumps({
        **setting(),
        "model": options.model,
        "features": options.features,
        "tuned": options.tuned,
        "validation": options.validation,
        "width": options.width,
        "epochs": options.epochs,
        "ms_per_epoch": round(statistics.median(timed) * 1e3, 3),
        "ms_min": round(min(timed) * 1e3, 3),
        "losses": [losses[0], losses[-1]],
        "validation_accuracy": round(validate(), 4),
    }))


if __name__ == "__main__":
    main()
