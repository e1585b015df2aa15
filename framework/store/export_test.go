package store

// Exec runs a statement as it is in the transaction.
func (tx *Tx) Exec(text string) error {
	_, err := tx.s.Tx().ExecContext(tx.ctx, text)
	return err
}
