// Ledgers: rows with versions, and with the time of their last change.

package sets

import (
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// ledger is a row whose changes are counted.
type ledger struct {
	ID      int64                    `rest:"id,readonly"`
	Name    string                   `rest:"name"`
	Note    string                   `rest:"note,optional"`
	Version int64                    `rest:"version,version"`
	Marks   rest.ManyToMany[ledMark] `rest:"marks,optional"`
}

type ledMark struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name"`
}

type ledgerBrief struct {
	ID   int64  `rest:"id,readonly"`
	Name string `rest:"name,readonly"`
}

// minute is a row with the time of its last change.
type minute struct {
	ID      int64     `rest:"id,readonly"`
	Name    string    `rest:"name"`
	Changed time.Time `rest:"changed,readonly" default:"now"`
}

// Ledgers are rows that are only changed under their tag or date.
func Ledgers() *rest.Set {
	return rest.NewSet("ledgers",
		rest.ViewSet[ledger]{
			Path: "/ledgers/", RequireVersion: true, Pages: rest.LimitOffset{Default: 10, Max: 20},
			Extra: []rest.Action{rest.OnRecord("sign", func(_ *rest.Call, l *ledger, _ rest.None) (*ledger, error) {
				l.Note = "signed"
				return l, nil
			})},
		},
		rest.ViewSet[ledger]{Path: "/brief/", Bulk: rest.Bulk{Actions: rest.Create | rest.Modify}, Shapes: rest.Shapes{List: rest.As[ledgerBrief]()}},
		rest.ViewSet[ledMark]{Path: "/marks/"},
		rest.ViewSet[minute]{
			Path: "/minutes/", LastModified: "changed", RequireVersion: true,
			Serializer: rest.Serializer[minute]{BeforeSave: func(c *rest.Call, m *minute) error {
				m.Changed = c.Now()
				return nil
			}},
		},
	).Access(permission.Anyone)
}
