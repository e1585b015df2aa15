// The formats of responses: the renderers of a set, compiled for requests.

package request

import (
	"slices"

	"example.com/resourceful/framework/media"
)

// Rendering is a renderer of the set, compiled for requests.
type Rendering struct {
	media.Format
	Renderer media.Renderer
	// Page marks the format of HTML pages, which are rendered from the whole response.
	Page bool
	// Size returns the memory of rendering, beside the JSON of the document.
	Size func(*media.Document) int64
	// Tag is the letter for the format in entity tags.
	Tag byte
}

// Formats are the formats of a handler, in the order of the set.
type Formats struct {
	List    []Rendering
	Offered []media.Format // the same formats for negotiation
	// Complete is the first format that holds every content; it replaces formats that cannot.
	Complete *Rendering
	JSON     *Rendering // nil if the set lists none
	Patches  string     // the patch types of the header Accept-Patch; "" for none
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

// Some returns the formats with some names.
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

// fiveTimes returns the memory of rendering for a renderer that is no media.Sizer.
func fiveTimes(d *media.Document) int64 { return 5 * int64(len(d.JSON)) }

// Holding returns the format with a name, for a page to show content in. It returns JSON for an unknown
// name, or the complete format for content that the named one cannot hold.
func (fs *Formats) Holding(name string, content media.Content) *Rendering {
	if i := fs.Named(name); i >= 0 && !fs.List[i].Page && fs.List[i].Holds(content) {
		return &fs.List[i]
	}
	if fs.JSON != nil {
		return fs.JSON
	}
	return fs.Complete
}

// Named returns the index of the format with a name, -1 for none.
func (fs *Formats) Named(name string) int {
	for i := range fs.List {
		if fs.List[i].Name == name {
			return i
		}
	}
	return -1
}
