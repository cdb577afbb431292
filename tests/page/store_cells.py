# The finished cells of a store, read without graphsr: store_cells.py results.sqlite
import json
import sqlite3
import sys

store = sqlite3.connect("file:" + sys.argv[1] + "?mode=ro", uri=True)
query = "SELECT dataset, model, method, rho, seed, document FROM wanted JOIN cells USING (key) ORDER BY position"
cells = []
for dataset, model, method, rho, seed, document in store.execute(query):
    cells.append({"dataset": dataset, "model": model, "method": method, "rho": rho, "seed": seed,
                  "test": json.loads(document)["test"]})
json.dump(cells, sys.stdout)
