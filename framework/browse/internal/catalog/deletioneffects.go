// The effects of a record's deletion on other records.

package catalog

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/pageapi"
)

// DeleteImpact is the effect of a deletion on the records that refer to the deleted one, according to the
// plan.
type DeleteImpact struct {
	On   onDelete
	Rows string // the other records, for people: "snippets"
	// Of names the records that the cascade deletes and to which Rows refer; "" for the deleted record
	// itself.
	Of string

	table string // of the other records
	Count int64  // their number, if it is known; else 0
}

// onDelete is the effect on the other records, as a sentence.
type onDelete string

const (
	Restricts onDelete = "It cannot be deleted while {rows} refer to {of}."
	Deletes   onDelete = "All {rows} that refer to {of} are deleted too."
	SetsNull  onDelete = "{Rows} that refer to {of} are kept, without the reference."
	Unlinks   onDelete = "Its {rows} are kept; only the connection ends."
)

// byRule are the effects of the rules of columns; Restricts is that of all others.
var byRule = map[schema.OnDelete]onDelete{schema.Cascade: Deletes, schema.SetNull: SetsNull}

// Sentence returns the impact in a language; deleted is a pronoun for the deleted records, "it" or "them".
func (d DeleteImpact) Sentence(in *problem.Language, deleted string) string {
	of := in.SayWord(deleted)
	if d.Of != "" {
		of = in.SayWord("these " + d.Of)
	}
	rows := strings.ToUpper(d.Rows[:1]) + d.Rows[1:]
	text := strings.NewReplacer("{rows}", d.Rows, "{Rows}", rows, "{of}", of).Replace(in.SayWord(string(d.On)))
	if d.Count > 0 {
		text = fmt.Sprintf("%s: %d.", strings.TrimSuffix(text, "."), d.Count)
	}
	return text
}

// CountImpacts returns the impacts with the numbers of rows that deletions affect. Without rows, nothing restricts.
func (res *Resource) CountImpacts(effects []pageapi.Effect) []DeleteImpact {
	impacts := slices.Clone(res.impacts)
	for _, e := range effects {
		on := cmp.Or(byRule[e.On], Restricts)
		i := slices.IndexFunc(impacts, func(d DeleteImpact) bool { return d.On == on && d.table == e.Resource.Type.Table })
		if i >= 0 {
			impacts[i].Count += max(e.Count, 0)
		}
	}
	return slices.DeleteFunc(impacts, func(d DeleteImpact) bool { return d.On == Restricts && d.Count == 0 })
}

// deleteImpacts follows the references to a table and, through cascades, to the tables below it. It lists
// an impact once, even if cascades reach it in several ways.
func deleteImpacts(plan *plan.Plan, root string) []DeleteImpact {
	var list []DeleteImpact
	told := map[DeleteImpact]bool{}
	deleted := map[string]bool{root: true}
	for queue := []string{root}; len(queue) > 0; queue = queue[1:] {
		of := ""
		if queue[0] != root {
			of = rowsName(plan, queue[0])
		}
		for _, t := range plan.Tables {
			for i, c := range t.Columns {
				if c.References != queue[0] || t.Pairs && of != "" { // pairs that far from the record are not worth a sentence
					continue
				}
				d := DeleteImpact{On: cmp.Or(byRule[c.Delete], Restricts), Rows: rowsName(plan, t.Name), Of: of, table: t.Name}
				if t.Pairs {
					d.On, d.Rows = Unlinks, rowsName(plan, t.Columns[1-i].References)
				} else if d.On == Deletes && !deleted[t.Name] {
					deleted[t.Name] = true
					queue = append(queue, t.Name)
				}
				if !told[d] {
					told[d] = true
					list = append(list, d)
				}
			}
		}
	}
	return list
}

// rowsName returns the name of a table's rows for people: the last segment of their list's address, if they
// have one.
func rowsName(plan *plan.Plan, table string) string {
	name := table
	for _, e := range plan.Resources {
		if e.Type.Table == table && !e.Singleton {
			name = path.Base(e.Path)
			break
		}
	}
	return strings.NewReplacer("_", " ", "-", " ").Replace(name)
}
