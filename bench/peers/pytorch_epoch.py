#!/usr/bin/env python3
# Times one training epoch of GCN, SAGE or GAT in PyTorch on one thread: forward with dropout, backward and
# Adam, full batch, the loss on given training nodes. Prints one JSON line. The models are in
# pytorch_models.py. Debian's python3 packages suffice: python3-numpy, python3-scipy, python3-torch.
#
#   pytorch_epoch.py --npz cora.npz --split split.json --model gcn [--features csr] [--tuned]
import argparse
import ctypes
import gc
import json
import os
import statistics
import time
import warnings


def suitable_core():
    """What OpenBLAS should take this CPU for; Debian's 0.3.21 takes CPUs newer than itself for a Prescott"""
    with open("/proc/cpuinfo") as file:
        info = file.read()
    flags = set(info.partition("flags")[2].partition("\n")[0].split())
    if {"avx512f", "avx512dq", "avx512bw", "avx512vl"} <= flags:
        return "SkylakeX"
    if {"avx2", "fma"} <= flags:
        return "Zen" if "AuthenticAMD" in info else "Haswell"
    return None


# Before numpy and torch load OpenBLAS. A value that the caller has set stays.
core = suitable_core()
if core:
    os.environ.setdefault("OPENBLAS_CORETYPE", core)
os.environ.update({"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"})

import numpy as np  # noqa: E402
import scipy.sparse  # noqa: E402
import torch  # noqa: E402
from pytorch_models import Model, numbers  # noqa: E402
from torch.nn.functional import cross_entropy  # noqa: E402


def core_in_use():
    try:
        library = ctypes.CDLL("libopenblas.so.0")
    except OSError:
        return None
    library.openblas_get_corename.restype = ctypes.c_char_p
    return library.openblas_get_corename().decode()


def keep_memory():
    """Freed memory stays with the process: fresh pages for each large result cost a fifth of GAT's epoch"""
    M_TRIM_THRESHOLD, M_MMAP_MAX = -1, -4
    libc = ctypes.CDLL(None)
    libc.mallopt(M_MMAP_MAX, 0)
    libc.mallopt(M_TRIM_THRESHOLD, -1)


def read_graph(path):
    data = np.load(path)

    def csr(name):
        pieces = (data[f"{name}_data"], data[f"{name}_indices"], data[f"{name}_indptr"])
        return scipy.sparse.csr_matrix(pieces, shape=data[f"{name}_shape"], dtype=np.float32)

    adjacency = csr("adj")
    adjacency = adjacency.maximum(adjacency.T)
    adjacency -= scipy.sparse.diags(adjacency.diagonal())
    adjacency.eliminate_zeros()
    return adjacency, csr("attr"), numbers(data["labels"])


def read_options():
    parser = argparse.ArgumentParser(description="Times a training epoch in PyTorch; prints one JSON line.")
    parser.add_argument("--npz", required=True, help="graph in the npz form of the gnn-benchmark collection")
    parser.add_argument("--split", required=True, help='JSON with the node numbers "train" and "validation"')
    parser.add_argument("--model", choices=["gcn", "sage", "gat"], default="gcn")
    parser.add_argument("--features", choices=["dense", "csr"], default="dense")
    parser.add_argument("--tuned", action="store_true", help="faster forms that few write")
    parser.add_argument("--validation", action="store_true", help="add a validation pass to each epoch")
    parser.add_argument("--width", type=int, default=128)
    parser.add_argument("--heads", type=int, default=8, help="of gat; they share the width")
    parser.add_argument("--epochs", type=int, default=30, help="epochs that are timed")
    parser.add_argument("--warmup", type=int, default=5, help="epochs before them")
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args()


def main():
    options = read_options()
    keep_memory()
    warnings.filterwarnings("ignore", message="Sparse CSR tensor support is in beta")
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
    torch.manual_seed(options.seed)
    adjacency, features, labels = read_graph(options.npz)
    with open(options.split) as file:
        split = json.load(file)
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
        "peer": "pytorch",
        "version": torch.__version__,
        "model": options.model,
        "features": options.features,
        "tuned": options.tuned,
        "validation": options.validation,
        "width": options.width,
        "openblas_coretype": os.environ.get("OPENBLAS_CORETYPE"),
        "openblas_core": core_in_use(),
        "epochs": options.epochs,
        "ms_per_epoch": round(statistics.median(timed) * 1e3, 3),
        "ms_min": round(min(timed) * 1e3, 3),
        "losses": [losses[0], losses[-1]],
        "validation_accuracy": round(validate(), 4),
    }))


if __name__ == "__main__":
    main()
