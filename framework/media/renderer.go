// What a renderer is, and those of a set that lists none.

package media

// Renderer writes documents in one format. A set lists its renderers, and a third party writes one
// like those of this package: it is a value, which any number of requests use at once.
type Renderer interface {
	// Format says by which names clients ask for the format, and what it can hold. It is asked before
	// the service starts, and always says the same.
	Format() Format
	// Render writes a document whose content the format can hold. An error is the service's own: the
	// client gets a 500, or half a response where rows were sent already.
	Render(out *Output, d *Document) error
}

// Format is a representation that the service can give.
type Format struct {
	Name        string // suffix and ?format= value, in lower-case letters and digits: "json", "api", "yaml"
	MediaType   string // in lower case, without parameters: "application/json"
	Alias       string // another type that stands for this one in Accept; "" for none
	ContentType string // header of the response: "text/html; charset=utf-8"
	// Only is what the format can hold; zero for anything. A document of other content is written in
	// the first format of the set that holds everything.
	Only Content
	// RowsOnly says that a page is written as its rows, without the addresses of the others: these
	// are in the header Link instead (RFC 8288).
	RowsOnly bool
}

// Holds reports whether the format can hold a document of some content.
func (f *Format) Holds(c Content) bool { return f.Only == 0 || f.Only&c == c }

// Sizer is a renderer that knows how much memory it takes. Of one that does not know, the service
// reserves five times the compact JSON.
type Sizer interface {
	Renderer
	// Size is how many bytes rendering a complete document takes, beside its JSON.
	Size(d *Document) int64
}

// Output is what a renderer writes to, by appending to Bytes or as to any io.Writer. Whatever is in
// Bytes when Document.Rows gives the next row may have been sent, and Bytes be empty again.
type Output struct{ Bytes []byte }

// Write implements io.Writer. It never fails.
func (o *Output) Write(p []byte) (int, error) {
	o.Bytes = append(o.Bytes, p...)
	return len(p), nil
}

// WriteString implements io.StringWriter. It never fails.
func (o *Output) WriteString(s string) (int, error) {
	o.Bytes = append(o.Bytes, s...)
	return len(s), nil
}

// Renderers returns the renderers of a set that lists none: JSON, the pages for people, YAML.
func Renderers() []Renderer {
	return []Renderer{JSONRenderer{}, PageRenderer{}, YAMLRenderer{}}
}
