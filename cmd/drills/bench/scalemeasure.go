package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"example.com/resourceful/cmd/drills/bench/tickets"
)

// deep is how many rows are before the page that is measured deep in the list, at most.
const deep = 1_000_000

const filter = "?status=open&priority__gte=3"

// The rows of the table; a page deep in the list is compared with the first one too.
const (
	cursorFirst  = "first page"
	filteredPage = "filtered page"
	cursorDeep   = "page at depth by cursor"
	offsetDeep   = "page at depth by offset"
	export       = "export, all rows"
	create       = "create"
)

// request is what is measured: a request that is sent again and again.
type request struct {
	name, method, path string
	body               []byte
}

// reads are the requests that change nothing.
func reads(ctx context.Context, url string, size int) ([]request, error) {
	depth := min(deep, size-min(size, 20))
	cursor, err := cursorAt(ctx, url, depth)
	if err != nil {
		return nil, err
	}
	get := func(name, path string) request { return request{name: name, method: http.MethodGet, path: path} }
	return []request{
		get(cursorFirst, "/cursor/"),
		get(cursorDeep, cursor),
		get(offsetDeep, "/none/?offset="+strconv.Itoa(depth)),
		get(filteredPage, "/cursor/"+filter),
		get("filtered page of few", "/cursor/?status=doing&priority=5"),
		get("search, word of most rows", "/plain/?search="+tickets.FrequentWord),
		get("search, word of ten rows", "/plain/?search="+tickets.RareWord),
		get("full text, word of most rows", "/fulltext/?search="+tickets.FrequentWord),
		get("full text, word of ten rows", "/fulltext/?search="+tickets.RareWord),
		get("filtered page, exact count", "/exact/"+filter),
		get("the same, count up to 10,000", "/capped/"+filter),
		get("the same, estimated count", "/estimated/"+filter),
		get("the same, no count", "/none/"+filter),
	}, nil
}

// cursorAt walks through the list by large pages, and returns the path of the page behind so many rows.
func cursorAt(ctx context.Context, base string, depth int) (string, error) {
	path := "/cursor/"
	for passed := 0; passed < depth; {
		query, _ := url.Parse(path)
		values := query.Query()
		step := min(tickets.MaxPage, depth-passed)
		values.Set("page_size", strconv.Itoa(step))
		_, body, err := send(ctx, base, request{method: http.MethodGet, path: "/cursor/?" + values.Encode()})
		if err != nil {
			return "", err
		}
		var page struct{ Next string }
		if err := json.Unmarshal(body, &page); err != nil || page.Next == "" {
			return "", fmt.Errorf("no page behind %d rows: %w", passed+step, err)
		}
		next, err := url.Parse(page.Next)
		if err != nil {
			return "", err
		}
		path = "/cursor/?" + url.Values{"cursor": {next.Query().Get("cursor")}}.Encode()
		passed += step
	}
	return path, nil
}

// measureAll measures a server on each table: the export while it has done nothing else, then the requests that change
// nothing, then one that does.
func (s *scale) measureAll(ctx context.Context, on engine, tables []*sizedTable, r *scaleReport) (err error) {
	var all [][]request // of each table
	body := []byte(`{"title":"A queue of jobs","body":"is what they stand in until somebody has time for them","priority":4,"due":"2030-01-02"}`)
	for _, t := range tables {
		if t.server, t.url, err = s.serve(ctx, tickets.Name, t.at); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, t.server.Stop()) }()
		if err := s.measureExport(ctx, on, t, r); err != nil {
			return err
		}
		list, err := reads(ctx, t.url, t.size)
		if err != nil {
			return err
		}
		all = append(all, append(list, request{name: create, method: http.MethodPost, path: "/cursor/", body: body}))
	}
	for kind := range all[0] {
		turns := make([]*turn, len(tables))
		for i, t := range tables {
			turns[i] = &turn{table: t, request: all[i][kind]}
		}
		if err := s.measure(ctx, on, turns, r); err != nil {
			return err
		}
	}
	return nil
}

// enough is how long requests of one kind are repeated on a table, when there are some already.
const enough = 30 * time.Second

// turn is a kind of request on one of the tables, and how long each took.
type turn struct {
	table   *sizedTable
	request request
	sent    int
	spent   time.Duration
	times   []float64
}

// measure sends a kind of request again and again, after some that warm up, to the tables in turn.
func (s *scale) measure(ctx context.Context, on engine, turns []*turn, r *scaleReport) error {
	for range warm + s.requests {
		for _, t := range turns {
			if err := t.send(ctx); err != nil {
				return fmt.Errorf("%d tickets: %s: %w", t.table.size, t.request.name, err)
			}
		}
	}
	for _, t := range turns {
		slices.Sort(t.times)
		at := func(share float64) float64 { return t.times[int(share*float64(len(t.times)-1))] }
		f := figure{Database: on.name(), Size: t.table.size, Name: t.request.name, P10: at(0.1), P50: at(0.5), P90: at(0.9), Requests: len(t.times)}
		r.Figures = append(r.Figures, f)
		s.say("%s, %d tickets: %s: %s ms", on.name(), f.Size, f.Name, f)
	}
	return nil
}

// warm is how many requests are sent before those that are measured.
const warm = 5

// send sends the request once more, unless it has taken long enough.
func (t *turn) send(ctx context.Context) error {
	if len(t.times) >= 3 && t.spent > enough {
		return nil
	}
	took, _, err := send(ctx, t.table.url, t.request)
	if err != nil {
		return err
	}
	if t.sent >= warm || t.spent > enough {
		t.times = append(t.times, took)
	}
	t.sent++
	t.spent += time.Duration(took * float64(time.Millisecond))
	return nil
}

// send sends a request and returns how many milliseconds it took, and its body.
func send(ctx context.Context, url string, q request) (float64, []byte, error) {
	r, err := http.NewRequestWithContext(ctx, q.method, url+q.path, bytes.NewReader(q.body))
	if err != nil {
		return 0, nil, err
	}
	if q.body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	r.Header.Set("Accept-Encoding", "identity")
	began := time.Now()
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	took := milliseconds(began)
	if err == nil && response.StatusCode >= http.StatusMultipleChoices {
		err = fmt.Errorf("%s %s: status %d: %.200s", q.method, q.path, response.StatusCode, body)
	}
	return took, body, err
}

// measureExport reads the whole table once as CSV from a server that has done nothing before.
func (s *scale) measureExport(ctx context.Context, on engine, t *sizedTable, r *scaleReport) error {
	select {
	case <-time.After(idle):
	case <-ctx.Done():
		return ctx.Err()
	}
	grown := newGrowth(t.server.PID())
	q, err := http.NewRequestWithContext(ctx, http.MethodGet, t.url+"/cursor.csv", nil)
	if err != nil {
		return err
	}
	q.Header.Set("Accept-Encoding", "identity")
	began := time.Now()
	response, err := http.DefaultClient.Do(q)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	var lines lineCounter
	n, err := io.Copy(io.MultiWriter(&lines, grown), response.Body)
	took := milliseconds(began)
	if err != nil || response.StatusCode != http.StatusOK || int(lines) != t.size+1 {
		return fmt.Errorf("%s: status %d, %d lines: %w", export, response.StatusCode, lines, err)
	}
	f := figure{Database: on.name(), Size: t.size, Name: export, P10: took, P50: took, P90: took, Requests: 1}
	r.Figures = append(r.Figures, f)
	x := exportSample{
		Database: on.name(), Size: t.size, Megabytes: float64(n) / (1 << 20), RowsPerSecond: float64(t.size) / took * 1000,
		Idle: float64(grown.first) / (1 << 20), Memory: grown.megabytes(), Ratio: float64(grown.most) / float64(grown.first),
	}
	r.Exports = append(r.Exports, x)
	s.say("%s, %d tickets: %s: %.0f rows/s, %.1f MB over idle", on.name(), t.size, export, x.RowsPerSecond, x.Memory)
	return nil
}

// lineCounter counts the lines that are written to it.
type lineCounter int

func (c *lineCounter) Write(p []byte) (int, error) {
	*c += lineCounter(bytes.Count(p, []byte("\n")))
	return len(p), nil
}
