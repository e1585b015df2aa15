package serve

import (
	"strings"

	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/schema"
)

// Effect is what the deletion of a record does to records that refer to it, as the plan knows it.
type Effect struct {
	Kind EffectKind
	Rows string // the other records, for people: "snippets"
	// Of are the records that they refer to and that go with the one deleted; "" for that one.
	Of string
}

// EffectKind is what happens to the other records.
type EffectKind uint8

const (
	// Prevents says that there is no deletion while there are such records.
	Prevents EffectKind = iota
	// Deletes says that they are deleted too.
	Deletes
	// Clears says that they stay, and refer to nothing.
	Clears
	// Parts says that they stay, and are no longer joined to the record.
	Parts
)

// effects follows the references to a table, and on to what goes with its rows. What a cascade
// reaches by several ways is told once.
func effects(plan *rest.Plan, root string) []Effect {
	var list []Effect
	told := map[Effect]bool{}
	deleted := map[string]bool{root: true}
	for queue := []string{root}; len(queue) > 0; queue = queue[1:] {
		of := ""
		if queue[0] != root {
			of = rowsName(plan, queue[0])
		}
		for _, t := range plan.Tables {
			for i, c := range t.Columns {
				e := Effect{Rows: rowsName(plan, t.Name), Of: of}
				switch {
				case c.References != queue[0]:
					continue
				case t.Pairs && of != "":
					continue // of no interest so far from the record
				case t.Pairs:
					e.Kind, e.Rows = Parts, rowsName(plan, t.Columns[1-i].References)
				case c.Delete == schema.Cascade:
					e.Kind = Deletes
					if !deleted[t.Name] {
						deleted[t.Name] = true
						queue = append(queue, t.Name)
					}
				case c.Delete == schema.SetNull:
					e.Kind = Clears
				}
				if !told[e] {
					told[e] = true
					list = append(list, e)
				}
			}
		}
	}
	return list
}

// rowsName is what people call the rows of a table: as the address of their list does, if they
// have one.
func rowsName(plan *rest.Plan, table string) string {
	name := table
	for _, e := range plan.Endpoints {
		if e.Type.Table == table {
			name = e.Key[strings.LastIndexByte(e.Key, '/')+1:]
			break
		}
	}
	return strings.NewReplacer("_", " ", "-", " ").Replace(name)
}
