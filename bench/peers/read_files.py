#!/usr/bin/env python3
# Times reading of the same files with numpy and pandas. Prints one JSON line. Debian's python3 packages suffice:
# python3-numpy, python3-pandas.
#
#   read_files.py csv EDGES NODES     the table of edges, its ids turned into numbers of nodes
#   read_files.py npz FILE            all arrays
import json
import sys
import time

import numpy as np

RUNS = 3


def csv_reader(edges, nodes):
    import pandas

    ids = pandas.Index(pandas.read_csv(nodes)["node_id"])
    ids.get_indexer(ids[:1])  # builds the table of ids, as the other side does before the clock starts

    def read():
        table = pandas.read_csv(edges)
        ends = [ids.get_indexer(table[column]) for column in ("src_id", "dst_id")]
        assert min(end.min() for end in ends) >= 0

    return read


def npz_reader(file):
    def read():
        with np.load(file) as arrays:
            for name in arrays.files:
                arrays[name]

    return read


def main():
    read = {"csv": csv_reader, "npz": npz_reader}[sys.argv[1]](*sys.argv[2:])
    times = []
    for _ in range(RUNS):
        begin = time.process_time()
        read()
        times.append(time.process_time() - begin)
    print(json.dumps({"seconds": min(times)}))


main()
