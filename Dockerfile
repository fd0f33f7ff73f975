# schemavet with a Go toolchain, because it asks the go command for packages:
#
#	docker run --rm -v "$PWD:/src" schemavet check
#	docker run --rm -v "$PWD:/src" --user "$(id -u)" schemavet snapshot
FROM golang:1.26.8 AS build
WORKDIR /schemavet
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -o /usr/local/bin/schemavet ./cmd/schemavet

FROM golang:1.26.8
COPY --from=build /usr/local/bin/schemavet /usr/local/bin/schemavet
# What is mounted belongs to another user than the one in here. Any user may keep
# modules and builds, because docker run --user names one that has no home.
RUN git config --system --add safe.directory '*' \
	&& useradd --uid 10001 --create-home schemavet \
	&& mkdir -p /go/pkg/mod \
	&& chmod 1777 /go/pkg /go/pkg/mod /home/schemavet
ENV HOME=/home/schemavet
USER 10001
WORKDIR /src
ENTRYPOINT ["schemavet"]
CMD ["check"]
