// A fuzz test of PostgreSQL addresses.

package database_test

import (
	"strings"
	"testing"

	"github.com/lib/pq"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/resttest/stopwatch"
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
		cfg, err := database.PostgresConfig(address, database.Options{})
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
