// PATCH bodies in patch formats, whose operations apply to the record as it is now.

package writes

import (
	"bytes"
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/access"
	"example.com/resourceful/framework/serve/internal/calls"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/store"
)

// RowState is what the columns and the many-to-many relations of a row hold.
type RowState struct {
	ColumnValues []any
	Related      [][]schema.Key
	nested       []byte // the rows that a patch writes with it, as the requester reads them; nil for none
}

// stateOf is the state of a row whose columns are read, within the transaction where there is one. Relations take
// a statement.
func stateOf(x *request.Exchange, a *request.Admission, tx *store.Tx, row *schema.Record) (*RowState, error) {
	res, state := a.Route.Res, &RowState{ColumnValues: ColumnValues(row)}
	fields := request.ManyToMany(res.Resource)
	if fields == nil {
		return state, nil
	}
	same := store.Selection{Where: access.AmongKeys(res.Type, []schema.Key{row.Key()})}
	err := res.Rows.ReadIn(x.Context, tx).Select(same, func(row *schema.Record) error {
		state.Related = RelatedKeys(row, fields)
		return nil
	})
	return state, err
}

// applyPatch is a patch as the body that it stands for: the members that it names, as they are afterwards. before
// is the row that it was applied to, or an earlier state of it.
func applyPatch(x *request.Exchange, a *request.Admission, rec request.Record) (body map[string]any, before *RowState, err error) {
	if a.Operation.Builtin != plan.Modify {
		return nil, nil, ErrNoPatch(x)
	}
	if before, err = stateOf(x, a, nil, rec.Record); err != nil {
		return nil, nil, err
	}
	target, unread, nested, err := patchTarget(x, a, rec.RowKey)
	if err == nil {
		body, err = a.Sent.Body.Patch.Apply(target, unread)
	}
	if slices.ContainsFunc(a.Operation.NestedWrites, func(w *request.NestedWrite) bool { _, sent := body[w.Member.Wire]; return sent }) {
		before.nested = nested
	}
	return body, before, err
}

// nestedState are the rows that a representation of a record shows, of those that are written with it.
func nestedState(x *request.Exchange, a *request.Admission, shown *schema.Record) (state []byte) {
	for _, w := range a.Operation.NestedWrites {
		if f := shown.Type.ByWire(w.Member.Wire); f != nil && f.IsNested() {
			state = shown.AppendFieldIn(state, f, x.Base, x.Locale.Zone)
		}
	}
	return state
}

// ErrNoPatch refuses a patch where a whole body is wanted.
func ErrNoPatch(x *request.Exchange) error {
	return problem.New(problem.UnsupportedMedia, `Unsupported media type "%s" in request.`, x.R.Header.Get("Content-Type"))
}

// checkPatched refuses to store what a patch has made of a record that has changed meanwhile.
func checkPatched(x *request.Exchange, a *request.Admission, tx *store.Tx, change *Change) error {
	before := change.input.patched
	if before == nil {
		return nil
	}
	now, err := stateOf(x, a, tx, change.Current)
	if err == nil && !(slices.Equal(now.ColumnValues, before.ColumnValues) && slices.EqualFunc(now.Related, before.Related, slices.Equal)) {
		err = errPatchOutdated
	}
	if err != nil || before.nested == nil {
		return err
	}
	shown := x.Pooled.Records.Acquire(a.Route.Res.Retrieve.Type)
	found, err := calls.ReadRecord(x, a, change.Call, a.Route.Res, change.Key, shown)
	if err == nil && !(found && bytes.Equal(nestedState(x, a, shown), before.nested)) {
		err = errPatchOutdated
	}
	return err
}

// patchTarget is the record that a patch is applied to: as its requester reads it, with each member that can be
// written as it is written. unread are those of which reading shows nothing.
func patchTarget(x *request.Exchange, a *request.Admission, key schema.Key) (target map[string]any, unread map[string]bool, nested []byte, err error) {
	res := a.Route.Res
	shown := x.Pooled.Records.Acquire(res.Retrieve.Type)
	if err := readTarget(x, a, res.Retrieve, key, shown); err != nil {
		return nil, nil, nil, err
	}
	if target, err = decodeObject(shown.AppendIn(nil, x.Base, x.Locale.Zone)); err != nil {
		return nil, nil, nil, err
	}
	unread = map[string]bool{}
	var own *schema.Record
	for _, f := range res.Shapes.Update.Type.Fields {
		of := cmp.Or(f.Of, f)
		switch as := res.Retrieve.Type.ByWire(f.Wire); {
		case !f.WritableIn(false):
		case as != nil && cmp.Or(as.Of, as) == of && as.Show == f.Show && !as.Hidden():
		case as != nil && as.IsMade() && f.IsMade():
		case f.IsNested(): // shown in another way, if at all
		case of.Hidden() || f.WriteOnly:
			delete(target, f.Wire)
		default:
			if own == nil {
				own = x.Pooled.Records.Acquire(res.Own.Type)
				if err := readTarget(x, a, res.Own, key, own); err != nil {
					return nil, nil, nil, err
				}
			}
			if target[f.Wire], err = DecodeBody(own.AppendFieldIn(nil, of, x.Base, x.Locale.Zone)); err != nil {
				return nil, nil, nil, err
			}
			seen := res.Retrieve.Type.FieldOf(of)
			unread[f.Wire] = seen == nil || seen.Hidden()
		}
	}
	return target, unread, nestedState(x, a, shown), nil
}

// readTarget reads a representation of a record as the requester may see it.
func readTarget(x *request.Exchange, a *request.Admission, s *request.Shape, key schema.Key, rec *schema.Record) error {
	view, err := access.ReadView(x, a, s, nil)
	if err != nil {
		return err
	}
	found, err := view.Get(x.Context, key, rec)
	if err == nil && !found {
		err = request.NotFound()
	}
	if err != nil {
		return fmt.Errorf("read %s %s to patch it: %w", a.Route.Res.Name, key, err)
	}
	return x.ReserveLoaded(rec.Size(), false)
}

func decodeObject(object []byte) (map[string]any, error) {
	v, err := DecodeBody(object)
	fields, _ := v.(map[string]any)
	return fields, err
}

// DecodeBody reads JSON of our own.
func DecodeBody(text []byte) (any, error) {
	body, err := media.JSONParser().Parse(text, nil, media.Limits{Body: 1 << 40, Depth: 1 << 20, Values: 1 << 40})
	if err != nil {
		return nil, fmt.Errorf("decode a representation: %s", err) // no refusal: the client has sent none of it
	}
	return body.Value, nil
}

// PatchTypes are the media types of bodies of PATCH for the header Accept-Patch (RFC 5789), "" where the set
// reads no patches.
func PatchTypes(parsers []media.Parser) string {
	if !slices.ContainsFunc(parsers, func(p media.Parser) bool { return p.Patch }) {
		return ""
	}
	types := make([]string, len(parsers))
	for i, p := range parsers {
		types[i] = p.MediaType
	}
	return strings.Join(types, ", ")
}

// TellPatchTypes says which patches a record takes, where somebody asks for that or has sent another.
func TellPatchTypes(x *request.Exchange, a *request.Admission) {
	if x.Service.Negotiation.Formats.Patches == "" || a.Route == nil || !slices.ContainsFunc(a.Route.Offered, func(o *request.Operation) bool { return o.Builtin == plan.Modify }) {
		return
	}
	if a.Method == http.MethodOptions || a.Method == http.MethodPatch {
		x.W.Header().Set("Accept-Patch", x.Service.Negotiation.Formats.Patches)
	}
}
