package serve_test

import (
	"time"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

// hike is on a day, from a moment on.
type hike struct {
	ID    int64      `rest:"id,readonly,sort"`
	Day   *rest.Date `rest:"day,sort,filter=year month day"`
	Start time.Time  `rest:"start,sort,filter=date year month day hour"`
}

func hikes() *rest.Set {
	const why = "there are few walks"
	return rest.NewSet("walks", rest.ViewSet[hike]{
		Path: "/walks/", Access: permission.Anyone,
		Unindexed: map[string]string{"day__month": why, "day__day": why, "start__month": why, "start__day": why, "start__hour": why},
	})
}
