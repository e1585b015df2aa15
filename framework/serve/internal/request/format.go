// The renderers of the set, as requests use them.

package request

import (
	"slices"

	"example.com/resourceful/framework/media"
)

// Rendering is a renderer of the set, as requests use it.
type Rendering struct {
	media.Format
	Renderer media.Renderer
	// Page says that the format is that of the pages for people, which are rendered from the whole
	// answer.
	Page bool
	// Size is how much memory rendering takes, beside the JSON of the document.
	Size func(*media.Document) int64
	// Tag is the letter of the format in entity tags.
	Tag byte
}

// Formats are those that a handler offers, in the order of the set.
type Formats struct {
	List    []Rendering
	Offered []media.Format // the same, for negotiation
	// Complete is the first that holds every content, for what the others cannot hold.
	Complete *Rendering
	JSON     *Rendering // nil where the set lists none
	Patches  string     // what a PATCH takes, for the header Accept-Patch; "" where no patches are among it
}

// NewFormats makes the formats of a set. Without pages there is no HTML.
func NewFormats(renderers []media.Renderer, pages bool) *Formats {
	fs := &Formats{}
	for i, r := range renderers {
		f := Rendering{Format: r.Format(), Renderer: r, Size: fiveTimes, Tag: 'a' + byte(i)}
		if _, f.Page = r.(media.AnswerRenderer); f.Page && !pages {
			continue
		}
		if sizer, ok := r.(media.Sizer); ok {
			f.Size = sizer.Size
		}
		fs.List = append(fs.List, f)
		fs.Offered = append(fs.Offered, f.Format)
	}
	for i := range fs.List {
		f := &fs.List[i]
		if fs.Complete == nil && !f.Page && f.Holds(media.Anything) {
			fs.Complete = f
		}
		if _, ok := f.Renderer.(media.JSONRenderer); ok {
			fs.JSON = f
		}
	}
	return fs
}

// Some are the formats of some names.
func (fs *Formats) Some(names []string) *Formats {
	chosen := *fs
	chosen.List, chosen.Offered = nil, nil
	for _, f := range fs.List {
		if slices.Contains(names, f.Name) {
			chosen.List, chosen.Offered = append(chosen.List, f), append(chosen.Offered, f.Format)
		}
	}
	return &chosen
}

// fiveTimes is what is reserved for a renderer that does not say what it takes.
func fiveTimes(d *media.Document) int64 { return 5 * int64(len(d.JSON)) }

// Holding is the format of a name, for a page to show what it can hold; JSON where there is none, or
// what holds everything.
func (fs *Formats) Holding(name string, content media.Content) *Rendering {
	if i := fs.Named(name); i >= 0 && !fs.List[i].Page && fs.List[i].Holds(content) {
		return &fs.List[i]
	}
	if fs.JSON != nil {
		return fs.JSON
	}
	return fs.Complete
}

// Named finds the format of a name, -1 for none.
func (fs *Formats) Named(name string) int {
	for i := range fs.List {
		if fs.List[i].Name == name {
			return i
		}
	}
	return -1
}
