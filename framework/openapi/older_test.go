// A test of the document in older versions of OpenAPI.

package openapi_test

import (
	"encoding/json"
	"strings"
	"testing"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/auth/basic"
	"example.com/resourceful/framework/auth/clientcert"
	"example.com/resourceful/framework/openapi"
)

// A document of OpenAPI 3.0 has no word that 3.1 has brought.
func TestOlder(t *testing.T) {
	for _, set := range all() {
		d, _ := document(t, set, openapi.Options{Schemes: []auth.Scheme{basic.Scheme{}, clientcert.Scheme{}}})
		var v map[string]any
		if err := json.Unmarshal(openapi.Older(d).JSON(), &v); err != nil {
			t.Fatal(err)
		}
		if v["openapi"] != "3.0.3" || v["webhooks"] != nil {
			t.Errorf("%s: got OpenAPI %v with webhooks %v, want 3.0.3 without", set.Name(), v["openapi"], v["webhooks"])
		}
		nullable := 0
		walk(v, func(o map[string]any) {
			if _, is := o["type"].([]any); is || o["type"] == "null" || o["type"] == "mutualTLS" {
				t.Errorf("%s: got the type %v, which OpenAPI 3.0 does not have", set.Name(), o["type"])
			}
			for _, word := range []string{"const", "examples"} {
				if _, is := o["type"].(string); is && o[word] != nil {
					t.Errorf("%s: %s is in %v", set.Name(), word, o)
				}
			}
			for _, word := range []string{"exclusiveMinimum", "exclusiveMaximum"} {
				if _, is := o[word].(float64); is {
					t.Errorf("%s: %s is a number in %v", set.Name(), word, o)
				}
			}
			if o["$ref"] != nil && len(o) > 1 {
				t.Errorf("%s: something stands beside the reference of %v", set.Name(), o)
			}
			if o["nullable"] == true {
				nullable++
			}
			if security, is := o["security"].([]any); is {
				for _, way := range security {
					if _, needs := way.(map[string]any)["clientcert"]; needs {
						t.Errorf("%s: a way to be known needs a scheme that is not there: %v", set.Name(), way)
					}
				}
			}
		})
		if nullable == 0 && strings.Contains(set.Name(), "directory") {
			t.Errorf("%s: nothing may be null, want the links of pages", set.Name())
		}
	}
}
