// Running migrations up and down.

package history

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"

	"github.com/pressly/goose/v3"
	versions "github.com/pressly/goose/v3/database"
)

// Up says which migrations run, and in spite of what.
type Up struct {
	To          int64 // the last version; 0 for all
	AllowEdited bool  // accept files that were edited after they were applied
	OutOfOrder  bool  // apply those below an applied one too
}

// Up applies the pending migrations, each in one transaction, and returns those that this process has applied. While
// another process migrates, it waits.
func (h *History) Up(ctx context.Context, how Up) (done []Step, err error) {
	if how.To == 0 {
		how.To = math.MaxInt64
	} else if _, known := h.files.byVersion[how.To]; !known {
		return nil, h.unknown(how.To)
	}
	edited, pending, err := h.choose(ctx, how)
	if err != nil || len(edited)+len(pending) == 0 {
		return nil, err
	}
	err = h.run(ctx, func(r *run) error {
		if err := r.accept(ctx, edited); err != nil {
			return err
		}
		for {
			_, pending, err := h.choose(ctx, how)
			if err != nil || len(pending) == 0 {
				return err
			}
			provider, err := r.provider(pending[0].Version, how.OutOfOrder)
			if err != nil {
				return err
			}
			results, err := provider.UpTo(ctx, pending[0].Version)
			if partial, is := errors.AsType[*goose.PartialError](err); is {
				results = partial.Applied
			}
			for _, made := range results {
				done = append(done, Step{Version: made.Source.Version, Name: h.files.byVersion[made.Source.Version].name, Applied: true})
			}
			if err == nil {
				r.aborted = 0
			} else if err := r.judge(ctx, err); err != nil {
				return err
			}
		}
	})
	return done, err
}

// choose returns the files that were edited, if that is allowed, and the pending migrations. It refuses those that are
// not safe to run.
func (h *History) choose(ctx context.Context, how Up) (edited, pending []Step, err error) {
	steps, err := h.Steps(ctx)
	if err != nil {
		return nil, nil, err
	}
	var missing, late []Step
	for _, step := range steps {
		switch {
		case step.edited:
			edited = append(edited, step)
		case step.missing:
			missing = append(missing, step)
		case step.Pending() && step.Version <= how.To:
			pending = append(pending, step)
			if step.late {
				late = append(late, step)
			}
		}
	}
	switch {
	case len(edited) > 0 && !how.AllowEdited:
		return nil, nil, fmt.Errorf("%v was edited after it was applied; undo that and write the change into a new migration, or accept the file with --allow-edited", edited[0])
	case len(pending) > 0 && len(missing) > 0:
		return nil, nil, fmt.Errorf("the database has version %v, whose file is missing in %s: it is that of another program or of a later release, and nothing was changed; name another database, or run the program that has the file", missing[0], h.Folder())
	case len(late) > 0 && !how.OutOfOrder:
		return nil, nil, fmt.Errorf("%v is %s; give it a later version, or apply it with --out-of-order", late[0], late[0].Problem)
	}
	for _, step := range pending {
		if file := h.files.byVersion[step.Version]; file.unwritten {
			return nil, nil, fmt.Errorf("%v has no statements yet; write them into %s, or SELECT 1; if this database needs none", step, file.path)
		}
	}
	return edited, pending, nil
}

// unknown returns the error for a version that the program does not have.
func (h *History) unknown(version int64) error {
	newest := h.Newest()
	if newest == 0 {
		return fmt.Errorf("there is no version %d, because %s has no migrations", version, h.Folder())
	}
	return fmt.Errorf("there is no version %d in %s; its newest is %d", version, h.Folder(), newest)
}

// Down undoes the migration that was applied last, and returns it. It refuses a file that was edited after it was
// applied, unless that is allowed.
func (h *History) Down(ctx context.Context, allowEdited bool) (step Step, err error) {
	if step, err = h.chooseLast(ctx, allowEdited); err != nil { // nor does it make the tables of versions
		return step, err
	}
	err = h.run(ctx, func(r *run) error {
		step, err = r.undo(ctx, allowEdited)
		return err
	})
	return step, err
}

// Redo undoes the migration that was applied last, as Down does, and applies it again.
func (h *History) Redo(ctx context.Context, allowEdited bool) (step Step, err error) {
	if step, err = h.chooseLast(ctx, allowEdited); err != nil {
		return step, err
	}
	err = h.run(ctx, func(r *run) error {
		if step, err = r.undo(ctx, allowEdited); err != nil {
			return err
		}
		if err := r.apply(ctx, step.Version, true); err != nil {
			return fmt.Errorf("%v was undone, and could not be applied again: %w", step, err)
		}
		return nil
	})
	return step, err
}

// undo undoes the migration that was applied last.
func (r *run) undo(ctx context.Context, allowEdited bool) (last Step, err error) {
	if last, err = r.chooseLast(ctx, allowEdited); err != nil {
		return last, err
	}
	return last, r.apply(ctx, last.Version, false)
}

// chooseLast returns the migration that was applied last. It refuses one that cannot be undone.
func (h *History) chooseLast(ctx context.Context, allowEdited bool) (last Step, err error) {
	steps, err := h.Steps(ctx)
	if err != nil {
		return last, err
	}
	for _, step := range steps {
		if step.Applied && step.order > last.order {
			last = step
		}
	}
	file := h.files.byVersion[last.Version]
	switch {
	case last.order == 0:
		return last, errors.New("the database has no migrations to undo")
	case last.missing:
		return last, fmt.Errorf("version %v cannot be undone, because its file is missing in %s; nothing was changed", last, h.Folder())
	case last.edited && !allowEdited:
		return last, fmt.Errorf("%v was edited after it was applied, so that its down step may not undo what it did; nothing was changed; --allow-edited runs it", last)
	case !file.hasDown && file.sum != "":
		return last, fmt.Errorf("%s has no down step; nothing was changed; write one into the file, and undo it with --allow-edited", file.path)
	case !file.hasDown:
		return last, fmt.Errorf("%s has no down step; nothing was changed; give its goose.AddMigrationContext a second function", file.path)
	}
	return last, nil
}

// apply runs one migration up or down.
func (r *run) apply(ctx context.Context, version int64, up bool) error {
	provider, err := r.provider(version, true)
	if err != nil {
		return err
	}
	err = r.patiently(ctx, func() error {
		_, err := provider.ApplyVersion(ctx, version, up)
		return err
	})
	if errors.Is(err, goose.ErrNotApplied) || errors.Is(err, versions.ErrVersionNotFound) {
		return fmt.Errorf("another process has undone version %d", version)
	}
	return r.explain(ctx, err)
}

// Baseline records migrations as applied without running them, for a database that has what they make already. A version
// of 0 is all of them, for a database without a history.
func (h *History) Baseline(ctx context.Context, to int64) (marked []Step, err error) {
	all := to == 0
	if all {
		to = math.MaxInt64
	} else if _, known := h.files.byVersion[to]; !known {
		return nil, h.unknown(to)
	}
	steps, err := h.Steps(ctx)
	if err != nil {
		return nil, err
	}
	for _, step := range steps {
		switch {
		case step.Applied && step.Version == to:
			return nil, fmt.Errorf("%v is applied already", step)
		case step.Applied && all:
			return nil, fmt.Errorf("the database has a history already: %v is applied; run migrate up, or name the last version to record", step)
		case step.Pending() && step.Version <= to:
			marked = append(marked, step)
		}
	}
	err = h.run(ctx, func(r *run) error {
		return r.patiently(ctx, func() error {
			return r.transact(ctx, func(tx *sql.Tx) error {
				for _, step := range marked {
					if err := r.store.Insert(ctx, tx, versions.InsertRequest{Version: step.Version}); err != nil {
						return err
					}
				}
				return nil
			})
		})
	})
	return marked, err
}

// accept records the sums of edited files.
func (r *run) accept(ctx context.Context, edited []Step) error {
	for _, step := range edited {
		if err := r.patiently(ctx, func() error { return r.store.setSum(ctx, r.pool, step.Version) }); err != nil {
			return err
		}
		r.log.InfoContext(ctx, "the edited file was accepted, and not run", "file", r.files.byVersion[step.Version].path)
	}
	return nil
}
