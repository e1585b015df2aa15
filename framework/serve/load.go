package serve

import (
	"fmt"
	"net/http"
)

// load fetches the row of a record: its representation for reading, its columns for writing.
func (x *exchange) load() error {
	id, ok := x.route.resource.Type.ParseKey(x.key)
	if ok {
		res := x.route.resource
		x.id = id
		x.record = res.Type.Acquire()
		read := res.rows.Load
		var err error
		if x.reads() {
			read, err = x.get()
			x.permitted = x.asksDatabase()
		}
		if err != nil {
			return err
		}
		if x.loaded, err = read(x.ctx, id, x.record); err != nil {
			return fmt.Errorf("load %s %s: %w", res.Name, id, err)
		}
		if err = x.reserveRecord(); err != nil {
			return err
		}
	}
	if !x.loaded && x.method != http.MethodOptions {
		return notFound()
	}
	return nil
}
