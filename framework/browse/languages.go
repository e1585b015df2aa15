// The pages in other languages: one set of templates each, made before the first request.

package browse

import (
	"html/template"

	"example.com/resourceful/framework/browse/internal/words"
	"example.com/resourceful/framework/problem"
)

// translate makes the pages of each language that the plan has words in. If a page cannot be made, it is
// English.
func (p *Pages) translate(languages *problem.Languages) {
	p.languages = map[*problem.Language]*template.Template{}
	for _, l := range languages.All() {
		if !l.HasWords() {
			continue
		}
		t, err := p.parsed.Clone()
		if err != nil {
			continue
		}
		p.languages[l] = t.Funcs(words.Funcs(l)).Lookup("page")
		for _, data := range samples(p) { // the first execution compiles a template
			data.Language = l
			if _, err := p.execute(data); err != nil {
				delete(p.languages, l)
			}
		}
	}
}
