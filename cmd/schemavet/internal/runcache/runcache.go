// Package runcache keeps what a run found, for the next one that would find the same.
//
// A run is known by all that it can read: this program, its arguments, the environment
// of the go command, what that lists, each file below the roots, and each file of what
// they import. Files that are not the user's count by size and time, as those of
// downloaded modules and of Go do not change; all others by content. Where that cannot be
// told, nothing is kept: no finding may be older than the files it is about.
package runcache

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"os"
	"path/filepath"

	"github.com/rogpeppe/go-internal/cache"
)

// Var names the environment variable that moves the cache to another folder, or, with
// the value "off", does without one.
const Var = "SCHEMAVET_CACHE"

// Cache is a folder of what runs found. A nil Cache holds nothing.
type Cache struct {
	files *cache.Cache
	dir   string // without symbolic links
}

// Open returns the user's cache, nil if there is none: it is not wanted, or the user has
// no folder that can be written to. A folder that [Var] names and that cannot be used is
// an error.
func Open() (*Cache, error) {
	switch dir := os.Getenv(Var); {
	case dir == "off":
		return nil, nil
	case dir == "":
		user, err := os.UserCacheDir()
		if err != nil {
			return nil, nil
		}
		c, err := open(filepath.Join(user, "schemavet"))
		if err != nil {
			return nil, nil
		}
		return c, nil
	case !filepath.IsAbs(dir):
		return nil, fmt.Errorf("%s=%s: want the absolute path of a folder, or off", Var, dir)
	default:
		c, err := open(dir)
		if err != nil {
			return nil, fmt.Errorf("%s: %w; name a folder that can be written to, or off", Var, err)
		}
		return c, nil
	}
}

func open(dir string) (*Cache, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return nil, err
	}
	files, err := cache.Open(real)
	if err != nil {
		return nil, err
	}
	return &Cache{files, real}, nil
}

// Run is a run of which something may be kept.
type Run struct {
	cache  *Cache
	inputs Inputs
	key    cache.ActionID
	ok     bool // key says all
}

// Of returns the run with these inputs.
func (c *Cache) Of(in Inputs) *Run {
	r := &Run{cache: c, inputs: in}
	if c != nil {
		r.key, r.ok = in.sum(c.dir)
	}
	return r
}

// Found fills what v points at with what such a run has kept. It reports false if none
// has.
func (r *Run) Found(v any) bool {
	if !r.ok {
		return false
	}
	data, _, err := r.cache.files.GetBytes(r.key)
	return err == nil && gob.NewDecoder(bytes.NewReader(data)).Decode(v) == nil
}

// Keep keeps v for the next such run, unless a file has changed since this one began.
func (r *Run) Keep(v any) {
	if !r.ok {
		return
	}
	if now, ok := r.inputs.sum(r.cache.dir); !ok || now != r.key {
		return
	}
	var data bytes.Buffer
	if gob.NewEncoder(&data).Encode(v) != nil {
		return
	}
	// What cannot be written is found again.
	_ = r.cache.files.PutBytes(r.key, data.Bytes())
	_ = r.cache.files.Trim()
}
