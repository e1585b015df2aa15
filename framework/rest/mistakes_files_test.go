package rest_test

import (
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
)

var fileMistakes = []mistake{
	{"pointer", func() *rest.Set {
		type Enclosed struct {
			ID   int64      `rest:"id,readonly"`
			Scan *rest.File `rest:"scan"`
		}
		return one[Enclosed]()
	}},
	{"list", func() *rest.Set {
		type Enclosed struct {
			ID    int64       `rest:"id,readonly"`
			Scans []rest.File `rest:"scans"`
		}
		return one[Enclosed]()
	}},
	{"unknown word, no value, twice", func() *rest.Set {
		type Enclosed struct {
			ID   int64     `rest:"id,readonly"`
			Scan rest.File `rest:"scan" file:"maxx=1MiB"`
			Copy rest.File `rest:"copy" file:"max="`
			Page rest.File `rest:"page" file:"max=1,max=2"`
			Word rest.File `rest:"word" file:"checked=yes"`
		}
		return one[Enclosed]()
	}},
	{"bad bounds", func() *rest.Set {
		type Enclosed struct {
			ID   int64      `rest:"id,readonly"`
			Scan rest.File  `rest:"scan" file:"max=1MB"`
			Copy rest.File  `rest:"copy" file:"ext=.PNG"`
			Page rest.File  `rest:"page" file:"name=0"`
			Wide rest.File  `rest:"wide" file:"width=100"`
			Seal rest.Image `rest:"seal" file:"ext=png pdf"`
			Flag rest.Image `rest:"flag" file:"checked"`
		}
		return one[Enclosed]()
	}},
	{"tag of another kind", func() *rest.Set {
		type Enclosed struct {
			ID   int64  `rest:"id,readonly"`
			Text string `rest:"text" file:"max=1MiB"`
		}
		return one[Enclosed]()
	}},
	{"words that do not fit", func() *rest.Set {
		type Enclosed struct {
			ID   int64     `rest:"id,readonly"`
			Scan rest.File `rest:"scan,unique,index" default:"a.txt"`
			Copy rest.File `rest:"copy,readonly"`
			Page rest.File `rest:"-"`
		}
		return one[Enclosed]()
	}},
	{"parts", func() *rest.Set {
		type Enclosed struct {
			ID    int64        `rest:"id,readonly"`
			Scan  rest.File    `rest:"scan"`
			Name  string       `rest:"name,readonly,of=scn.name"`
			Wide  int64        `rest:"wide,readonly,of=scan.width"`
			Size  string       `rest:"size,readonly,of=scan.size"`
			Kind  string       `rest:"kind,optional,of=scan.content_type"`
			One   string       `rest:"one,readonly,of=scan.name"`
			Two   string       `rest:"two,readonly,of=scan.name"`
			Whole rest.Address `rest:"whole,of=scans"`
		}
		return one[Enclosed]()
	}},
	{"in what is not stored", func() *rest.Set {
		type Sending struct {
			Scan rest.File `rest:"scan"`
		}
		type Enclosed struct {
			ID   int64  `rest:"id,readonly"`
			Text string `rest:"text"`
		}
		return rest.NewSet("notes", rest.ViewSet[Enclosed]{Path: "/letters/", Extra: []rest.Action{
			rest.OnRecord("send", func(*rest.Call, *Enclosed, Sending) (*Enclosed, error) { return nil, nil }),
		}}).Access(permission.Anyone)
	}},
}
