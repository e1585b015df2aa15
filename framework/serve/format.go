// The renderers of the set, as requests use them.

package serve

import (
	"slices"

	"example.com/resourceful/framework/media"
)

// format is a renderer of the set, as requests use it.
type format struct {
	media.Format
	renderer media.Renderer
	// page says that the format is that of the pages for people, which are rendered from the whole
	// answer.
	page bool
	// size is how much memory rendering takes, beside the JSON of the document.
	size func(*media.Document) int64
	// tag is the letter of the format in entity tags.
	tag byte
}

// formats are those that a handler offers, in the order of the set.
type formats struct {
	list    []format
	offered []media.Format // the same, for negotiation
	// complete is the first that holds every content, for what the others cannot hold.
	complete *format
	json     *format // nil where the set lists none
	patches  string  // what a PATCH takes, for the header Accept-Patch; "" where no patches are among it
}

// newFormats makes the formats of a set. Without pages there is no HTML.
func newFormats(renderers []media.Renderer, pages bool) *formats {
	fs := &formats{}
	for i, r := range renderers {
		f := format{Format: r.Format(), renderer: r, size: fiveTimes, tag: 'a' + byte(i)}
		if _, f.page = r.(media.AnswerRenderer); f.page && !pages {
			continue
		}
		if sizer, ok := r.(media.Sizer); ok {
			f.size = sizer.Size
		}
		fs.list = append(fs.list, f)
		fs.offered = append(fs.offered, f.Format)
	}
	for i := range fs.list {
		f := &fs.list[i]
		if fs.complete == nil && !f.page && f.Holds(media.Anything) {
			fs.complete = f
		}
		if _, ok := f.renderer.(media.JSONRenderer); ok {
			fs.json = f
		}
	}
	return fs
}

// some are the formats of some names.
func (fs *formats) some(names []string) *formats {
	chosen := *fs
	chosen.list, chosen.offered = nil, nil
	for _, f := range fs.list {
		if slices.Contains(names, f.Name) {
			chosen.list, chosen.offered = append(chosen.list, f), append(chosen.offered, f.Format)
		}
	}
	return &chosen
}

// fiveTimes is what is reserved for a renderer that does not say what it takes.
func fiveTimes(d *media.Document) int64 { return 5 * int64(len(d.JSON)) }

// holding is the format of a name, for a page to show what it can hold; JSON where there is none, or
// what holds everything.
func (fs *formats) holding(name string, content media.Content) *format {
	if i := fs.named(name); i >= 0 && !fs.list[i].page && fs.list[i].Holds(content) {
		return &fs.list[i]
	}
	if fs.json != nil {
		return fs.json
	}
	return fs.complete
}

// named finds the format of a name, -1 for none.
func (fs *formats) named(name string) int {
	for i := range fs.list {
		if fs.list[i].Name == name {
			return i
		}
	}
	return -1
}
