#!/usr/bin/env python3
# Times steps of the selection game of GraphSR in PyTorch on one thread, written plainly as the paper's authors
# play it: for each candidate ten SGD steps of a sampling GraphSAGE on the current set and the candidate, then
# macro-F1 on the validation nodes. Prints one JSON line. The first pool nodes with their true labels stand in
# for candidates with pseudo-labels; the work is the same. Debian's python3 packages suffice: python3-numpy,
# python3-scipy, python3-sklearn, python3-torch.
#
#   pytorch_env.py --npz cora.npz --split split.json
import argparse
import json
import random
import statistics
import time

from common import add_inputs, read_graph, read_split, set_up, setting  # first: it sets up OpenBLAS
import torch
from sklearn.metrics import f1_score
from torch.nn.functional import cross_entropy

WIDTH, SAMPLES, RATE = 128, 10, 0.7
RESET_STEPS, TRAINING_STEPS = 50, 10


class Layer(torch.nn.Module):
    """Mean over at most ten sampled neighbours of what `below` gives for them, linear map, relu"""

    def __init__(self, inputs, neighbours, below):
        super().__init__()
        self.neighbours, self.below = neighbours, below
        self.linear = torch.nn.Linear(inputs, WIDTH, bias=False)
        torch.nn.init.xavier_uniform_(self.linear.weight)

    def sample(self, node):
        near = self.neighbours[node]
        return random.sample(list(near), SAMPLES) if len(near) > SAMPLES else near

    def forward(self, nodes):
        samples = [self.sample(node) for node in nodes]
        unique = list(set().union(*samples))
        column = {node: i for i, node in enumerate(unique)}
        rows = [i for i, sample in enumerate(samples) for _ in sample]
        columns = [column[node] for sample in samples for node in sample]
        mask = torch.zeros(len(nodes), len(unique))
        mask[rows, columns] = 1
        mask = mask / mask.sum(1, keepdim=True).clamp(min=1)  # a node without neighbours gets zeros
        return torch.relu(self.linear(mask.mm(self.below(unique))))


class Sage(torch.nn.Module):
    def __init__(self, features, neighbours, classes):
        super().__init__()
        first = Layer(features.embedding_dim, neighbours, lambda nodes: features(torch.LongTensor(nodes)))
        self.body = Layer(WIDTH, neighbours, first)
        self.head = torch.nn.Linear(WIDTH, classes)

    def forward(self, nodes):
        return self.head(self.body(nodes))


class Game:
    """The set grows by every candidate that is played; reward is left out, it costs nothing"""

    def __init__(self, options):
        adjacency, features, self.labels = read_graph(options.npz)
        self.split = read_split(options.split)
        self.features = torch.nn.Embedding.from_pretrained(torch.from_numpy(features.toarray()), freeze=True)
        self.neighbours = [set(adjacency[node].indices.tolist()) for node in range(adjacency.shape[0])]
        taken = {node for part in ("train", "validation", "test") for node in self.split[part]}
        self.pool = [node for node in range(adjacency.shape[0]) if node not in taken]
        self.training_times = []

    def reset(self):
        self.nodes = list(self.split["train"])
        self.model = Sage(self.features, self.neighbours, classes=int(self.labels.max()) + 1)
        self.optimiser = torch.optim.SGD(self.model.parameters(), lr=RATE)
        self.train(RESET_STEPS)
        self.training_times.clear()

    def train(self, steps):
        labels = self.labels[self.nodes]
        for _ in range(steps):
            begin = time.perf_counter()
            self.optimiser.zero_grad()
            loss = cross_entropy(self.model(self.nodes), labels)
            loss.backward()
            self.optimiser.step()
            self.training_times.append(time.perf_counter() - begin)

    def step(self, candidate):
        self.nodes.append(candidate)
        self.train(TRAINING_STEPS)
        validation = self.split["validation"]
        with torch.no_grad():
            predicted = self.model(validation).argmax(1)
        return f1_score(self.labels[validation].numpy(), predicted.numpy(), average="macro")


def main():
    parser = argparse.ArgumentParser(description="Times steps of the game in PyTorch; prints one JSON line.")
    add_inputs(parser)
    parser.add_argument("--steps", type=int, default=60, help="candidates that are played")
    options = parser.parse_args()
    set_up(options.seed)
    random.seed(options.seed)
    game = Game(options)
    game.reset()
    times, scores = [], []
    for candidate in game.pool[:options.steps]:
        begin = time.perf_counter()
        scores.append(game.step(candidate))
        times.append(time.perf_counter() - begin)
    print(json.dumps({
        **setting(),
        "steps": len(times),
        "ms_per_step": round(statistics.median(times) * 1e3, 2),
        "ms_min": round(min(times) * 1e3, 2),
        "ms_per_training_step": round(statistics.median(game.training_times) * 1e3, 3),
        "macro_f1": [round(scores[0], 4), round(scores[-1], 4)],
    }))


if __name__ == "__main__":
    main()
