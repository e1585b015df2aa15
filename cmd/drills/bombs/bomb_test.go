package bombs

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"example.com/resourceful/cmd/drills/internal/process"
	"example.com/resourceful/framework/resttest/require"
)

// bomb is a body that is small where it lies and large where it is read, or that never ends.
type bomb struct {
	name, contentType, coding string
	body                      func() io.Reader // sent in chunks
	want                      map[int]bool     // statuses
}

const (
	jsonType  = "application/json"
	yamlType  = "application/yaml"
	formType  = "application/x-www-form-urlencoded"
	multipart = "multipart/form-data; boundary=b"
)

const (
	bombsAtOnce = 4  // more than there is room for would be told to come back
	crowdAtOnce = 60 // of bodies and answers that are allowed, one by one
	// bombLimit is what the program may ever take, in KiB: four times max-bodies and max-answers, since
	// the collector lets garbage be as much as what is used. Without these a crowd takes twice as much.
	bombLimit = 2 << 20
)

// part is the beginning of a multipart body: a field and its text.
func part(name, text string) string {
	return "--b\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + text + "\r\n"
}

// endless is text without an end, as far as anybody waits: a gigabyte.
func endless(begin string) func() io.Reader {
	return func() io.Reader {
		return io.LimitReader(io.MultiReader(strings.NewReader(begin), forever{}), 1<<30)
	}
}

type forever struct{}

func (forever) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

func text(s string) func() io.Reader { return func() io.Reader { return strings.NewReader(s) } }

func bombs(t *testing.T) []bomb {
	t.Helper()
	var member bytes.Buffer
	w := gzip.NewWriter(&member)
	if _, err := w.Write(bytes.Repeat([]byte(" "), 1<<20)); err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	zipped := bytes.Repeat(member.Bytes(), 1<<10) // members follow each other
	t.Logf("a gigabyte, compressed, is %d bytes", len(zipped))
	laughs := "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n"
	for i := range 20 {
		laughs += fmt.Sprintf("a%d: &a%d [%s*a%d]\n", i+1, i+1, strings.Repeat(fmt.Sprintf("*a%d,", i), 9), i)
	}
	fill := func(piece string) string { return strings.Repeat(piece, (10<<20-100)/len(piece)) }
	only := func(status int) map[int]bool { return map[int]bool{status: true} }
	return []bomb{
		{"YAML of aliases", yamlType, "", text(laughs), only(400)},
		{"YAML of values", yamlType, "", text(fill("- a\n")), only(400)},
		{"YAML of tags", yamlType, "", text("%TAG !a! " + strings.Repeat("b", 1<<20) + "\n---\n" + strings.Repeat("- !a!x b\n", 100_000)), only(400)},
		{"YAML 100,000 deep", yamlType, "", text(strings.Repeat("[", 100_000)), only(400)},
		{"JSON 100,000 deep", jsonType, "", text(strings.Repeat("[", 100_000)), only(400)},
		{"JSON of lists", jsonType, "", text("[" + fill("[],") + "0]"), only(400)},
		{"JSON of objects", jsonType, "", text("[" + fill(`{},`) + "0]"), only(400)},
		{"JSON of keys", jsonType, "", text("{" + fill(`"":0,`) + `"x":0}`), only(400)},
		{"form of fields", formType, "", text(fill("a&")), only(400)},
		{"form of escapes", formType, "", text("x=" + fill("%41")), only(400)},
		{"parts", multipart, "", text(fill("--b\r\n\r\n\r\n") + "--b--"), only(400)},
		{"a gigabyte of JSON", jsonType, "", endless(`{"code":"`), only(413)},
		{"a gigabyte of a form", formType, "", endless("code="), only(413)},
		{"a gigabyte of YAML", yamlType, "", endless("code: "), only(413)},
		{"a gigabyte of a part", multipart, "", endless(part("code", "")), only(413)},
		{"a gigabyte, compressed", jsonType, "gzip", func() io.Reader { return bytes.NewReader(zipped) }, only(415)},
		{"a gigabyte, compressed, of a form", formType, "gzip", func() io.Reader { return bytes.NewReader(zipped) }, only(415)},
	}
}

// Each bomb, sent by several clients at once, is refused with a 4xx, and the program never takes
// more memory than is said here.
func TestBombs(t *testing.T) {
	require.Part(t, "limits")
	dir := t.TempDir()
	program, err := process.Build(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	address, err := process.FreeAddress()
	if err != nil {
		t.Fatal(err)
	}
	database := filepath.Join(dir, "bombs.sqlite")
	add := exec.Command(program, "user", "add", "admin", "--database", database)
	add.Stdin = strings.NewReader("admin-password")
	add.Env = process.Environment()
	if out, err := add.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	// Sixty clients in one process may be slow for a while: that is not what this is about.
	serve := exec.Command(program, "serve", "--listen", address, "--database", database, "--header-timeout", "1m", "--chunk-timeout", "1m")
	serve.Env = process.Environment()
	p, err := process.Start(serve, syscall.SIGTERM, filepath.Join(dir, "log"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Kill)
	ready := func() bool {
		conn, err := net.Dial("tcp", address)
		if err == nil {
			conn.Close()
		}
		return err == nil
	}
	if err := p.Await(t.Context(), 30*time.Second, ready); err != nil {
		t.Fatal(err)
	}
	t.Logf("before: %d MiB", peak(t, p.PID())>>10)
	for _, b := range bombs(t) {
		begun := time.Now()
		var wg sync.WaitGroup
		for i := range bombsAtOnce {
			wg.Go(func() { // each from an address of its own, since one has no more than half of the room
				if got, sent := throw(t, byte(i+2), address, b); !b.want[got] {
					t.Errorf("%s: got %d after %d bytes, want %v", b.name, got, sent, b.want)
				}
			})
		}
		wg.Wait()
		t.Logf("%-36s %d at once: refused after %8v, at most %d MiB", b.name, bombsAtOnce, time.Since(begun).Round(time.Millisecond), peak(t, p.PID())>>10)
	}
	lines := strings.Repeat("x = 1\\n", 3<<20/7)
	record := crowd{"a long record is made", "POST", "/snippets/", bombBasic + "Content-Type: " + jsonType + "\r\n", `{"language":"text","code":"` + lines + `"}`, nil}
	if got := record.send(t, address, record.request()); got != 201 {
		t.Fatalf("%s: got %d", record.name, got)
	}
	for _, c := range crowds() {
		begun, request := time.Now(), c.request()
		statuses := map[int]int{}
		var mu sync.Mutex
		var wg sync.WaitGroup
		for range crowdAtOnce {
			wg.Go(func() {
				got := c.send(t, address, request)
				mu.Lock()
				defer mu.Unlock()
				statuses[got]++
			})
		}
		wg.Wait()
		for status := range statuses {
			if !c.want[status] {
				t.Errorf("%s: got %v, want nothing but %v", c.name, statuses, c.want)
			}
		}
		t.Logf("%-36s %d at once: %v after %8v, at most %d MiB", c.name, crowdAtOnce, statuses, time.Since(begun).Round(time.Millisecond), peak(t, p.PID())>>10)
	}
	if got := peak(t, p.PID()); got > bombLimit {
		t.Errorf("the program took %d KiB, want at most %d", got, bombLimit)
	}
	if tail := p.Tail(); strings.Contains(tail, "level=ERROR") {
		t.Errorf("the log has errors: %s", tail)
	}
}

// crowd is a request that is allowed, and takes too much memory for many at once.
type crowd struct {
	name, method, path, headers, body string
	want                              map[int]bool // statuses
}

func crowds() []crowd {
	const form = "Content-Type: " + formType + "\r\n"
	refused, found := map[int]bool{400: true, 503: true}, map[int]bool{200: true, 503: true}
	unasked := map[int]bool{403: true, 503: true}
	return []crowd{
		{"JSON of objects", "PUT", "/snippets/1/", bombBasic + "Content-Type: " + jsonType + "\r\n", "[" + strings.Repeat(`{"a":0},`, 90_000) + "0]", refused},
		{"YAML of values", "PUT", "/snippets/1/", bombBasic + "Content-Type: " + yamlType + "\r\n", "[" + strings.Repeat("a,", 290_000) + "]", refused},
		{"JSON in a form, of a stranger", "POST", "/snippets/", form, "_content_type=application/json&_content=[" + strings.Repeat(`{"a":0},`, 90_000) + "0]", unasked},
		{"YAML in a form, of a stranger", "POST", "/snippets/", form, "_content_type=application/yaml&_content=[" + strings.Repeat("a,", 290_000) + "]", unasked},
		{"a long form of a stranger, as a page", "POST", "/snippets/", form + "Accept: text/html\r\n", "code=" + strings.Repeat("%3C", 3<<20), unasked},
		{"a long record as YAML", "GET", "/snippets/1/", "Accept: application/yaml\r\n", "", found},
		{"a long record as a page", "GET", "/snippets/1/", "Accept: text/html\r\n", "", found},
	}
}

// request is the request as it is sent.
func (c crowd) request() []byte {
	return fmt.Appendf(nil, "%s %s HTTP/1.1\r\nHost: h\r\n%sContent-Length: %d\r\n\r\n%s", c.method, c.path, c.headers, len(c.body), c.body)
}

// send sends the request, and reads all of the answer.
func (c crowd) send(t *testing.T, address string, request []byte) (status int) {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Error(err)
		return 0
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(2 * time.Minute))
	_, _ = conn.Write(request) // one that fails has been refused, and the refusal is read
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Errorf("%s: %v", c.name, err)
		return 0
	}
	defer response.Body.Close()
	if _, err := io.Copy(io.Discard, response.Body); err != nil {
		t.Errorf("%s: %v", c.name, err)
	}
	return response.StatusCode
}

// bombBasic are the credentials of the account that bombs come from.
const bombBasic = "Authorization: Basic YWRtaW46YWRtaW4tcGFzc3dvcmQ=\r\n"

// throw sends a bomb in chunks, from the loopback address with this last number, until it is refused. It returns the status, 0 for none, and how
// much was sent.
func throw(t *testing.T, last byte, address string, b bomb) (status, sent int) {
	t.Helper()
	from := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, last)}}
	conn, err := from.Dial("tcp", address)
	if err != nil {
		t.Error(err)
		return 0, 0
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(2 * time.Minute))
	answered := make(chan int, 1)
	go func() {
		response, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			answered <- 0
			return
		}
		answered <- response.StatusCode
	}()
	header := "POST /snippets/ HTTP/1.1\r\nHost: h\r\n" + bombBasic + "Transfer-Encoding: chunked\r\nContent-Type: " + b.contentType + "\r\n"
	if b.coding != "" {
		header += "Content-Encoding: " + b.coding + "\r\n"
	}
	fmt.Fprint(conn, header+"\r\n")
	body, piece := b.body(), make([]byte, 64<<10)
	for {
		select {
		case status = <-answered:
			return status, sent
		default:
		}
		n, err := io.ReadFull(body, piece)
		if n > 0 {
			if _, failed := fmt.Fprintf(conn, "%x\r\n%s\r\n", n, piece[:n]); failed != nil {
				return <-answered, sent
			}
		}
		if sent += n; err != nil {
			fmt.Fprint(conn, "0\r\n\r\n")
			return <-answered, sent
		}
	}
}

var highWater = regexp.MustCompile(`VmHWM:\s+(\d+) kB`)

// peak is the most memory that a process has had, in KiB.
func peak(t *testing.T, pid int) int {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Skip("no /proc here")
	}
	found := highWater.FindSubmatch(status)
	if found == nil {
		t.Fatalf("no VmHWM: %s", status)
	}
	kib, err := strconv.Atoi(string(found[1]))
	if err != nil {
		t.Fatal(err)
	}
	return kib
}
