# make run       sets up, builds, and trains on the built-in graph
# make test      sets up, builds, and passes all tests
# make test-page looks at the pages of a run and a bench in a browser (Debian's chromium; fetches two npm packages)
# make build     sets up and builds build/release/graphsr
# make bench     times epochs, steps of the game, fits and reading, beside PyTorch and pandas where Debian's packages are installed
# make bench-check counts instructions of fixed work (valgrind) and compares them with bench/instructions.txt
# make accuracy  compares methods over 20 seeds on Cora and CiteSeer of ../shared/data (about 30 minutes)
# make asan      runs the tests under AddressSanitizer and UndefinedBehaviorSanitizer
# make tsan      runs the tests of threads under ThreadSanitizer
# make fuzz      feeds every reader damaged files for 30 s each; SECONDS=600, RUNS=10000000 for longer, TARGET=npz for one
# make format    formats the sources; make format-check only looks
# make clean     removes build/ and runs/

SHELL := /bin/bash
CONFIGURE := cmake -G Ninja -S .
SANITIZED := -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG="-O1 -g1" -DGRAPHSR_TESTS=ON
QUIET := > /dev/null
BUILD := cmake --build
METHODS := graphsr,su-selection,ru-selection,su-selection:default,ru-selection:default,vanilla,vanilla:default

.PHONY: help run test test-page build bench bench-check accuracy asan tsan fuzz format format-check clean
.DEFAULT_GOAL := help

help:
	@sed -n 's/^# make/make/p' Makefile

build:
	@scripts/setup build
	@echo "build: compiles build/release/graphsr"
	@$(CONFIGURE) -B build/release -DCMAKE_BUILD_TYPE=Release $(QUIET)
	@$(BUILD) build/release --target graphsr_app

run: build
	@echo "run: trains on the built-in graph and writes what comes out to runs/demo"
	@build/release/graphsr fit --dataset demo --out runs/demo --force

test:
	@scripts/setup build test
	@echo "test: builds the program and its tests, and runs them"
	@$(CONFIGURE) -B build/release -DCMAKE_BUILD_TYPE=Release -DGRAPHSR_TESTS=ON $(QUIET)
	@$(BUILD) build/release
	@cd build/release && ctest --output-on-failure -j $$(nproc)

test-page:
	@scripts/setup build test page
	@echo "test-page: builds the program, makes pages and looks at them in a browser"
	@$(CONFIGURE) -B build/release -DCMAKE_BUILD_TYPE=Release $(QUIET)
	@$(BUILD) build/release --target graphsr_app
	@scripts/test-page

bench:
	@scripts/setup build
	@echo "bench: times training epochs, steps of the selection game, whole fits and reading on one core"
	@$(CONFIGURE) -B build/release -DCMAKE_BUILD_TYPE=Release -DGRAPHSR_BENCH=ON $(QUIET)
	@$(BUILD) build/release --target bench_roofline bench_epoch bench_env bench_large bench_read
	@build/release/bench/bench_roofline
	@build/release/bench/bench_epoch
	@build/release/bench/bench_epoch --validation
	@build/release/bench/bench_env
	@build/release/bench/bench_large
	@build/release/bench/bench_read

bench-check:
	@scripts/setup build count
	@echo "bench-check: counts instructions of fixed work and compares them with bench/instructions.txt"
	@$(CONFIGURE) -B build/release -DCMAKE_BUILD_TYPE=Release -DGRAPHSR_BENCH=ON $(QUIET)
	@$(BUILD) build/release --target bench_counted
	@scripts/bench-check

accuracy: build
	@echo "accuracy: methods over 20 seeds on the same splits; stopped, it goes on where it was"
	@build/release/graphsr bench --data-dir ../shared/data --datasets cora,citeseer --models gcn,sage,gat --methods $(METHODS) \
	  --out runs/accuracy

asan:
	@scripts/setup build test
	@echo "asan: builds and runs the tests with AddressSanitizer and UndefinedBehaviorSanitizer"
	@$(CONFIGURE) -B build/asan $(SANITIZED) -DGRAPHSR_SANITIZE=address,undefined $(QUIET)
	@$(BUILD) build/asan
	@cd build/asan && ctest --output-on-failure -j $$(nproc)

tsan:
	@scripts/setup build test
	@echo "tsan: builds and runs the tests of threads with ThreadSanitizer"
	@$(CONFIGURE) -B build/tsan $(SANITIZED) -DGRAPHSR_SANITIZE=thread $(QUIET)
	@$(BUILD) build/tsan --target graphsr_tests
	@build/tsan/tests/graphsr_tests --gtest_filter='ThreadPool.*:Multiply.*:GnnClassifier.gives*:Predict*:Ppo.*'

# Longer by SECONDS or by RUNS; with RUNS alone there is no limit of time.
TARGET := all
RUNS := 0
SECONDS := $(if $(filter-out 0,$(RUNS)),0,30)
fuzz: build
	@scripts/setup fuzz
	@echo "fuzz: builds the targets with clang and runs them; what they find stays in build/fuzz"
	@$(CONFIGURE) -B build/fuzz -DCMAKE_CXX_COMPILER=clang++-16 -DCMAKE_BUILD_TYPE=None -DGRAPHSR_FUZZ=ON $(QUIET)
	@$(BUILD) build/fuzz --target fuzz
	@/usr/bin/python3 tests/fuzz/make_corpora.py build/release/graphsr build/fuzz/seeds
	@scripts/fuzz $(TARGET) $(SECONDS) $(RUNS)

format:
	@scripts/setup format
	@git ls-files '*.h' '*.cpp' | xargs clang-format -i

format-check:
	@scripts/setup format
	@git ls-files '*.h' '*.cpp' | xargs clang-format --dry-run -Werror

clean:
	@rm -rf build runs
