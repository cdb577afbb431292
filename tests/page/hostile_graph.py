# A graph whose names try to break out of a page: hostile_graph.py FILE.npz
import sys

import numpy as np

CLASSES = [
    "</script><img src=x onerror=alert(1)>",
    "\"'><svg onload=alert(2)>",
    "a, b & \"c\" 'd' &lt;e&gt;",
    "a class whose name is so long that no table and no figure has room for all of it " + "x" * 60,
]
EACH = 90

draw = np.random.default_rng(4)
labels = np.repeat(np.arange(len(CLASSES)), EACH)
nodes = len(labels)
near = (labels[:, None] == labels[None, :]) & (draw.random((nodes, nodes)) < 0.05)
far = draw.random((nodes, nodes)) < 0.004
edges = np.triu(near | far, 1)
edges = edges | edges.T
features = (draw.random((nodes, 40)) < 0.1).astype(np.float32)
for c in range(len(CLASSES)):
    features[labels == c, 10 * c:10 * c + 10] += draw.random((EACH, 10)) < 0.2


def csr(matrix):
    offsets = np.concatenate([[0], np.cumsum((matrix != 0).sum(1))])
    rows, columns = np.nonzero(matrix)
    return matrix[rows, columns].astype(np.float32), columns.astype(np.int32), offsets.astype(np.int32)


arrays = {"labels": labels, "class_names": np.array(CLASSES),
          "node_names": np.array(["<i>node %d</i>" % i for i in range(nodes)])}
for name, matrix in [("adj", edges), ("attr", features)]:
    data, indices, offsets = csr(matrix)
    arrays.update({name + "_data": data, name + "_indices": indices, name + "_indptr": offsets,
                   name + "_shape": np.array(matrix.shape)})
np.savez(sys.argv[1], **arrays)
