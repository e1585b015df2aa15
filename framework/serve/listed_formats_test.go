package serve_test

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/media/csv"
	"example.com/resourceful/framework/media/ndjson"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/resttest/worlds"
	"example.com/resourceful/framework/serve"
	"example.com/resourceful/framework/traffic"
)

const (
	csvType    = "text/csv; charset=utf-8; header=present"
	ndjsonType = "application/x-ndjson"
	jsonType   = "application/json"
)

// A list of 100,000 rows takes no more memory over HTTP than one of few, in each format that streams.
func TestListedFormatsStream(t *testing.T) {
	const rows = 100_000
	address := t.TempDir() + "/test.sqlite"
	files := func() *rest.Set {
		return rest.NewSet("cards", rest.ViewSet[sets.Card]{Path: "/cards/", Access: permission.Anyone, Pages: rest.PageNumber{Size: 2}, Exports: true}).
			Renderers(media.JSONRenderer{}, csv.Renderer{}, ndjson.Renderer{})
	}
	s := server.New(t, server.Config{Set: files, Options: serve.Options{NoCompression: true}}, address)
	worlds.FillCards(t, address, rows)
	if _, err := server.Direct(t, address).ExecContext(t.Context(), "UPDATE cards SET back = '"+strings.Repeat("b", 200)+"'"); err != nil {
		t.Fatal(err)
	}
	served := httptest.NewServer(s)
	defer served.Close()
	for _, format := range []string{"csv", "ndjson"} {
		before := heapInUse()
		answer, err := http.Get(served.URL + "/cards." + format)
		if err != nil {
			t.Fatal(err)
		}
		lines, bytes, most := 0, 0, uint64(0)
		piece := make([]byte, 64<<10)
		for i := 0; err == nil; i++ {
			n := 0
			n, err = answer.Body.Read(piece)
			lines += strings.Count(string(piece[:n]), "\n")
			if bytes += n; i%200 == 0 {
				most = max(most, heapInUse())
			}
		}
		answer.Body.Close()
		header := map[string]int{"csv": 1}[format]
		if err != io.EOF || lines != rows+header || bytes < rows*200 {
			t.Errorf("%s: got %d lines, %d bytes, %v", format, lines, bytes, err)
		}
		const limit = 4 << 20 // the whole list is more than 20 MiB
		if grown := int64(most) - int64(before); grown > limit {
			t.Errorf("%s: the heap grew by %d bytes, want at most %d", format, grown, limit)
		}
	}
}

func heapInUse() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapInuse
}

// A slow client of a list in another format is bounded as one of JSON is: it holds one of the slots,
// those who wait for it are told to come again, and it loses its slot where it falls behind.
func TestListedFormatsSlowly(t *testing.T) {
	address := t.TempDir() + "/test.sqlite"
	log := &server.Records{}
	s := server.New(t, server.Config{
		Set: sets.Listed, Store: database.Options{MaxConns: 2},
		Options: serve.Options{
			Logger: slog.New(slog.NewTextHandler(log, nil)),
			Limits: serve.Limits{Traffic: traffic.Limits{Lists: 1, WriteTimeout: 2 * time.Second}},
		},
	}, address)
	h := s.Handler.(*serve.Handler)
	worlds.FillCards(t, address, 60_000)
	read := func(w http.ResponseWriter, from, path string) {
		r := httptest.NewRequest("GET", path, nil)
		r.RemoteAddr = from + ":1234"
		_ = serveAborted(h, w, r)
	}
	var slow []*slowWriter
	var ended []chan struct{}
	for i := range s.DB.Streams() {
		w, end := newSlowWriter(100_000), make(chan struct{})
		go func() { defer close(end); read(w, fmt.Sprintf("192.0.2.%d", i+1), "/cards.csv") }()
		<-w.stalled
		slow, ended = append(slow, w), append(ended, end)
	}
	w := httptest.NewRecorder()
	read(w, "192.0.2.100", "/cards.ndjson")
	if w.Code != http.StatusServiceUnavailable || w.Header().Get("Content-Type") != ndjsonType {
		t.Errorf("beside slow readers: got %d %v", w.Code, w.Header())
	}
	h.SetPaceWindow(time.Millisecond)
	w = httptest.NewRecorder()
	read(w, "192.0.2.100", "/cards.ndjson")
	if w.Code != http.StatusOK || strings.Count(w.Body.String(), "\n") != 60_000 {
		t.Errorf("once they have fallen behind: got %d with %d bytes", w.Code, w.Body.Len())
	}
	if lines := strings.Join(log.Take(), ""); !strings.Contains(lines, "too slowly") {
		t.Errorf("logged %q", lines)
	}
	for i := range slow {
		close(slow[i].goOn)
		<-ended[i]
	}
}

// broken is a renderer whose code fails: at once, or after some rows.
type broken struct {
	after  int
	panics bool
}

func (broken) Format() media.Format {
	return media.Format{Name: "txt", MediaType: "text/plain", ContentType: "text/plain", Only: media.Record | media.List}
}

func (b *broken) Render(out *media.Output, d *media.Document) error {
	rows := 0
	for row := range d.Rows() {
		if rows++; rows > b.after {
			break
		}
		out.Bytes = row.AppendJSON(out.Bytes)
	}
	if b.panics {
		panic("secret of a renderer")
	}
	return errors.New("secret of a renderer")
}

// A renderer that fails is a fault of the service's: a 500 that tells nothing, or an answer that is
// aborted where some of it was sent. It is logged once, and what the list held is given back.
func TestBrokenRenderer(t *testing.T) {
	address := t.TempDir() + "/test.sqlite"
	b, log := &broken{}, &server.Records{}
	set := func() *rest.Set {
		return rest.NewSet("cards", rest.ViewSet[sets.Card]{Path: "/cards/", Access: permission.Anyone}).Renderers(media.JSONRenderer{}, b)
	}
	s := server.New(t, server.Config{
		Set: set, Store: database.Options{MaxConns: 2},
		Options: serve.Options{Logger: slog.New(slog.NewTextHandler(log, nil)), Limits: serve.Limits{Traffic: traffic.Limits{Lists: 1}}},
	}, address)
	worlds.FillCards(t, address, 30_000)
	for _, tt := range []struct {
		path    string
		after   int
		aborted bool
	}{{"/cards/1.txt", 0, false}, {"/cards.txt", 0, false}, {"/cards.txt", 10, false}, {"/cards.txt", 29_000, true}} {
		for _, b.panics = range []bool{false, true} {
			b.after = tt.after
			w := httptest.NewRecorder()
			aborted := serveAborted(s, w, httptest.NewRequest("GET", tt.path, nil))
			if aborted != tt.aborted || !aborted && (w.Code != 500 || w.Body.String() != `{"detail":"A server error occurred."}`) {
				t.Errorf("%s after %d rows: got %d %.80s, aborted %v", tt.path, tt.after, w.Code, w.Body, aborted)
			}
			if lines := log.Take(); len(lines) != 1 || !strings.Contains(lines[0], "secret of a renderer") {
				t.Errorf("%s after %d rows: logged %q, want one line", tt.path, tt.after, lines)
			}
		}
	}
	if w := server.SendAs(s, "alice", "GET", "/cards/", ""); w.Code != 200 || strings.Count(w.Body.String(), `"id"`) != 30_000 {
		t.Errorf("the list afterwards: got %d with %d bytes", w.Code, w.Body.Len())
	}
}

// A parser that fails is a fault of the service's, too.
func TestBrokenParser(t *testing.T) {
	log := &server.Records{}
	set := func() *rest.Set {
		parsers := media.Parsers()
		for subtype, parse := range map[string]func() error{
			"error": func() error { return errors.New("secret of a parser") },
			"panic": func() error { panic("secret of a parser") },
		} {
			parsers = append(parsers, media.Parser{MediaType: "text/" + subtype, Parse: func([]byte, map[string]string, media.Limits) (media.Body, error) {
				return media.Body{}, parse()
			}})
		}
		return rest.NewSet("cards", rest.ViewSet[sets.Card]{Path: "/cards/", Access: permission.Anyone}).Parsers(parsers...)
	}
	s := server.New(t, server.Config{Set: set, Options: serve.Options{Logger: slog.New(slog.NewTextHandler(log, nil))}}, ":memory:")
	for _, contentType := range []string{"text/error", "text/panic"} {
		w := server.SendAs(s, "alice", "POST", "/cards/", "x", "Content-Type", contentType)
		if w.Code != 500 || w.Body.String() != `{"detail":"A server error occurred."}` {
			t.Errorf("%s: got %d %s, want a 500 that tells nothing", contentType, w.Code, w.Body)
		}
		if lines := log.Take(); len(lines) != 1 || !strings.Contains(lines[0], "secret of a parser") {
			t.Errorf("%s: logged %q, want one line", contentType, lines)
		}
	}
	if _, list := server.Call(s, "GET", "/cards/", "", ""); list != "[]" {
		t.Errorf("the list afterwards is %s", list)
	}
}
