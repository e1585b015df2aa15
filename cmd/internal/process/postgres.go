package process

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
)

// ErrNoPostgres says that PostgreSQL's programs are not here.
var ErrNoPostgres = errors.New("no PostgreSQL server here; apt-get install postgresql")

// PostgresPrograms finds the folder with initdb: on the PATH, or where Debian keeps it.
func PostgresPrograms() (string, error) {
	if path, err := exec.LookPath("initdb"); err == nil {
		path, err = filepath.EvalSymlinks(path) // a link may stand without its siblings
		return filepath.Dir(path), err
	}
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if len(found) == 0 {
		return "", ErrNoPostgres
	}
	major := func(path string) int {
		n, _ := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(path))))
		return n
	}
	return filepath.Dir(slices.MaxFunc(found, func(a, b string) int { return major(a) - major(b) })), nil
}

// Unprivileged is how PostgreSQL is run, which refuses to run as root: as the user postgres then.
func Unprivileged() (*syscall.SysProcAttr, error) {
	attr := OwnGroup()
	if os.Geteuid() != 0 {
		return attr, nil
	}
	u, err := user.Lookup("postgres")
	if err != nil {
		return nil, fmt.Errorf("%w: it cannot run as root, and there is no user postgres", ErrNoPostgres)
	}
	uid, errUID := strconv.ParseUint(u.Uid, 10, 32)
	gid, errGID := strconv.ParseUint(u.Gid, 10, 32)
	attr.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	return attr, errors.Join(errUID, errGID)
}
