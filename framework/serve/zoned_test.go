package serve_test

import (
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

type sailing struct {
	ID    int64       `rest:"id,readonly"`
	Left  time.Time   `rest:"left" zone:"Europe/Berlin"`
	Calls []time.Time `rest:"calls" zone:"America/New_York"`
	Log   sailingLog  `rest:"log"`
}

type sailingLog struct {
	At time.Time `rest:"at" zone:"Europe/Berlin"`
}

func sailings() *rest.Set {
	return rest.NewSet("sailings", rest.ViewSet[sailing]{Path: "/sailings/"}).Access(permission.Anyone)
}
