// Tests that hostile declarations never make the compiler panic.

package compile

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/rest/internal/declaration"
	"example.com/resourceful/framework/rest/internal/sets"
	"example.com/resourceful/framework/schema"
)

type named struct {
	ID   int64                    `rest:"id,readonly"`
	Name string                   `rest:"name,unique" validate:"max=100"`
	Many schema.ManyToMany[named] `rest:"many,optional"`
	Up   schema.BelongsTo[named]  `rest:"up,optional"`
}

var hostileTypes = []reflect.Type{
	reflect.TypeFor[int64](), reflect.TypeFor[string](), reflect.TypeFor[*string](), reflect.TypeFor[**int](), reflect.TypeFor[bool](),
	reflect.TypeFor[float32](), reflect.TypeFor[uint](), reflect.TypeFor[time.Time](), reflect.TypeFor[*field.Date](), reflect.TypeFor[any](),
	reflect.TypeFor[error](), reflect.TypeFor[func()](), reflect.TypeFor[chan int](), reflect.TypeFor[map[string]int](), reflect.TypeFor[[]byte](),
	reflect.TypeFor[struct{}](), reflect.TypeFor[schema.BelongsTo[named]](), reflect.TypeFor[*schema.BelongsTo[named]](), reflect.TypeFor[schema.BelongsTo[int]](),
	reflect.TypeFor[schema.BelongsTo[*named]](), reflect.TypeFor[schema.BelongsTo[struct{}]](), reflect.TypeFor[schema.HasMany[named]](), reflect.TypeFor[schema.ManyToMany[named]](),
	reflect.TypeFor[schema.ManyToMany[auth.Group]](), reflect.TypeFor[schema.BelongsTo[auth.User]](), reflect.TypeFor[struct{ schema.BelongsTo[named] }](),
	reflect.TypeFor[struct{ *schema.BelongsTo[named] }](), reflect.TypeFor[schema.BelongsTo[time.Time]](), reflect.TypeFor[schema.HasMany[any]](),
}

// hostileTag is a tag of words that mean something, in places where they may not.
func hostileTag(t *rapid.T) reflect.StructTag {
	names := []string{"id", "url", "name", "title", "-", "", "Title", "_method", "ctid", "a b", strings.Repeat("n", 62), "é"}
	words := []string{
		"readonly", "writeonly", "optional", "multiline", "unique", "link", "show=name", "show=id", "show=", "by=up", "by=x",
		"through=named_many", "through=users", "through=pairs", "ondelete=null", "ondelete=cascade", "ondelete=x", "required", "", "read-only", "=", "max=3",
	}
	rules := []string{
		"max=3", "min=1", "max=-1", "max", "email", "lexer", "slug", "oneof=a b", "oneof=", "dive", "required", "len=x", "gt", "lt=now", "|", "a|b",
		"unique", "file", "eqfield=ID", "-", "", "datetime=", "panics", "nothing", "excludesrune=",
	}
	tag := `rest:"` + rapid.SampledFrom(names).Draw(t, "name")
	for _, word := range rapid.SliceOfN(rapid.SampledFrom(words), 0, 3).Draw(t, "words") {
		tag += "," + word
	}
	tag += `"`
	if rapid.Bool().Draw(t, "has rules") {
		tag += ` validate:"` + strings.Join(rapid.SliceOfN(rapid.SampledFrom(rules), 1, 3).Draw(t, "rules"), ",") + `"`
	}
	extras := []string{``, ` default:""`, ` default:"now"`, ` default:"1"`, ` default:"a"`, ` default:"\xed\xa0\x80"`, ` db:"id"`, ` db:"X"`, ` label:"L"`, ` Default:"x"`, ` default`, ` help:"h`}
	return reflect.StructTag(tag + rapid.SampledFrom(extras).Draw(t, "extra") + rapid.SampledFrom(extras).Draw(t, "other extra"))
}

func hostileStruct(t *rapid.T) reflect.Type {
	names := []string{"ID", "Title", "Owner", "Url", "X", "Größe"}
	var fields []reflect.StructField
	for _, name := range rapid.SliceOfNDistinct(rapid.SampledFrom(names), 0, 4, rapid.ID[string]).Draw(t, "fields") {
		typ := rapid.SampledFrom(hostileTypes).Draw(t, "type of "+name)
		tag := hostileTag(t)
		if name == "ID" && rapid.Bool().Draw(t, "good key") {
			typ, tag = reflect.TypeFor[int64](), `rest:"id,readonly"`
		}
		fields = append(fields, reflect.StructField{Name: name, Type: typ, Tag: tag})
	}
	return reflect.StructOf(fields)
}

// hostileAction is an action of a row of a type, or of another.
func hostileAction(t *rapid.T, row reflect.Type) declaration.Action {
	type none struct{}
	void, user := reflect.TypeFor[none](), reflect.TypeFor[auth.User]()
	run := func(plan.Call, any, any) (any, error) { return nil, nil }
	a := rapid.SampledFrom([]declaration.Action{
		{},
		{Name: "close", Record: true, Row: user, In: void, Out: void, Run: run},
		{Record: true, Row: user, In: reflect.TypeFor[auth.Group](), Out: reflect.TypeFor[*auth.User](), Run: run, Methods: []string{"PATCH", "PUT"}},
		{Name: "list", In: reflect.TypeFor[string](), Out: reflect.TypeFor[[]auth.User](), Run: run, Status: 7},
		{Name: "any", In: void, Out: reflect.TypeFor[any](), Methods: []string{"GET"}},
		{Name: "odd", In: reflect.TypeFor[struct{ hidden int }](), Out: reflect.TypeFor[[]*struct{ X chan int }](), Run: run, HasSegment: true},
		{Name: "mine", In: void, Out: void, Narrow: true, Rule: permission.Me("owner"), HasRule: true},
		{Name: "none", In: void, Out: void, Narrow: true, Rule: permission.All(nil, permission.Owner), HasRule: true},
	}).Draw(t, "action")
	a.None = void
	if a.Row != nil && rapid.Bool().Draw(t, "of the row") {
		a.Row = row
	}
	return a
}

// Whatever is declared, Compile returns a plan or mistakes with words to each, and never panics,
// not even under its own recover.
func TestHostileDeclarations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := newCompiler(&declaration.Set{Name: "hostile", Checks: []declaration.NamedCheck{
			{Name: "slug", Check: field.Check{Valid: func(s string) bool { return s != "x" }, Message: "Enter a slug."}},
			{Name: "panics", Check: field.Check{Valid: func(s string) bool { return s[2] == 'x' }, Message: "Enter it."}},
			{Name: "nothing", Check: field.Check{Choices: func() []field.Choice { return nil }}},
		}}, func(m sets.Mistake) error { return m })
		c.Finder.Ready = true // the types of this test have no positions
		p := &plan.Plan{}
		c.checks = sets.CompileRules(c.Reporter)
		compileTypes(c)
		for range rapid.IntRange(1, 2).Draw(t, "resources") {
			declared := &declaration.ViewSet{GoType: hostileStruct(t)}
			declared.Path = rapid.SampledFrom([]string{"/a/", "/a/b/", "", "/", "a", "//", "/A/", "/-/", "/a/{owner}/b/", "/{}/", "/{x}/"}).Draw(t, "path")
			declared.Table = rapid.SampledFrom([]string{"things", "users", "groups", "sessions", "a b", "named_many"}).Draw(t, "table")
			declared.Access = rapid.SampledFrom([]permission.Rule{nil, permission.Anyone, permission.Owner, permission.Is("title", 1), permission.Is("title.title", "x"), permission.Me("owner.owner"), permission.Me("id"), permission.By{}, permission.RowFunc("f", nil), permission.RequestFunc("f", nil)}).Draw(t, "access")
			declared.Actions = rapid.SampledFrom([]plan.Actions{0, plan.List, plan.Create, plan.ReadOnly, 255}).Draw(t, "actions")
			declared.RecordPath = rapid.SampledFrom([]string{"", "", "/r/", "/a/", "r"}).Draw(t, "record path")
			declared.Singleton = rapid.IntRange(0, 4).Draw(t, "singleton") == 0
			declared.Extra = rapid.SliceOfN(rapid.Custom(func(t *rapid.T) declaration.Action { return hostileAction(t, declared.GoType) }), 0, 3).Draw(t, "extra")
			declared.Order = rapid.SliceOfN(rapid.SampledFrom([]string{"id", "-title", "", "-", "owner"}), 0, 3).Draw(t, "order")
			declared.Messages = rapid.MapOfN(rapid.SampledFrom([]string{"title.required", ".", "", "title", "x.y", "-.unique"}), rapid.Just("m"), 0, 2).Draw(t, "messages")
			if rapid.Bool().Draw(t, "has owner") && declared.GoType.NumField() > 0 {
				declared.Owner = func(row reflect.Value) any { return row.Elem().Field(0).Addr().Interface() }
			}
			c.addResource(declared, compileType(c, declared.GoType, declared.Table, declared.Messages, ""))
		}
		linkRelations(c)
		compileResources(c)
		compileRoutes(c, p)
		tables := compileTables(c)
		for _, m := range c.Mistakes {
			if m.Msg == "" || strings.Contains(m.Msg, "%!") || strings.Contains(m.Msg, "<nil>") {
				t.Errorf("a mistake says %q", m)
			}
		}
		if len(c.Mistakes) > 1 { // an empty set is one
			return
		}
		for _, res := range c.Compiled {
			use(res)
		}
		_ = (&plan.Plan{Resources: c.Compiled, Routes: p.Routes, Paths: p.Paths, Tables: tables}).String()
	})
}

// use does with a compiled resource what a request would.
func use(res *plan.Resource) {
	rec := res.Type.Acquire()
	defer rec.Release()
	for _, value := range []any{nil, "", "a", true, []any{"a", nil}, map[string]any{}} {
		tree := map[string]any{}
		for _, f := range res.Type.Fields {
			tree[f.Wire] = value
		}
		res.Type.Bind(schema.Input{Value: tree}, schema.Create)
	}
	changes, _ := res.Type.Bind(schema.Input{Form: map[string][]string{}}, schema.Replace)
	rec.Fill(time.Now())
	rec.Apply(changes)
	rec.Dests(res.Reads, true)
	rec.Append(nil, "http://host")
	rec.Key()
	rec.OwnerID()
}

// A declaration that panics is one mistake, not the end of the program.
func TestCompilePanics(t *testing.T) {
	broken := &declaration.ViewSet{Endpoints: []*declaration.Action{nil}}
	_, err := Compile(&declaration.Set{Name: "panics", Declarations: []*declaration.ViewSet{broken}}, func(m sets.Mistake) error { return m })
	if err == nil || !strings.Contains(err.Error(), "cannot be compiled") {
		t.Errorf("got %v, want a mistake", err)
	}
}
