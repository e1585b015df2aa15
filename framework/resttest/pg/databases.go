// The databases of a test binary's PostgreSQL server: to empty one takes far less time than to make one.

package pg

import (
	"context"
	"database/sql"
	"fmt"
	"sync"
)

// databases are those of one server.
type databases struct {
	mu   sync.Mutex
	made int
	free []string // addresses of those that are empty
}

// takeDatabase returns the address of an empty database.
func (s *server) takeDatabase() (address string, err error) {
	s.databases.mu.Lock()
	defer s.databases.mu.Unlock()
	if n := len(s.databases.free); n > 0 {
		address, s.databases.free = s.databases.free[n-1], s.databases.free[:n-1]
		return address, nil
	}
	s.databases.made++
	name := fmt.Sprintf("test%d", s.databases.made)
	return "host=" + s.folder + " user=postgres dbname=" + name, s.run("createdb", name)
}

// emptyDatabase ends what still uses a database, and leaves nothing in it, nor any setting.
const emptyDatabase = `
	SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid();
	DO $$ DECLARE name text; BEGIN
		EXECUTE format('ALTER DATABASE %I RESET ALL', current_database());
		FOR name IN SELECT nspname FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema' LOOP
			EXECUTE format('DROP SCHEMA %I CASCADE', name);
		END LOOP;
	END $$;
	CREATE SCHEMA public; GRANT USAGE ON SCHEMA public TO PUBLIC`

// returnDatabase empties a database for the next test. One that cannot be emptied is not reused.
func (s *server) returnDatabase(address string) error {
	db, err := sql.Open("postgres", address)
	if err != nil {
		return err
	}
	defer db.Close()
	if _, err := db.ExecContext(context.Background(), emptyDatabase); err != nil {
		return err
	}
	s.databases.mu.Lock()
	defer s.databases.mu.Unlock()
	s.databases.free = append(s.databases.free, address)
	return nil
}
