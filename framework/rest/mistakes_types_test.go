// Mistakes in Go types.

package rest_test

import (
	"database/sql"
	"sync"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/rest"
)

// Mistakes in the Go types of fields and keys.
var typeMistakes = []mistake{
	{"types of fields", func() *rest.Set {
		type Unstorable struct {
			*Stamped
			ID         int64  `rest:"id,readonly"`
			unexported string `rest:"unexported"`
			untagged   string
			Memory     uintptr                    `rest:"memory"`
			Lists      [][]string                 `rest:"lists"`
			Array      [8]byte                    `rest:"array"`
			Mutex      sync.RWMutex               `rest:"mutex"`
			Null       sql.NullString             `rest:"null"`
			Any        any                        `rest:"any"`
			Pointers   **string                   `rest:"pointers"`
			Durations  []*time.Duration           `rest:"durations"`
			Relation   *rest.BelongsTo[auth.User] `rest:"relation"`
		}
		_ = (&Unstorable{}).unexported + (&Unstorable{}).untagged
		return one[Unstorable]()
	}},
	{"types of keys", func() *rest.Set {
		type (
			NoKey struct {
				Title string `rest:"title"`
			}
			TextKey struct {
				ID string `rest:"id,readonly"`
			}
			NullKey struct {
				ID *int64 `rest:"id,readonly"`
			}
			WrittenKey struct {
				ID int64 `rest:"id"`
			}
			NamedKey struct {
				ID int64 `rest:"url,readonly,link"`
			}
			UniqueKey struct {
				ID int64 `rest:"id,readonly,unique"`
			}
		)
		return listing(of[NoKey](), of[TextKey](), of[NullKey](), of[WrittenKey](), of[NamedKey](), of[UniqueKey]())
	}},
}
