# GCN, SAGE, GAT and APPNP in PyTorch, for pytorch_epoch.py: full batch, two convs and a linear head; APPNP
# has plain layers in their place and propagates the logits.
#
# Sparse matrices are torch.sparse_csr with a precomputed transpose for the backward pass, dropout is torch's
# own. `tuned` takes what was measured to be faster in torch 1.13 although few write it: sparse products
# through embedding_bag (4 times) and dropout masks from the bytes of random words (10 times). GAT, for which
# torch has no fast form at all, uses embedding_bag always and has its attention derived by hand.
from common import numbers  # first: it sets up OpenBLAS
import numpy as np
import scipy.sparse
import torch
import torch.nn.functional as F

SLOPE = 0.2  # of GAT's leaky relu
STEPS, RESTART = 10, 0.1  # of APPNP


class Bags:
    """Compressed rows for embedding_bag: the sum over each row of table[columns], with weights"""

    def __init__(self, offsets, columns):
        self.offsets, self.columns = numbers(offsets[:-1]), numbers(columns)

    def sums(self, table, weights=None):
        return F.embedding_bag(self.columns, table, self.offsets, mode="sum", per_sample_weights=weights)


class Sparse:
    """A constant sparse matrix; times(dense) can be differentiated"""

    def __init__(self, matrix, tuned):
        self.forward, self.backward = self.multiplier(matrix, tuned), self.multiplier(matrix.T, tuned)

    @staticmethod
    def multiplier(matrix, tuned):
        matrix = matrix.tocsr().sorted_indices()
        values = torch.from_numpy(matrix.data.astype(np.float32))
        if tuned:
            bags = Bags(matrix.indptr, matrix.indices)
            return lambda dense: bags.sums(dense, values)
        pieces = [torch.from_numpy(part.astype(np.int32)) for part in (matrix.indptr, matrix.indices)]
        return torch.sparse_csr_tensor(*pieces, values, size=matrix.shape).matmul

    def times(self, dense):
        return SparseProduct.apply(dense, self)


class SparseProduct(torch.autograd.Function):
    @staticmethod
    def forward(ctx, dense, sparse):
        ctx.sparse = sparse
        return sparse.forward(dense.contiguous())

    @staticmethod
    def backward(ctx, gradient):
        return ctx.sparse.backward(gradient.contiguous()), None


def dropout_mask(shape, tuned):
    """0 or 2, each with probability 1/2"""
    if not tuned:
        return F.dropout(torch.ones(shape), 0.5)
    count = int(np.prod(shape))
    words = torch.empty((count + 7) // 8, dtype=torch.int64).random_()
    return (words.view(torch.uint8)[:count] & 1).view(shape).float().mul_(2)


class EdgeList:
    """Edges in order of target with their order by source, and the same edges once for each head"""

    def __init__(self, adjacency, heads):
        nodes, self.heads = adjacency.shape[0], heads
        by_target = (adjacency + scipy.sparse.eye(nodes)).tocsr()
        row = np.repeat(np.arange(nodes), np.diff(by_target.indptr))
        col = by_target.indices
        order = np.argsort(col, kind="stable")
        by_source = np.concatenate([[0], np.cumsum(np.bincount(col, minlength=nodes))])
        self.row, self.col = numbers(row), numbers(col)
        self.to_target = Bags(by_target.indptr, np.arange(len(row)))
        self.to_source = Bags(by_source, order)
        self.weighted, self.order = self.each_head(by_target.indptr, np.arange(len(row)), col)
        self.weighted_back, self.order_back = self.each_head(by_source, order, row)

    def each_head(self, offsets, edges, ends):
        """Bags (node, head) of rows (node, head), and where each one's weight stands in (edge, head)"""
        lengths = np.repeat(np.diff(offsets), self.heads)
        starts = np.concatenate([[0], np.cumsum(lengths)])
        place = np.arange(starts[-1]) - np.repeat(starts[:-1] - np.repeat(offsets[:-1], self.heads), lengths)
        head = np.repeat(np.tile(np.arange(self.heads), len(offsets) - 1), lengths)
        edge = edges[place]
        return Bags(starts, ends[edge] * self.heads + head), numbers(edge * self.heads + head)


class Attention(torch.autograd.Function):
    """x (N, heads*D), source and target (N, heads), mask (E, heads) or None -> weighted sums (N, heads*D)"""

    @staticmethod
    def forward(ctx, x, source, target, mask, edges):
        raw = source.index_select(0, edges.col).add_(target.index_select(0, edges.row))
        # No less than any score of the target, as leaky relu ascends; cheaper than each target's own maximum.
        bound = F.leaky_relu(source.amax(0) + target, SLOPE)
        weight = F.leaky_relu(raw, SLOPE).sub_(bound.index_select(0, edges.row)).exp_()
        attention = weight.div_(edges.to_target.sums(weight).index_select(0, edges.row))
        used = attention if mask is None else attention * mask
        ctx.edges, ctx.mask = edges, mask
        ctx.save_for_backward(x, raw, attention, used)
        table = x.view(x.shape[0] * edges.heads, -1)
        return edges.weighted.sums(table, used.view(-1).index_select(0, edges.order)).view_as(x)

    @staticmethod
    def backward(ctx, gradient):
        edges, (x, raw, attention, used) = ctx.edges, ctx.saved_tensors
        gradient = gradient.contiguous()
        table = gradient.view(x.shape[0] * edges.heads, -1)
        dx = edges.weighted_back.sums(table, used.view(-1).index_select(0, edges.order_back)).view_as(x)
        pairs = x.index_select(0, edges.col).mul_(gradient.index_select(0, edges.row))
        dattention = (pairs.view(raw.numel(), -1) @ torch.ones(table.shape[1])).view_as(raw)
        if ctx.mask is not None:
            dattention *= ctx.mask
        mean = edges.to_target.sums(attention * dattention)
        draw = attention * dattention.sub_(mean.index_select(0, edges.row))
        draw *= torch.where(raw > 0, 1.0, SLOPE)
        return dx, edges.to_source.sums(draw), edges.to_target.sums(draw), None, None


class Model:
    """Two convs with relu and dropout after each, and a linear head. Weights are in x out."""

    def __init__(self, options, adjacency, features, classes):
        self.kind, self.tuned, self.heads = options.model, options.tuned, options.heads
        degree = np.asarray(adjacency.sum(axis=1)).ravel()
        if self.kind in ("gcn", "appnp"):
            root = scipy.sparse.diags((degree + 1) ** -0.5)
            self.adjacency = Sparse(root @ (adjacency + scipy.sparse.eye(len(degree))) @ root, self.tuned)
        elif self.kind == "sage":
            self.adjacency = Sparse(scipy.sparse.diags(1 / np.maximum(degree, 1)) @ adjacency, self.tuned)
        else:
            self.edges = EdgeList(adjacency, self.heads)
        if options.features == "csr":
            self.features = Sparse(features, self.tuned).times
        else:
            self.features = torch.from_numpy(features.toarray()).matmul
        sizes = [features.shape[1], options.width, options.width]
        self.convs = [self.conv_parameters(a, b) for a, b in zip(sizes, sizes[1:])]
        self.head = {"weight": self.weight(options.width, classes), "bias": self.bias(classes)}

    @staticmethod
    def weight(inputs, outputs):
        return torch.nn.init.xavier_uniform_(torch.empty(inputs, outputs)).requires_grad_()

    @staticmethod
    def bias(outputs):
        return torch.zeros(outputs, requires_grad=True)

    def conv_parameters(self, inputs, outputs):
        own = {"weight": self.weight(inputs, outputs), "bias": self.bias(outputs)}
        if self.kind == "sage":
            own["self_weight"] = self.weight(inputs, outputs)
        if self.kind == "gat":
            own["source"] = self.weight(self.heads, outputs // self.heads)
            own["target"] = self.weight(self.heads, outputs // self.heads)
        return own

    def parameters(self):
        return [p for own in [*self.convs, self.head] for p in own.values()]

    def conv(self, own, times, training):
        x = times(own["weight"])
        if self.kind == "appnp":
            return x + own["bias"]
        if self.kind == "gcn":
            return self.adjacency.times(x) + own["bias"]
        if self.kind == "sage":
            return self.adjacency.times(x) + own["bias"] + times(own["self_weight"])
        heads = x.view(x.shape[0], self.heads, -1)
        source, target = (heads * own["source"]).sum(-1), (heads * own["target"]).sum(-1)
        mask = dropout_mask((len(self.edges.row), self.heads), self.tuned) if training else None
        return Attention.apply(x, source, target, mask, self.edges) + own["bias"]

    def logits(self, training):
        times = self.features
        for own in self.convs:
            h = self.conv(own, times, training).relu_()
            if training:
                h = h * dropout_mask(h.shape, True) if self.tuned else F.dropout(h, 0.5)
            times = h.matmul
        own = times(self.head["weight"]) + self.head["bias"]
        logits = own
        for _ in range(STEPS if self.kind == "appnp" else 0):
            logits = (1 - RESTART) * self.adjacency.times(logits) + RESTART * own
        return logits
