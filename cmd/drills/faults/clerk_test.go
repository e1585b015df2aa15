package main

import "testing"

// What a recount of errands may find.
func TestRecountErrands(t *testing.T) {
	tests := []struct {
		name  string
		lines []string
		want  doings
	}{
		{"all done", []string{"b", "a"}, doings{taken: 2}},
		{"none done", nil, doings{taken: 2, never: 2}},
		{"one never done", []string{"a"}, doings{taken: 2, never: 1}},
		{"one done three times", []string{"a", "b", "a", "a"}, doings{taken: 2, again: 2}},
		{"a refused one", []string{"a", "b", refusedPrefix + "c"}, doings{taken: 2, unasked: 1}},
	}
	for _, tt := range tests {
		e := &errands{taken: map[string]bool{}}
		e.take("a", "b")
		if got := e.recount(tt.lines); got != tt.want {
			t.Errorf("%s: got %v, want %v", tt.name, got, tt.want)
		}
	}
}
