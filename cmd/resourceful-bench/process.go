package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"time"
)

// process is a server that was started here.
type process struct {
	cmd   *exec.Cmd
	quit  os.Signal // asks it to end
	log   string    // file with its output
	ended chan struct{}
}

// ownGroup keeps a process from the interrupts of the keyboard: it is stopped in its turn.
func ownGroup() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// start starts a server, with its output in a file.
func start(cmd *exec.Cmd, quit os.Signal, log string) (*process, error) {
	out, err := os.Create(log)
	if err != nil {
		return nil, err
	}
	defer out.Close()
	cmd.Stdout, cmd.Stderr = out, out
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = ownGroup()
	}
	p := &process{cmd: cmd, quit: quit, log: log, ended: make(chan struct{})}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	go func() {
		_ = cmd.Wait()
		close(p.ended)
	}()
	return p, nil
}

func (p *process) pid() int { return p.cmd.Process.Pid }

// await asks again and again whether the process is ready, until it is, has ended, or time is up.
func (p *process) await(ctx context.Context, limit time.Duration, ready func() bool) error {
	deadline := time.After(limit)
	for !ready() {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-p.ended:
			return fmt.Errorf("%s has ended: %s", p.cmd.Path, p.tail())
		case <-deadline:
			return fmt.Errorf("%s was not ready after %v: %s", p.cmd.Path, limit, p.tail())
		case <-time.After(time.Millisecond):
		}
	}
	return nil
}

// tail is the end of its output.
func (p *process) tail() string {
	text, err := os.ReadFile(p.log)
	if err != nil {
		return err.Error()
	}
	return strings.TrimSpace(string(text[max(0, len(text)-2000):]))
}

// stop asks the process to end, and after a while kills it with all its descendants. It waits for
// the end.
func (p *process) stop() error {
	_ = p.cmd.Process.Signal(p.quit) // it may have ended by itself
	select {
	case <-p.ended:
		return nil
	case <-time.After(15 * time.Second):
	}
	for _, pid := range slices.Backward(family(p.pid())) {
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
	<-p.ended
	return fmt.Errorf("%s did not end by itself: %s", p.cmd.Path, p.tail())
}

// freeAddress is an address on the loopback interface that nobody uses, below the ports that the
// system gives to outgoing connections.
func freeAddress() (string, error) {
	var err error
	for port := 20000 + os.Getpid()%10000; port < 32768; port++ {
		at := fmt.Sprintf("127.0.0.1:%d", port)
		var l net.Listener
		if l, err = net.Listen("tcp", at); err == nil {
			return at, l.Close()
		}
	}
	return "", fmt.Errorf("find a free port: %w", err)
}

// tempFolder is a new folder whose name leaves room for that of a socket, 107 bytes in all.
// Other users may pass through it: PostgreSQL has a folder of its own in it.
func tempFolder() (string, error) {
	parent := os.TempDir()
	if len(parent) > 60 {
		parent = "/tmp"
	}
	folder, err := os.MkdirTemp(parent, "bench")
	if err == nil {
		err = os.Chmod(folder, 0o711)
	}
	return folder, err
}

// environment is that of this process without the service's settings, and with more variables.
func environment(more ...string) []string {
	kept := slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "RESOURCEFUL_") })
	return append(kept, more...)
}
