package docs_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// shell is the terminal of a reader. Services that he starts run until they are started again, or the test
// ends; they listen on ports of their own, whatever the pages say.
type shell struct {
	t        *testing.T
	in       io.WriteCloser
	out      *bufio.Reader
	ports    map[string]string // in the place of those of the pages
	services map[string]int    // groups of processes, by address
	done     int               // commands
}

func newShell(t *testing.T, dir string) *shell {
	t.Helper()
	s := &shell{t: t, ports: map[string]string{}, services: map[string]int{}}
	command := exec.Command("bash")
	command.Dir = dir
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.Env = append(os.Environ(), "RESOURCEFUL_TEST_REQUIRE=", "RAPID_CHECKS=3", "RESOURCEFUL_LISTEN="+s.local("127.0.0.1:8000"), "GOFLAGS=-mod=mod -trimpath")
	var err error
	if s.in, err = command.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	command.Stderr = command.Stdout
	s.out = bufio.NewReader(out)
	if err := command.Start(); err != nil {
		t.Skip(err)
	}
	s.do(`curl() { command curl -sS "$@"; }`) // a terminal shows no progress
	t.Cleanup(func() {
		for address := range s.services {
			s.stop(address)
		}
		s.in.Close()
		_ = syscall.Kill(-command.Process.Pid, syscall.SIGKILL)
		_ = command.Wait()
	})
	return s
}

var address = regexp.MustCompile(`127\.0\.0\.1:\d+`)

// local is a text with ports that are free.
func (s *shell) local(text string) string {
	return address.ReplaceAllStringFunc(text, func(address string) string {
		if s.ports[address] == "" {
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				s.t.Fatal(err)
			}
			s.ports[address] = l.Addr().String()
			l.Close()
		}
		return s.ports[address]
	})
}

// do runs one command, and returns what it writes.
func (s *shell) do(command string) (out string, status int) {
	s.t.Helper()
	s.done++
	mark := fmt.Sprintf("--done-%d--", s.done)
	fmt.Fprintf(s.in, "{ %s\n} </dev/null\necho \"%s$?\"\n", s.local(command), mark)
	var b strings.Builder
	for {
		line, err := s.out.ReadString('\n')
		before, code, end := strings.Cut(line, mark)
		b.WriteString(before)
		if end {
			status, _ = strconv.Atoi(strings.TrimSpace(code))
			return b.String(), status
		}
		b.WriteString(line[len(before):])
		if err != nil {
			s.t.Fatalf("%s: %v\n%s", command, err, b.String())
		}
	}
}

var serving = regexp.MustCompile(`(^| )(\S+ serve|serve)( |$)`)

// run runs one command of a page, which must succeed. One that serves goes on in the background.
func (s *shell) run(where, command string) string {
	s.t.Helper()
	if !serving.MatchString(strings.SplitN(command, "|", 2)[0]) {
		begun := time.Now()
		out, status := s.do(command)
		if took := time.Since(begun); took > 10*time.Second {
			s.t.Logf("%s: %s took %v", where, command, took.Round(time.Second))
		}
		if status != 0 {
			s.t.Errorf("%s: %s\nended with %d:\n%s", where, command, status, out)
		}
		return out
	}
	at := "127.0.0.1:8000"
	if _, listen, ok := strings.Cut(command, "--listen "); ok {
		at = strings.Fields(listen)[0]
	}
	s.stop(at)
	log := s.t.TempDir() + "/log"
	out, _ := s.do(fmt.Sprintf("setsid %s >%s 2>&1 & echo $!; disown", command, log))
	pid, err := strconv.Atoi(strings.TrimSpace(out))
	if err != nil {
		s.t.Fatalf("%s: %s: %v", where, command, err)
	}
	s.services[at] = pid
	for end := time.Now().Add(3 * time.Minute); ; time.Sleep(100 * time.Millisecond) {
		if c, err := net.Dial("tcp", s.local(at)); err == nil {
			c.Close()
			return ""
		}
		if text, _ := os.ReadFile(log); time.Now().After(end) || syscall.Kill(pid, 0) != nil {
			s.t.Fatalf("%s: %s does not serve:\n%s", where, command, text)
		}
	}
}

// stop ends the service at an address, as Ctrl-C does.
func (s *shell) stop(at string) {
	pid, runs := s.services[at]
	if !runs {
		return
	}
	delete(s.services, at)
	_ = syscall.Kill(-pid, syscall.SIGINT)
	for range 100 {
		if c, err := net.Dial("tcp", s.local(at)); err != nil {
			break
		} else {
			c.Close()
		}
		time.Sleep(100 * time.Millisecond)
	}
	_ = syscall.Kill(-pid, syscall.SIGKILL)
}

// command is one command of a block, and what it says that the page shows; "" where it shows nothing.
type command struct{ text, output string }

// commands are those of a block of a shell, each of which may have several lines.
func commands(b block) (list []command) {
	if b.lang == "console" {
		for line := range strings.Lines(b.text) {
			if text, is := strings.CutPrefix(line, "$ "); is {
				list = append(list, command{text: strings.TrimSpace(text)})
			} else if len(list) > 0 {
				list[len(list)-1].output += line
			}
		}
		return list
	}
	text := ""
	for line := range strings.Lines(b.text) {
		shown, comment := strings.CutPrefix(line, "# ")
		switch {
		case text == "" && comment && len(list) > 0 && (shown[0] == '{' || shown[0] == '['):
			list[len(list)-1].output += shown
			continue
		case text == "" && (strings.HasPrefix(line, "#") || strings.TrimSpace(line) == ""):
			continue
		}
		if text += line; complete(text) {
			list, text = append(list, command{text: strings.TrimSpace(text)}), ""
		}
	}
	return list
}

// complete reports whether a text is a whole command.
func complete(text string) bool {
	return !strings.HasSuffix(text, "\\\n") && exec.Command("bash", "-n", "-c", text).Run() == nil
}
