// Tests of the laws of formats.

package resttest_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/http"
	"testing"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest"
	"example.com/resourceful/framework/resttest/sets"
)

// vCards is a renderer as a team writes one: accounts as cards for address books (RFC 6350).
type vCards struct{}

func (vCards) Format() media.Format {
	return media.Format{
		Name: "vcf", MediaType: "text/vcard", ContentType: "text/vcard; charset=utf-8",
		Only: media.Record | media.List | media.Page, RowsOnly: true,
	}
}

func (vCards) Render(out *media.Output, d *media.Document) error {
	for row := range d.Rows() {
		var user struct{ URL, Username, Email string }
		if err := json.Unmarshal(row.AppendJSON(nil), &user); err != nil {
			return err
		}
		fmt.Fprintf(out, "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:%s\r\nEMAIL:%s\r\nURL:%s\r\nEND:VCARD\r\n", user.Username, user.Email, user.URL)
	}
	return nil
}

// oneRow is a parser as a team writes one: a row of names and a row of values.
func oneRow() media.Parser {
	return media.Parser{MediaType: "text/csv", Parse: func(body []byte, _ map[string]string, limits media.Limits) (media.Body, error) {
		rows, err := csv.NewReader(bytes.NewReader(body)).ReadAll()
		if err != nil || len(rows) != 2 || len(rows[0]) > limits.Fields {
			return media.Body{}, problem.New(problem.Malformed, "CSV parse error - write a row of names and one of values.")
		}
		values := map[string]any{}
		for i, name := range rows[0] {
			values[name] = rows[1][i]
		}
		return media.Body{Value: values}, nil
	}}
}

// A renderer and a parser of a third party are one value each, and all that the framework's own are:
// a suffix, a media type for Accept and Content-Type, an entry of OPTIONS, a link of each page.
func TestFormatsOfThirdParties(t *testing.T) {
	set := func() *rest.Set {
		return sets.Directory().
			Renderers(append(media.Renderers(), vCards{})...).
			Parsers(append(media.Parsers(), oneRow())...)
	}
	h := resttest.NewServer(t, resttest.Config{Set: set, Pages: pages}, ":memory:")
	const admin = "BEGIN:VCARD\r\nVERSION:4.0\r\nFN:admin\r\nEMAIL:admin@example.com\r\nURL:http://example.com/users/1/\r\nEND:VCARD\r\n"
	tests := []struct {
		method, path, accept, contentType, body string
		status                                  int
		want                                    string
	}{
		{"GET", "/users/1.vcf", "", "", "", 200, admin},
		{"GET", "/users/1/", "text/vcard", "", "", 200, admin},
		{"GET", "/users/1.vcf", "application/json", "", "", 406, `{"detail":"Could not satisfy the request Accept header."}`},
		{"GET", "/users/99.vcf", "", "", "", 404, `{"detail":"Not found."}`},
		{"POST", "/groups/", "", "text/csv", "name\r\n\"a, b\"\r\n", 201, `{"url":"http://example.com/groups/1/","name":"a, b"}`},
		{"POST", "/groups/", "", "text/csv", "name\r\n", 400, `{"detail":"CSV parse error - write a row of names and one of values."}`},
		{"POST", "/groups/", "", "text/csv", "title\r\nx\r\n", 400, `{"name":["This field is required."]}`},
		{"POST", "/groups/", "", "text/vcard", admin, 415, `{"detail":"Unsupported media type \"text/vcard\" in request."}`},
	}
	for _, tt := range tests {
		w := send(h, tt.method, tt.path, "admin", tt.body, "Accept", tt.accept, "Content-Type", tt.contentType)
		if w.Code != tt.status || w.Body.String() != tt.want {
			t.Errorf("%s %s: got %d %s, want %d %s", tt.method, tt.path, w.Code, w.Body, tt.status, tt.want)
		}
	}
	var options struct{ Renders, Parses []string }
	if err := json.Unmarshal(send(h, "OPTIONS", "/users/", "admin", "").Body.Bytes(), &options); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(options.Renders, options.Parses); got != "[application/json text/html application/yaml text/vcard] [application/json application/x-www-form-urlencoded multipart/form-data application/yaml text/csv]" {
		t.Errorf("OPTIONS lists %s", got)
	}
	page := send(h, "GET", "/users/", "admin", "", "Accept", "text/html")
	if page.Code != http.StatusOK || !bytes.Contains(page.Body.Bytes(), []byte(`<a href="/users/?format=vcf">vcf</a>`)) {
		t.Errorf("the page, %d, does not link to the list as vcf", page.Code)
	}
}

// jsonAPI is an envelope as a team writes one: resource objects, much as jsonapi.org has them.
type jsonAPI struct{ Type string }

func (e jsonAPI) String() string      { return "as JSON:API has it, of type " + e.Type }
func (e jsonAPI) InputPath() []string { return []string{"data", "attributes"} }

func (e jsonAPI) AppendRecord(dst, record []byte) []byte {
	return append(e.AppendItem(append(dst, `{"data":`...), record), '}')
}

func (e jsonAPI) AppendItem(dst, record []byte) []byte {
	return append(append(fmt.Appendf(dst, `{"type":%q,"attributes":`, e.Type), record...), '}')
}

func (e jsonAPI) Frame(p *plan.Page) media.Frame {
	return media.Frame{Name: "data", After: func(rows int64) []byte {
		if p == nil {
			return fmt.Appendf(nil, `{"meta":{"count":%d}}`, rows)
		}
		next, _ := json.Marshal(p.Next) // a text is always JSON
		return fmt.Appendf(nil, `{"meta":{"count":%d},"links":{"next":%s}}`, p.Total, next)
	}}
}
