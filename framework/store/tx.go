// Transactions: locking, storing, joining and deleting rows.

package store

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/doug-martin/goqu/v9"

	"example.com/resourceful/framework/database"
	"example.com/resourceful/framework/field"
	"example.com/resourceful/framework/schema"
	"example.com/resourceful/framework/store/internal/query"
)

// Tx is one transaction on a table. It must not be used by two goroutines at once, nor after the function
// that it was passed to has returned.
type Tx struct {
	Rows // of the table, with the changes of the transaction
	// sent are the members that the client has sent for the row: messages about refusals use their names.
	sent     []schema.Change
	recorder *Recorder // records changed rows; nil for no records
	held     held
	files    *heldFiles // nil for no checks of files
	// ending is what is called after the commit. All parts of the transaction share it.
	ending *ending
}

// ending is what to call after the commit of a transaction, and what it has changed until then.
type ending struct {
	then    []afterCommit
	touched []touched
	room    [1]touched // for the first
	created []heldRow  // rows that it has created, and roomCreated for the first of them
	kept    *keptRows  // nil where no former states are kept

	roomCreated [1]heldRow
}

// afterCommit is what an owner wants to be called after the commit.
type afterCommit struct {
	owner any
	call  func()
}

// Write runs fn in one transaction, which is rolled back when fn fails or panics. SQLite has one writer, so
// that fn must not begin a second transaction. PostgreSQL may abort a transaction because of others; fn
// then runs again, at most eight times in all.
func (c *Table) Write(ctx context.Context, fn func(tx *Tx) error) error {
	return write(ctx, c.db, c, fn)
}

// Write is Table.Write for a transaction without a table: see Tx.On.
func Write(ctx context.Context, db *database.DB, fn func(tx *Tx) error) error {
	return write(ctx, db, nil, fn)
}

func write(ctx context.Context, db *database.DB, c *Table, fn func(tx *Tx) error) error {
	var ended ending
	err := db.Write(ctx, func(s database.Session) error {
		ended = ending{}
		return fn(&Tx{Rows: Rows{c: c, ctx: ctx, s: s}, held: held{}, ending: &ended})
	})
	if err == nil {
		for _, then := range ended.then {
			then.call()
		}
	}
	if v, refused := database.RefusedAtCommit(err); refused {
		return ended.refused(v)
	}
	return err
}

// In returns an existing transaction of a session, without a table: see Tx.On.
func In(ctx context.Context, s database.Session) *Tx {
	return &Tx{Rows: Rows{ctx: ctx, s: s}, held: held{}, ending: &ending{}}
}

// AfterCommit registers a function of an owner, such as an outbox, to call once after the commit, however often it is
// registered. Another function of the same owner replaces it.
func (tx *Tx) AfterCommit(owner any, fn func()) {
	then := &tx.ending.then
	*then = slices.DeleteFunc(*then, func(a afterCommit) bool { return a.owner == owner })
	*then = append(*then, afterCommit{owner, fn})
}

// On returns the same transaction on another table of the same database.
func (tx *Tx) On(c *Table) *Tx {
	return &Tx{Rows: Rows{c: c, ctx: tx.ctx, s: tx.s}, recorder: tx.recorder, held: tx.held, ending: tx.ending, files: tx.files}
}

// Sent returns the same transaction, for a row of which a client has sent some changes.
func (tx *Tx) Sent(changes []schema.Change) *Tx {
	return &Tx{Rows: tx.Rows, recorder: tx.recorder, held: tx.held, ending: tx.ending, files: tx.files, sent: changes}
}

// Session returns the session for other statements in the transaction.
func (tx *Tx) Session() database.Session { return tx.s }

// Context returns the context of the transaction.
func (tx *Tx) Context() context.Context { return tx.ctx }

// Savepoint runs fn as a part of the transaction: if fn fails, its changes are undone, and the transaction
// continues.
func (tx *Tx) Savepoint(fn func() error) error {
	back, created := tx.recorder.savepoint(), len(tx.ending.created)
	var known map[string]bool
	if tx.files != nil {
		known = maps.Clone(tx.files.known)
	}
	err := tx.s.Savepoint(tx.ctx, fn)
	if err != nil {
		clear(tx.held) // fn's locks are released
		tx.ending.created = tx.ending.created[:created]
		if tx.files != nil {
			tx.files.known = known
		}
		back()
	}
	return err
}

// Lock reads all columns of one row and locks it against changes until the transaction ends. It reads no
// relations: the statement may have begun before the writes of others that it waits for.
func (tx *Tx) Lock(id schema.Key, rec *schema.Record) (found bool, err error) {
	if found, err = tx.s.Row(tx.ctx, tx.c.lock, rec.Dests(tx.c.whole, false), tx.c.keyArgs(nil, id)...); err != nil {
		err = tx.c.wrapRow(err, "lock", id)
	}
	if found && err == nil {
		tx.held[heldRow{tx.c.spec.Type.Table, id}] = true
	}
	return found, err
}

// Insert stores all columns of the record, and returns its key. A key from the database or the service is a
// new one, and the record itself keeps its former key. Columns of the table without a field get their
// defaults, and the record the values of columns that the database fills.
func (tx *Tx) Insert(rec *schema.Record) (schema.Key, error) {
	var key schema.Key
	if err := tx.holdFiles(tx.c.inserted, rec); err != nil {
		return key, err
	}
	args := make([]any, 0, len(tx.c.inserted))
	for _, f := range tx.c.inserted {
		value := rec.Column(f.Index)
		if f == tx.c.spec.Type.Key {
			if f.AsKey.New != nil && rec.Key().IsZero() {
				value = f.Arg(f.AsKey.New())
			}
			key = schema.KeyOf(value)
		}
		args = append(args, query.Stored(tx.c.dialect, f, value))
	}
	key, err := tx.insert(key, args)
	if err != nil {
		return schema.Key{}, tx.c.Wrap(tx.refused(err, rec, tx.c.inserted), "insert into")
	}
	if err := tx.readFilled([]schema.Key{key}, []*schema.Record{rec}); err != nil {
		return schema.Key{}, err
	}
	return key, tx.recordOne(schema.Created, key)
}

// insert stores one row. SQLite returns nothing, see buildWrites; key is a key that the database does not
// generate.
func (tx *Tx) insert(key schema.Key, args []any) (schema.Key, error) {
	if tx.c.dialect.Name == "sqlite" {
		id, err := tx.s.InsertNumbered(tx.ctx, tx.c.insert, args...)
		if tx.c.spec.Type.Key.AsKey.Numbered {
			key = schema.NumberKey(id)
		}
		return key, err
	}
	var made query.KeyDest
	err := tx.s.Insert(tx.ctx, tx.c.insert, &made, args...)
	return schema.Key(made), err
}

// Update stores the given columns of the record in the row with the key, and raises its version. It ignores
// fields without a column, the key, and columns that the database fills; without any other field the row stays unchanged
// and is assumed to exist. If the version is given, it is raised even if nothing else changes.
func (tx *Tx) Update(id schema.Key, rec *schema.Record, fields []*schema.Field) (found bool, err error) {
	if found, err = tx.update(id, rec, fields); found && err == nil {
		err = tx.readFilled([]schema.Key{id}, []*schema.Record{rec})
	}
	return found, err
}

// update is Update without the columns that the database fills.
func (tx *Tx) update(id schema.Key, rec *schema.Record, fields []*schema.Field) (found bool, err error) {
	q, err := tx.c.update(fields)
	switch {
	case err != nil:
		return false, tx.c.wrapRow(err, "update", id)
	case q == nil:
		return true, nil
	}
	if err := tx.recordOne(schema.Updated, id, q.columns...); err != nil {
		return false, err
	}
	if err := tx.holdFiles(q.columns, rec); err != nil {
		return false, err
	}
	args := make([]any, 0, len(q.args)+1)
	for i, f := range q.args {
		value := rec.Stored(f.Index)
		if store := q.store[i]; store != nil && value != nil {
			value = store(value)
		}
		args = append(args, value)
	}
	n, err := tx.s.Exec(tx.ctx, q.Statement, append(args, id.Arg())...)
	if err != nil {
		return false, tx.c.wrapRow(tx.refused(err, rec, q.columns), "update", id)
	}
	return n > 0, nil
}

// Join makes the rows that f joins to the row with the key exactly those with the given keys. Hidden rows
// stay joined.
func (tx *Tx) Join(id schema.Key, f *schema.Field, ids []schema.Key, visible ...Visibility) error {
	if err := tx.recordOne(schema.Updated, id, f); err != nil {
		return err
	}
	list := query.KeyList(tx.c.dialect, ids)
	clear, args, err := tx.c.clearOf(f, visible)
	if err == nil {
		_, err = tx.s.Exec(tx.ctx, clear, append([]any{id.Arg(), list}, args...)...)
	}
	if err == nil && len(ids) > 0 {
		_, err = tx.s.Exec(tx.ctx, tx.c.join[f], id.Arg(), list)
	}
	if err != nil {
		err = tx.refusedJoin(err, f, ids)
	}
	return tx.c.wrapRow(err, "join "+f.Go+" to row of", id)
}

// Delete removes the row with the key, or marks it as deleted at a moment if its type has marks. Referring
// rows are deleted, lose the reference, or forbid the deletion, as their field's ondelete says.
func (tx *Tx) Delete(id schema.Key, at time.Time) (found bool, err error) {
	if err := tx.recordDeletion([]schema.Key{id}); err != nil {
		return false, err
	}
	if tx.c.SoftDeletes() {
		n, err := tx.mark([]schema.Key{id}, at)
		return n > 0, err
	}
	n, err := tx.s.Exec(tx.ctx, tx.c.remove, id.Arg())
	if err != nil {
		return false, tx.c.wrapRow(tx.refusedDelete(err), "delete", id)
	}
	return n > 0, nil
}

// buildWrites builds the statements that change rows, except updates: see update.
func (c *Table) buildWrites() (err error) {
	t := c.spec.Type
	insert := c.dialect.Insert(t.Table).Prepared(true)
	if c.dialect.Name != "sqlite" { // for which RETURNING counts as a trigger: it would write a journal to be able to undo that
		insert = insert.Returning(query.Read(c.dialect, t.Key, goqu.C(t.Key.Column)))
	}
	if columns := c.inserted; len(columns) > 0 {
		names, values := make([]any, len(columns)), make([]any, len(columns))
		for i, f := range columns {
			names[i], values[i] = f.Column, query.StoredArg(c.dialect, t.Table, f)
		}
		insert = insert.Cols(names...).Vals(values)
	}
	if c.insert, err = database.Build(insert, len(c.inserted)); err != nil {
		return err
	}
	c.insert.ByKey = true
	remove := c.dialect.Delete(t.Table).Prepared(true).Where(goqu.L("? = ?", query.Based(c.dialect, t.Key, goqu.C(t.Key.Column)), arg))
	if c.remove, err = database.Build(remove, 1); err != nil {
		return err
	}
	c.clear, c.join = map[*schema.Field]*database.Statement{}, map[*schema.Field]*database.Statement{}
	for _, f := range t.Fields {
		if !f.IsManyToMany() {
			continue
		}
		if err := c.buildJoin(f); err != nil {
			return err
		}
	}
	return nil
}

// buildJoin builds two statements that take any number of keys: one removes the other pairs, and one adds
// the missing ones.
func (c *Table) buildJoin(f *schema.Field) (err error) {
	d, r, key := c.dialect, f.Relation, c.spec.Type.Key
	value := goqu.T("keys").Col("value")
	if c.clear[f], err = database.Build(c.clearing(f), 2); err != nil {
		return err
	}
	// The condition keeps SQLite from reading ON CONFLICT as the ON of a join.
	pairs := query.KeyRows(d, r.Type.Key).Select(goqu.L("CAST(? AS "+query.KeyType(d, key)+")", arg), value).Where(goqu.L("TRUE"))
	c.join[f], err = database.Build(newPairs{d.Insert(r.Through).Prepared(true).Cols(r.Here, r.There).FromQuery(pairs)}, 2)
	return err
}

// newPairs inserts pairs, except those that are there. Uniqueness that people have added to the table still refuses a pair.
type newPairs struct{ insert *goqu.InsertDataset }

// ToSQL returns the statement.
func (p newPairs) ToSQL() (text string, args []any, err error) {
	text, args, err = p.insert.ToSQL()
	columns, _, _ := strings.Cut(text[strings.Index(text, "(")+1:], ")")
	return text + " ON CONFLICT (" + columns + ") DO NOTHING", args, err
}

// clearing removes the pairs that are not wanted.
func (c *Table) clearing(f *schema.Field) *goqu.DeleteDataset {
	d, r := c.dialect, f.Relation
	pairs := d.Delete(r.Through).Prepared(true).Where(
		goqu.L("? = ?", goqu.C(r.Here), arg),
		goqu.L("? NOT IN ?", goqu.C(r.There), query.KeyRows(d, r.Type.Key).Select(goqu.T("keys").Col("value"))),
	)
	if r.Type.Deleted != nil { // a restored row is joined to the same rows as before
		pairs = pairs.Where(goqu.L("? IN ?", goqu.C(r.There), query.RowsOf(d, r.Type, "living").Select(goqu.T("living").Col(r.Type.Key.Column))))
	}
	return pairs
}

// clearOf is clearing for the pairs whose other side is visible, with the filter's arguments.
func (c *Table) clearOf(f *schema.Field, visible []Visibility) (*database.Statement, []any, error) {
	if len(visible) == 0 {
		return c.clear[f], nil, nil
	}
	return c.underFilter(filterKey{kind: "clear"}, f, visible, func(g query.Filter) (*database.Statement, error) {
		other := f.Relation.Type
		rows := query.RowsOf(c.dialect, other, "x").Select(goqu.T("x").Col(other.Key.Column)).Where(g.Filter)
		return database.Build(c.clearing(f).Where(goqu.L("? IN ?", goqu.C(f.Relation.There), rows)), 2+g.Count)
	})
}

// update is a statement that sets columns.
type update struct {
	*database.Statement
	columns []*schema.Field
	args    []*schema.Field // fields of its arguments: some columns more than once
	store   []func(any) any // of each argument, see field.Column.Store
}

// update returns the statement that sets those of the fields that can be set, nil if none can. The columns
// are in the order of their names, each once, as goqu orders them, so that equal sets are one statement.
func (c *Table) update(fields []*schema.Field) (*update, error) {
	set := make([]bool, len(c.spec.Type.Fields))
	for _, f := range fields {
		set[f.Index] = true
	}
	var columns []*schema.Field
	version := c.spec.Type.Version
	for _, f := range c.whole[1:] {
		if set[f.Index] && f != version && !f.Filled {
			columns = append(columns, f)
		}
	}
	if columns == nil && (version == nil || !set[version.Index]) {
		return nil, nil
	}
	slices.SortFunc(columns, func(a, b *schema.Field) int { return strings.Compare(a.Column, b.Column) })
	names := make([]string, len(columns))
	for i, f := range columns {
		names[i] = f.Column
	}
	return c.updates.Get(strings.Join(names, ","), func() (*update, error) { return c.buildUpdate(columns) })
}

func (c *Table) buildUpdate(columns []*schema.Field) (*update, error) {
	u := &update{columns: columns, args: columns}
	record := goqu.Record{}
	for _, f := range columns {
		record[f.Column] = query.StoredArg(c.dialect, c.spec.Type.Table, f)
	}
	if version := c.spec.Type.Version; version != nil {
		record[version.Column] = goqu.L("? + 1", goqu.C(version.Column))
	}
	if ending := endingColumns(c.spec.Type.Table, columns); len(ending) > 0 {
		record[GenerationColumn] = nextGeneration(ending)
		i := slices.IndexFunc(columns, func(f *schema.Field) bool { return f.Column > GenerationColumn })
		if i < 0 {
			i = len(columns)
		}
		u.args = slices.Insert(slices.Clone(columns), i, ending...)
	}
	for _, f := range u.args {
		u.store = append(u.store, f.ColumnIn(field.Dialect(c.dialect.Name)).Store)
	}
	var err error
	rows := c.dialect.Update(c.spec.Type.Table).Prepared(true).Set(record).Where(goqu.L("? = ?", query.Based(c.dialect, c.spec.Type.Key, goqu.C(c.spec.Type.Key.Column)), arg))
	if f := c.spec.Type.Deleted; f != nil {
		rows = rows.Where(goqu.L("? IS NULL", goqu.C(f.Column)))
	}
	if u.Statement, err = database.Build(rows, len(u.args)+1); err != nil {
		return nil, err
	}
	u.ByKey = true
	return u, nil
}

// Holds reports whether nobody else can change the row of a table until the transaction ends, as far as the
// transaction knows: it has locked the row. SQLite has one writer.
func (tx *Tx) Holds(t *schema.Type, id schema.Key) bool {
	return tx.c.dialect.Name == "sqlite" || tx.held[heldRow{t.Table, id}]
}
