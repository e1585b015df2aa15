package app

import (
	"os"
	"strings"
	"testing"
)

func TestMigrate(t *testing.T) {
	t.Chdir(t.TempDir())
	planned, _ := call(t, 0, "", env(), "migrate", "--dry-run")
	if !strings.Contains(planned, "CREATE TABLE \"snippets\" (\n") || !strings.HasSuffix(planned, ";\n") {
		t.Errorf("dry run: got %s", planned)
	}
	if left, err := os.ReadDir("."); err != nil || len(left) > 0 {
		t.Errorf("a dry run makes files: %v, error %v", left, err)
	}
	done, _ := call(t, 0, "", env(), "migrate", "--database", "x.sqlite")
	if !strings.HasPrefix(done, "SQLite, file x.sqlite: ") {
		t.Errorf("got %q", done)
	}
	again, _ := call(t, 0, "", env(), "migrate", "--database", "x.sqlite", "--dry-run")
	if again != "" {
		t.Errorf("nothing is left to do: got %s", again)
	}
	// The other configuration adds to the same database.
	if added, _ := call(t, 0, "", env(), "migrate", "directory", "--database", "x.sqlite", "--dry-run"); !strings.Contains(added, `CREATE TABLE "users_groups"`) || strings.Contains(added, `TABLE "users" (`) {
		t.Errorf("directory: got %s", added)
	}
}

// TestDescribe shows no secret.
func TestDescribe(t *testing.T) {
	tests := []struct{ dialect, address, want string }{
		{"sqlite", "snippets.sqlite", "SQLite, file snippets.sqlite"},
		{"postgres", "postgres://app:secret@db.example.com:5433/app?sslmode=require&password=secret", "PostgreSQL, postgres://app@db.example.com:5433/app"},
		{"postgres", "postgresql:///app?host=/run/postgresql", "PostgreSQL, postgresql:///app"},
		{"postgres", "host=/run/postgresql dbname=app", "PostgreSQL, host=/run/postgresql dbname=app"},
		{"postgres", "host=db password='a dbname=secret' user=app", "PostgreSQL"},
		{"postgres", "postgres://u:se#cret@h/d", "PostgreSQL"},
	}
	for _, tt := range tests {
		if got := describe(tt.dialect, tt.address); got != tt.want {
			t.Errorf("describe(%s)\n got %s\nwant %s", tt.address, got, tt.want)
		}
	}
}
