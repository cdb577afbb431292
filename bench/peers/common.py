# What every peer needs: OpenBLAS and PyTorch set up for one thread, the graph and the split. Import it before
# numpy and torch, since OpenBLAS looks at the environment once, when it is loaded.
import ctypes
import json
import os


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


# A value that the caller has set stays.
core = suitable_core()
if core:
    os.environ.setdefault("OPENBLAS_CORETYPE", core)
os.environ.update({"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"})

import numpy as np  # noqa: E402
import scipy.sparse  # noqa: E402
import torch  # noqa: E402


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


def set_up(seed):
    keep_memory()
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
    torch.manual_seed(seed)


def setting():
    """What the figures depend on besides the program"""
    return {
        "peer": "pytorch",
        "version": torch.__version__,
        "openblas_coretype": os.environ.get("OPENBLAS_CORETYPE"),
        "openblas_core": core_in_use(),
    }


def numbers(array):
    return torch.from_numpy(np.asarray(array, dtype=np.int64))


def add_inputs(parser):
    parser.add_argument("--npz", required=True, help="graph in the npz form of the gnn-benchmark collection")
    parser.add_argument("--split", required=True, help='JSON with the node numbers "train", "validation", "test"')
    parser.add_argument("--seed", type=int, default=0)


def read_graph(path):
    """Symmetric adjacency without loops, features, labels"""
    data = np.load(path)

    def csr(name):
        pieces = (data[f"{name}_data"], data[f"{name}_indices"], data[f"{name}_indptr"])
        return scipy.sparse.csr_matrix(pieces, shape=data[f"{name}_shape"], dtype=np.float32)

    adjacency = csr("adj")
    adjacency = adjacency.maximum(adjacency.T)
    adjacency -= scipy.sparse.diags(adjacency.diagonal())
    adjacency.eliminate_zeros()
    return adjacency, csr("attr"), numbers(data["labels"])


def read_split(path):
    with open(path) as file:
        return json.load(file)
