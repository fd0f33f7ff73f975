#!/usr/bin/env bash
# Lists the functions that no run of schemavet on the modules in the given folders reaches.
# It runs in the root of this repository. COVER may name folders with the coverage of
# other runs, separated by commas, such as those of conformance with a binary that was
# built with -cover.
set -euo pipefail
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
go build -cover -coverpkg=./... -o "$tmp/schemavet" ./cmd/schemavet
mkdir "$tmp/cover"
for dir; do
	for command in check "snapshot --check" "list --json" docs; do
		# A run that finds something exits with 1.
		GOCOVERDIR="$tmp/cover" "$tmp/schemavet" $command -q -C "$dir" > /dev/null || [ $? -eq 1 ] || echo "$command -C $dir fails" >&2
	done
done
go tool covdata func -i="$tmp/cover${COVER:+,$COVER}" | grep -F '	0.0%'
