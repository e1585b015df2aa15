// Reading a body into changes of a row: parse, bind, validate.

package writes

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/access"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/serve/pageapi"
)

// input is what a body says about a row.
type input struct {
	changes []schema.Change
	nested  []schema.Change // of the rows that are nested in it
	tree    *nestedTree     // these, once they are read, or all rows that are nested in those of a list; nil for none
	value   any             // the object that was sent, as the body has it
	patched *RowState       // the row that a patch, or a restoration, was made for; nil without one
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

// has reports whether the body has a value for a field.
func (in *input) has(f *schema.Field) bool {
	return slices.ContainsFunc(in.changes, func(c schema.Change) bool { return c.Field == f })
}

// bindBody reads the body by its Content-Type into changes of one row, which rec holds if it exists.
// All mistakes of the client are in one error.
func (b *batch) bindBody(mode schema.Mode, rec request.Record) error {
	x, a, it := b.x, b.a, b.list[0]
	if err := a.Sent.Decode(x, a); err != nil {
		return err
	}
	if a.Form.Unread {
		x.Unpack(a)
	}
	if a.Sent.Err != nil {
		return a.Sent.Err
	}
	if err := a.Sent.Disclose(b.res.Envelope); err != nil {
		return err
	}
	x.Timing.Step("parse")
	it.Key, it.Current, it.input.value = rec.RowKey, rec.Record, a.Sent.Body.Value
	body := SchemaInput(x, a)
	if a.Sent.Body.Patch != nil {
		var err error
		if body.Value, it.input.patched, err = applyPatch(x, a, rec); err != nil { // 409, 415
			return err
		}
	}
	if rec.Record != nil {
		body.Shows = func(f *schema.Field) bool { return b.res.Shapes.Shows(cmp.Or(f.Of, f)) }
	}
	access.AddAddress(a, &body)
	b.bind(it, body, mode)
	x.Timing.Step("bind")
	return b.checkSent()
}

// bindList reads the objects of a list into changes of new rows.
func (b *batch) bindList(list []any) {
	in := SchemaInput(b.x, b.a)
	for i, value := range list {
		it := &item{}
		if in.Value = value; value == nil {
			it.problems.Tell("", "null", "This field may not be null.")
		} else {
			b.bind(it, in, schema.Create)
		}
		b.list[i] = it
	}
	b.x.Timing.Step("bind")
}

// bind reads what was sent of a row, as far as the schema knows it.
func (b *batch) bind(it *item, in schema.Input, mode schema.Mode) {
	if it.Current != nil {
		in.Shown = shownFiles(b.res, it.Current, b.x.Base)
		in.Was = func(f *schema.Field) any { return it.Current.Get(cmp.Or(f.Of, f)) }
		in.ReadOnly = fixedIn(b.res.ReadOnlyFields(it.Current))
	}
	var problems problem.Fields
	it.input.changes, it.input.nested, problems = bindInput(b.res, in, mode)
	it.problems = append(it.problems, problems...)
}

// bindUnnamed is bind for an item without a row, whose list is refused. Only its own values and its references are checked:
// whether others are free depends on the row.
func (b *batch) bindUnnamed(it *item, in schema.Input) {
	b.bind(it, in, schema.Modify)
	it.input.nested = nil
	it.input.changes = slices.DeleteFunc(it.input.changes, func(c schema.Change) bool { return c.Field.Relation == nil || c.Field.Unique })
}

// checkSent checks the sent changes before they are applied to rows.
func (b *batch) checkSent() error {
	b.noteUnconfirmed()
	if err := b.keepHidden(); err != nil {
		return err
	}
	if err := b.readNested(); err != nil { // 400
		return err
	}
	return b.validateSent()
}

// noteUnconfirmed notes that later refusals depend on rows that were loaded before, so that confirmRefusal asks again. Changes
// that are already refused are wrong whatever the rows are.
func (b *batch) noteUnconfirmed() {
	wrong := func(it *item) bool { return len(it.problems) > 0 }
	loaded := func(it *item) bool { return it.Current != nil }
	b.a.Sent.Tries.Unconfirmed = slices.ContainsFunc(b.list, loaded) && !slices.ContainsFunc(b.list, wrong)
}

// Seal turns secrets that clients have sent, such as passwords, into the values that are stored.
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
	in := schema.Input{Value: body.Value, Form: body.Form, Files: body.Files, Uploads: a.Sent.Files.Fields, Whole: a.Form.Whole, Keys: x.Service.Options.Limits.Keys, Prefix: string(x.Service.Prefix) + a.VersionPath(), Names: a.Operation.Takes, Coded: tellsCodes(x, a), Client: x.Locale.Zone, Orders: a.Sent.Orders}
	if body.Empty {
		in.Value = map[string]any{}
	}
	if a.Form.Sheet != nil { // whose rows are objects
		in.Form, in.Files, in.Uploads = nil, nil, nil
	}
	return in
}

// fieldPosition orders messages as the fields are declared, those about the whole input first and those
// about unknown fields last.
func fieldPosition(res *request.Resource, of problem.Field) int {
	if of.Name {
		return math.MaxInt
	}
	path := of.Path
	if i := strings.IndexAny(path, "[."); i > 0 {
		path = path[:i] // messages about an item of a list stand with the list, those about a member with its object
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

// keepHidden leaves a reference unchanged that the requester was shown as null, because they may not see its row, and has
// sent back so: a value that is read and sent again changes nothing. It asks the database only where an empty
// value was sent for such a reference.
func (b *batch) keepHidden() error {
	for _, f := range b.res.Related {
		visible := b.a.Visible(f)
		if !f.IsToOne() || visible == nil {
			continue
		}
		name := sentName(b.res, f)
		ofField := func(c schema.Change) bool { return c.Field == f }
		var asked []*item
		var keys []schema.Key
		for _, it := range b.list {
			if it.Current == nil {
				continue
			}
			key, refers := it.Current.Get(f).(schema.Key)
			changes := it.problems.Get(name) != nil || slices.ContainsFunc(it.input.changes, ofField)
			if refers && changes && b.sentNothing(it, name) {
				asked, keys = append(asked, it), append(keys, key)
			}
		}
		hidden, err := b.res.Rows.Read(b.x.Context).Missing(f, keys, visible...)
		if err != nil {
			return err
		}
		for _, it := range asked {
			if key, _ := it.Current.Get(f).(schema.Key); slices.Contains(hidden, key) {
				it.input.changes = slices.DeleteFunc(it.input.changes, ofField)
				it.problems = slices.DeleteFunc(it.problems, func(p problem.Field) bool { return p.Path == name })
			}
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

// sentNothing reports whether an item has no value for a field, or none but null. A form about many rows has what changes in
// all of them.
func (b *batch) sentNothing(it *item, name string) bool {
	if b.one && b.a.Sent.Body.Form != nil {
		text, sent := pageapi.LastValue(b.a.Sent.Body.Form, name)
		return !sent || text == ""
	}
	object, isObject := it.input.value.(map[string]any)
	return isObject && object[name] == nil
}
