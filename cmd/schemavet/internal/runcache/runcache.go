// Package runcache caches the findings of a run, for later runs with the same inputs.
//
// The key is a hash of everything that a run can read: this program, its arguments, the
// environment of the go command, the packages that the go command lists, each file below
// the roots, and each file of imported packages. Files of downloaded modules and of Go do
// not change, so the hash has their size and time; it has the content of all other files.
// If the inputs cannot be determined, the run is not cached: no finding may be older than
// the files it is about.
package runcache

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"os"
	"path/filepath"

	"github.com/rogpeppe/go-internal/cache"
)

// Var is the environment variable that sets the folder of the cache. The value "off"
// turns the cache off.
const Var = "SCHEMAVET_CACHE"

// Cache is a folder with the findings of earlier runs. A nil Cache is empty.
type Cache struct {
	files *cache.Cache
	dir   string // without symbolic links
}

// Open returns the user's cache. It returns nil if the user turned the cache off or has no
// writable cache folder. It returns an error if [Var] names a folder that cannot be used.
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

// Run is a run whose findings may be cached.
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

// Found decodes the findings of an earlier run with the same inputs into v. It
// returns false if the cache has no such run.
func (r *Run) Found(v any) bool {
	if !r.ok {
		return false
	}
	data, _, err := r.cache.files.GetBytes(r.key)
	return err == nil && gob.NewDecoder(bytes.NewReader(data)).Decode(v) == nil
}

// Keep stores v for later runs with the same inputs, unless a file has changed since
// this run began.
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
	// After an error the next run computes the findings again.
	_ = r.cache.files.PutBytes(r.key, data.Bytes())
	_ = r.cache.files.Trim()
}
