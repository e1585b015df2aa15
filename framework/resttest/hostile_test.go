// Tests of the laws about hostile input and about secrets.

package resttest

import (
	"errors"
	"flag"
	"strings"
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/require"
	"example.com/resourceful/framework/resttest/sets/laws"
)

// A service that fails on what a field does not expect, or on what came before, and databases that do not
// agree are found out by odd input, by random sequences and by the seeds of fuzzing.
func TestFailuresAreNoticed(t *testing.T) {
	require.Part(t, "kit")
	set := func(before func(*rest.Call, *laws.Chest) error) *conformance {
		return compiledSet(t, rest.NewSet("chests", rest.ViewSet[laws.Chest]{
			Path: "/chests/", Access: permission.Anyone, Serializer: rest.Serializer[laws.Chest]{BeforeCreate: before},
		}))
	}
	odd := func(_ *rest.Call, row *laws.Chest) error {
		if strings.Contains(row.Name, "<script>") {
			panic("an odd name")
		}
		return nil
	}
	third := func(c *rest.Call, _ *laws.Chest) error {
		if n, err := rest.Rows[laws.Chest](c).Count(); err != nil || n < 2 {
			return err
		}
		return errors.New("the third chest")
	}
	other := func(c *rest.Call, row *laws.Chest) error {
		for half, err := range c.Query("SELECT 7 / 2.0") {
			if err != nil {
				return err
			}
			if err := half.Scan(&row.Name); err != nil {
				return err
			}
		}
		return nil
	}
	for fault, c := range map[string]*conformance{"": set(nil), "status 500": set(odd)} {
		report := func(part string, run func(testing.TB)) {
			t.Helper()
			if fault == "" {
				silent(t, part, run)
			} else {
				reports(t, part, fault, run)
			}
		}
		report("odd input", c.sendOddities)
		report("seeds", func(tb testing.TB) {
			seeds, try := c.fuzzed(t)
			for _, seed := range seeds {
				try(tb, seed)
			}
		})
	}
	for name, value := range map[string]string{"rapid.nofailfile": "true", "rapid.checks": "500"} { // it ends at the fault
		was := flag.Lookup(name).Value.String()
		if err := flag.Set(name, value); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = flag.Set(name, was) })
	}
	reports(t, "a sequence", "status 500", set(third).playSequences)
	if len(postgresIfFound(t)) > 0 {
		reports(t, "databases that do not agree", `"name":"3.5`, set(other).sendOddities)
		reports(t, "databases that do not agree", `"name":"3.5`, set(other).playSequences)
	}
}

// Nothing gets out of a service in which nothing is wrong.
func TestNothingIsNoticed(t *testing.T) {
	c := compiledSet(t, laws.Fleet())
	c.options.rows = 4
	for _, message := range hear(t, c.fillTable) {
		t.Error(message)
	}
}
