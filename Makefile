# Everything a machine with Go, git, make and a C compiler needs to build, try
# and test fcv. Only the first build and the first set-up use the network.

.DEFAULT_GOAL := help
SHELL := /bin/bash

# Go asks git for the version it stamps into the program, and fails where git
# distrusts the owner of the tree, as in many containers.
BUILDVCS := $(shell git status --porcelain >/dev/null 2>&1 && echo auto || echo false)

.PHONY: help demo build setup test lint bench clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-7s %s\n", $$1, $$2}' Makefile

demo: setup ## verify a wrong and a right program
	@printf '\n%s\n\n' 'abs_bug.c negates the smallest int, which overflows: the verdict must be "incomplete", with the place and the reason.'
	@./fcv check examples/abs/abs_bug.c
	@printf '\n%s\n\n' 'abs.c requires another value and its caller keeps that promise: nothing is missing, so the verdict is "proved".'
	@./fcv check examples/abs/abs.c

build: ## build ./fcv
	@command -v go >/dev/null || { echo 'make: Go is missing: see https://go.dev/dl' >&2; exit 1; }
	@go build -buildvcs=$(BUILDVCS) -o fcv . || { \
	  want=$$(sed -n 's/^go //p' go.mod); have=$$(go version | sed -n 's/^go version go\([0-9.]*\).*/\1/p'); \
	  if [ "$$(printf '%s\n' "$$want" "$$have" | sort -V | head -n 1)" != "$$want" ]; then \
	    echo "make: the build failed, and Go $$have is older than the Go $$want that go.mod asks for:" >&2; \
	    echo "make: install Go $$want or newer from https://go.dev/dl" >&2; \
	  fi; exit 1; }

setup: build ## install what is missing (apt on Debian and Ubuntu), build the plug-in
	@./fcv setup --yes

test: setup lint ## all tests, with the real Frama-C
	go test -timeout 90m ./...

lint: ## gofmt and go vet
	@unformatted=$$(gofmt -l $$(git ls-files '*.go')) || exit 1; \
	  if [ -n "$$unformatted" ]; then echo "not formatted with gofmt:" >&2; echo "$$unformatted" >&2; exit 1; fi
	go vet ./...

bench: setup ## compare with raw Frama-C, side by side
	go run ./bench --fcv ./fcv --libraries testdata/libs
	go test -run "^$$" -bench Get ./framac

clean: ## remove ./fcv
	rm -f fcv
