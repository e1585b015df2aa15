// Labels that the catalogues of a set do not translate.

package compile

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/rest/internal/sets"
)

// mostLabels is the number of labels that a warning names.
const mostLabels = 12

// warnOfLabels warns of labels without a translation into a language, if a catalogue of the team translates others, in any
// letter case: a team that translates some labels means to translate all of them. Besides the framework's catalogue, that of the team
// is the one with fewer words.
func warnOfLabels(c *compiler, p *plan.Plan) {
	words := map[string][]problem.Catalogue{}
	var languages []string
	for _, l := range c.Set.Catalogues {
		for _, catalogue := range l.Values {
			if words[catalogue.Language] == nil {
				languages = append(languages, catalogue.Language)
			}
			words[catalogue.Language] = append(words[catalogue.Language], catalogue)
		}
	}
	labels := labelsOf(p)
	for _, language := range languages {
		own := slices.MinFunc(words[language], func(a, b problem.Catalogue) int { return cmp.Compare(len(a.Words), len(b.Words)) })
		lacking := untranslated(labels, words[language])
		if len(words[language]) < 2 || len(lacking) == 0 || !translatesSome(own, labels) {
			continue
		}
		named := strings.Join(lacking[:min(len(lacking), mostLabels)], ", ")
		if more := len(lacking) - mostLabels; more > 0 {
			named += fmt.Sprintf(" and %d more", more)
		}
		c.warnings = append(c.warnings, (&sets.Mistake{
			Pos: c.Finder.At(c.Set.Catalogues[0].At),
			Msg: fmt.Sprintf("Catalogue %s: some labels of pages are translated, and others are not: %s; write these into its Words, in the same letter case", language, named),
		}).Error())
	}
}

// labelsOf returns the texts of a team on pages: names of collections, saved views and the team's operations, and labels,
// groups, help and choices of fields. Names of capitals, such as ID, are the same in all languages.
func labelsOf(p *plan.Plan) (labels []string) {
	add := func(label string) {
		if label != strings.ToUpper(label) && !slices.Contains(labels, label) {
			labels = append(labels, label)
		}
	}
	for _, r := range p.Resources {
		add(plan.NameWords(path.Base(r.Path)))
		for _, view := range r.SavedViews {
			add(view.Name)
		}
		for _, o := range r.Operations {
			if o.Run != nil {
				add(o.Title)
			}
		}
		for _, shape := range r.Shapes.All() {
			for _, f := range shape.Type.Fields {
				if f.Wire == "" {
					continue
				}
				add(f.Label)
				add(f.Group)
				add(f.Help)
				for _, choice := range f.Choices {
					add(choice.Label)
				}
			}
		}
	}
	return labels
}

// translatesSome reports whether a catalogue has a word that is a label in some letter case.
func translatesSome(own problem.Catalogue, labels []string) bool {
	for word := range own.Words {
		if slices.ContainsFunc(labels, func(label string) bool { return strings.EqualFold(label, word) }) {
			return true
		}
	}
	return false
}

// untranslated returns the labels that no word of catalogues translates.
func untranslated(labels []string, catalogues []problem.Catalogue) (lacking []string) {
	for _, label := range labels {
		has := func(c problem.Catalogue) bool { return c.Words[label] != "" }
		if !slices.ContainsFunc(catalogues, has) {
			lacking = append(lacking, label)
		}
	}
	return lacking
}

// compileLanguages compiles the catalogues.
func compileLanguages(c *compiler, p *plan.Plan) {
	sets.CompileLanguages(c.Reporter, p)
	warnOfLabels(c, p)
}
