// Package labels prints the labels of parcels.
package labels

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/parcels/internal/parcels"
	"example.com/parcels/internal/toolkit"
)

// Printer prints labels.
type Printer struct {
	store  *parcels.Store
	logger *slog.Logger
}

// NewPrinter returns a printer for the parcels of store.
func NewPrinter(store *parcels.Store, logger *slog.Logger) *Printer {
	return &Printer{store, logger}
}

// Job is one label to print.
type Job struct {
	parcels.Number
	Format string       `json:"format,omitempty" jsonschema:"paper of the label: a6 or letter"`
	Logger *slog.Logger `json:"logger" jsonschema:"where progress is logged"`
}

// Label is a printed label.
type Label struct {
	Text string `json:"text"`
}

// Register adds the tools for labels.
func (p *Printer) Register(s *mcp.Server) {
	toolkit.Add(s, "label_print", "Print the label of a parcel, which sends it on its way.", p.print, toolkit.Enum("format", "a6", "letter"))
}

func (p *Printer) print(ctx context.Context, job Job) (Label, error) {
	if job.Logger == nil {
		job.Logger = p.logger
	}
	parcel, err := p.store.Update(job.ID, func(parcel *parcels.Parcel) error {
		if parcel.Status != parcels.Created {
			return fmt.Errorf("parcel %s is %s; it has a label already", parcel.ID, parcel.Status)
		}
		parcel.Status = parcels.Underway
		return nil
	})
	if err != nil {
		return Label{}, err
	}
	job.Logger.InfoContext(ctx, "label printed", "parcel", parcel.ID, "format", job.Format)
	return Label{Text: parcel.To.Name + "\n" + parcel.To.Street + "\n" + parcel.To.Postcode + " " + parcel.To.City}, nil
}
