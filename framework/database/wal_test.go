// Tests of the size of SQLite's log.

package database_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/resourceful/framework/database"
)

// A list that nobody reads on keeps the log of SQLite from being reset. Past the bound it is ended,
// once, and the log becomes short; those who read meanwhile, and those who write, notice nothing.
func TestMaxWAL(t *testing.T) {
	const bound, text = 16 << 20, 100_000
	path := filepath.Join(t.TempDir(), "a b?%#.db")
	var log logText
	l := openWith(t, path, database.Options{MaxWAL: bound, Logger: slog.New(slog.NewTextHandler(&log, nil))})
	for i := range 3 {
		l.addAuthor(t, fmt.Sprint("short ", i))
	}

	stalled := func(ctx context.Context, began chan<- struct{}) error {
		return l.names(ctx, func(string) error {
			began <- struct{}{}
			<-ctx.Done()
			return context.Cause(ctx)
		})
	}
	errEnded, errEnough := errors.New("ended"), errors.New("enough")
	began, ended := make(chan struct{}), make(chan error)
	ctx, end := context.WithCancelCause(t.Context())
	calls := 0
	go func() { ended <- stalled(database.WithEnd(ctx, func() { calls++; end(errEnded) }), began) }()
	<-began
	time.Sleep(500 * time.Millisecond) // one that has just begun is not the reason

	stop := make(chan struct{})
	var others sync.WaitGroup
	others.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
			}
			rows := 0
			ctx := database.WithEnd(t.Context(), func() { t.Error("a list that is read at once was ended") })
			if err := l.names(ctx, func(string) error {
				rows++
				if rows == 10 {
					return errEnough
				}
				return nil
			}); !errors.Is(err, errEnough) && err != nil || rows < 3 {
				t.Errorf("a list beside the stalled one: got %d rows, error %v", rows, err)
			}
		}
	})
	var longest int64
	written := 3
	write := func() {
		l.addAuthor(t, fmt.Sprint(written, strings.Repeat("x", text)))
		written++
		size := walSize(t, path)
		if longest = max(longest, size); size > bound {
			time.Sleep(time.Duration(size/bound) * 4 * time.Millisecond) // on a busy machine the goroutine that shortens the log would get no turn
		}
	}
	for deadline := time.Now().Add(time.Minute); ; {
		write()
		select {
		case err := <-ended:
			if !errors.Is(err, errEnded) || calls != 1 {
				t.Errorf("the stalled list ended with %v after %d calls, want one call", err, calls)
			}
		default:
			if time.Now().After(deadline) {
				t.Fatalf("with a log of %d bytes the stalled list was not ended", walSize(t, path))
			}
			continue
		}
		break
	}
	for deadline := time.Now().Add(time.Minute); walSize(t, path) > bound; write() {
		if time.Now().After(deadline) {
			t.Fatalf("the log was not reset: %d bytes", walSize(t, path))
		}
	}
	close(stop)
	others.Wait()
	for range 2 * bound / text { // twice the bound: now the log begins anew by itself
		write()
	}
	if longest > 4*bound {
		t.Errorf("the log grew to %d bytes, want at most %d", longest, 4*bound)
	}
	if n, err := l.count(t.Context()); err != nil || int(n) != written {
		t.Errorf("got %d rows, error %v, want %d", n, err, written)
	}
	if got := strings.Count(log.String(), "log of the database is too long"); got != 1 {
		t.Errorf("logged %s, want one line", log.String())
	}
}

func walSize(t *testing.T, path string) int64 {
	t.Helper()
	info, err := os.Stat(path + "-wal")
	if err != nil {
		t.Fatal(err)
	}
	return info.Size()
}

// logText is a log that may be written and read at the same time.
type logText struct {
	mu   sync.Mutex
	text strings.Builder
}

func (l *logText) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

func (l *logText) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}
