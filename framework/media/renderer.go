// The interface of renderers, and the default ones.

package media

// Renderer writes documents in one format. A set lists its renderers, including third-party ones. A
// renderer is a value that any number of requests use concurrently.
type Renderer interface {
	// Format returns the names of the format and the content that it can hold. It is called before the
	// service starts, and always returns the same.
	Format() Format
	// Render writes a document whose content the format can hold. An error is a fault of the server: the
	// client gets a 500, or an incomplete response if rows were already sent.
	Render(out *Output, d *Document) error
}

// Format is a format of responses.
type Format struct {
	Name        string // suffix and ?format= value, in lower-case letters and digits: "json", "api", "yaml"
	MediaType   string // in lower case, without parameters: "application/json"
	Alias       string // another type that Accept may name instead; "" for none
	ContentType string // header of the response: "text/html; charset=utf-8"
	// Only is the content that the format can hold; zero for anything. A document of other content is
	// written in the first format of the set that holds everything.
	Only Content
	// RowsOnly means that a page is written as its rows, without the addresses of other pages: these are in
	// the header Link (RFC 8288).
	RowsOnly bool
}

// Holds reports whether the format can hold a document of some content.
func (f *Format) Holds(c Content) bool { return f.Only == 0 || f.Only&c == c }

// Sizer is a renderer that reports its memory. For others the service reserves five times the compact JSON.
type Sizer interface {
	Renderer
	// Size returns the memory of rendering a complete document, beside its JSON, in bytes.
	Size(d *Document) int64
}

// Output is the destination of a renderer, which appends to Bytes or uses it as an io.Writer. When
// Document.Rows yields the next row, Bytes may have been sent, and be empty again.
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

// Renderers returns the default renderers: JSON, HTML pages, YAML.
func Renderers() []Renderer {
	return []Renderer{JSONRenderer{}, PageRenderer{}, YAMLRenderer{}}
}
