package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// reader reads what is acknowledged until it is told to stop, and checks what it gets.
type reader struct {
	*client
	ledger *ledger
	pace   time.Duration
}

func (r *reader) run(ctx context.Context, stop <-chan struct{}) error {
	for n := 0; ; n++ {
		select {
		case <-stop:
			return nil
		case <-time.After(r.pace/2 + rand.N(r.pace+1)):
		}
		look := r.record
		switch {
		case n%50 == 49:
			look = r.page
		case n%3 == 2:
			look = r.counter
		}
		if err := look(ctx); err != nil {
			return err
		}
		r.tally.reads.Add(1)
	}
}

// record reads a record that was acknowledged.
func (r *reader) record(ctx context.Context) error {
	want, found := r.ledger.anyRecord()
	if !found {
		return nil
	}
	_, err := r.read(ctx, want.ID, func(got row) bool { return got == want }, want)
	return err
}

// counter reads a counter, which never goes back.
func (r *reader) counter(ctx context.Context) error {
	c, found := r.ledger.anyCounter()
	if !found {
		return nil
	}
	same := func(got row) bool { return got.ID == c.ID && got.Title == c.Title && got.Owner == c.Owner }
	got, err := r.read(ctx, c.ID, same, c.row)
	if err != nil || got.ID == 0 {
		return err
	}
	value, err := strconv.ParseInt(got.Code, 10, 64)
	if err == nil {
		err = r.ledger.seen(c.Owner, value, c.least)
	}
	if err != nil {
		r.report.violation("%s: %v", r.name, err)
	}
	return nil
}

// read reads a snippet. What comes back has no id when the answer was wrong.
func (r *reader) read(ctx context.Context, id int64, right func(row) bool, want row) (row, error) {
	request := request{method: http.MethodGet, path: path(id)}
	answer, err := r.ask(ctx, request)
	if err != nil {
		return row{}, err
	}
	var got row
	if err := json.Unmarshal(answer.body, &got); err != nil || answer.status != http.StatusOK || !right(got) {
		r.wrong(request, answer, fmt.Sprintf("200 and %+v", want))
		return row{}, nil
	}
	return got, nil
}

// page reads an HTML page, which greets the reader and nobody else.
func (r *reader) page(ctx context.Context) error {
	request := request{method: http.MethodGet, path: "/", html: true}
	answer, err := r.ask(ctx, request)
	if err != nil {
		return err
	}
	text := strings.ReplaceAll(string(answer.body), r.name, "")
	if answer.status != http.StatusOK || len(text) == len(answer.body) || strings.Contains(text, "reader-") || strings.Contains(text, "writer-") {
		r.wrong(request, answer, "a page for "+r.name)
	}
	return nil
}
