# schemavet with a Go toolchain, because it asks the go command for packages:
#
#	docker run --rm -v "$PWD:/src" schemavet check
FROM golang:1.26 AS build
WORKDIR /schemavet
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -o /usr/local/bin/schemavet ./cmd/schemavet

FROM golang:1.26
COPY --from=build /usr/local/bin/schemavet /usr/local/bin/schemavet
# What is mounted belongs to somebody else than the user in here.
RUN git config --system --add safe.directory '*'
WORKDIR /src
ENTRYPOINT ["schemavet"]
CMD ["check"]
