// Tests of the rules that the kit reads from a plan.

package resttest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"example.com/resourceful/framework/field/samples"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/resttest/internal/rules"
	"example.com/resourceful/framework/resttest/require"
	"example.com/resourceful/framework/resttest/sets"
	"example.com/resourceful/framework/resttest/sets/laws"
)

// told is a test that keeps what it was told.
type told struct {
	testing.TB
	messages []string
}

func (r *told) Helper() {}
func (r *told) Errorf(format string, args ...any) {
	r.messages = append(r.messages, fmt.Sprintf(format, args...))
}

// Fatalf ends the part, which hear goes on after.
func (r *told) Fatalf(format string, args ...any) {
	r.Errorf(format, args...)
	panic(r)
}

// hear is what a part of Conformance reports.
func hear(t testing.TB, part func(testing.TB)) (messages []string) {
	kept := &told{TB: t}
	defer func() {
		messages = kept.messages
		if ended := recover(); ended != nil && ended != any(kept) {
			panic(ended)
		}
	}()
	part(kept)
	return nil
}

// A service that does not do what the words of its rules say is found out, whichever of them it is.
func TestAccessIsNoticed(t *testing.T) {
	require.Part(t, "kit")
	rules := []permission.Rule{
		permission.Anyone, permission.SignedIn, permission.SignedInOrReadOnly, permission.Owner, permission.OwnerOrReadOnly, permission.Admin,
		permission.Any(permission.Owner, permission.Is("name", "word 2")),
		permission.By{Read: permission.Is("open", true), Write: permission.Owner},
	}
	for i, done := range rules {
		said := rules[(i+1)%len(rules)]
		c := conformance{set: laws.Chests(done), options: settings(t, laws.Chests(done), []Option{Folder(t.TempDir())})}
		c.compile(t)
		right := &told{TB: t}
		if c.fillTable(right); len(right.messages) > 0 {
			t.Errorf("%s: got %s", done, right.messages[0])
		}
		other, err := laws.Chests(said).Compile()
		if err != nil {
			t.Fatal(err)
		}
		c.plan = other
		wrong := &told{TB: t}
		if c.fillTable(wrong); len(wrong.messages) == 0 {
			t.Errorf("a service that goes by %q, and says %q, passes", done, said)
		}
	}
}

// The words of a rule are taken apart as they were joined.
func TestSplit(t *testing.T) {
	for words, want := range map[string]string{
		"anyone":                            "",
		`state = "a, (b"`:                   "",
		"all()":                             "all:",
		"not(owner)":                        "not:owner",
		"any(admin, all(owner, read only))": "any:admin|all(owner, read only)",
		`any(name = "x, \"y)", owner)`:      `any:name = "x, \"y)"|owner`,
		"by(read anyone, write all(admin))": "by:read anyone|write all(admin)",
		"on weekdays (of the client)":       "",
	} {
		name, parts := rules.Split(words)
		got := strings.TrimSuffix(name+":"+strings.Join(parts, "|"), ":")
		if want == "all:" {
			want = "all"
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", words, got, want)
		}
	}
}

// Values that the kit makes up are accepted by the fields that they are for, and different where they
// have to be.
func TestSamples(t *testing.T) {
	for _, set := range sets.All() {
		plan, err := set.Compile()
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range plan.Resources {
			for _, f := range r.Type.Fields {
				if !f.Writable() || f.Relation != nil {
					continue
				}
				m := samples.Of(&f.Spec, f.Unique, nil)
				if m.Make == nil {
					t.Errorf("%s of %s: no value is found", f.Wire, r.Path)
					continue
				}
				seen := []string{}
				for i := 1; i <= 20; i++ {
					text := m.Make(i)
					if _, ok := samples.Parse(&f.Spec, text); !ok {
						t.Errorf("%s of %s refuses %s", f.Wire, r.Path, text)
					}
					if f.Unique && slices.Contains(seen, text) {
						t.Errorf("%s of %s is unique, and %s is there twice", f.Wire, r.Path, text)
					}
					seen = append(seen, text)
				}
			}
		}
	}
}

// Values made at random, or by the clock of a database, are the same of two services; nothing else is.
func TestScrub(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text := rapid.StringMatching(`[a-z0-9 :"-]{0,40}`).Draw(rt, "text")
		if got := (scrubber{}).text(text); got != text && !randomKey.MatchString(text) {
			rt.Errorf("got %q, want %q", got, text)
		}
	})
	a, b := scrubber{}, scrubber{}
	const first, second, third = "11111111-1111-4111-8111-111111111111", "22222222-2222-4222-8222-222222222222", "33333333-3333-4333-8333-333333333333"
	if a.text(first+first+second) != b.text(second+second+third) || a.text(first+first) == b.text(third+second) {
		t.Error("random keys are not told apart by their order")
	}
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02 15:04:05.999999 MST"} { // of data and of pages
		if text := time.Now().UTC().Format(layout); a.text(text) != "now" {
			t.Errorf("%s is told of", text)
		}
	}
	const number = `{"id":"0f1e2d3c4b5a6978","token":"rsf_abcdefghij","n":9007199254740993}`
	if got, want := a.text(number), strings.NewReplacer("0f1e2d3c4b5a6978", "random-3", "rsf_abcdefghij", "a token").Replace(number); got != want {
		t.Errorf("a made token: got %s, want %s", got, want)
	}
	if sample := samples.UUID + "000000000001"; a.text(sample) != sample {
		t.Error("a sample is taken for a random key")
	}
}
