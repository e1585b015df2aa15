package rest_test

import (
	"database/sql"
	"sync"
	"time"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/rest"
)

var typeMistakes = []mistake{
	{"field that is not exported", func() *rest.Set {
		type Note struct {
			ID    int64  `rest:"id,readonly"`
			title string `rest:"title"`
		}
		_ = Note{}.title
		return one[Note]()
	}},
	{"field that is not exported, without tag", func() *rest.Set {
		type Note struct {
			ID    int64 `rest:"id,readonly"`
			cache string
		}
		_ = Note{}.cache
		return one[Note]()
	}},
	{"embedded pointer", func() *rest.Set {
		type Note struct {
			*Stamped
			ID int64 `rest:"id,readonly"`
		}
		return one[Note]()
	}},
	{"address of memory", func() *rest.Set {
		type Note struct {
			ID    int64   `rest:"id,readonly"`
			Stars uintptr `rest:"stars"`
		}
		return one[Note]()
	}},
	{"list of values", func() *rest.Set {
		type Note struct {
			ID   int64      `rest:"id,readonly"`
			Tags [][]string `rest:"tags"`
		}
		return one[Note]()
	}},
	{"array of bytes", func() *rest.Set {
		type Note struct {
			ID   int64   `rest:"id,readonly"`
			Body [8]byte `rest:"body"`
		}
		return one[Note]()
	}},
	{"struct inside", func() *rest.Set {
		type Note struct {
			ID    int64        `rest:"id,readonly"`
			Until sync.RWMutex `rest:"until"`
		}
		return one[Note]()
	}},
	{"null type of database/sql", func() *rest.Set {
		type Note struct {
			ID    int64          `rest:"id,readonly"`
			Title sql.NullString `rest:"title"`
		}
		return one[Note]()
	}},
	{"any", func() *rest.Set {
		type Note struct {
			ID    int64 `rest:"id,readonly"`
			Value any   `rest:"value"`
		}
		return one[Note]()
	}},
	{"pointer to a pointer", func() *rest.Set {
		type Note struct {
			ID    int64    `rest:"id,readonly"`
			Title **string `rest:"title"`
		}
		return one[Note]()
	}},
	{"list of durations", func() *rest.Set {
		type Note struct {
			ID    int64            `rest:"id,readonly"`
			Waits []*time.Duration `rest:"waits"`
		}
		return one[Note]()
	}},
	{"pointer to a relation", func() *rest.Set {
		type Note struct {
			ID     int64                      `rest:"id,readonly"`
			Author *rest.BelongsTo[auth.User] `rest:"author"`
		}
		return one[Note]()
	}},
	{"no key", func() *rest.Set {
		type Note struct {
			Title string `rest:"title"`
		}
		return one[Note]()
	}},
	{"key of another type", func() *rest.Set {
		type Note struct {
			ID string `rest:"id,readonly"`
		}
		return one[Note]()
	}},
	{"key that may be null", func() *rest.Set {
		type Note struct {
			ID *int64 `rest:"id,readonly"`
		}
		return one[Note]()
	}},
	{"key that clients write", func() *rest.Set {
		type Note struct {
			ID int64 `rest:"id"`
		}
		return one[Note]()
	}},
	{"key in another column", func() *rest.Set {
		type Note struct {
			ID int64 `rest:"url,readonly,link"`
		}
		return one[Note]()
	}},
	{"key that is unique", func() *rest.Set {
		type Note struct {
			ID int64 `rest:"id,readonly,unique"`
		}
		return one[Note]()
	}},
}
