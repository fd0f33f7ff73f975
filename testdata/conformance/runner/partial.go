package runner

import (
	"encoding/json"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// hole is an entry of the list "unresolved" of a derived tool.
type hole struct {
	Path, Reason string
	Perhaps      any
	More         bool
}

// admits reports whether a derived member of a tool may be the real one: they are equal but
// for what is unresolved, and where a list or object is partly unknown the real one has the
// known members, and besides only such as may be there.
func admits(want, got json.RawMessage, member string, holes []hole) bool {
	var w, g any
	if json.Unmarshal([]byte(`{"m":`+string(orNull(want))+`}`), &w) != nil || json.Unmarshal([]byte(`{"m":`+string(orNull(got))+`}`), &g) != nil {
		return false
	}
	for _, h := range slices.Backward(holes) { // the innermost first
		path := strings.Split(strings.TrimPrefix(h.Path, "/"), "/")
		if path[0] == "" {
			return true // the tool itself
		}
		if unescape(path[0]) != member {
			continue
		}
		path[0] = "m"
		if h.Perhaps == nil && !h.More {
			remove(w, path)
			remove(g, path)
			continue
		}
		w = change(w, path, func(real any) any { return without(real, look(g, path), h) })
	}
	return reflect.DeepEqual(prune(w), prune(g))
}

func orNull(data json.RawMessage) json.RawMessage {
	if len(data) == 0 {
		return json.RawMessage("null")
	}
	return data
}

func unescape(token string) string {
	return strings.NewReplacer("~1", "/", "~0", "~").Replace(token)
}

// without returns the real list or object without the members that may be there.
func without(real, known any, h hole) any {
	switch real := real.(type) {
	case []any:
		list, _ := known.([]any)
		may, _ := h.Perhaps.([]any)
		in := func(list []any, e any) bool {
			return slices.ContainsFunc(list, func(o any) bool { return reflect.DeepEqual(e, o) })
		}
		return slices.DeleteFunc(slices.Clone(real), func(e any) bool { return !in(list, e) && (h.More || in(may, e)) })
	case map[string]any:
		object, _ := known.(map[string]any)
		may, _ := h.Perhaps.(map[string]any)
		for name, v := range real {
			_, certain := object[name]
			if other, perhaps := may[name]; !certain && (h.More || perhaps && reflect.DeepEqual(v, other)) {
				delete(real, name)
			}
		}
	}
	return real
}

// prune removes empty lists and objects that are members of objects: derived documents do
// not have one of which no member is certain.
func prune(v any) any {
	if m, ok := v.(map[string]any); ok {
		for name, e := range m {
			m[name] = prune(e)
			if s := reflect.ValueOf(m[name]); e == nil || (s.Kind() == reflect.Map || s.Kind() == reflect.Slice) && s.Len() == 0 {
				delete(m, name)
			}
		}
	}
	return v
}

// look returns the value at a path, or nil.
func look(v any, path []string) any {
	for _, tok := range path {
		switch x := v.(type) {
		case map[string]any:
			v = x[unescape(tok)]
		case []any:
			i, err := strconv.Atoi(tok)
			if err != nil || i >= len(x) {
				return nil
			}
			v = x[i]
		default:
			return nil
		}
	}
	return v
}

// change replaces the value at a path, if there is one, by what f returns for it.
func change(v any, path []string, f func(any) any) any {
	if len(path) == 0 {
		return f(v)
	}
	if m, ok := v.(map[string]any); ok {
		if e, has := m[unescape(path[0])]; has {
			m[unescape(path[0])] = change(e, path[1:], f)
		}
	}
	return v
}

func remove(v any, path []string) {
	if m, ok := look(v, path[:len(path)-1]).(map[string]any); ok {
		delete(m, unescape(path[len(path)-1]))
	}
}
