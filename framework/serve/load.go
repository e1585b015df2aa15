package serve

import (
	"fmt"
	"net/http"
)

// load fetches the row of a record: its representation for reading, its columns for writing.
func (x *exchange) load() error {
	value, ok := x.route.resource.Lookup.Parse(x.key)
	if ok {
		res := x.route.resource
		x.record = res.Type.Acquire()
		read := res.rows.LoadBy
		var err error
		if x.reads() {
			read, err = x.get()
			x.permitted = x.asksDatabase()
		}
		if err != nil {
			return err
		}
		if x.loaded, err = read(x.ctx, value, x.record); err != nil {
			return fmt.Errorf("load %s %s: %w", res.Name, value, err)
		}
		x.id = x.record.Key()
		if err = x.reserveRecord(); err != nil {
			return err
		}
	}
	if !x.loaded && x.method != http.MethodOptions {
		return notFound()
	}
	return nil
}
