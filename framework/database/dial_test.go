// Tests of the deadlines of a connection.

package database_test

import (
	"net"
	"testing"
	"testing/synctest"
	"time"

	"example.com/resourceful/framework/database"
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
