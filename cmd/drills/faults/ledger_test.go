package main

import "testing"

// What a recount may find, each from one row that is not as it was acknowledged.
func TestRecount(t *testing.T) {
	first := row{ID: 1, Title: "a 1", Code: "x", Owner: "a"}
	count := row{ID: 2, Title: "a counter", Code: "5", Owner: "a"}
	with := func(r row, change func(*row)) row {
		change(&r)
		return r
	}
	tests := []struct {
		name string
		rows []row
		want findings
	}{
		{"all there", []row{first, count}, findings{}},
		{"a write without an answer, done", []row{first, count, {ID: 3, Title: "a 2"}}, findings{}},
		{"a write without an answer, done twice", []row{first, count, {ID: 3, Title: "a 2"}, {ID: 4, Title: "a 2"}}, findings{twice: 1}},
		{"one gone", []row{count}, findings{lost: 1}},
		{"the counter gone", []row{first}, findings{lost: 1}},
		{"one twice", []row{first, first, count}, findings{twice: 1}},
		{"another id", []row{with(first, func(r *row) { r.ID = 9 }), count}, findings{altered: 1}},
		{"another content", []row{with(first, func(r *row) { r.Code = "y" }), count}, findings{altered: 1}},
		{"another owner", []row{with(first, func(r *row) { r.Owner = "b" }), count}, findings{altered: 1}},
		{"another's counter", []row{first, with(count, func(r *row) { r.Owner = "b" })}, findings{altered: 1}},
		{"a counter gone back", []row{first, with(count, func(r *row) { r.Code = "4" })}, findings{back: 1}},
		{"a counter as it may be", []row{first, with(count, func(r *row) { r.Code = "6" })}, findings{}},
		{"a counter that nobody wrote", []row{first, with(count, func(r *row) { r.Code = "7" })}, findings{back: 1}},
		{"a deleted one", []row{first, count, {ID: 4, Title: "a 3"}}, findings{undead: 1}},
		{"one that nobody wrote", []row{first, count, {ID: 4, Title: "a 4"}}, findings{unknown: 1}},
	}
	for _, tt := range tests {
		l := newLedger()
		for _, title := range []string{"a 1", "a 2", "a 3", "a counter"} {
			l.send(title)
		}
		l.keep(first, true)
		l.count(count)
		l.raise("a", 5)
		l.raised("a", 5)
		l.raise("a", 6)
		l.doom("a 3")
		l.remove("a 3")
		tt.want.rows = len(tt.rows)
		got := l.recount(tt.rows)
		if got != tt.want {
			t.Errorf("%s: got %v, want %v", tt.name, got, tt.want)
		}
		if sound := tt.want == (findings{rows: len(tt.rows)}); got.sound() != sound {
			t.Errorf("%s: got sound %v, want %v", tt.name, got.sound(), sound)
		}
	}
}

// A reader is owed at least what was acknowledged or seen before it asked.
func TestCounter(t *testing.T) {
	l := newLedger()
	l.count(row{ID: 1, Title: "a counter", Code: "0", Owner: "a"})
	l.raise("a", 1)
	if err := l.seen("a", 1, 0); err != nil {
		t.Errorf("a value on its way to be acknowledged: got %v, want none", err)
	}
	c, _ := l.anyCounter()
	if c.least != 1 {
		t.Errorf("after one has seen it: got at least %d, want 1", c.least)
	}
	if err := l.seen("a", 0, c.least); err == nil {
		t.Error("a value gone back: got no error")
	}
	if err := l.seen("a", 2, c.least); err == nil {
		t.Error("a value that nobody sent: got no error")
	}
}
