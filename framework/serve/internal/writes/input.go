// A body as changes of a row: parse, bind, validate.

package writes

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/serve/pageapi"
)

// input is what a body says about a row.
type input struct {
	changes []schema.Change
	nested  []schema.Change // of the rows that are nested in it
	tree    *nestedTree     // these, once they are read
	value   any             // an object of a list, as the body has it
	Patched *RowState       // the row that a patch, or a restoration, was made for; nil without one
	choices []choice        // the related rows that were found to be choices as they were looked for
}

// named is how the input has named a related row: by the text that it is shown by, or by its key.
func (in *input) named(f *schema.Field, key schema.Key) any {
	for i := range in.changes {
		if c := &in.changes[i]; c.Field == f && c.Named != "" {
			return c.Named
		}
	}
	return key
}

// known is a field as the body has named it.
func (in *input) known(f *schema.Field) *schema.Field {
	for i := range in.changes {
		if in.changes[i].Field == f {
			return in.changes[i].Known()
		}
	}
	return f
}

// sent reports whether the body has a value for a field.
func (in *input) sent(f *schema.Field) bool {
	return slices.ContainsFunc(in.changes, func(c schema.Change) bool { return c.Field == f })
}

// ReadInput reads the body by its Content-Type into changes of a row, of the record rec where there is one.
// All mistakes of the client are in one error.
func ReadInput(x *request.Exchange, a *request.Admission, mode schema.Mode, rec request.Record) (input, error) {
	if err := a.Sent.Decode(x, a); err != nil {
		return input{}, err
	}
	if a.Form.Unread {
		x.Unpack(a)
	}
	if a.Sent.Err != nil {
		return input{}, a.Sent.Err
	}
	if err := a.Sent.Disclose(a.Route.Res.Envelope); err != nil {
		return input{}, err
	}
	x.Timing.Step("parse")
	var in input
	body := SchemaInput(x, a)
	if a.Sent.Body.Patch != nil {
		var err error
		if body.Value, in.Patched, err = applyPatch(x, a, rec); err != nil { // 409, 415
			return input{}, err
		}
	}
	var problems problem.Fields
	body.Shown = shownFiles(a.Route.Res, rec.Record, x.Base)
	if rec.Record != nil {
		body.Was = func(f *schema.Field) any { return rec.Get(cmp.Or(f.Of, f)) }
		body.Shows = func(f *schema.Field) bool { return a.Route.Res.Shapes.Shows(cmp.Or(f.Of, f)) }
	}
	if rec.Record != nil {
		body.ReadOnly = fixedIn(a.Route.Res.ReadOnlyFields(rec.Record))
	}
	in.changes, in.nested, problems = bindInput(a.Route.Res, body, mode)
	if mode != schema.Create && len(a.Route.Res.Related) > 0 {
		if err := keepHidden(x, a, rec, &in, &problems); err != nil {
			return input{}, err
		}
	}
	if in.nested != nil {
		if err := in.readNested(x, a, rec, &problems); err != nil {
			return input{}, err
		}
	}
	x.Timing.Step("bind")
	if err := validate(x, a, rec, &in, &problems); err != nil {
		return input{}, err
	}
	x.Timing.Step("validate")
	return in, Seal(x, in.changes)
}

// Seal turns secrets that clients have sent, such as passwords, into what is stored of them.
func Seal(x *request.Exchange, changes []schema.Change) (err error) {
	for i := range changes {
		c := &changes[i]
		if c.Field.Kind.Seal == nil || c.Value == nil {
			continue
		}
		if c.Value, err = c.Field.Kind.Seal(x.Context, c.Value); err != nil {
			return fmt.Errorf("hash %s: %w", c.Field.Go, err)
		}
	}
	return nil
}

// shownFiles gives the addresses that the files of a row are shown as; nil where there are none.
func shownFiles(res *request.Resource, row *schema.Record, base string) func(f *schema.Field) string {
	if row == nil || len(res.Files) == 0 {
		return nil
	}
	return func(f *schema.Field) string { return row.Link(cmp.Or(f.Of, f), base) }
}

// bindInput reads an input by the representation that clients send, into changes of the row.
func bindInput(res *request.Resource, in schema.Input, mode schema.Mode) (changes, nested []schema.Change, problems problem.Fields) {
	t := res.Shapes.Create.Type
	if mode != schema.Create {
		t = res.Shapes.Update.Type
	}
	changes, problems = t.Bind(in, mode)
	if t != res.Type || res.Nests {
		changes, nested = splitNested(t, res.Type, changes)
	}
	return changes, nested, problems
}

// tellsCodes reports whether a refusal would tell the codes of messages: which of the forms do is not known, but for the
// usual one.
func tellsCodes(x *request.Exchange, a *request.Admission) bool {
	return a.Format.Problem || x.Service.Plan.Errors.String() != ""
}

// SchemaInput is the body as the schema takes it.
func SchemaInput(x *request.Exchange, a *request.Admission) schema.Input {
	body := &a.Sent.Body
	in := schema.Input{Value: body.Value, Form: body.Form, Files: body.Files, Uploads: a.Sent.Files.Fields, Whole: a.Form.Whole, Keys: x.Service.Options.Limits.Keys, Prefix: string(x.Service.Prefix) + a.VersionPath(), Names: a.Operation.Takes, Coded: tellsCodes(x, a), Client: x.Locale.Zone}
	if body.Empty {
		in.Value = map[string]any{}
	}
	if a.Form.Sheet != nil { // whose rows are objects
		in.Form, in.Files, in.Uploads = nil, nil, nil
	}
	return in
}

// validate asks the database what the rules of a field alone cannot know: whether unique values
// are free and related rows exist. It adds its messages to those of the schema.
func validate(x *request.Exchange, a *request.Admission, rec request.Record, in *input, problems *problem.Fields) error {
	res := a.Route.Res
	for i := range in.changes {
		c := &in.changes[i]
		if c.Value == nil {
			continue
		}
		var err error
		if c.Field.Relation != nil {
			err = checkRelation(x, a, in, c, problems)
		}
		if err == nil && c.Field.Unique {
			err = checkUnique(x, a, rec.RowKey, c, problems)
		}
		if err != nil {
			return fmt.Errorf("validate %s.%s: %w", res.Type.Name, c.Field.Go, err)
		}
	}
	if rec.Record != nil && res.ReadOnlyWhile != nil {
		fixed := &readOnlyCheck{current: rec.Record, changes: in.changes, problems: problems}
		if err := checkReadOnly(res, x, a, nil, fixed); err != nil {
			return err
		}
	}
	if len(*problems) == 0 {
		return nil
	}
	slices.SortStableFunc(*problems, func(a, b problem.Field) int { return cmp.Compare(fieldPosition(res, a), fieldPosition(res, b)) })
	return problems.Err()
}

// checkRelation looks for the rows that a change refers to. One that is named by a text is then named by
// its key.
func checkRelation(x *request.Exchange, a *request.Admission, in *input, c *schema.Change, problems *problem.Fields) error {
	f, rows := c.Field, a.Route.Res.Rows
	var keys []schema.Key
	switch {
	case f.IsToOne() && f.ShownBy() != nil:
		c.Named = fmt.Sprint(c.Value)
		key, found, err := in.lookup(x, a, f, c.Value)
		if err != nil {
			return err
		}
		if !found {
			problems.Tell(c.Known().Wire, "does_not_exist", c.Known().Missing(c.Named))
		}
		c.Value = key
		return nil
	case f.IsToOne():
		keys = []schema.Key{c.Value.(schema.Key)}
	case f.IsManyToMany() && f.ShownBy() != nil:
		named := c.Value.([]schema.Key)
		values := make([]any, len(named))
		for i, name := range named {
			values[i] = name
		}
		keys, err := rows.LookupEach(x.Context, f, values, a.Visible(f)...)
		if err != nil {
			return err
		}
		if i := slices.IndexFunc(keys, schema.Key.IsZero); i >= 0 {
			problems.Tell(c.Known().Wire, "does_not_exist", c.Known().Missing(named[i]))
		}
		slices.SortFunc(keys, schema.Key.Compare)
		c.Value = slices.Compact(keys)
		return nil
	case f.IsManyToMany():
		keys = c.Value.([]schema.Key)
	}
	if len(keys) == 0 {
		return nil
	}
	missing, err := rows.Read(x.Context).Missing(f, keys, a.Visible(f)...)
	if err == nil && len(missing) > 0 {
		problems.Tell(c.Known().Wire, "does_not_exist", c.Known().Missing(missing[0]))
	}
	return err
}

// checkUnique asks whether a value is free that no two rows may have.
func checkUnique(x *request.Exchange, a *request.Admission, key schema.Key, c *schema.Change, problems *problem.Fields) error {
	taken, err := a.Route.Res.Rows.Taken(x.Context, c.Field, c.Value, key)
	if taken {
		problems.Tell(c.Known().Wire, "unique", c.Known().Taken(a.Route.Res.Name))
	}
	return err
}

// checkTogether asks whether the values of a row are free that are unique together, before the row is
// written. before are the values of its columns until now, nil for a row that is made: what does not
// change them is not asked about.
func checkTogether(x *request.Exchange, res *request.Resource, key schema.Key, row *schema.Record, before []any) error {
	for _, u := range res.Type.Together {
		if before != nil && !changesAny(row, u, before) {
			continue
		}
		taken, err := res.Rows.TakenTogether(x.Context, u, row, key)
		if err != nil {
			return fmt.Errorf("validate %s: %w", res.Type.Name, err)
		}
		if taken {
			var problems problem.Fields
			problems.Tell(problem.NonField, "unique", u.Taken())
			return problems.Err()
		}
	}
	return nil
}

// changesAny reports whether a row has other values than before in the columns that are unique together,
// or in those that say whether they are.
func changesAny(row *schema.Record, u *schema.Together, before []any) bool {
	for i, f := range row.Type.Columns() {
		if (slices.Contains(u.Fields, f) || u.Where.Reads(f.Index)) && row.Column(f.Index) != before[i] {
			return true
		}
	}
	return false
}

// fieldPosition orders messages as the fields are declared, those about the whole input first and those
// about unknown fields last.
func fieldPosition(res *request.Resource, of problem.Field) int {
	if of.Name {
		return math.MaxInt
	}
	path := of.Path
	if i := strings.IndexAny(path, "[."); i > 0 {
		path = path[:i] // an item of a list is told with the list, and a member of an object with that
	}
	for _, shape := range [...]*plan.Shape{res.Shapes.Own, res.Shapes.Create, res.Shapes.Update} {
		f := shape.Type.ByWire(path)
		switch {
		case f == nil:
		case f.Of != nil:
			return f.Of.Index
		case shape.Type.Go == res.Type.Go: // or what a version has in its place
			return f.Index
		}
	}
	return -1
}

// keepHidden leaves a reference alone that the requester was shown as null, because he may not see
// the row, and has sent back so: what is read and sent again without a change changes nothing. It
// asks the database only where an empty value was sent for such a reference.
func keepHidden(x *request.Exchange, a *request.Admission, rec request.Record, in *input, problems *problem.Fields) error {
	for _, f := range a.Route.Res.Related {
		key, refers := rec.Get(f).(schema.Key)
		ofField := func(c schema.Change) bool { return c.Field == f }
		name := sentName(a.Route.Res, f)
		changes := problems.Get(name) != nil || slices.ContainsFunc(in.changes, ofField)
		if !f.IsToOne() || !refers || !changes || !sentNothing(&a.Sent.Body, name) {
			continue
		}
		visible := a.Visible(f)
		if visible == nil {
			continue
		}
		hidden, err := a.Route.Res.Rows.Read(x.Context).Missing(f, []schema.Key{key}, visible...)
		if err != nil {
			return err
		}
		if len(hidden) > 0 {
			in.changes = slices.DeleteFunc(in.changes, ofField)
			*problems = slices.DeleteFunc(*problems, func(p problem.Field) bool { return p.Path == name })
		}
	}
	return nil
}

// sentName is the name under which a change has a field of the row.
func sentName(res *request.Resource, f *schema.Field) string {
	if as := res.Shapes.Update.Type.FieldOf(f); as != nil && as.Wire != "" {
		return as.Wire
	}
	return f.Wire
}

// sentNothing reports whether a body has no value for a field, or none but null.
func sentNothing(body *media.Body, name string) bool {
	if body.Form != nil {
		text, sent := pageapi.LastValue(body.Form, name)
		return !sent || text == ""
	}
	object, isObject := body.Value.(map[string]any)
	return isObject && object[name] == nil
}
