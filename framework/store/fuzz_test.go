package store_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/lib/pq"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/resttest/stopwatch"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store"
)

// An address that cannot be read is refused without a word of its password; and a password travels
// in clear to no other machine unless the address says so.
func FuzzPostgresAddress(f *testing.F) {
	const secret = "SeCrEt-WoRd"
	for _, seed := range []string{
		"postgres://u:" + secret + "@h/db", "postgres://u:" + secret + "@h:x/db", "postgres://u:" + secret + "/@h/db", "postgres://u:%zz" + secret + "@[::1/db", "postgresql://u@a:1,b:2/db?password=" + secret + "&sslmode=x",
		"host=h password=" + secret + " dbname=d", "host=h password='" + secret, "host=h password=" + secret + "\\", "password=" + secret + " port=x host=h", "host=/tmp,h password=" + secret, "host=127.0.0.1 connect_timeout=x password=" + secret,
		"postgres://u:" + secret, "host=h " + secret, "postgres://u:" + secret + "@/d?host=/run&port=1,2", "hostaddr=1.2.3.4 dbname=x password=" + secret, "postgres://h/d?sslmode=disable", "host=::1 target_session_attrs=any",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, address string) {
		defer stopwatch.Input(t)()
		if strings.Contains(address, "service") || strings.Contains(address, "file") {
			return // they read files
		}
		cfg, err := store.PostgresConfig(address, store.Options{})
		if err != nil {
			marked := strings.HasPrefix(address, "postgres") && strings.Contains(address, ":"+secret) || strings.Contains(address, "password=")
			if marked && strings.Contains(strings.ToLower(err.Error()), strings.ToLower(secret)) {
				t.Errorf("%q: %v", address, err)
			}
			return
		}
		if cfg.SSLMode != pq.SSLModeDisable || strings.Contains(address, "sslmode") {
			return
		}
		for _, s := range append([]pq.ConfigMultihost{{Host: cfg.Host, Hostaddr: cfg.Hostaddr}}, cfg.Multi...) {
			local := s.Hostaddr.IsLoopback() || !s.Hostaddr.IsValid() && (s.Host == "" || s.Host == "localhost" || strings.HasPrefix(s.Host, "/") || strings.HasPrefix(s.Host, "@") || strings.HasPrefix(s.Host, "127.") || strings.Contains(s.Host, ":"))
			if !local {
				t.Errorf("%q: no TLS to %+v", address, s)
			}
		}
	})
}

// A search finds what contains the text, without regard to the case of ASCII letters, and nothing
// else.
func FuzzSearch(f *testing.F) {
	for _, seed := range [][2]string{{"Ann Smith", "ANN"}, {"100%", "0%"}, {"a_b", "_"}, {`back\slash`, `\`}, {"Éva", "év"}, {"x", ""}, {"a\nb", "\n"}, {"ſ", "s"}, {"'", "' OR 1=1"}, {"é", "\xc3"}} {
		f.Add(seed[0], seed[1])
	}
	l := open(f, ":memory:")
	name := fieldOf(l.author, "Name")
	id := l.addAuthor(f, "x")
	f.Fuzz(func(t *testing.T, text, sought string) {
		if !utf8.ValidString(text) || strings.Contains(text, "\x00") || len(text)+len(sought) > 1<<12 {
			t.Skip()
		}
		execute(t, l.db, fmt.Sprintf("UPDATE authors SET name = '%s' WHERE id = %d", strings.ReplaceAll(text, "'", "''"), id))
		defer stopwatch.Input(t)()
		found := false
		err := l.authors.Search(t.Context(), auth.Cond{Op: auth.True}, name, sought, 2, func(rec *schema.Record) error {
			found = rec.Get(name) == text
			return nil
		})
		want := utf8.ValidString(sought) && strings.Contains(lowerASCII(text), lowerASCII(sought))
		if err != nil || found != want {
			t.Errorf("search of %q in %q: got %v, error %v, want %v", sought, text, found, err, want)
		}
	})
}

func lowerASCII(s string) string {
	b := []byte(s)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c | 0x20
		}
	}
	return string(b)
}
