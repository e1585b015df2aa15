// Package process starts servers for the programs that measure and break them: each in a group of
// its own, with its output in a file, awaited until it is ready, and stopped or killed for certain.
package process

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"time"

	"example.com/resourceful/framework/resttest/pg"
)

// Process is a server that was started here.
type Process struct {
	cmd   *exec.Cmd
	quit  os.Signal // asks it to end
	log   string    // file with its output
	ended chan struct{}
}

// Start starts a server, with its output at the end of a file. The signal is the one that asks it
// to end. An interrupt from the keyboard does not reach it, so that it is stopped in its turn; but
// when this process ends without having stopped it, however that comes, it ends too.
func Start(cmd *exec.Cmd, quit os.Signal, log string) (*Process, error) {
	out, err := os.OpenFile(log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, err
	}
	defer out.Close()
	cmd.Stdout, cmd.Stderr = out, out
	attr := syscall.SysProcAttr{}
	if cmd.SysProcAttr != nil {
		attr = *cmd.SysProcAttr
	}
	attr.Setpgid = true
	attr.Pdeathsig = syscall.SIGQUIT // to which servers in Go end, and PostgreSQL at once
	cmd.SysProcAttr = &attr
	p := &Process{cmd: cmd, quit: quit, log: log, ended: make(chan struct{})}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	go func() {
		_ = cmd.Wait()
		close(p.ended)
	}()
	return p, nil
}

// PID is its number.
func (p *Process) PID() int { return p.cmd.Process.Pid }

// Await asks again and again whether the process is ready, until it is, has ended, or time is up.
func (p *Process) Await(ctx context.Context, limit time.Duration, ready func() bool) error {
	deadline := time.After(limit)
	for !ready() {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-p.ended:
			return fmt.Errorf("%s has ended: %s", p.cmd.Path, p.Tail())
		case <-deadline:
			return fmt.Errorf("%s was not ready after %v: %s", p.cmd.Path, limit, p.Tail())
		case <-time.After(time.Millisecond):
		}
	}
	return nil
}

// Tail is the end of its output.
func (p *Process) Tail() string {
	text, err := os.ReadFile(p.log)
	if err != nil {
		return err.Error()
	}
	return strings.TrimSpace(string(text[max(0, len(text)-2000):]))
}

// Stop asks the process to end, and after a while kills it with all its descendants. It waits for
// the end.
func (p *Process) Stop() error {
	_ = p.cmd.Process.Signal(p.quit) // it may have ended by itself
	select {
	case <-p.ended:
		return nil
	case <-time.After(15 * time.Second):
	}
	p.Kill()
	return fmt.Errorf("%s did not end by itself: %s", p.cmd.Path, p.Tail())
}

// Kill ends the process and all its descendants with SIGKILL, and waits for the end.
func (p *Process) Kill() {
	p.Signal(syscall.SIGKILL)
	<-p.ended
}

// Signal sends SIGKILL, SIGSTOP or SIGCONT to the process and all its descendants. It is halted
// first, so that it neither has further children nor mends what becomes of those it has.
func (p *Process) Signal(s syscall.Signal) {
	if p.Ended() {
		return // its number may be another's by now
	}
	_ = syscall.Kill(p.PID(), syscall.SIGSTOP)
	for _, pid := range Family(p.PID()) {
		_ = syscall.Kill(pid, s)
	}
}

// Code is the exit code of a process that has ended, -1 when a signal ended it.
func (p *Process) Code() int {
	<-p.ended
	return p.cmd.ProcessState.ExitCode()
}

// Ended reports whether the process has ended.
func (p *Process) Ended() bool {
	select {
	case <-p.ended:
		return true
	default:
		return false
	}
}

// FreeAddress is an address on the loopback interface that nobody uses, below the ports that the
// system gives to outgoing connections. It is one of many at random, so that nobody else who looks
// for one is given it while its server is down for a moment.
func FreeAddress() (string, error) {
	var err error
	for range 100 {
		at := fmt.Sprintf("127.0.0.1:%d", 20000+rand.IntN(32768-20000))
		var l net.Listener
		if l, err = net.Listen("tcp", at); err == nil {
			return at, l.Close()
		}
	}
	return "", fmt.Errorf("find a free port: %w", err)
}

// TempFolder is a new folder whose name leaves room for that of a socket, 107 bytes in all.
// Other users may pass through it: PostgreSQL has a folder of its own in it.
func TempFolder(prefix string) (string, error) {
	folder, err := os.MkdirTemp(pg.Temp(), prefix)
	if err == nil {
		err = os.Chmod(folder, 0o711)
	}
	return folder, err
}

// Environment is that of this process without the service's settings, and with more variables.
func Environment(more ...string) []string {
	kept := slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "RESOURCEFUL_") })
	return append(kept, more...)
}
