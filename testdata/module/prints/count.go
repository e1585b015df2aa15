package prints

import (
	"fmt"

	"example.com/resourceful/framework/app"
	"example.com/resourceful/framework/database"
)

// Count is the command that says how many prints there are.
func Count() app.Command {
	var flags struct {
		Sold bool `help:"Only those that are sold."`
	}
	return app.Command{Name: "count", Help: "Count the prints.", Flags: &flags, Database: true, Run: func(c *app.Context) error {
		db, err := c.Open()
		if err != nil {
			return err
		}
		defer db.Close()
		query := "SELECT count(*) FROM prints"
		if flags.Sold {
			query += " WHERE CAST(sold AS integer) = 1"
		}
		var n int
		err = db.Write(c, func(s database.Session) error { return s.Tx().QueryRowContext(c, query).Scan(&n) })
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(c.Stdout, "%d prints\n", n)
		return err
	}}
}
