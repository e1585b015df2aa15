// Tests of JSON Patch and JSON Merge Patch.

package patch_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/media/patch"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/resttest/stopwatch"
)

func decode(t *testing.T, text string) any {
	t.Helper()
	body, err := media.JSONParser().Parse([]byte(text), nil, media.Limits{})
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return body.Value
}

// apply returns a target after a patch, in JSON, or the refusal.
func apply(t *testing.T, parser media.Parser, target, change string, limits media.Limits) string {
	t.Helper()
	before, _ := decode(t, target).(map[string]any)
	body, err := parser.Parse([]byte(change), nil, limits)
	if err == nil {
		var named map[string]any
		if named, err = body.Patch.Apply(before, map[string]bool{"unread": true}); err == nil {
			for name, value := range named {
				before[name] = value
			}
			text, _ := json.Marshal(before)
			return string(text)
		}
	}
	if p := problem.As(err); p == nil || p.Code != problem.Malformed && p.Code != problem.Conflict {
		t.Errorf("%s: got %v, want a refusal", change, err)
	}
	return err.Error()
}

// The examples of RFC 7396, as members of a record, whose own members stay and become null.
func TestMerge(t *testing.T) {
	for _, tt := range []struct{ target, change, want string }{
		{`{"a":"b"}`, `{"a":"c"}`, `{"a":"c"}`},
		{`{"a":"b"}`, `{"b":"c"}`, `{"a":"b","b":"c"}`},
		{`{"a":"b"}`, `{"a":null}`, `{"a":null}`},
		{`{"a":["b"]}`, `{"a":"c"}`, `{"a":"c"}`},
		{`{"a":"c"}`, `{"a":["b"]}`, `{"a":["b"]}`},
		{`{"a":{"b":"c"}}`, `{"a":{"b":"d","c":null}}`, `{"a":{"b":"d"}}`},
		{`{"a":{"b":"c","d":{"e":1,"f":2}}}`, `{"a":{"b":null,"d":{"e":null}}}`, `{"a":{"d":{"f":2}}}`},
		{`{"a":[{"b":"c"}]}`, `{"a":[1]}`, `{"a":[1]}`},
		{`{"a":1}`, `{"a":{"bb":{"ccc":null}}}`, `{"a":{"bb":{}}}`},
		{`{"a":1}`, `[]`, "Merge patch error - expected an object"},
	} {
		if got := apply(t, patch.Merge(), tt.target, tt.change, media.Limits{}); got != tt.want {
			t.Errorf("%s with %s: got %s, want %s", tt.target, tt.change, got, tt.want)
		}
	}
}

// The rules and examples of RFC 6902.
func TestJSON(t *testing.T) {
	const target = `{"a":{"b":[1,2],"c":"x"},"l":[1,2,3],"t":"T","~/":1}`
	for _, tt := range []struct{ change, want string }{
		{`[]`, target},
		{`[{"op":"replace","path":"/t","value":"U"}]`, strings.Replace(target, `"T"`, `"U"`, 1)},
		{`[{"op":"add","path":"/a/b/-","value":3},{"op":"add","path":"/a/b/0","value":0}]`, strings.Replace(target, `[1,2]`, `[0,1,2,3]`, 1)},
		{`[{"op":"remove","path":"/l/1"}]`, strings.Replace(target, `[1,2,3]`, `[1,3]`, 1)},
		{`[{"op":"remove","path":"/t"}]`, strings.Replace(target, `"T"`, `null`, 1)},
		{`[{"op":"move","from":"/a/c","path":"/t"}]`, `{"a":{"b":[1,2]},"l":[1,2,3],"t":"x","~/":1}`},
		{`[{"op":"move","from":"/l/0","path":"/l/2"}]`, strings.Replace(target, `[1,2,3]`, `[2,3,1]`, 1)},
		{`[{"op":"copy","from":"/l","path":"/a/c"},{"op":"remove","path":"/l/0"}]`, `{"a":{"b":[1,2],"c":[1,2,3]},"l":[2,3],"t":"T","~/":1}`},
		{`[{"op":"test","path":"/l","value":[1.0,20e-1,3]},{"op":"replace","path":"/~0~1","value":2}]`, strings.Replace(target, `"~/":1`, `"~/":2`, 1)},
		{`[{"op":"test","path":"/t","value":"U"}]`, "JSON patch error - operation 0 (test /t): the value is another"},
		{`[{"op":"test","path":"/l","value":"x"}]`, "JSON patch error - operation 0 (test /l): the value is another"},
		{`[{"op":"test","path":"/t","value":[]}]`, "JSON patch error - operation 0 (test /t): the value is another"},
		{`[{"op":"replace","path":"/t","value":1},{"op":"replace","path":"/no","value":1}]`, "JSON patch error - operation 1 (replace /no): there is no such value"},
		{`[{"op":"add","path":"/l/4","value":1}]`, "JSON patch error - operation 0 (add /l/4): there is no such value"},
		{`[{"op":"add","path":"/l/01","value":1}]`, "JSON patch error - operation 0 (add /l/01): there is no such value"},
		{`[{"op":"remove","path":"/l/-"}]`, "JSON patch error - operation 0 (remove /l/-): there is no such value"},
		{`[{"op":"add","path":"/t/x","value":1}]`, "JSON patch error - operation 0 (add /t/x): there is no such value"},
		{`[{"op":"move","from":"/a","path":"/a/b"}]`, "JSON patch error - operation 0 (move /a/b): a value cannot be moved into itself"},
		{`{}`, "JSON patch error - expected a list of operations"},
		{`[1]`, "JSON patch error - operation 0: expected an object"},
		{`[{"op":"set","path":"/t"}]`, `JSON patch error - operation 0: "op" is one of add, remove, replace, move, copy and test`},
		{`[{"op":"add","path":"/t"}]`, `JSON patch error - operation 0: "value" is missing`},
		{`[{"op":"add","path":"t","value":1}]`, `JSON patch error - operation 0: "path" is a JSON pointer such as "/title"`},
		{`[{"op":"add","path":"","value":1}]`, `JSON patch error - operation 0: "path" has to lead into the record`},
		{`[{"op":"remove","path":"/~2"}]`, `JSON patch error - operation 0: "path" has a "~" without 0 or 1 behind it`},
	} {
		if got := apply(t, patch.JSON(), target, tt.change, media.Limits{}); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.change, got, tt.want)
		}
	}
}

// A few operations cannot make much of little.
func TestLimits(t *testing.T) {
	double := `{"op":"copy","from":"/a","path":"/a/-"}`
	long := `{"op":"copy","from":"/t","path":"/l/-"}`
	target := `{"a":[],"l":[],"t":"` + strings.Repeat("x", 1000) + `"}`
	for _, tt := range []struct{ change, want string }{
		{"[" + strings.Repeat(double+",", 60) + double + "]", "JSON patch error - operation 9 (copy /a/-): more than 1000 values"},
		{"[" + strings.Repeat(long+",", 60) + long + "]", "JSON patch error - operation 20 (copy /l/-): texts of more than 20000 bytes"},
	} {
		if got := apply(t, patch.JSON(), target, tt.change, media.Limits{Values: 1000, Body: 20000, Depth: 1000}); got != tt.want {
			t.Errorf("got %s, want %s", got, tt.want)
		}
	}
	for _, tt := range []struct{ change, want string }{
		{`[{"op":"test","path":"/a/b/c/d/e/f","value":1}]`, `JSON patch error - operation 0: "path" leads deeper than 5 levels`},
		{`[{"op":"move","from":"/a/b/c/d/e/f","path":"/a"}]`, `JSON patch error - operation 0: "from" leads deeper than 5 levels`},
		{`[{"op":"move","from":"/a/b/c/d/e","path":"/a"},{"op":"copy","from":"/a/b/c/d/e","path":"/a/b/c/d/e"}]`, "JSON patch error - operation 1: more than 15 values"},
	} {
		if got := apply(t, patch.JSON(), target, tt.change, media.Limits{Depth: 5, Values: 15}); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.change, got, tt.want)
		}
	}
	nested := "[" + strings.Repeat(`{"op":"copy","from":"/a","path":"/a/0"},`, 8) + double + "]"
	if got := apply(t, patch.JSON(), `{"a":[]}`, nested, media.Limits{Depth: 5}); !strings.HasSuffix(got, "nested deeper than 5 levels") {
		t.Errorf("got %s", got)
	}
}

// Time grows with the length of a body, whatever is repeated in it.
func FuzzLongPatch(f *testing.F) {
	for _, seed := range [][3]string{
		{`[{"op":"test","path":"`, "/", `","value":1}]`},
		{`[{"op":"test","path":"/a`, "/~1~0", `","value":1}]`},
		{`[{"op":"copy","path":"/a/0","from":"`, "/o/p", `"}]`},
		{"[", `{"op":"add","path":"/a/-","value":[[]]},`, `{"op":"remove","path":"/a"}]`},
		{"[", `{"op":"move","path":"/o/q","from":"/o/q"},`, `{"op":"remove","path":"/a"}]`},
		{"[", `{"op":"test","path":"/n","value":1e999999999},`, `{"op":"remove","path":"/a"}]`},
		{`{"o":`, `{"p":`, "1"},
		{`{"o":{"p":1`, `,"a":{"b":{}}`, "}}"},
	} {
		f.Add(seed[0], seed[1], seed[2])
	}
	f.Fuzz(func(t *testing.T, begin, repeated, end string) {
		change := begin + strings.Repeat(repeated, 1<<20/(len(repeated)+1)) + end
		target := decode(t, `{"a":[1,"x",null],"o":{"p":{"deep":[{}]},"q":false},"n":100.0}`).(map[string]any)
		defer stopwatch.Input(t)()
		for _, parser := range []media.Parser{patch.Merge(), patch.JSON()} {
			if body, err := parser.Parse([]byte(change), nil, media.Limits{}); err == nil {
				_, _ = body.Patch.Apply(target, nil)
			}
		}
	})
}

// Whatever is sent, the target stays as it is; what a test of the result says of a member is so.
func FuzzPatch(f *testing.F) {
	for _, seed := range []string{`[{"op":"add","path":"/a/-","value":{"x":[1]}}]`, `{"o":{"p":null,"q":{"r":1}}}`, `[{"op":"move","from":"/a/0","path":"/o/z"},{"op":"copy","from":"/o","path":"/a/0"}]`, `[{"op":"test","path":"/n","value":1e2}]`} {
		f.Add(seed)
	}
	const text = `{"a":[1,"x",null],"o":{"p":{"deep":[{}]},"q":false},"n":100.0}`
	f.Fuzz(func(t *testing.T, change string) {
		defer stopwatch.Input(t)()
		for _, parser := range []media.Parser{patch.Merge(), patch.JSON()} {
			body, err := parser.Parse([]byte(change), nil, media.Limits{Values: 5000})
			if err != nil {
				continue
			}
			target := decode(t, text).(map[string]any)
			named, err := body.Patch.Apply(target, nil)
			if !reflect.DeepEqual(target, decode(t, text)) {
				t.Errorf("%s changes the target: %v", change, target)
			}
			if err != nil {
				if problem.As(err) == nil {
					t.Errorf("%s: got %v, want a refusal", change, err)
				}
				continue
			}
			for name, value := range named {
				target[name] = value
			}
			for name, value := range named {
				path := strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
				wanted, err := json.Marshal([]any{map[string]any{"op": "test", "path": "/" + path, "value": value}})
				if err != nil || strings.Contains(string(wanted), `\ufffd`) {
					continue
				}
				again, err := patch.JSON().Parse(wanted, nil, media.Limits{Depth: 1000, Values: 1 << 20})
				if err != nil {
					continue // too deep
				}
				if _, err := again.Patch.Apply(target, nil); err != nil {
					t.Errorf("%s: %s is said to be %s: %v", change, name, wanted, err)
				}
			}
		}
	})
}
