// The catalogues of a set: messages in other languages.

package rest

import (
	"example.com/resourceful/framework/problem"
)

// compileLanguages checks the catalogues.
func (c *compiler) compileLanguages() *problem.Languages {
	var list []problem.Catalogue
	for _, l := range c.set.catalogues {
		for _, mistake := range l.Check() {
			c.report("", "", l.at, mistake)
		}
		list = append(list, l.Catalogue)
	}
	return problem.NewLanguages(list)
}
