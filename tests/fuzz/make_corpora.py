#!/usr/bin/python3
"""Seed corpora for the fuzz targets: small sound files of every format, made by the program, by numpy and scipy, and by
hand.

    make_corpora.py GRAPHSR FOLDER

GRAPHSR is the program; FOLDER gets a folder of seeds for each target. Files that a target reads together are joined as
harness.h says: a byte of options, then "@@" and a letter before each file.
"""

import gzip
import io
import json
import pathlib
import pickle
import string
import struct
import subprocess
import sys
import tarfile
import tempfile
import zipfile

import numpy as np
import scipy.io
import scipy.sparse

OPTIONS = [b"\x00", b"\x05", b"\x0a", b"\x1c", b"\x20", b"\x2c"]  # see options_of() in harness.cpp


def joined(names, files, options=b"\x00"):
    marks = {name: b"@@" + letter.encode() for name, letter in zip(names, string.ascii_lowercase)}
    return options + b"".join(marks[name] + content for name, content in files.items())


class Corpora:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.count = 0

    def add(self, target, content):
        place = self.folder / target
        place.mkdir(parents=True, exist_ok=True)
        (place / f"seed-{self.count:04d}").write_bytes(content)
        self.count += 1

    def add_files(self, target, names, files):
        """The same files with several options."""
        for options in OPTIONS:
            self.add(target, joined(names, files, options))


def npy(array, version=(1, 0)):
    """Without the padding of numpy.save: short headers leave the fuzzer more to change."""
    array = np.asarray(array)
    header = f"{{'descr':'{array.dtype.str}','fortran_order':False,'shape':{array.shape}}}\n".encode()
    length = struct.pack("<H" if version == (1, 0) else "<I", len(header))
    return b"\x93NUMPY" + bytes(version) + length + header + array.tobytes()


def saved(array):
    out = io.BytesIO()
    np.save(out, array)
    return out.getvalue()


def zipped(members, packing):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", packing) as archive:
        for name, content in members.items():
            archive.writestr(zipfile.ZipInfo(name), content, packing)
    return out.getvalue()


def tarred(members, form):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=form) as archive:
        for name, content in members.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    data = out.getvalue()
    return data[: len(data.rstrip(b"\0")) // 512 * 512 + 1536]  # without most of the padding


EDGES = [(0, 1), (1, 2), (2, 3), (3, 0)]
ADJACENCY = scipy.sparse.csr_matrix(([1.0] * 8, ([0, 1, 1, 2, 2, 3, 3, 0], [1, 0, 2, 1, 3, 2, 0, 3])), (4, 4))
WORDS = scipy.sparse.csr_matrix(np.array([[1, 0, 1], [0, 1, 0], [0, 0, 0], [1, 1, 0]], np.float32))
NUMBERS = np.array([[0.5, 1], [2, -3], [0, 1e-3], [1, 1]], np.float32)
LABELS = np.array([0, 1, 1, -1])

NPZ_NAMES = ["adj_data", "adj_indices", "adj_indptr", "adj_shape", "attr_data", "attr_indices", "attr_indptr",
             "attr_shape", "attr_matrix", "labels", "class_names", "node_names", "edges", "edge_index",
             "node_features", "node_labels", "train_masks", "val_masks", "test_mask", "format", "shape", "other",
             "readme"]


def npz_graphs():
    """The forms of npz files, as arrays by name."""
    adjacency = {"adj_data": ADJACENCY.data.astype("f4"), "adj_indices": ADJACENCY.indices,
                 "adj_indptr": ADJACENCY.indptr, "adj_shape": np.array(ADJACENCY.shape)}
    words = {"attr_data": WORDS.data, "attr_indices": WORDS.indices, "attr_indptr": WORDS.indptr,
             "attr_shape": np.array(WORDS.shape)}
    names = {"class_names": np.array(["rare", "häufig"]), "node_names": np.array([b"a", b"b", b"c", b"d"])}
    one_way = scipy.sparse.triu(ADJACENCY).tocsr()
    weighted = {"adj_data": one_way.data * 0.4, "adj_indices": one_way.indices.astype("u8"),
                "adj_indptr": one_way.indptr.astype("i8"), "adj_shape": np.array(one_way.shape, "i4")}
    pairs = np.array(EDGES)
    masks = np.array([[1, 0, 0, 0], [0, 1, 0, 0]], bool)
    yield adjacency | words | {"labels": LABELS}
    yield adjacency | words | names | {"labels": LABELS.astype("i1")}
    yield weighted | {"attr_matrix": NUMBERS, "labels": LABELS.astype("f8")}
    yield adjacency | {"attr_matrix": NUMBERS.astype("f2")}
    yield {"edges": pairs, "node_features": NUMBERS, "node_labels": LABELS, "train_masks": masks,
           "val_masks": masks[::-1]}
    yield {"edge_index": pairs.T.copy(), "node_features": NUMBERS.astype("u1"), "node_labels": LABELS,
           "test_mask": masks[0].astype("i4")}
    yield {"edges": pairs.astype("i2"), "node_labels": LABELS, "other": np.array([(1, 2)], "i4,f4")}
    yield {"format": np.array(b"csr"), "shape": np.array((4, 4)), "other": LABELS}


def add_npz(corpora):
    for graph in npz_graphs():
        files = {name + (".txt" if name == "readme" else ".npy"): npy(array) for name, array in graph.items()}
        names = [name + (".txt" if name == "readme" else ".npy") for name in NPZ_NAMES]
        corpora.add_files("npz", names, files)
        for packing in zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED:
            corpora.add("zip", b"\x00" + zipped(files, packing))
            corpora.add("format", b"\x00" + zipped(files, packing))
    corpora.add("zip", b"\x00" + zipped({"labels.npy": npy(np.zeros(300_000))}, zipfile.ZIP_DEFLATED))
    corpora.add("zip", b"\x00" + zipped({"labels.npy": npy(LABELS)}, zipfile.ZIP_LZMA))


SCIPY_NAMES = ["format.npy", "shape.npy", "data.npy", "indices.npy", "indptr.npy", "row.npy", "col.npy"]


def scipy_parts(matrix):
    parts = {"format": matrix.format.encode(), "shape": matrix.shape, "data": matrix.data}
    if matrix.format == "coo":
        parts |= {"row": matrix.row, "col": matrix.col}
    else:
        parts |= {"indices": matrix.indices, "indptr": matrix.indptr}
    return {name + ".npy": npy(array) for name, array in parts.items()}


def add_arrays(corpora):
    for form in "csr", "csc", "coo":
        corpora.add_files("scipy", SCIPY_NAMES, scipy_parts(ADJACENCY.asformat(form)))
    for array in (NUMBERS, LABELS, np.array(EDGES), np.array(EDGES, "u8").T.copy(), np.eye(3, dtype="i4"),
                  np.array([True, False]), np.array(["a", "ß", ""]), np.array([b"x", b"yz"]), np.array(3.5),
                  np.zeros((0, 5)), np.array([1, 2], ">i4"), np.array([1.5, np.nan, np.inf], "f2"),
                  np.asfortranarray(NUMBERS), np.array([(1, 2)], "i4,f4")):
        corpora.add("npy", npy(array))
        corpora.add("npy", saved(array))
        corpora.add("npy", npy(array, (2, 0)))


PICKLE_NAMES = [f"ind.toy.{end}" for end in ("x", "y", "tx", "ty", "allx", "ally", "graph", "test.index")]


def planetoid(protocol):
    """Four nodes in allx, of which one is for training, and two for test with a gap."""
    def one_hot(labels):
        return np.eye(2, dtype="i4")[labels]

    graph = {0: [1], 1: [0, 2], 2: [1, 3], 3: [2, 4, 6], 4: [3, 5], 5: [4], 6: [3]}
    parts = {"x": WORDS[:1], "y": one_hot([0]), "tx": WORDS[:2], "ty": one_hot([1, 0]), "allx": WORDS,
             "ally": one_hot([0, 1, 1, 0]), "graph": graph}
    files = {f"ind.toy.{end}": pickle.dumps(part, protocol) for end, part in parts.items()}
    return files | {"ind.toy.test.index": b"6\n4\n"}


def add_pickles(corpora):
    for protocol in range(6):
        files = planetoid(protocol)
        if protocol in (0, 2, 4):
            corpora.add_files("planetoid", PICKLE_NAMES, files)
        for content in files.values():
            corpora.add("pickle", content)
        values = [None, True, 1, -70000, 2**40, 1.5, "tête", b"\xff\x00", (1, 2), [[], {}], {"a": (1, 2, 3, 4)}]
        for value in [*values, values, np.float64(2.5), np.int8(3), np.zeros((2, 2), order="F"), range(3)]:
            corpora.add("pickle", pickle.dumps(value, protocol))


TEXTS = {
    "linqs": (["toy.content", "toy.cites", "other.content"], [
        {"toy.content": b"a\t1\t0\t1\tx\nb\t0\t0\t1\ty\nc\t1\t1\t0\tx\n", "toy.cites": b"a\tb\nb\tc\nc\td\n"},
        {"toy.content": b"1 0.5 0 x\r\n2 0 -1e3 y\r\n", "toy.cites": b"2 1\n# said\n1 1\n9 2\n"}]),
    "pubmed": (["P.NODE.paper.tab", "P.DIRECTED.cites.tab"], [
        {"P.NODE.paper.tab": b"NODE\tpaper\ncat=1,2:label\tnumeric:w-a:0.0\tnumeric:w-b:0.0\tstring:summary\n"
                             b"12\tlabel=1\tw-a=0.1\tw-b=2\tsummary=w-a,w-b\n34\tlabel=2\tw-b=1e-2\tsummary=w-b\n",
         "P.DIRECTED.cites.tab": b"DIRECTED\tcites\nNO_FEATURES\n1\tpaper:12\t|\tpaper:34\n2\tpaper:9\t|\tpaper:12\n"}]),
    "ogb": (["edge.csv", "num-node-list.csv", "num-edge-list.csv", "node-feat.csv", "node-label.csv", "train.csv",
             "valid.csv", "test.csv", "edge.csv.gz"], [
        {"edge.csv": b"0,1\n1,2\n2,3\n", "num-node-list.csv": b"4\n", "num-edge-list.csv": b"3\n",
         "node-feat.csv": b"1,0,2\n0,0.5,0\n0,0,0\n1,-1.0,0\n", "node-label.csv": b"0\n1.0\n1\nnan\n",
         "train.csv": b"0\n", "valid.csv": b"1\n", "test.csv": b"2\n"},
        {"edge.csv.gz": gzip.compress(b"0,1\n1,0\n", mtime=0), "num-node-list.csv": b"2\n",
         "num-edge-list.csv": b"2\n", "node-label.csv": b"0\n-1\n"}]),
    "dgl": (["meta.yaml", "nodes.csv", "edges.csv"], [
        {"meta.yaml": b"---\ndataset_name: toy\nedge_data:\n- file_name: edges.csv\nnode_data:\n- file_name: 'nodes.csv'\n",
         "nodes.csv": b"node_id,label,feat\n0,a,\"1,2\"\n1,b,\"0.5,1\"\n", "edges.csv": b"src_id,dst_id\n0,1\n"}]),
    "tables": (["edges.csv", "nodes.csv", "adj.mtx", "features.mtx", "classes.csv"], [
        {"edges.csv": b"src_id,dst_id,weight\nx,y,1\ny,z,0.25\nz,z,0\n",
         "nodes.csv": b"node_id,label,f1,f2,train_mask,val_mask\nx,a,1,0,1,0\ny,b,0.5,-2,0,1\nz,,0,0,0,0\n"},
        {"edges.csv": b"0;1\n1;5\n", "nodes.csv": b"# made by hand\nid;label;feat\n0;\"b\"\"c\";[1 2]\n1;-1;[0 1e2]\n",
         "classes.csv": b"class\n\"b\"\"c\"\nd\n"},
        {"nodes.csv": b"node\tlabel\n0\t1\n1\t0\n",
         "adj.mtx": b"%%MatrixMarket matrix coordinate pattern symmetric\n2 2 1\n2 1\n",
         "features.mtx": b"%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n4\n"}]),
}

PIECE_NAMES = ["adj.npz", "adj.mtx", "edges.npy", "edges.txt", "features.npz", "features.mtx", "features.npy",
               "features.svm", "labels.npy", "labels.csv", "train_mask.npy", "val_mask.npy", "test_mask.npy",
               "edge_index.npy"]
SVMLIGHT = [b"0 1:1 3:2 # first\n0 qid:7 2:0.5\n1\n-1 1:1 2:-1\n", b"+1 0:1e-3 7:2\r\n-1 3:1\n", b"a 1:1\nb 2:1\n"]
EDGE_LISTS = [b"0 1\n1 2\n2 3\n3 0\n", b"# said\nsrc,dst,w\na,b,0.5\nb,c,1\nc,c,1\n", b"x\ty\ny\tz\n",
              b"\xef\xbb\xbf10;20;1\r\n20;30;0\r\n", b"% konect\n7 8 1\n8 9 2.5\n"]


def matrix_market():
    for matrix in WORDS, ADJACENCY, NUMBERS, np.array([[0, 1], [1, 2]]):
        out = io.BytesIO()
        scipy.io.mmwrite(out, matrix)
        yield out.getvalue()
    yield b"%%MatrixMarket matrix coordinate pattern general\n% said\n3 3 2\n1 2\n3 1\n"
    yield b"%%MatrixMarket matrix array integer symmetric\n2 2\n1\n0\n3\n"
    yield b"%%MatrixMarket matrix coordinate integer symmetric\n3 3 3\n2 1 1\n3 1 -4\n3 3 0\n"


def add_texts(corpora):
    for target, (names, graphs) in TEXTS.items():
        for files in graphs:
            corpora.add_files(target, names, files)
    matrices = list(matrix_market())
    for options in OPTIONS:
        for content in EDGE_LISTS:
            corpora.add("edges", options + content)
            corpora.add("format", options + content)
        for content in matrices:
            corpora.add("mtx", options + content)
    for content in SVMLIGHT:
        corpora.add("svmlight", content)
        corpora.add("format", b"\x20" + content)
    arrays = {"edges.npy": npy(EDGES), "features.npy": npy(NUMBERS), "labels.npy": npy(LABELS),
              "train_mask.npy": npy(np.array([1, 0, 0, 0], bool)), "val_mask.npy": npy(np.array([0, 1, 0, 0]))}
    matrix_files = {"adj.mtx": matrices[1], "features.mtx": matrices[0], "labels.csv": b"node,label\n0,a\n1,b\n"}
    words = {"features.svm": SVMLIGHT[0], "edges.txt": EDGE_LISTS[0]}
    sparse = {f"{name}.npz": zipped(scipy_parts(matrix), zipfile.ZIP_STORED)
              for name, matrix in (("adj", ADJACENCY), ("features", WORDS.tocoo()))}
    turned = {"edge_index.npy": npy(np.array(EDGES).T.copy()), "labels.npy": npy(np.eye(4)[:, :3])}
    for files in arrays, matrix_files, words, sparse | {"labels.csv": b"a\nb\n\nb\n"}, turned:
        corpora.add_files("pieces", PIECE_NAMES, files)
    for content in b"a,b\n1,2\n", b'x\r\n"1,\n""2"\r\n', b"node_id,prediction\n0,rare\n":
        corpora.add("csv", content)


def add_containers(corpora):
    content = TEXTS["linqs"][1][0]
    for data in [*content.values(), b"", b"0 1\n" * 400]:
        for level in 0, 9:
            corpora.add("gzip", gzip.compress(data, level, mtime=0))
    corpora.add("gzip", gzip.compress(b"one", mtime=0) + gzip.compress(b"two", mtime=0))
    corpora.add("gzip", b"not packed at all")
    named = io.BytesIO()
    with gzip.GzipFile("name", "wb", fileobj=named, mtime=0) as packed:
        packed.write(b"with a name")
    corpora.add("gzip", named.getvalue())
    for form in tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT:
        for folder in "", "toy/", "long/" * 40, "größe/":
            corpora.add("tar", tarred({folder + name: text for name, text in content.items()}, form))


def compact(graph):
    """A prepared graph without the zeros between its sections, as prepared_fuzz.cpp wants it."""
    places = [struct.unpack_from("<QQ", graph, 200 + 24 * i) for i in range(9)]
    return b"\x00\x01" + graph[:416] + b"".join(graph[offset : offset + size] for offset, size in places)


def add_own(corpora, program):
    """What the program writes: graphs in its forms, a split and models."""
    def run(*arguments):
        subprocess.run([program, *arguments, "--quiet"], check=True, stdout=subprocess.DEVNULL)

    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for kind in "words", "dense":
            graph = folder / f"{kind}.npz"
            run("data", "generate", graph, "--nodes", "12", "--degree", "3", "--classes", "2", "--rho", "0.5",
                "--features", "4", "--words", "2", "--feature-kind", kind)
            corpora.add("zip", b"\x00" + graph.read_bytes())
            with zipfile.ZipFile(graph) as archive:
                members = {member: archive.read(member) for member in archive.namelist()}
            names = [name + (".txt" if name == "readme" else ".npy") for name in NPZ_NAMES]
            corpora.add("npz", joined(names, {n: c for n, c in members.items() if n in names}))
            for form in "csv", "mtx":
                run("data", "convert", graph, folder / f"{kind}.{form}", "--format", form)
                files = {path.name: path.read_bytes() for path in sorted((folder / f"{kind}.{form}").iterdir())}
                corpora.add("tables", joined(TEXTS["tables"][0], {n: c for n, c in files.items() if n in TEXTS["tables"][0]}))
            run("data", "convert", graph, folder / f"{kind}.graph")
            prepared = compact((folder / f"{kind}.graph").read_bytes())
            corpora.add("prepared", prepared)
            corpora.add("prepared", b"\x00\x00" + prepared[2:])
            for model in "gcn", "sage", "gat":
                run("fit", "--dataset", graph, "--model", model, "--method", "vanilla", "--protocol", "own", "--width", "8",
                    "--epochs", "1", "--out", folder / f"{kind}-{model}")
                corpora.add("model", (folder / f"{kind}-{model}" / "model.safetensors").read_bytes())
    split = {"format": "graphsr-split-1", "protocol": "own", "seed": 3, "rho": 0.5, "minority": [0], "train": [0, 2],
             "validation": [1], "test": [3, 4], "data_sha256": "#", "sha256": "#"}
    corpora.add("split", json.dumps(split).encode())
    corpora.add("split", json.dumps(split | {"seed": 2**64 - 1, "rho": 1, "test": []}, indent=1).encode())


def main():
    program, folder = sys.argv[1:]
    corpora = Corpora(folder)
    add_npz(corpora)
    add_arrays(corpora)
    add_pickles(corpora)
    add_texts(corpora)
    add_containers(corpora)
    add_own(corpora, program)
    print(f"{corpora.count} seeds in {folder}")


main()
