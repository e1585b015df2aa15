package serve_test

import (
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

type stopLetter struct {
	ID     int64  `rest:"id,readonly"`
	Title  string `rest:"title,search"`
	Body   string `rest:"body,search=@english"`
	Number int64  `rest:"number,search=="`
}

func stopLetters() *rest.Set {
	return rest.NewSet("letters", rest.ViewSet[stopLetter]{Path: "/letters/"}).Access(permission.Anyone)
}
