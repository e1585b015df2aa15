// The columns that count the changes of rows: all types of a table raise the same one.

package compile

import "example.com/resourceful/framework/schema"

// shareVersions gives all types of a table the version that one of them declares. A change through another view set would
// otherwise leave the version as it is, and a later change with the former tag would overwrite it.
func shareVersions(c *compiler) {
	declared := map[string]*schema.Type{}
	for _, t := range c.order {
		switch first := declared[t.Table]; {
		case t.Version == nil:
		case first == nil:
			declared[t.Table] = t
		case first.Version.Column != t.Version.Column:
			c.ReportField(t.Go, t.Version.Go, "table "+t.Table+" counts the changes of its rows in column "+first.Version.Column+" already, as "+
				first.Go.String()+" says; write that column here too")
		}
	}
	for _, t := range c.order {
		first := declared[t.Table]
		if first == nil || t.Version != nil {
			continue
		}
		if f := t.ByColumn(first.Version.Column); f != nil {
			c.ReportField(t.Go, f.Go, `rest tag: `+first.Go.String()+` counts the changes of the row in this column; write "version" here too`)
			continue
		}
		t.HoldVersion(first.Version)
	}
}
