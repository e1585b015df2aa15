// The records of a page, as they are read.

package rows

import (
	"slices"

	"example.com/resourceful/framework/browse/internal/cells"
	"example.com/resourceful/framework/browse/internal/frame"
	"example.com/resourceful/framework/browse/internal/words"
	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/schema"
)

// addRestores gives each row of a list of deleted records its button. Whoever may list them may restore them, and none has
// a page.
func (c *Collector) addRestores() {
	list := c.Operation
	if list == nil || !list.Deleted || list.Record {
		return
	}
	i := slices.IndexFunc(c.Resource.Operations, func(o *plan.Operation) bool { return o.Deleted && o.Record })
	for n := range c.Rows {
		row := &c.Rows[n]
		if row.Href = ""; i < 0 || row.Address.IsZero() {
			continue
		}
		path := c.Resource.Fill(c.Resource.Operations[i].Pattern, c.ParentPath(), row.Address.Path())
		row.Restore = &cells.Button{Action: path, Key: c.Req.NewKey(), Text: c.Language.SayWord("Restore"), Label: words.Phrase(c.Language, "Restore %s", c.Resource.Name+" "+row.Address.String())}
	}
}

// AddRows adds the records that were added to the page.
func (c *Collector) AddRows(a *Records) error {
	if c.Response.Replayed && !c.Address.IsZero() {
		c.Rows = []cells.Row{c.storedRow()}
	}
	a.Chosen, c.kept = c.chosen, keptQuery(a)
	if err := c.LinkRelated(a.ShownType()); err != nil {
		return err
	}
	c.addRestores()
	a.Rows, a.Total, a.Short = c.Rows, c.added, c.shortRows
	links := c.Response.Links
	a.Part = a.IsList && c.Resource.Pages == nil && (links.Next != "" || links.Previous != "")
	return nil
}

// Collector collects the records that are added to a page.
type Collector struct {
	*frame.Source
	Rows             []cells.Row
	chosen           *schema.Type // of the rows, where the client has chosen their members; else nil
	added, shortRows int          // records that were added, and of those the short ones
	short            bool         // the representation has no room for more
	kept             string       // the query of the list that links to its records carry; see keptQuery
}
