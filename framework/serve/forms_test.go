package serve_test

// room, guest and visit have the fields that are hard for a form: a third answer, a choice and a relation
// without a default, rows that not everybody sees, times.
type room struct {
	ID     int64  `rest:"id,readonly"`
	Name   string `rest:"name,unique" validate:"max=100"`
	Hidden bool   `rest:"hidden" default:"false"`
}
