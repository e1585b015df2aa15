package serve_test

import (
	"strings"
	"testing"

	"example.com/resourceful/framework/resttest/server"
)

// The team's own code may refuse a write, by fields or as a whole; what else goes wrong in it is
// a 500 without detail that is logged once. Nothing is stored then, by a create or an update.
func TestHooks(t *testing.T) {
	const fault = `{"detail":"A server error occurred."}`
	tests := []struct {
		name, input string
		status      int
		want        string
		logged      string // part of the one line; "" for none
	}{
		{"Validate", `{"front":"a","back":"a"}`, 400, `{"non_field_errors":["A card has two sides."],"back":["The back is the front."]}`, ""},
		{"refusal", `{"front":"refusal"}`, 400, `{"detail":"No more cards today."}`, ""},
		{"fields", `{"front":"fields"}`, 400, `{"front":["Write another."]}`, ""},
		{"error", `{"front":"error"}`, 500, fault, "secret of an error"},
		{"panic in Validate", `{"front":"panic in Validate"}`, 500, fault, "secret of Validate"},
		{"panic in BeforeSave", `{"front":"panic in BeforeSave"}`, 500, fault, "secret of BeforeSave"},
	}
	server.OnBoth(t, func(t *testing.T, address string) {
		h, log := newCards(t, address)
		server.Must(t, h, "POST", "/cards/", "", `{"front":"f","back":"b"}`)
		for _, tt := range tests {
			for _, line := range []string{"POST /cards/", "PUT /cards/1/", "PATCH /cards/1/"} {
				method, path, _ := strings.Cut(line, " ")
				status, got := server.Call(h, method, path, "", tt.input)
				if status != tt.status || sorted(got) != sorted(tt.want) {
					t.Errorf("%s, %s: got %d %s, want %d %s", tt.name, line, status, got, tt.status, tt.want)
				}
				lines := log.Take()
				switch {
				case tt.logged == "" && len(lines) > 0:
					t.Errorf("%s, %s: logged %q, want nothing", tt.name, line, lines)
				case tt.logged != "" && (len(lines) != 1 || !strings.Contains(lines[0], tt.logged)):
					t.Errorf("%s, %s: logged %q, want one line with %q", tt.name, line, lines, tt.logged)
				}
			}
		}
		const stored = `[{"id":1,"front":"f","back":"b","notes":"","line":"f | b"}]`
		if _, got := server.Call(h, "GET", "/cards/", "", ""); got != stored {
			t.Errorf("stored: got %s, want %s", got, stored)
		}
	})
}

// sorted makes the two members of an object come in one order.
func sorted(object string) string {
	a, b, two := strings.Cut(strings.Trim(object, "{}"), "],")
	if two && b < a {
		a, b = strings.TrimSuffix(b, "]"), a+"]"
	}
	return a + "]," + b
}
