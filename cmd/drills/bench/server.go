package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"syscall"
	"time"

	"example.com/resourceful/cmd/drills/internal/process"
)

// runningSystem is a system that runs on a database of its own.
type runningSystem struct {
	*process.Process
	url   string
	first time.Duration // from its start to its first answer
	drop  func() error  // the database
}

// serve starts a system on a fresh copy of a data set and waits for its first answer.
func (b *bench) serve(ctx context.Context, on engine, sys system, d *dataset) (*runningSystem, error) {
	name := "run_" + sys.schema()
	at, err := on.copy(ctx, template(sys, d), name)
	if err != nil {
		return nil, fmt.Errorf("copy database: %w", err)
	}
	listen, err := process.FreeAddress()
	if err != nil {
		return nil, err
	}
	cmd := sys.command(d.configuration, at, listen)
	s := &runningSystem{url: "http://" + listen, drop: func() error { return on.drop(context.WithoutCancel(ctx), name) }}
	began := time.Now()
	if s.Process, err = process.Start(cmd, syscall.SIGTERM, filepath.Join(b.folder, sys.schema()+".log")); err != nil {
		return nil, err
	}
	err = s.Await(ctx, time.Minute, func() bool {
		a, err := ask(ctx, s.url, requestOf(sys, probe(d)))
		return err == nil && a.status < http.StatusInternalServerError
	})
	s.first = time.Since(began)
	if err != nil {
		_ = s.close()
		return nil, err
	}
	return s, nil
}

// close stops the server and removes its database.
func (s *runningSystem) close() error {
	if err := s.Stop(); err != nil {
		return err
	}
	return s.drop()
}

// answer is what a server says to a request.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// ask sends the request of a scenario once, on a connection of its own.
func ask(ctx context.Context, url string, s scenario) (answer, error) {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, s.method, url+s.path, bytes.NewReader(s.body))
	if err != nil {
		return answer{}, err
	}
	for name, value := range s.headers() {
		r.Header.Set(name, value)
	}
	r.Host, r.Close = host, true
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return answer{}, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	return answer{response.StatusCode, response.Header, body}, err
}
