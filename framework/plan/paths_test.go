// Tests of the table of paths.

package plan

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

func table(t testing.TB, patterns ...string) *Paths[string] {
	t.Helper()
	var p Paths[string]
	for _, pattern := range patterns {
		if err := p.Add(pattern, pattern); err != nil {
			t.Fatal(err)
		}
	}
	return &p
}

var everyPattern = []string{
	"/", "/tickets/", "/tickets/{key}/", "/tickets/mine/", "/tickets/mine/old/", "/tickets/{key}/close/",
	"/tickets/{ticket}/comments/", "/tickets/{ticket}/comments/{key}/", "/me/", "/api/v1/labels/{key}/",
}

func TestPathsFind(t *testing.T) {
	p := table(t, everyPattern...)
	tests := []struct{ path, pattern, params string }{
		{"/", "/", ""},
		{"/tickets/", "/tickets/", ""},
		{"/tickets", "", ""},
		{"/tickets/7/", "/tickets/{key}/", "7"},
		{"/tickets/7", "", ""},
		{"/tickets//", "", ""},
		{"//tickets/", "", ""},
		{"/tickets/mine/", "/tickets/mine/", ""},
		{"/tickets/mine/old/", "/tickets/mine/old/", ""},
		{"/tickets/mine/close/", "/tickets/{key}/close/", "mine"},
		{"/tickets/mine/new/", "", ""},
		{"/tickets/7/comments/", "/tickets/{ticket}/comments/", "7"},
		{"/tickets/7/comments/8/", "/tickets/{ticket}/comments/{key}/", "7 8"},
		{"/tickets/7/comments/8/9/", "", ""},
		{"/tickets/a b/", "/tickets/{key}/", "a b"},
		{"/tickets/{key}/", "/tickets/{key}/", "{key}"},
		{"/me/", "/me/", ""},
		{"/api/", "", ""},
		{"/api/v1/labels/x/", "/api/v1/labels/{key}/", "x"},
		{"", "", ""},
		{"tickets/", "", ""},
	}
	for _, tt := range tests {
		got, params, ok := p.Find(tt.path, nil)
		if got != tt.pattern || ok != (tt.pattern != "") || len(params) != strings.Count(tt.pattern, "{") || !fits(tt.params, params) {
			t.Errorf("%s: got %q %q, want %q %q", tt.path, got, params, tt.pattern, tt.params)
		}
	}
}

func fits(want string, params []string) bool { return strings.Join(params, " ") == want }

func TestPathsAdd(t *testing.T) {
	for _, tt := range []struct{ pattern, taken string }{
		{"/tickets/{id}/", "/tickets/{key}/"},
		{"/tickets/", "/tickets/"},
		{"/tickets/{a}/comments/{b}/", "/tickets/{ticket}/comments/{key}/"},
		{"tickets/", ""},
		{"/tickets", ""},
		{"/tickets//", ""},
		{"/tickets/{}/", ""},
		{"/tickets/x{key}/", ""},
		{"", ""},
	} {
		err := table(t, everyPattern...).Add(tt.pattern, "")
		got, ok := errors.AsType[*PathError](err)
		if !ok || got.Taken != tt.taken || got.Pattern != tt.pattern {
			t.Errorf("Add(%q): got %v, want one taken by %q", tt.pattern, err, tt.taken)
		}
	}
}

func TestPathsNames(t *testing.T) {
	p := table(t, "/tickets/", "/tickets/{key}/", "/tickets/mine/", "/tickets/all/old/", "/notes/{key}/")
	for pattern, want := range map[string][]string{"/tickets/{key}/": {"all", "mine"}, "/notes/{key}/": nil, "/none/{key}/": nil} {
		if got := p.Names(pattern); !slices.Equal(got, want) {
			t.Errorf("Names(%q): got %q, want %q", pattern, got, want)
		}
	}
	if got := Params("/a/{b}/c/{d}/"); !slices.Equal(got, []string{"b", "d"}) {
		t.Errorf("Params: got %q", got)
	}
}

// The path fits the pattern that Find returns, and finding takes no memory but that of params.
func FuzzPathsFind(f *testing.F) {
	for _, pattern := range everyPattern {
		f.Add(pattern)
	}
	f.Add("/tickets/\x00/comments/0/")
	p := table(f, everyPattern...)
	f.Fuzz(func(t *testing.T, path string) {
		pattern, params, ok := p.Find(path, nil)
		if !ok {
			return
		}
		if len(params) != len(Params(pattern)) || slices.ContainsFunc(params, func(param string) bool { return param == "" || strings.Contains(param, "/") }) {
			t.Fatalf("%q: found %q with the parameters %q", path, pattern, params)
		}
		segments := strings.Split(pattern, "/")
		for i, segment := range segments {
			if isParam(segment) {
				segments[i], params = params[0], params[1:]
			}
		}
		if fits := strings.Join(segments, "/"); fits != path {
			t.Errorf("%q: found %q, which fits %q", path, pattern, fits)
		}
	})
}

func BenchmarkPathsFind(b *testing.B) {
	p := table(b, everyPattern...)
	var room [4]string
	b.ReportAllocs()
	for b.Loop() {
		p.Find("/tickets/17/comments/8/", room[:0])
	}
}
