// Tests of reading documents.

package openapi_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"example.com/resourceful/framework/openapi"
)

// A document is written as it was read, to the byte.
func TestRead(t *testing.T) {
	for _, set := range all() {
		d, _ := document(t, set, openapi.Options{})
		for _, d := range []*openapi.Document{d, openapi.Older(d)} {
			read, err := openapi.Read(d.JSON())
			if err != nil {
				t.Fatal(err)
			}
			if got, want := read.JSON(), d.JSON(); !bytes.Equal(got, want) {
				t.Errorf("%s, %s: got %d bytes, want the %d that were read", set.Name(), d.OpenAPI, len(got), len(want))
			}
		}
	}
	const foreign = `{"paths":{"/":{"x-a":[1,{"b":null,"a":1e3}],"get":{"responses":{},"summary":"A <b>"}}},"openapi":"3.0.1",` +
		`"components":{"schemas":{"A":{"default":null,"x-order":1,"type":["string","null"],"items":true}}},"info":{"version":"1","title":"A"}}`
	d, err := openapi.Read([]byte(foreign))
	if err != nil {
		t.Fatal(err)
	}
	got := new(bytes.Buffer)
	if err := json.Compact(got, d.JSON()); err != nil || got.String() != foreign {
		t.Errorf("got %s, error %v, want %s", got, err, foreign)
	}
}

// noDocuments are texts that are not OpenAPI 3 documents, with the error for each.
var noDocuments = map[string]string{
	`{`:               "the document is not JSON: unexpected EOF",
	`{"paths": {}} 1`: "the document is not JSON: something stands behind the value",
	`[]`:              "the document: got a list, want an object",
	`{"openapi": "3.1.0", "paths": {"/": {"get": {"responses": {"200": {"$ref": "#/components/responses/A"}}}}}}`: "the document refers to #/components/responses/A, which is none of its components",
	`{"openapi": "3.1.0", "paths": {}, "components": {"schemas": {"A": {"$ref": "a.json"}}}}`:                     "the document refers to a.json, which is none of its components",
	`{}`:                                            "the document has no paths; write it with the command openapi",
	`{"paths": {}, "swagger": "2.0"}`:               `the document is of OpenAPI "", and not of 3.0 or 3.1`,
	`{"openapi": 3.1, "paths": {}}`:                 "the document.openapi: got a number, want a text",
	`{"paths": {"/a/": null}}`:                      "the document.paths./a/: got null, want an object",
	`{"paths": {"/a/": {"get": true}}}`:             "the document.paths./a/.get: got true or false, want an object",
	`{"paths": {"/": {"get": {"tags": ["a", 1]}}}}`: "the document.paths./.get.tags[1]: got a number, want a text",
	`{"paths": {}, "components": {"schemas": {"A": {"type": {}}}}}`: "the document.components.schemas.A.type: got an object, want a list",
	strings.Repeat("[", 2000): "the document is not JSON: objects and lists stand too deep in each other",
}

// A text that is no document of OpenAPI 3 is an error that says where.
func TestReadErrors(t *testing.T) {
	for text, want := range noDocuments {
		if _, err := openapi.Read([]byte(text)); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
}

// Whatever is read can be written, and is the same when it is read again.
func FuzzRead(f *testing.F) {
	for text := range noDocuments {
		f.Add(text)
	}
	f.Add(`{"openapi":"3.1.0","paths":{"/":{"get":{"parameters":[{"schema":{"type":["a"],"anyOf":[true,{"enum":[null,1e2]}]}}]}}}}`)
	f.Fuzz(func(t *testing.T, text string) {
		d, err := openapi.Read([]byte(text))
		if err != nil {
			return
		}
		again, err := openapi.Read(d.JSON())
		if err != nil || !bytes.Equal(again.JSON(), d.JSON()) {
			t.Errorf("%q: got %s and then %s, error %v", text, d.JSON(), again.JSON(), err)
		}
		openapi.Older(d)
	})
}
