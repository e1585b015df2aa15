// Migrations whose process is killed.

package years

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"example.com/resourceful/framework/database/databasetest"
	"example.com/resourceful/framework/migrate/history"
	"example.com/resourceful/framework/resttest/golden"
	"example.com/resourceful/framework/resttest/require"
)

// child is the variable that makes the test program migrate: dialect, folder, address.
const child = "YEARS_MIGRATE"

// TestMigrate is the process that is killed: it migrates the database that the variable names.
func TestMigrate(t *testing.T) {
	words := strings.SplitN(os.Getenv(child), "\n", 3)
	if len(words) < 3 {
		t.Skip("it runs within TestKilled")
	}
	_, h := open(t, words[0], words[1], words[2])
	if _, err := h.Up(t.Context(), history.Up{}); err != nil {
		t.Fatal(err)
	}
}

// A migration whose process is killed, again and again, at any moment, is done or not begun: the next one goes on, and in
// the end nothing is lost.
func TestKilled(t *testing.T) {
	rows, kills, longest := 1_000, 5, 200*time.Millisecond
	if require.Has("years") {
		rows, kills, longest = 100_000, 50, 2*time.Second
	}
	folder := t.TempDir()
	write(t, folder)
	for dialect, address := range addresses(t) {
		t.Run(dialect, func(t *testing.T) {
			db, h := open(t, dialect, folder, address)
			upTo(t, h, day(1))
			databasetest.Exec(t, db, strings.ReplaceAll(fill["first"], "$", fmt.Sprint(rows)))
			begun := 0
			for stopped := 0; stopped < kills; begun++ {
				cmd := exec.Command(os.Args[0], "-test.run=^TestMigrate$", "-test.count=1")
				cmd.Env = append(os.Environ(), child+"="+strings.Join([]string{dialect, folder, address}, "\n"))
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
				timer := time.AfterFunc(rand.N(longest), func() { _ = cmd.Process.Kill() })
				if err := cmd.Wait(); err != nil {
					stopped++
				} else { // it was done, and there is the way back
					downTo(t, h, day(1))
				}
				timer.Stop()
			}
			t.Logf("%d of %d processes were killed before they were done", kills, begun)
			if _, err := h.Up(t.Context(), history.Up{}); err != nil {
				t.Fatal(err)
			}
			if got := databasetest.Number(t, db, "SELECT count(*) FROM books WHERE name = 'title ' || id"); got != int64(rows) {
				t.Errorf("got %d books with their names, want %d", got, rows)
			}
			want := string(read(t, filepath.Join("testdata", dialect, "20_drops.txt")))
			if diff := golden.Diff(want, catalog(t, db)+"\n"); diff != "" {
				t.Errorf("the tables: %s", diff)
			}
		})
	}
}
