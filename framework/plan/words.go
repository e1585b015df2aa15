// Formats, schemes and pages in the text of the plan.

package plan

import (
	"strings"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/media"
)

// formatWords returns the formats of a plan for its text, "" for those of every set.
func (p *Plan) formatWords() (renders, parses string) {
	if renders = rendererWords(p.Renderers); renders == rendererWords(media.Renderers()) {
		renders = ""
	}
	if parses = parserWords(p.Parsers); parses == parserWords(media.Parsers()) {
		parses = ""
	}
	return renders, parses
}

func rendererWords(renderers []media.Renderer) string {
	words := make([]string, len(renderers))
	for i, r := range renderers {
		f := r.Format()
		words[i] = f.Name + " " + f.MediaType
	}
	return strings.Join(words, ", ")
}

func parserWords(parsers []media.Parser) string {
	words := make([]string, len(parsers))
	for i, p := range parsers {
		words[i] = p.MediaType
	}
	return strings.Join(words, ", ")
}

// schemeWords describes the schemes of a set that lists them, and the refusal for missing credentials.
func schemeWords(schemes []auth.Scheme) string {
	if len(schemes) == 0 {
		return ""
	}
	var names []string
	for _, s := range schemes {
		names = append(names, s.Name())
	}
	status := "403"
	if schemes[0].Challenge() != "" {
		status = "401"
	}
	return strings.Join(names, ", ") + "; without credentials " + status
}

// errorWords returns the name of the form of refusals, "" for the default.
func (p *Plan) errorWords() string {
	if p.Errors == nil {
		return ""
	}
	return p.Errors.String()
}

// languageWords returns the languages of refusals, "" if English is the only one.
func (p *Plan) languageWords() string {
	if p.Languages == nil {
		return ""
	}
	return p.Languages.String()
}

// zoneWords describes how requests name a time zone, "" if they do not.
func (p *Plan) zoneWords() string {
	if p.TimeZones == nil {
		return ""
	}
	return p.TimeZones.String()
}

// loginWords describes what accounts log in with, "" for usernames and passwords only.
func (p *Plan) loginWords() string {
	var words []string
	if p.EmailLogin {
		words = append(words, "by name, or by email address")
	}
	if p.PasswordPolicy != nil {
		words = append(words, "with passwords by a policy of the set")
	}
	if p.SecondFactor != nil {
		words = append(words, "with a code of the second factor, for accounts that have one")
	}
	return strings.Join(words, ", ")
}

// linkWords describes where pages link to others besides their envelopes, "" for nowhere.
func (p *Plan) linkWords() string {
	var words []string
	if p.LinkHeader {
		words = append(words, "in the header Link too")
	}
	if p.NoLocation {
		words = append(words, "no Location of created records")
	}
	if p.Slashless {
		words = append(words, "paths also without the slash at the end")
	}
	return strings.Join(words, ", ")
}

func (r *Resource) pageWords() string {
	if r.Pages == nil {
		return "none"
	}
	return r.Pages.String()
}

func (r *Resource) exportWords() string {
	if !r.Exports {
		return ""
	}
	return "the whole list, only in formats of rows"
}

func (r *Resource) keptWords() string {
	if !r.KeepLists {
		return ""
	}
	return "pages of the list, while nothing is written"
}

func (r *Resource) envelopeWords() string {
	if r.Envelope == nil {
		return ""
	}
	return r.Envelope.String()
}
