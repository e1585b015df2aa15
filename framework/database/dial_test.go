// Tests of connections over the network, and of relays between.

package database_test

import (
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/lib/pq"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/resttest/stopwatch"
)

// deadlined is a connection that only remembers its deadlines, and how often they were set.
type deadlined struct {
	net.Conn
	read, written time.Time
	set           int
}

func (d *deadlined) SetDeadline(t time.Time) error {
	d.read, d.written = t, t
	return nil
}

func (d *deadlined) SetReadDeadline(t time.Time) error {
	d.read, d.set = t, d.set+1
	return nil
}

func (d *deadlined) SetWriteDeadline(t time.Time) error {
	d.written, d.set = t, d.set+1
	return nil
}

func (d *deadlined) Read([]byte) (int, error)  { return 0, nil }
func (d *deadlined) Write([]byte) (int, error) { return 0, nil }

// A read and a write each have at least the silence and at most a tenth more, whenever those before
// them were; but their deadlines are set ten times in that time, not for each.
func TestDeadlines(t *testing.T) {
	const silence = time.Second
	synctest.Test(t, func(t *testing.T) {
		plain := &deadlined{}
		conn := database.Watched(plain, silence)
		operations := map[string]struct {
			do    func([]byte) (int, error)
			until *time.Time
		}{
			"read": {conn.Read, &plain.read}, "write": {conn.Write, &plain.written},
		}
		for range 1000 {
			for name, o := range operations {
				_, _ = o.do(nil)
				if left := time.Until(*o.until); left < silence || left > silence+silence/10 {
					t.Fatalf("%s at %v: got %v until the deadline", name, time.Now(), left)
				}
			}
			time.Sleep(time.Millisecond)
		}
		if plain.set != 2*10 {
			t.Errorf("deadlines were set %d times in a silence, want 20", plain.set)
		}
		for _, idle := range []time.Duration{silence / 10, silence, time.Hour} {
			time.Sleep(idle)
			_, _ = conn.Read(nil)
			if left := time.Until(plain.read); left < silence {
				t.Errorf("read after %v: got %v until the deadline, want %v", idle, left, silence)
			}
		}

		greeting := time.Now().Add(silence / 2)
		_ = conn.SetDeadline(greeting)
		for range 3 {
			_, _ = conn.Read(nil)
			_, _ = conn.Write(nil)
			if !plain.read.Equal(greeting) || !plain.written.Equal(greeting) {
				t.Errorf("while it connects: got %v and %v, want the driver's own deadline %v", plain.read, plain.written, greeting)
			}
			time.Sleep(silence / 7)
		}
		_ = conn.SetDeadline(time.Time{})
		_, _ = conn.Read(nil)
		_, _ = conn.Write(nil)
		if read, written := time.Until(plain.read), time.Until(plain.written); read < silence || written < silence {
			t.Errorf("when it is connected: got %v and %v until the deadlines", read, written)
		}
	})
}

// relay joins every connection that is accepted to one that is dialled, until the test ends.
func relay(t *testing.T, listener net.Listener, dial func() (net.Conn, error)) {
	var group sync.WaitGroup
	var mu sync.Mutex
	var conns []net.Conn
	group.Go(func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			server, err := dial()
			if err != nil {
				client.Close()
				continue
			}
			mu.Lock()
			conns = append(conns, client, server)
			mu.Unlock()
			for _, way := range [][2]net.Conn{{client, server}, {server, client}} {
				group.Go(func() {
					_, _ = io.Copy(way[0], way[1])
					way[0].Close()
					way[1].Close()
				})
			}
		}
	})
	t.Cleanup(func() {
		listener.Close()
		mu.Lock()
		for _, c := range conns {
			c.Close()
		}
		mu.Unlock()
		group.Wait()
	})
}

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
