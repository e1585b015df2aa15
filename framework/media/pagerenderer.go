// The format of the pages for people, which another package writes.

package media

import "errors"

// PageRenderer puts the HTML pages for people into a set's list of renderers. A page shows more than
// a document, such as forms and who is logged in: the handler gives the whole answer to the pages
// that it was made with, and offers no HTML where it has none.
type PageRenderer struct{}

// AnswerRenderer is a renderer that stands for one that is given the whole answer of the service.
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

// Render implements Renderer. A document without its answer makes no page.
func (PageRenderer) Render(*Output, *Document) error {
	return errors.New("a page is rendered from the whole answer")
}
