package process

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// starter is the environment variable that makes this test binary start a server and wait.
const starter = "PROCESS_TEST_STARTER"

func TestMain(m *testing.M) {
	if log := os.Getenv(starter); log != "" {
		server, err := Start(exec.Command("sleep", "600"), syscall.SIGTERM, log)
		if err != nil {
			panic(err)
		}
		fmt.Println(server.PID())
		time.Sleep(10 * time.Minute)
	}
	os.Exit(m.Run())
}

// A server ends with whoever started it, also when that one is killed and can stop nothing.
func TestEndsWithItsStarter(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	parent := exec.Command(self)
	parent.Env = append(os.Environ(), starter+"="+t.TempDir()+"/log")
	out, err := parent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	pid, notNumber := strconv.Atoi(strings.TrimSpace(line))
	for range 3000 { // its arguments are there a moment after it has begun
		if notNumber != nil || runs(pid) {
			break
		}
		time.Sleep(time.Millisecond)
	}
	if err != nil || notNumber != nil || !runs(pid) {
		t.Fatalf("got %q, error %v, want the number of a process that runs", line, err)
	}
	_ = parent.Process.Kill()
	_ = parent.Wait()
	for range 3000 {
		if !runs(pid) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	_ = syscall.Kill(pid, syscall.SIGKILL)
	t.Error("the server outlives the one who started it")
}

// runs reports whether a process has not ended: one that has may stay in the table for a while, with
// no command line any more.
func runs(pid int) bool {
	command, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	return err == nil && len(command) > 0
}

// A process that ends by itself is not waited for, and its output is told.
func TestAwait(t *testing.T) {
	p, err := Start(exec.Command("sh", "-c", "echo no database; exit 3"), syscall.SIGTERM, t.TempDir()+"/log")
	if err != nil {
		t.Fatal(err)
	}
	err = p.Await(t.Context(), time.Minute, func() bool { return false })
	if err == nil || !strings.Contains(err.Error(), "has ended: no database") {
		t.Errorf("got %v, want the end and the output", err)
	}
	if got := p.Code(); got != 3 {
		t.Errorf("got exit code %d, want 3", got)
	}
	if err := p.Stop(); err != nil {
		t.Errorf("stop a process that has ended: got %v", err)
	}
}
