// Rows that a body nests in others: which they are, and whether each is created, updated, kept or deleted.
//
// They are written as lists are: those of one member, whoever their parents are, are checked and stored together, so that
// each level of rows takes a constant number of statements.
//
// A create goes through these steps: bindBody splits the nested rows from the body; checkSent reads them by readNested;
// checkRows fills and checks them by fillNestedRows. In the transaction, writer.work locks and writes those that the row
// refers to (writeBefore), the row, and those that refer to it (writeAfter, writeLevel). Each level is written by
// createRows again, with no tree. permitWritten asks their rules at the end.

package writes

import (
	"net/http"
	"slices"

	"example.com/resourceful/framework/predicate"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/serve/internal/request"
	"example.com/resourceful/framework/store"
)

// nestedTree are all rows that the body of a request nests.
type nestedTree struct {
	levels []*nestedRows
	count  int // of the rows that were sent
	// deletedFirst are rows that are deleted before those of a list are written, so that their unique values are free.
	deletedFirst map[schema.Key]bool
	memory       rowMemory // of the rows that were loaded
}

// release gives back the room of the rows.
func (t *nestedTree) release(x *request.Exchange) {
	if t != nil {
		t.memory.release(x)
	}
}

// nestedParent is a row with rows that are nested in it.
type nestedParent struct {
	change  *Change         // of the row
	values  *schema.Record  // as the client wants it; nil until that is known
	current *schema.Record  // as it is; nil for one that is made
	sent    []schema.Change // of its nested rows
	path    string          // what stands before the names of its members in paths
	top     *nestedParent   // the row of the operation; itself, where it is one
	// problems are those of the operation's row, which tells of all that is nested in it.
	problems         *problem.Fields
	listed           bool // they are those of an item of a list
	referenceChanges bool // its reference changes once a nested row has a key
}

// nestedRow is one row of those that a body nests.
type nestedRow struct {
	item   *item
	parent *nestedParent
	path   string
	name   any // identifies the row, as a column value; nil where that was not sent
	action nestedAction
	nested []schema.Change
	self   *nestedParent // of the rows nested in it
	sameAs *nestedRow    // of another parent, of which the same was sent: the two have one item
}

// nestedAction says how a nested row is written.
type nestedAction uint8

const (
	actNone   nestedAction = iota // not at all: it is refused
	actCreate                     // as a new row
	actUpdate                     // with the sent values
	actKeep                       // not at all: it is related, and stays as it is
)

// nestedRelated are the rows that are related to parents, as they were loaded.
type nestedRelated struct {
	where  predicate.Expr // which rows were loaded
	found  []schema.Key   // of these, sorted
	joined []store.Pair   // of a many-to-many relation, all there are
	// pairs are those of a many-to-many relation, and references that are cleared, of which the requester may see the rows.
	pairs map[schema.Key][]schema.Key
}

// nestedRows are the rows that bodies nest by one member.
type nestedRows struct {
	loaded   nestedRelated
	w        *request.NestedWrite
	x        *request.Exchange
	a        *request.Admission // of the request
	of       *request.Resource  // of the parents
	parents  []*nestedParent
	rows     []*nestedRow
	known    map[nestedName]*schema.Record // rows that are there
	named    map[nestedOf]bool
	first    map[any]*nestedRow // by their names, where several parents may have a row
	deleted  []*item
	unlinked []*nestedRow // rows whose reference is cleared
	below    []*nestedRows
	single   bool      // one row after the other, to find the one that the database refuses
	written  []*writer // of the rows that were changed, and of those that were made
}

// nestedName tells rows apart: by their parent, where their names are only unique among its rows.
type nestedName struct {
	parent schema.Key
	name   any
}

// nestedOf is a row of a parent.
type nestedOf struct {
	parent *nestedParent
	key    schema.Key
}

// admissionFor is the request as one about the rows themselves.
func (n *nestedRows) admissionFor(o *request.Operation) *request.Admission {
	a := &request.Admission{Target: request.Target{Route: n.w.Route}, Method: http.MethodPatch, Requester: n.a.Requester, Operation: o}
	if a.Cond = a.Permits(o); o == nil {
		a.Operation = n.w.Route.Options // rows of which nothing is written
	}
	return a
}

// byParent reports whether the rows are those that refer to their parents.
func (n *nestedRows) byParent() bool { return n.w.Along.IsHasMany() }

// namesAreData reports whether clients choose the names of rows, so that an unknown name is that of a new row.
func (n *nestedRows) namesAreData() bool { return n.w.Key.Writable() && n.w.Resolve == nil }

// deletesFirst reports whether a row is deleted before others are written.
func (t *nestedTree) deletesFirst(key schema.Key) bool { return t != nil && t.deletedFirst[key] }

// each calls a function for all levels, those above before those below.
func (t *nestedTree) each(do func(n *nestedRows) error) error {
	if t == nil {
		return nil
	}
	return eachNested(t.levels, do)
}

func eachNested(list []*nestedRows, do func(n *nestedRows) error) error {
	for _, n := range list {
		if err := do(n); err != nil {
			return err
		}
		if err := eachNested(n.below, do); err != nil {
			return err
		}
	}
	return nil
}

// moveProblemsUp moves the messages of the rows to their parents, under their paths.
func (t *nestedTree) moveProblemsUp() {
	_ = t.each(func(n *nestedRows) error {
		n.moveProblemsUp()
		return nil
	})
}

func (n *nestedRows) moveProblemsUp() {
	for _, row := range slices.Concat(n.rows, n.unlinked) {
		for _, p := range row.item.problems {
			if n.w.Member.IsManyToMany() {
				p.Path = ""
			}
			*row.parent.top.problems = append(*row.parent.top.problems, p.Under(row.path))
		}
		if row.item.problems != nil {
			row.item.problems, row.action = nil, actNone
		}
	}
}

// writesBelow reports whether rows are written, related or deleted that are nested in the one of a change.
func (t *nestedTree) writesBelow(change *Change) bool {
	return t != nil && slices.ContainsFunc(t.levels, func(n *nestedRows) bool {
		return slices.ContainsFunc(n.parents, func(p *nestedParent) bool { return p.change == change && changesBelow(t.levels, p) })
	})
}

// changesBelow reports whether rows are written, related or deleted that are nested in the one of a parent.
func changesBelow(levels []*nestedRows, p *nestedParent) bool {
	return slices.ContainsFunc(levels, func(n *nestedRows) bool {
		if !slices.Contains(n.parents, p) {
			return false
		}
		gone := func(it *item) bool { return it.Current.Get(n.w.Along.Relation.By) == any(p.keyNow()) }
		written := func(row *nestedRow) bool {
			return row.parent == p && (row.action == actCreate || row.action == actUpdate || row.self != nil && changesBelow(n.below, row.self))
		}
		return n.rejoins(p) || slices.ContainsFunc(n.deleted, gone) || slices.ContainsFunc(n.rows, written) || slices.ContainsFunc(n.unlinked, written)
	})
}

// rejoins reports whether a parent is joined to other rows than before.
func (n *nestedRows) rejoins(p *nestedParent) bool {
	if !n.w.Along.IsManyToMany() {
		return false
	}
	had := n.loaded.pairs[p.keyNow()]
	sent := 0
	for _, row := range n.rows {
		if row.parent != p {
			continue
		}
		if sent++; !slices.Contains(had, row.item.Key) {
			return true
		}
	}
	return n.w.Strategy.Limits() && sent < len(had)
}
