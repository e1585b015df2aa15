// Conditions without their values, for statements.

package predicate

import "strconv"

// Shape returns the condition without its values, such as "and(eq:owner,exists:project(eq:public))"; "" for
// one that always holds; ":me" stands for the requester.
func (e Expr) Shape() string { return e.shaped(false) }

// Key identifies a prepared statement: conditions of one table with equal keys differ only in Args. It is
// the shape with the indexes of the columns and relations, whose names may not be unique.
func (e Expr) Key() string { return e.shaped(true) }

// AppendKey appends the key.
func (e Expr) AppendKey(b []byte) []byte {
	if e.IsTrue() {
		return b
	}
	return e.shape(b, true)
}

func (e Expr) shaped(indexed bool) string {
	if e.IsTrue() {
		return ""
	}
	return string(e.shape(make([]byte, 0, 256), indexed))
}

func (e Expr) shape(b []byte, indexed bool) []byte {
	b = append(b, opNames[e.Op]...)
	if e.Name != "" {
		b = append(append(b, ':'), e.Name...)
		if indexed {
			b = strconv.AppendInt(append(b, '#'), int64(e.Index), 10)
			if e.Inside > 0 {
				b = strconv.AppendInt(append(b, '.'), int64(e.Inside), 10)
			}
		}
	}
	switch v := e.Value.(type) {
	case requester:
		b = append(b, ":me"...)
	case zonedPart:
		b = append(b, ":in"...)
	case column:
		b = appendPlace(append(b, ":field:"...), v.name, v.index, indexed)
	case outer:
		b = appendPlace(append(b, ":outer:"...), v.name, v.index, indexed)
	}
	if e.Kids == nil {
		return b
	}
	b = append(b, '(')
	for i := range e.Kids {
		if i > 0 {
			b = append(b, ',')
		}
		b = e.Kids[i].shape(b, indexed)
	}
	return append(b, ')')
}

// appendPlace appends the name of a column, with its index if the shape is a key.
func appendPlace(b []byte, name string, index int, indexed bool) []byte {
	b = append(b, name...)
	if indexed {
		b = strconv.AppendInt(append(b, '#'), int64(index), 10)
	}
	return b
}

// Args returns the values in the order of the shape: one for each comparison with a value, []any for the
// list of in, and the name of the zone before the number of a part in a time zone.
func (e Expr) Args() []any { return e.args(nil) }

func (e Expr) args(to []any) []any {
	if e.Op >= OpEq && e.Op < OpIsNull {
		if e.withColumn() {
			return to
		}
		for i := range e.Kids {
			to = e.Kids[i].args(to)
		}
		if part, ok := e.Value.(zonedPart); ok {
			return append(to, part.in.String(), part.n)
		}
		return append(to, e.Value)
	}
	for i := range e.Kids {
		to = e.Kids[i].args(to)
	}
	return to
}

// Counts reports whether the comparison is about the number of rows that meet the one of Kids: see Counted.
func (e Expr) Counts() bool { return e.Op >= OpEq && e.Op < OpIsNull && e.Kids != nil }

// withColumn reports whether the comparison is with another column instead of a value.
func (e Expr) withColumn() bool {
	_, beside := e.Beside()
	_, outer := e.Outer()
	return beside || outer
}

// Reads reports whether the bound condition is about the column at an index of the row itself.
func (e Expr) Reads(index int) (reads bool) {
	e.Walk(func(e Expr) bool {
		beside, ok := e.Beside()
		compares := e.Op >= OpEq && e.Op <= OpIsNull && e.Op != OpMatch
		reads = reads || compares && e.Index == index || ok && beside == index
		return !reads && e.Op != OpExists
	})
	return reads
}

// Walk visits the condition and all conditions in it; it descends into those for which visit returns true.
func (e Expr) Walk(visit func(Expr) bool) {
	if !visit(e) {
		return
	}
	for i := range e.Kids {
		e.Kids[i].Walk(visit)
	}
}
