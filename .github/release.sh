#!/usr/bin/env bash
# Builds the archives of a release into dist/: .github/release.sh v1.2.3
# The version must be the one that the source names, and have a section in
# CHANGELOG.md, which becomes the notes.
set -euo pipefail
cd "$(dirname "$0")/.."
version=$1

named=$(sed -n 's/^const Version = "\(.*\)"$/\1/p' cmd/schemavet/internal/session/version.go)
[ "$version" = "$named" ] || { echo "the source names version $named, not $version" >&2; exit 1; }

rm -rf dist
mkdir dist
awk -v head="## $version" 'index($0, head) == 1 { on = 1; next } /^## / { on = 0 } on' CHANGELOG.md > dist/notes.md
grep -q '^- ' dist/notes.md || { echo "CHANGELOG.md has no section \"## $version\"" >&2; exit 1; }

for target in linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64; do
	os=${target%/*} arch=${target#*/} exe=
	[ "$os" = windows ] && exe=.exe
	name=schemavet_${version}_${os}_${arch}
	mkdir "dist/$name"
	GOOS=$os GOARCH=$arch CGO_ENABLED=0 go build -trimpath -ldflags=-s -o "dist/$name/schemavet$exe" ./cmd/schemavet
	cp LICENSE README.md CHANGELOG.md "dist/$name/"
	tar -C dist -czf "dist/$name.tar.gz" --owner=0 --group=0 --sort=name "$name"
	rm -r "dist/${name:?}"
done
(cd dist && sha256sum -- *.tar.gz > checksums.txt)
