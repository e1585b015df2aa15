// Mistakes in file fields.

package rest_test

import (
	"example.com/resourceful/framework/rest"
)

// Mistakes in fields that are files, and in those that are parts of files.
var fileMistakes = []mistake{
	{"files", func() *rest.Set {
		type (
			Enclosing struct {
				ID         int64       `rest:"id,readonly"`
				Pointer    *rest.File  `rest:"pointer"`
				List       []rest.File `rest:"list"`
				Unknown    rest.File   `rest:"unknown" file:"maxx=1MiB"`
				NoValue    rest.File   `rest:"no_value" file:"max="`
				Twice      rest.File   `rest:"twice" file:"max=1,max=2"`
				Valued     rest.File   `rest:"valued" file:"checked=yes"`
				Megabytes  rest.File   `rest:"megabytes" file:"max=1MB"`
				Capitals   rest.File   `rest:"capitals" file:"ext=.PNG"`
				NoName     rest.File   `rest:"no_name" file:"name=0"`
				Width      rest.File   `rest:"width" file:"width=100"`
				Unmeasured rest.Image  `rest:"unmeasured" file:"ext=png pdf"`
				Checked    rest.Image  `rest:"checked" file:"checked"`
				Text       string      `rest:"text" file:"max=1MiB"`
				Indexed    rest.File   `rest:"indexed,unique,index" default:"a.txt"`
				ReadOnly   rest.File   `rest:"read_only,readonly"`
				Hidden     rest.File   `rest:"-"`
			}
			Sending struct {
				Scan rest.File `rest:"scan"`
			}
		)
		send := rest.OnRecord("send", func(*rest.Call, *Plain, Sending) (*Plain, error) { return nil, nil })
		return listing(of[Enclosing](), rest.ViewSet[Plain]{Path: "/notes/", Extra: []rest.Action{send}})
	}},
	{"parts of files", func() *rest.Set {
		type Scanned struct {
			ID      int64        `rest:"id,readonly"`
			Scan    rest.File    `rest:"scan"`
			NoFile  string       `rest:"no_file,readonly,of=scn.name"`
			NoPart  int64        `rest:"no_part,readonly,of=scan.width"`
			Size    string       `rest:"size,readonly,of=scan.size"`
			Written string       `rest:"written,optional,of=scan.content_type"`
			Name    string       `rest:"name,readonly,of=scan.name"`
			Twice   string       `rest:"twice,readonly,of=scan.name"`
			Whole   rest.Address `rest:"whole,of=scans"`
		}
		return one[Scanned]()
	}},
}
