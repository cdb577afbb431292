#!/bin/sh
# Installs the library into an empty folder, builds examples/ against it as a user would, and runs them on the
# built-in graph.
#
#   installed_examples.sh BUILD SOURCE
set -eu
build=$1 source=$2
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cmake --install "$build" --prefix "$place/installed" > "$place/log" || { cat "$place/log"; exit 1; }
cmake -G Ninja -S "$source/examples" -B "$place/build" -DCMAKE_PREFIX_PATH="$place/installed" > "$place/log" 2>&1 &&
  cmake --build "$place/build" > "$place/log" 2>&1 || { cat "$place/log"; exit 1; }
"$place/build/own_classifier" | tee "$place/first" && grep -q "label propagation: .* chosen nodes more" "$place/first"
"$place/build/own_layer" | tee "$place/second" && grep -q "sum layer: .* with SU-Selection" "$place/second"
"$place/build/own_layer" missing.npz 2> "$place/error" && exit 1
grep -q "own_layer: .*missing.npz" "$place/error"
for example in own_classifier own_layer; do
  test "$(wc -l < "$source/examples/$example.cpp")" -lt 60
done
"$place/installed/bin/graphsr" --version
