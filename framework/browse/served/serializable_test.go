package served_test

// tally counts its own changes: each save reads the row, and writes what it makes of it.
type tally struct {
	ID    int64  `rest:"id,readonly"`
	Name  string `rest:"name"`
	Count int64  `rest:"count,readonly" default:"0"`
}
