package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

// stocker brings crates and scans of its own to a depot, changes them and takes them away, until it is told to stop. Each
// write is repeated until it is acknowledged.
type stocker struct {
	*client
	ledger *ledger
	goods  *goods
	writes int64
	crates []box
	scans  []box // of which only id and label count
}

func (s *stocker) run(ctx context.Context, stop <-chan struct{}) error {
	steps := []func(context.Context) error{s.bring, s.scan, s.repack, s.scan, s.takeCrates, s.bring, s.scan, s.takeScan}
	for n := 0; ; n++ {
		select {
		case <-stop:
			return nil
		default:
		}
		if err := steps[n%len(steps)](ctx); err != nil {
			return err
		}
	}
}

// write sends a write under a key of its own. The answer is nil where it is not what it should be.
func (s *stocker) write(ctx context.Context, r request, want int) (*reply, error) {
	s.writes++
	r.key = strconv.FormatInt(s.writes, 10)
	answer, err := s.ask(ctx, r)
	switch {
	case err != nil:
		return nil, err
	case answer.status != want:
		s.wrong(r, answer, strconv.Itoa(want))
		return nil, nil
	}
	return &answer, nil
}

// packed is a crate with parts of some number.
func (s *stocker) packed(label string, n int) box {
	b := box{Label: label}
	for i := range 1 + n%4 {
		b.Parts = append(b.Parts, item{Name: fmt.Sprintf("%s-%d-%d", s.name, s.writes, i)})
	}
	return b
}

// bring creates a list of crates, with their parts.
func (s *stocker) bring(ctx context.Context) error {
	var list []box
	for i := range 4 {
		list = append(list, s.packed(fmt.Sprintf("%s %d %d", s.name, s.writes, i), i))
	}
	stored, err := s.send(ctx, http.MethodPost, list, http.StatusCreated)
	s.crates = append(s.crates, stored...)
	return err
}

// repack changes the parts of some crates.
func (s *stocker) repack(ctx context.Context) error {
	var list []box
	for i := range min(3, len(s.crates)) {
		b := s.packed("", i+1)
		b.ID, b.Parts = s.crates[i].ID, append(s.crates[i].Parts[:1:1], b.Parts...)
		list = append(list, b)
	}
	_, err := s.send(ctx, http.MethodPatch, list, http.StatusOK)
	return err
}

// send writes a list of crates, and notes what is stored.
func (s *stocker) send(ctx context.Context, method string, list []box, want int) ([]box, error) {
	body, err := json.Marshal(list)
	if err != nil {
		return nil, err
	}
	r := request{method: method, path: "/crates/", body: string(body)}
	answer, err := s.write(ctx, r, want)
	if err != nil || answer == nil {
		return nil, err
	}
	var stored []box
	if err := json.Unmarshal(answer.body, &stored); err != nil || len(stored) != len(list) {
		s.wrong(r, *answer, fmt.Sprintf("%d crates", len(list)))
		return nil, nil
	}
	for i := range stored {
		if stored[i].contents() != list[i].contents() {
			s.wrong(r, *answer, "the parts "+list[i].contents())
		}
	}
	s.goods.store(stored...)
	s.ledger.note()
	return stored, nil
}

// takeCrates deletes some crates, with their parts.
func (s *stocker) takeCrates(ctx context.Context) error {
	gone := s.crates[:min(3, len(s.crates))]
	keys := make([]int64, len(gone))
	for i, b := range gone {
		keys[i] = b.ID
	}
	body, err := json.Marshal(keys)
	if err != nil {
		return err
	}
	answer, err := s.write(ctx, request{method: http.MethodDelete, path: "/crates/", body: string(body)}, http.StatusNoContent)
	if err != nil || answer == nil {
		return err
	}
	s.crates = s.crates[len(gone):]
	s.goods.take(gone...)
	s.ledger.note()
	return nil
}

// scan uploads a file.
func (s *stocker) scan(ctx context.Context) error {
	label := fmt.Sprintf("%s %d", s.name, s.writes)
	content := strings.Repeat(label+"\n", 2000)
	body := "--b\r\nContent-Disposition: form-data; name=label\r\n\r\n" + label +
		"\r\n--b\r\nContent-Disposition: form-data; name=file; filename=a.txt\r\n\r\n" + content + "\r\n--b--\r\n"
	r := request{method: http.MethodPost, path: "/scans/", body: body, contentType: "multipart/form-data; boundary=b"}
	answer, err := s.write(ctx, r, http.StatusCreated)
	if err != nil || answer == nil {
		return err
	}
	var got struct {
		ID    int64
		Label string
	}
	if err := json.Unmarshal(answer.body, &got); err != nil || got.Label != label {
		s.wrong(r, *answer, label)
		return nil
	}
	s.scans = append(s.scans, box{ID: got.ID, Label: label})
	s.goods.file(label, content)
	s.ledger.note()
	return nil
}

// takeScan deletes a record with its file.
func (s *stocker) takeScan(ctx context.Context) error {
	if len(s.scans) == 0 {
		return nil
	}
	gone := s.scans[0]
	answer, err := s.write(ctx, request{method: http.MethodDelete, path: fmt.Sprintf("/scans/%d/", gone.ID)}, http.StatusNoContent)
	if err != nil || answer == nil {
		return err
	}
	s.scans = s.scans[1:]
	s.goods.file(gone.Label, "")
	s.ledger.note()
	return nil
}
