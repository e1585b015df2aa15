package serve_test

import (
	"testing"

	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/server"
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

// A stop word of English is looked for in the columns that are no full text in English.
func TestStopWords(t *testing.T) {
	databases(t, func(t *testing.T, address string) {
		h := server.New(t, server.Config{Set: stopLetters, Pages: server.PlainPages}, address)
		for _, body := range []string{
			`{"title":"last will","body":"a house","number":1}`,
			`{"title":"house","body":"it will rain","number":2}`,
			`{"title":"rain","body":"over the house","number":3}`,
		} {
			must(t, h, "POST", "/letters/", "", body)
		}
		for search, want := range map[string]string{"will": "1", "will+house": "1", "house": "1 2 3", "rain": "2 3", "the": "", "will+1": "1"} {
			if got := ids(h, "/letters/?search="+search, ""); got != want {
				t.Errorf("search=%s: got %s, want %s", search, got, want)
			}
		}
	})
}
