// Package pg finds PostgreSQL on this machine and starts servers, replicas and poolers for tests and for the
// programs that measure and break the service. Of the project it imports only require.
package pg

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

// ErrNone reports that PostgreSQL's programs are missing, and which package to install.
var ErrNone = errors.New("no PostgreSQL server here; apt-get install postgresql")

// Programs returns the folder with initdb, postgres and similar programs: from the PATH, or else the newest
// of Debian's. Without any the error is ErrNone.
func Programs() (string, error) {
	if path, err := exec.LookPath("initdb"); err == nil {
		path, err = filepath.EvalSymlinks(path) // a link may stand without its siblings
		return filepath.Dir(path), err
	}
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if len(found) == 0 {
		return "", ErrNone
	}
	major := func(path string) int {
		n, _ := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(path))))
		return n
	}
	return filepath.Dir(slices.MaxFunc(found, func(a, b string) int { return major(a) - major(b) })), nil
}

// Account returns how to run the server and initdb: in a separate process group, so that an interrupt from
// the keyboard does not reach them; and never as root, which they refuse, but then as the user postgres.
// The error is ErrNone if there is no such user.
func Account() (*syscall.SysProcAttr, error) {
	attr := &syscall.SysProcAttr{Setpgid: true}
	if os.Geteuid() != 0 {
		return attr, nil
	}
	u, err := user.Lookup("postgres")
	if err != nil {
		return nil, fmt.Errorf("%w: it cannot run as root, and there is no user postgres", ErrNone)
	}
	uid, errUID := strconv.ParseUint(u.Uid, 10, 32)
	gid, errGID := strconv.ParseUint(u.Gid, 10, 32)
	attr.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	return attr, errors.Join(errUID, errGID)
}

// Give makes the account the owner of a file or folder, if it differs from that of this process.
func Give(path string, account *syscall.SysProcAttr) error {
	if account.Credential == nil {
		return nil
	}
	return os.Chown(path, int(account.Credential.Uid), int(account.Credential.Gid))
}

// Temp returns the folder for temporary folders whose names leave room for that of a socket, which may have
// 107 bytes in all: os.TempDir, or /tmp if that is too long.
func Temp() string {
	if dir := os.TempDir(); len(dir) < 60 {
		return dir
	}
	return "/tmp"
}
