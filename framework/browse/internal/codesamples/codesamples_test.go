package codesamples

import (
	"go/format"
	"strings"
	"testing"
)

// Each program has what the request needs: its method, address, credentials and body, as its language writes texts.
func TestSamples(t *testing.T) {
	req := Request{Method: "POST", Address: "https://example.com/it's/", User: "ann", Body: `{"a":"tr\"ue 'x'","b":true,"c":[null,false]}`}
	for _, tt := range []struct{ name, got, want string }{
		{"curl", req.Curl().Text, `curl -u ann -X POST -H 'Content-Type: application/json' --data-raw '{"a":"tr\"ue '\''x'\''","b":true,"c":[null,false]}' 'https://example.com/it'\''s/'`},
		{"JavaScript", req.Samples()[1].Text, "const response = await fetch(\"https://example.com/it's/\", {\n  method: \"POST\",\n" +
			"  headers: {\"Authorization\": \"Basic \" + btoa(\"ann:password\"), \"Content-Type\": \"application/json\"},\n" +
			"  body: JSON.stringify({\"a\":\"tr\\\"ue 'x'\",\"b\":true,\"c\":[null,false]}),\n});\nconsole.log(response.status, await response.text());"},
		{"Python", req.Samples()[2].Text, "import base64\nimport json\nfrom urllib.request import Request, urlopen\n\n" +
			"request = Request(\"https://example.com/it's/\", method=\"POST\")\n" +
			"credentials = base64.b64encode(\"ann:password\".encode()).decode()\n" +
			"request.add_header(\"Authorization\", \"Basic \" + credentials)\nrequest.add_header(\"Content-Type\", \"application/json\")\n" +
			"request.data = json.dumps({\"a\":\"tr\\\"ue 'x'\",\"b\":True,\"c\":[None,False]}).encode()\n" +
			"with urlopen(request) as response:\n    print(response.status, response.read().decode())"},
	} {
		if tt.got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, tt.got, tt.want)
		}
	}
}

// A program in Go is written as gofmt does.
func TestSampleInGo(t *testing.T) {
	for _, req := range []Request{
		{Method: "GET", Address: "https://example.com/"},
		{Method: "PUT", Address: "https://example.com/", User: "ann", Body: "{\"a\":\"`\"}"},
		{Method: "POST", Address: "https://example.com/", Header: "Authorization", Value: "Token TOKEN", Accept: "text/csv", Body: `{}`},
	} {
		got := req.Samples()[3].Text
		want, err := format.Source([]byte(got))
		if err != nil || strings.TrimSpace(string(want)) != got {
			t.Errorf("got\n%s\nwant\n%s\n%v", got, want, err)
		}
	}
}
