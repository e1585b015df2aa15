package passwords

import (
	"context"
	"errors"
	"testing"
	"time"

	"example.com/resourceful/framework/auth"
)

// factorOf counts how often somebody asks for the factor of an account.
type factorOf struct {
	auth.SecondFactors
	confirmed time.Time
	err       error
	asked     int
}

func (f *factorOf) Enrolment(context.Context, int64) (auth.Enrolment, error) {
	f.asked++
	return auth.Enrolment{Confirmed: f.confirmed}, f.err
}

// That an account has no second factor is asked once for each generation of the account; that it has one each time.
func TestNeedsCode(t *testing.T) {
	f := &factorOf{}
	c := &Checker{factors: f}
	u := &auth.User{ID: 1}
	for _, tt := range []struct {
		what   string
		change func()
		asked  int
		needs  bool
	}{
		{"none", func() {}, 1, false},
		{"none again", func() {}, 1, false},
		{"another account", func() { u = &auth.User{ID: 2} }, 2, false},
		{"confirmed", func() { f.confirmed = time.Unix(1, 0); u.Generation++ }, 3, true},
		{"confirmed still", func() {}, 4, true},
		{"removed", func() { f.confirmed = time.Time{} }, 5, false},
		{"no answer", func() { f.err = errors.New("away"); u.Generation++ }, 6, true},
		{"answer", func() { f.err = nil }, 7, false},
	} {
		tt.change()
		err := c.needsCode(t.Context(), u)
		if f.asked != tt.asked || (err != nil) != tt.needs {
			t.Errorf("%s: asked %d times, want %d; error %v", tt.what, f.asked, tt.asked, err)
		}
	}
}
