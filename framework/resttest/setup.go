// A set under test: its plan, samples of its fields, and servers of it.

package resttest

import (
	"log/slog"
	"net/http"
	"path/filepath"
	"slices"
	"testing"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/browse"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/field/samples"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/golden"
	"example.com/resourceful/framework/resttest/internal/rules"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve"
)

// conformance is a set, and what its parts are given.
type conformance struct {
	set     *rest.Set
	options choices
	plan    *plan.Plan
	// fields are the samples from Values, by table and column, and by path and name.
	samples map[string]samples.Member
	around  func(http.Handler) http.Handler // of every server; nil for none
}

func (c *conformance) compile(t testing.TB) {
	t.Helper()
	compiled, err := c.set.Compile()
	if err != nil {
		t.Fatalf("declarations of %s:\n%v", c.set.Name(), err)
	}
	if _, err := browse.New(&auth.Authenticator{}, compiled.Theme); err != nil {
		t.Fatalf("pages of %s:\n%v", c.set.Name(), err)
	}
	c.plan, c.samples = compiled, map[string]samples.Member{}
	c.takeValues(t)
}

// takeValues sets the samples to those of Values. It fails if a name is no field's, or if its field accepts
// none of the values.
func (c *conformance) takeValues(t testing.TB) {
	t.Helper()
	known := map[string]bool{}
	take := func(path string, f *schema.Field) (m samples.Member, given bool) {
		values, given := c.options.values[path+" "+f.Wire]
		known[path+" "+f.Wire] = true
		if !given || f.Relation != nil || f.Derived != nil {
			return m, false
		}
		list := c.options.lists[path+" "+f.Wire]
		if list == nil {
			list = []string{values(1)}
		}
		for _, text := range list {
			if _, ok := samples.Parse(&f.Spec, text); !ok {
				t.Errorf("Values: %s of %s does not take %s", f.Wire, path, text)
			}
		}
		return samples.Of(&f.Spec, rules.RowField(f).Unique, values), true
	}
	for _, r := range c.plan.Resources {
		for _, shape := range r.Shapes.All() {
			for _, f := range shape.Type.Fields {
				if m, given := take(r.Path, f); given && rules.RowField(f).Column != "" {
					c.samples[r.Type.Table+" "+rules.RowField(f).Column] = m
				}
			}
		}
	}
	for _, o := range c.actions() {
		if o.Input != nil {
			for _, f := range o.Input.Type.Fields {
				take(o.Pattern, f)
			}
		}
	}
	for name := range c.options.values {
		if !known[name] {
			t.Fatal("Values: " + rules.Unknown(name, known))
		}
	}
	rules.LeftOut(t, c.plan, c.options.skip)
}

// sample returns the samples for the values of a column.
func (c *conformance) sample(table, column string, s *field.Spec, unique bool) samples.Member {
	name := table + " " + column
	if m, known := c.samples[name]; known {
		return m
	}
	// A column of several declarations or representations is as strict as the strictest of them.
	strict := s
	for _, r := range c.plan.Resources {
		if r.Type.Table != table {
			continue
		}
		if f := r.Type.ByColumn(column); f != nil {
			unique = unique || f.Unique
		}
		for _, shape := range r.Shapes.All() {
			for _, f := range shape.Type.Fields {
				if rules.RowField(f).Column == column && (len(f.Rules) > len(strict.Rules) || f.Choices != nil) {
					strict = &f.Spec
				}
			}
		}
	}
	c.samples[name] = samples.Of(c.inAddresses(table, column, strict), unique, nil)
	return c.samples[name]
}

// inAddresses returns the field of a column, which addresses may contain: a column that only code fills has no rule of that.
func (c *conformance) inAddresses(table, column string, s *field.Spec) *field.Spec {
	for _, r := range c.plan.Resources {
		if l := r.Lookup; r.Type.Table == table && l.Field != nil && l.Field.Column == column && l.Values != nil && s.Choices == nil {
			copied := *s
			copied.Rules = slices.Clone(s.Rules)
			copied.AddCheck("slug", "", l.Values.MatchString)
			s = &copied
		}
	}
	return s
}

// config is a server of the set, with pages, whose requesters send Basic credentials.
func (c *conformance) config() Config {
	options := c.options.serve
	if options.Logger == nil {
		options.Logger = slog.New(slog.DiscardHandler)
	}
	if options.Throttles.Rates == nil {
		options.Throttles.Rates = serve.Unlimited() // more is asked than throttles let through
	}
	return Config{Set: func() *rest.Set { return c.set }, Pages: pagesOf(c.plan.Theme), Options: options, Middleware: c.options.before, Basic: true}
}

// server is a new server with n rows in each table.
func (c *conformance) server(t testing.TB, address string, n int) (*Server, map[string][]any) {
	t.Helper()
	s := NewServer(t, c.config(), address)
	s.CheckContract(t)
	if c.around != nil {
		s.Handler = c.around(s.Handler)
	}
	return s, c.fill(t, s, n)
}

// compareGolden is golden.Check of a file of the set's folder.
func (c *conformance) compareGolden(t testing.TB, name, got string) {
	t.Helper()
	file := filepath.Join(c.options.folder, name)
	if found, _ := filepath.Glob(file); len(found) == 0 && !golden.Update() {
		t.Errorf("there is no %s to compare with; write it with -update, and read it", file)
		return
	}
	golden.Check(t, file, got)
}
