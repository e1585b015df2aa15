// Tests of what check says of settings.

package app

import (
	"strings"
	"testing"

	"example.com/resourceful/framework/accounts/manage"
	"example.com/resourceful/framework/rest"
)

// Operations that mail links need base-url, which check says unless it is set.
func TestCheckBaseURL(t *testing.T) {
	for variables, want := range map[string]int{"": 4, "RESOURCEFUL_BASE_URL=https://shelf.example.com": 0, "RESOURCEFUL_ALLOWED_HOSTS=shelf.example.com": 0} {
		var out output
		sets := []*rest.Set{rest.NewSet("shelf").Include(manage.Endpoints(manage.Options{})...)}
		p := newProgram(t.Context(), ours(), sets, nil, &out, &out, env(strings.FieldsFunc(variables, func(r rune) bool { return r == '=' })...))
		if err := p.runCommand([]string{"check"}); err != nil {
			t.Error(err)
		}
		if got := strings.Count(out.String(), "mails links; set base-url"); got != want {
			t.Errorf("with %q: got %s, want %d warnings", variables, out.String(), want)
		}
	}
}
