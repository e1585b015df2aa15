// A test of the answers to OPTIONS.

package resttest_test

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/resourceful/framework/resttest"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/resources/snippets"
)

// OPTIONS describes the fields of a snippet to those who may write it, on the list as POST and on
// a record as PUT. The choices are too many for a scenario.
func TestSnippetOptions(t *testing.T) {
	h := resttest.NewServer(t, resttest.Config{Set: sets.Snippets}, ":memory:")
	options := func(path string) string {
		w := server.SendAs(h, "alice", "OPTIONS", path, "")
		if w.Code != http.StatusOK {
			t.Fatalf("OPTIONS %s: got %d %s", path, w.Code, w.Body)
		}
		return w.Body.String()
	}
	create := httptest.NewRequest("POST", "/snippets/", strings.NewReader(`{"code":"x"}`))
	create.SetBasicAuth("alice", "alice-password")
	create.Header.Set("Content-Type", "application/json")
	h.ServeHTTP(httptest.NewRecorder(), create)

	const fields = `{"id":{"type":"integer","required":false,"read_only":true,"label":"ID"},` +
		`"title":{"type":"string","required":false,"read_only":false,"label":"Title","max_length":100},` +
		`"code":{"type":"string","required":true,"read_only":false,"label":"Code"},` +
		`"linenos":{"type":"boolean","required":false,"read_only":false,"label":"Linenos"},` +
		`"language":{"type":"choice","required":false,"read_only":false,"label":"Language","choices":[…]},` +
		`"style":{"type":"choice","required":false,"read_only":false,"label":"Style","choices":[…]},` +
		`"owner":{"type":"field","required":false,"read_only":true,"label":"Owner"}}`
	choices := regexp.MustCompile(`"choices":\[[^\]]*\]`)
	for path, method := range map[string]string{"/snippets/": "POST", "/snippets/1/": "PUT"} {
		_, got, _ := strings.Cut(choices.ReplaceAllString(options(path), `"choices":[…]`), `"actions":`)
		if want := `{"` + method + `":` + fields + `}}`; got != want {
			t.Errorf("OPTIONS %s\n got %s\nwant %s", path, got, want)
		}
	}

	offered := choices.FindAllString(options("/snippets/"), -1)
	for i, check := range []struct {
		known  func(string) bool
		common []string
	}{
		{snippets.Lexers().Also, []string{"python", "go", "c", "bash", "html", "json"}},
		{func(name string) bool { return slices.Contains(styleNames(), name) }, []string{"friendly", "monokai", "vim"}},
	} {
		for _, m := range regexp.MustCompile(`\{"value":"([^"]*)","display_name":"[^"]+"\}`).FindAllStringSubmatch(offered[i], -1) {
			if !check.known(m[1]) {
				t.Errorf("choice %q is not valid", m[1])
			}
		}
		for _, name := range check.common {
			if !strings.Contains(offered[i], `{"value":"`+name+`"`) {
				t.Errorf("choice %q is missing", name)
			}
		}
	}
}

func styleNames() []string {
	var names []string
	for _, c := range snippets.Styles().Choices() {
		names = append(names, c.Value)
	}
	return names
}
