package resttest_test

import (
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// oddValues are values that lose something in a careless form: white space, lines, microseconds, the hour that
// clocks show twice, numbers of many digits, and texts that YAML or JSON would read as something else.
var oddValues = map[string]string{
	"text": `"null"`, "lines": `"\n a \t\nb\n"`, "moods": `["glad","sad"]`, "int64": `-9223372036854775808`, "uint64": `9223372036854775807`, "float": `1e-7`, "float32": `0.1`, "decimal": `"-0.10"`,
	"ip": `"::ffff:192.0.2.1"`, "time": `"23:59:59.000001"`, "moment": `"0001-01-01T00:00:00.000001Z"`, "zoned": `"2026-10-25T02:30:00.5+01:00"`, "duration": `"-1 23:59:59.999999"`,
	"list": `["010","yes"]`, "numbers": `[]`, "object": `{"a":1.50,"b":[null,true,"<b>"],"é":{"":"12345678901234567890.0"}}`, "spot": `{"city":"a","zip":null,"tags":["1"]}`, "json": `"null"`, "bytes": `""`,
	"text_null": `"a"`, "mood_null": `"sad"`, "floor_null": `0`, "bool_null": `false`, "int8_null": `0`, "float_null": `0`, "decimal_null": `"0.00"`, "zoned_null": `"2026-10-25T02:30:00+02:00"`, "spot_null": `{"city":"b","zip":1,"tags":[]}`, "json_null": `{"a":[]}`,
	"list_null": `["a"]`, "object_null": `{"a":null}`, "bytes_null": `"AP8="`, "moods_null": `["sad"]`, "duration_null": `"00:00:00"`, "time_null": `"00:00:00"`,
}

// What a GET answers in JSON, in YAML and in the form of the page can be sent back as it is: the row stays equal,
// and so does its tag.
func TestValuesAreSentBack(t *testing.T) {
	onBothValues(t, func(t *testing.T, h http.Handler) {
		send := func(method, path, contentType, body string) *httptest.ResponseRecorder {
			r := httptest.NewRequest(method, path, strings.NewReader(body))
			r.Header.Set("Content-Type", contentType)
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			return w
		}
		odd := maps.Clone(goodValues)
		maps.Copy(odd, oddValues)
		for i, fields := range []map[string]string{goodValues, odd} {
			path := "/values/" + string(rune('1'+i)) + "/"
			contentType, body := valueFormats[0].write(fields)
			if w := send("POST", "/values/", contentType, body); w.Code != http.StatusCreated {
				t.Fatalf("%d %s", w.Code, w.Body)
			}
			want := send("GET", path, "", "")
			unchanged := func(format string, answer *httptest.ResponseRecorder) {
				t.Helper()
				got := send("GET", path, "", "")
				if answer.Code >= 400 || got.Body.String() != want.Body.String() || got.Header().Get("ETag") != want.Header().Get("ETag") {
					t.Errorf("%s sent back: %d\n got %s\nwant %s", format, answer.Code, got.Body, want.Body)
				}
			}
			unchanged("JSON", send("PUT", path, "application/json", want.Body.String()))
			yaml := send("GET", strings.TrimSuffix(path, "/")+".yaml", "", "").Body.String()
			unchanged("YAML\n"+yaml, send("PUT", path, "application/yaml", yaml))
			page := send("GET", strings.TrimSuffix(path, "/")+".api", "", "").Body.String()
			form := editForm(t, page)
			for _, name := range []string{"_key", "_version"} {
				form.Del(name)
			}
			unchanged("form "+form.Encode(), send("POST", path, "application/x-www-form-urlencoded", form.Encode()))
			if len(form) < len(goodValues) {
				t.Errorf("the form has %d fields, want those of all kinds: %v", len(form), form)
			}
		}
	})
}

// editForm is what a browser sends of the form of a page that has _method=PUT.
func editForm(t *testing.T, page string) url.Values {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	for n := range root.Descendants() {
		if n.Type == html.ElementNode && n.Data == "form" {
			if form := formValues(n); form.Get("_method") == "PUT" && len(form) > 5 {
				return form
			}
		}
	}
	t.Fatalf("the page has no form to edit:\n%s", page)
	return nil
}

func formValues(form *html.Node) url.Values {
	values := url.Values{}
	for n := range form.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		at := map[string]string{}
		for _, a := range n.Attr {
			at[a.Key] = a.Val
		}
		_, checked := at["checked"]
		switch {
		case at["name"] == "" && n.Data != "select":
		case n.Data == "input" && (at["type"] == "checkbox" || at["type"] == "radio") && !checked:
		case n.Data == "input" && at["type"] == "checkbox" && at["value"] == "":
			values.Add(at["name"], "on")
		case n.Data == "input":
			values.Add(at["name"], at["value"])
		case n.Data == "textarea":
			text := ""
			if n.FirstChild != nil {
				text = n.FirstChild.Data
			}
			values.Add(at["name"], strings.ReplaceAll(text, "\n", "\r\n"))
		case n.Data == "select":
			values.Add(at["name"], selectedValue(n))
		}
	}
	return values
}

// selectedValue is the value of the chosen option, of the first where none is.
func selectedValue(n *html.Node) (value string) {
	first := true
	for o := range n.Descendants() {
		if o.Type != html.ElementNode || o.Data != "option" {
			continue
		}
		chosen, text := first, ""
		for _, a := range o.Attr {
			switch a.Key {
			case "selected":
				chosen = true
			case "value":
				text = a.Val
			}
		}
		if chosen {
			value = text
		}
		first = false
	}
	return value
}
