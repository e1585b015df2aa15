// A test of the files that a savepoint forgets.

package store

import (
	"errors"
	"testing"

	"example.com/resourceful/framework/database"
)

// A part of a transaction that is undone knows no files: the locks that kept them are free.
func TestSavepointForgetsFiles(t *testing.T) {
	db, err := database.Open(t.Context(), ":memory:", database.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	err = Write(t.Context(), db, func(tx *Tx) error {
		tx = tx.HoldingFiles(nil, nil)
		tx.KnowFiles("before")
		failed := errors.New("failed")
		if err := tx.Savepoint(func() error { tx.KnowFiles("within"); return failed }); !errors.Is(err, failed) {
			t.Errorf("got %v, want %v", err, failed)
		}
		if got := tx.files.known; len(got) != 1 || !got["before"] {
			t.Errorf("after a failure: got %v, want only before", got)
		}
		return tx.Savepoint(func() error { tx.KnowFiles("kept"); return nil })
	})
	if err != nil {
		t.Fatal(err)
	}
}
