// The table of values of all kinds.

package resttest_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"example.com/resourceful/framework/resttest"
	"example.com/resourceful/framework/resttest/pg"
	"example.com/resourceful/framework/resttest/server"
	"example.com/resourceful/framework/resttest/sets/laws"
)

// Each value of each kind has the answer that testdata/values.txt says, on both databases. The values are
// absent, null, blank, zero, at the boundaries and beyond, as JSON, YAML, form and multipart. Nothing refused
// is stored.
func TestValuesOfKinds(t *testing.T) {
	const file = "testdata/values.txt"
	onBothValues(t, func(t *testing.T, h http.Handler) {
		got := valueTable(t, h)
		if flag.Lookup("update").Value.String() == "true" && !strings.Contains(t.Name(), "postgres") {
			if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		wanted := strings.Split(string(want), "\n")
		for i, line := range strings.Split(got, "\n") {
			if i >= len(wanted) || line != wanted[i] {
				t.Fatalf("%s:%d\n got %s\nwant %s", file, i+1, line, wanted[min(i, len(wanted)-1)])
			}
		}
	})
}

func onBothValues(t *testing.T, test func(t *testing.T, h http.Handler)) {
	for _, kind := range []string{"sqlite", "postgres"} {
		t.Run(kind, func(t *testing.T) {
			address := ":memory:"
			if kind == "postgres" {
				address = pg.Postgres(t)
			}
			test(t, resttest.NewServer(t, resttest.Config{Set: laws.ValueSet, Pages: pages}, address))
		})
	}
}

// valueFormats write a body of fields, whose values are JSON and nil for an absent one. A form has no null.
var valueFormats = []struct {
	name  string
	write func(fields map[string]string) (contentType, body string)
}{
	{"JSON", func(fields map[string]string) (string, string) {
		return "application/json", "{" + joinFields(fields, func(name, text string) string { return fmt.Sprintf("%q: %s", name, text) }, ", ") + "}"
	}},
	{"YAML", func(fields map[string]string) (string, string) {
		return "application/yaml", joinFields(fields, func(name, text string) string { return name + ": " + text }, "\n")
	}},
	{"form", func(fields map[string]string) (string, string) {
		return "application/x-www-form-urlencoded", formFields(fields).Encode()
	}},
	{"multipart", func(fields map[string]string) (string, string) {
		var b bytes.Buffer
		w := multipart.NewWriter(&b)
		for name, texts := range formFields(fields) {
			for _, text := range texts {
				_ = w.WriteField(name, text)
			}
		}
		w.Close()
		return w.FormDataContentType(), b.String()
	}},
}

func joinFields(fields map[string]string, write func(name, text string) string, between string) string {
	var parts []string
	for name, text := range fields {
		parts = append(parts, write(name, text))
	}
	slices.Sort(parts)
	return strings.Join(parts, between)
}

// formFields are the texts by which a form says JSON values: of a list each item, of an object its JSON.
func formFields(fields map[string]string) url.Values {
	form := url.Values{}
	for name, text := range fields {
		var list []json.RawMessage
		if json.Unmarshal([]byte(text), &list) != nil || strings.HasPrefix(name, "json") {
			list = []json.RawMessage{json.RawMessage(text)}
		}
		for _, item := range list {
			var plain string
			if json.Unmarshal(item, &plain) != nil || string(item) == "null" || strings.HasPrefix(name, "json") {
				plain = string(item)
			}
			if string(item) != "null" {
				form.Add(name, plain)
			}
		}
	}
	return form
}

// valueTable sends all values and writes down the answers.
func valueTable(t *testing.T, h http.Handler) string {
	var b strings.Builder
	created := 0
	for _, f := range reflect.VisibleFields(reflect.TypeFor[laws.Value]()) {
		name, _, _ := strings.Cut(f.Tag.Get("rest"), ",")
		if f.Anonymous || name == "id" {
			continue
		}
		fmt.Fprintf(&b, "\n%s\n", name)
		sent := []string{"absent", "null", `""`, "[]", "{}"}
		if plain, sub, _ := strings.Cut(name, "_"); sub == "" {
			sent = append(sent, triedValues[plain]...)
		} else {
			sent = append(sent, goodValues[plain])
		}
		for _, text := range sent {
			var lines, answers []string
			for _, format := range valueFormats {
				answer := sendValue(h, format.write, name, text)
				if strings.HasPrefix(answer, "201") {
					created++
				}
				if i := slices.Index(answers, answer); i >= 0 {
					lines[i] += " " + format.name
				} else {
					lines, answers = append(lines, format.name), append(answers, answer)
				}
			}
			for i, answer := range answers {
				if len(answers) == 1 {
					fmt.Fprintf(&b, "  %s -> %s\n", text, answer)
				} else {
					fmt.Fprintf(&b, "  %s in %s -> %s\n", text, lines[i], answer)
				}
			}
		}
	}
	var list []json.RawMessage
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("GET", "/values/", nil))
	if err := json.Unmarshal(w.Body.Bytes(), &list); err != nil || len(list) != created {
		t.Errorf("%d rows are stored, %v, want the %d that were created", len(list), err, created)
	}
	return b.String()
}

// sendValue creates a row whose other fields are good. It returns the status and the member of the answer.
func sendValue(h http.Handler, write func(map[string]string) (string, string), name, text string) string {
	fields := map[string]string{}
	for other, good := range goodValues {
		fields[other] = good
	}
	if fields[name] = text; text == "absent" {
		delete(fields, name)
	}
	contentType, body := write(fields)
	w := server.SendAs(h, "", "POST", "/values/", body, "Content-Type", contentType)
	var answer map[string]json.RawMessage
	_ = json.Unmarshal(w.Body.Bytes(), &answer)
	said, ok := answer[name]
	if !ok || w.Code != http.StatusCreated && len(answer) > 1 {
		said = w.Body.Bytes()
	}
	return fmt.Sprintf("%d %s", w.Code, said)
}
