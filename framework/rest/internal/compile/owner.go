// The option Owner: the account that owns a row.

package compile

import (
	"fmt"
	"reflect"

	"example.com/resourceful/framework/rest/internal/sets"
	"example.com/resourceful/framework/rest/internal/source"
)

func findOwner(r *resource) {
	if r.declaration.Owner == nil {
		return
	}
	row := reflect.New(r.declaration.GoType)
	address, ok := sets.Try(func() any { return r.declaration.Owner(row) })
	if !ok || address == nil || reflect.ValueOf(address).IsNil() {
		r.mistake("Owner: the function given to rest.Field returns no address; write func(row *%s) *rest.BelongsTo[…] { return &row.… }", source.PlainName(r.declaration.GoType))
		return
	}
	f := r.Type.At(row, address)
	switch {
	case f == nil:
		r.mistake("Owner: the function given to rest.Field returns the address of something other than a field of the row; write func(row *%s) *rest.BelongsTo[…] { return &row.… }", source.PlainName(r.declaration.GoType))
	case !f.IsToOne():
		r.ReportField(r.declaration.GoType, f.Go, fmt.Sprintf("the owner of a row is a %s; make it a rest.BelongsTo of the accounts", f.Kind))
	case f.Relation.Type != nil && f.Relation.Type.Table != "users":
		r.ReportField(r.declaration.GoType, f.Go, fmt.Sprintf(`the owner is a row of table %q; owners are accounts, rows of table "users": make it a rest.BelongsTo of those`, f.Relation.Type.Table))
	case f.Writable():
		r.ReportField(r.declaration.GoType, f.Go, `the owner is the account that creates the row, never a client's choice; write "readonly"`)
	case f.Filled:
		r.ReportField(r.declaration.GoType, f.Go, `the owner is the account that creates the row, and the database fills this column; leave default:"database" or Owner out`)
	default:
		r.Type.Owner = f
	}
}
