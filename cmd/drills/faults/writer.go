package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
)

// writer creates, counts up and deletes records of its own until it is told to stop. It repeats
// each write until that is acknowledged.
type writer struct {
	*client
	ledger  *ledger
	keyless bool
	writes  int64
	counter row
	value   int64
	doomed  []row
}

func (w *writer) run(ctx context.Context, stop <-chan struct{}) error {
	if err := w.begin(ctx); err != nil {
		return err
	}
	for {
		select {
		case <-stop:
			return nil
		default:
		}
		do := w.create
		switch n := w.writes % 10; {
		case n == 3 || n == 6 || n == 9:
			do = w.countUp
		case n == 8 && len(w.doomed) > 0:
			do = w.remove
		}
		if err := do(ctx); err != nil {
			return err
		}
	}
}

// write sends a write under a key of its own, in order: all writers have the same keys.
func (w *writer) write(ctx context.Context, r request) (reply, error) {
	w.writes++
	if !w.keyless {
		r.key = strconv.FormatInt(w.writes, 10)
	}
	return w.ask(ctx, r)
}

// begin makes the writer's counter.
func (w *writer) begin(ctx context.Context) error {
	r := row{Title: w.name + " counter", Code: "0", Owner: w.name}
	got, err := w.post(ctx, r)
	if err != nil || got.ID == 0 {
		return errors.Join(err, ctx.Err())
	}
	w.counter = got
	w.ledger.count(got)
	return nil
}

// post creates a record. What comes back has no id when the answer was wrong.
func (w *writer) post(ctx context.Context, r row) (row, error) {
	w.ledger.send(r.Title)
	request := request{method: http.MethodPost, path: "/snippets/", body: content(r)}
	answer, err := w.write(ctx, request)
	if err != nil {
		return row{}, err
	}
	var got row
	err = json.Unmarshal(answer.body, &got)
	r.ID = got.ID
	if err != nil || answer.status != http.StatusCreated || got != r {
		w.wrong(request, answer, fmt.Sprintf("201 and %+v", r))
		return row{}, nil
	}
	return got, nil
}

// content is the body of a write.
func content(r row) string { return fmt.Sprintf(`{"title":%q,"code":%q}`, r.Title, r.Code) }

func (w *writer) create(ctx context.Context) error {
	n := w.writes + 1
	r := row{Title: fmt.Sprintf("%s %d", w.name, n), Code: fmt.Sprintf("%d # by %s", n, w.name), Owner: w.name}
	got, err := w.post(ctx, r)
	if err != nil || got.ID == 0 {
		return err
	}
	doomed := n%10 == 5 // nobody reads it, so that its deletion surprises nobody
	w.ledger.keep(got, !doomed)
	if doomed {
		w.doomed = append(w.doomed, got)
	}
	return nil
}

func (w *writer) countUp(ctx context.Context) error {
	if w.counter.ID == 0 {
		return errors.New("has no counter")
	}
	w.value++
	r := w.counter
	r.Code = strconv.FormatInt(w.value, 10)
	w.ledger.raise(w.name, w.value)
	request := request{method: http.MethodPut, path: path(r.ID), body: content(r)}
	answer, err := w.write(ctx, request)
	if err != nil {
		return err
	}
	var got row
	if err := json.Unmarshal(answer.body, &got); err != nil || answer.status != http.StatusOK || got != r {
		w.wrong(request, answer, fmt.Sprintf("200 and %+v", r))
		return nil
	}
	w.ledger.raised(w.name, w.value)
	return nil
}

func (w *writer) remove(ctx context.Context) error {
	last := len(w.doomed) - 1
	r := w.doomed[last]
	w.doomed = w.doomed[:last]
	w.ledger.doom(r.Title)
	request := request{method: http.MethodDelete, path: path(r.ID)}
	answer, err := w.write(ctx, request)
	if err != nil {
		return err
	}
	if answer.status != http.StatusNoContent {
		w.wrong(request, answer, "204")
		return nil
	}
	w.ledger.remove(r.Title)
	return nil
}

func path(id int64) string { return fmt.Sprintf("/snippets/%d/", id) }
