// The format of the HTML pages, which another package renders.

package media

import "errors"

// PageRenderer adds the HTML pages to a set's list of renderers. A page shows more than a document, such as
// forms and the requester's name: the handler passes the whole response to its pages, and offers no HTML
// without them.
type PageRenderer struct{}

// AnswerRenderer is a placeholder for a renderer of the whole response.
type AnswerRenderer interface {
	Renderer
	RendersAnswer()
}

// RendersAnswer implements AnswerRenderer.
func (PageRenderer) RendersAnswer() {}

// Format implements Renderer: api, text/html.
func (PageRenderer) Format() Format {
	return Format{Name: "api", MediaType: "text/html", ContentType: "text/html; charset=utf-8"}
}

// Render implements Renderer. It fails, because a document does not suffice for a page.
func (PageRenderer) Render(*Output, *Document) error {
	return errors.New("a page is rendered from the whole answer")
}
