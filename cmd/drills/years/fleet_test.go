// Processes of two versions behind a load balancer, and clients that know what they have written.

package years

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"example.com/resourceful/cmd/drills/internal/balance"
	"example.com/resourceful/cmd/drills/internal/process"
	"example.com/resourceful/framework/app"
)

// program is the variable that makes the test program the service: a deployment, "old" or "new", the folder of migrations.
const program = "YEARS_SERVE"

// TestMain runs the service instead of the tests if the environment says so.
func TestMain(m *testing.M) {
	words := strings.SplitN(os.Getenv(program), "\n", 3)
	if len(words) < 3 {
		register()
		os.Exit(m.Run())
	}
	for _, d := range deployments {
		if d.name == words[0] {
			app.Program{Name: "years", Migrations: os.DirFS(words[2])}.Main(d.version(words[1]).set())
		}
	}
	fmt.Fprintln(os.Stderr, "there is no deployment", words[0])
	os.Exit(2)
}

// version returns the version with a name, "old" or "new".
func (d deployment) version(name string) served {
	if name == "old" {
		return d.old
	}
	return d.new
}

// body returns what a client of the version sends to write n.
func (v served) body(n int64) []byte {
	members := map[string]any{v.title: fmt.Sprintf("title %d", n)}
	if code := v.coded(n); v.code != "" {
		switch {
		case code == 0:
			members[v.code] = nil
		case v.isNumber:
			members[v.code] = json.Number(fmt.Sprintf(v.form, n))
		default:
			members[v.code] = fmt.Sprintf(v.form, n)
		}
	}
	text, _ := json.Marshal(members)
	return text
}

// coded returns n, or 0 if the code of n is null.
func (v served) coded(n int64) int64 {
	if v.nulls && n%5 == 0 {
		return 0
	}
	return n
}

// row is what a client has written last into a row: the number of its title, and of its code, which is 0 for none.
type row struct{ title, code int64 }

// write returns a row after a client of the version has written n.
func (r row) write(v served, n int64) row {
	r.title = n
	if v.code != "" {
		r.code = v.coded(n)
	}
	return r
}

// check requires a record of the version to show a row.
func (v served) check(record map[string]any, r row) error {
	if got, want := record[v.title], fmt.Sprintf("title %d", r.title); got != want {
		return fmt.Errorf("%s: got %v, want %s, in %v", v.title, got, want, record)
	}
	if v.code == "" {
		return nil
	}
	got, has := record[v.code]
	want := fmt.Sprintf(v.form, r.code)
	if r.code == 0 && got == nil {
		want = "<nil>"
	} else if r.code == 0 { // of a version that requires one
		want = ""
	}
	if _, isNumber := got.(json.Number); !has || fmt.Sprint(got) != want || got != nil && isNumber != v.isNumber {
		return fmt.Errorf("%s: got %v, want %s, in %v", v.code, got, want, record)
	}
	return nil
}

// member is a process of a fleet.
type member struct {
	*process.Process
	back    *balance.Back
	version string
	log     string
}

// fleet is the processes of a deployment.
type fleet struct {
	t        *testing.T
	d        deployment
	address  string
	balancer *balance.Balancer
	members  []*member
	logs     []string

	versions sync.Map // by the addresses of processes
	next     atomic.Int64
	requests atomic.Int64
	mu       sync.Mutex
	rows     map[int64]row
	failures []string
}

// newFleet starts a balancer without processes.
func newFleet(t *testing.T, d deployment, address string) *fleet {
	t.Helper()
	b, err := balance.Start(t.Context(), 20*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	f := &fleet{t: t, d: d, address: address, balancer: b, rows: map[int64]row{}}
	b.Rewrite = func(to *balance.Back, r *http.Request) { // clients send what the version understands
		if n, err := strconv.ParseInt(r.Header.Get("Number"), 10, 64); err == nil {
			body := f.version(to.URL.String()).body(n)
			r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
			r.Header.Set("Content-Type", "application/json")
		}
	}
	return f
}

// version returns the version of a process.
func (f *fleet) version(address string) served {
	name, _ := f.versions.Load(address)
	text, _ := name.(string)
	return f.d.version(text)
}

// run returns a command of a version, with the migrations of a folder.
func (f *fleet) run(version, folder string, args ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], append(args, "--database", f.address)...)
	cmd.Env, cmd.Dir = process.Environment(program+"="+strings.Join([]string{f.d.name, version, folder}, "\n")), f.t.TempDir()
	return cmd
}

// command runs a command of a version to its end.
func (f *fleet) command(version, folder string, args ...string) {
	f.t.Helper()
	begun := time.Now()
	out, err := f.run(version, folder, args...).CombinedOutput()
	if err != nil {
		f.t.Errorf("%s of the %s version: %v: %s", strings.Join(args, " "), version, err, out)
	}
	f.t.Logf("%s of the %s version: %v", strings.Join(args, " "), version, time.Since(begun).Round(time.Millisecond))
}

// replace starts a process of a version, waits until it is ready, and then stops one of the former version, "" for none.
func (f *fleet) replace(former, version, folder string) {
	f.t.Helper()
	listen, err := process.FreeAddress()
	if err != nil {
		f.t.Fatal(err)
	}
	m := &member{version: version, log: filepath.Join(f.t.TempDir(), "log")}
	f.logs = append(f.logs, m.log)
	url := "http://" + listen
	f.versions.Store(url, version)
	cmd := f.run(version, folder, "serve", "--listen", listen, "--health", "--drain-delay", "200ms", "--log-level", "warn")
	if m.Process, err = process.Start(cmd, syscall.SIGTERM, m.log); err != nil {
		f.t.Fatal(err)
	}
	f.t.Cleanup(func() { _ = m.Stop() })
	err = m.Await(f.t.Context(), time.Minute, func() bool {
		answer, err := http.Get(url + "/readyz")
		if err == nil {
			answer.Body.Close()
		}
		return err == nil && answer.StatusCode == http.StatusOK
	})
	if err != nil {
		f.t.Fatalf("the %s version does not start: %v", version, err)
	}
	if m.back, err = f.balancer.Add(url); err != nil {
		f.t.Fatal(err)
	}
	if err := m.back.Await(f.t.Context()); err != nil {
		f.t.Fatal(err)
	}
	f.members = append(f.members, m)
	if at := slices.IndexFunc(f.members, func(m *member) bool { return m.version == former }); at >= 0 {
		f.stop(f.members[at])
		f.members = slices.Delete(f.members, at, at+1)
	}
}

// stop ends a process by SIGTERM; it goes on with requests until the balancer has noticed.
func (f *fleet) stop(m *member) {
	f.t.Helper()
	if err := m.Stop(); err != nil || m.Code() != 0 {
		f.t.Errorf("a process of the %s version ends with %d, error %v: %s", m.version, m.Code(), err, m.Tail())
	}
	f.balancer.Remove(m.back)
	if m.back.Served.Load() == 0 {
		f.t.Errorf("a process of the %s version has served no request", m.version)
	}
}

// send sends a request that writes n, or reads if n is 0, and returns the version that has served it and the records.
func (f *fleet) send(method, path string, n int64, status int) (v served, records []map[string]any, err error) {
	r, err := http.NewRequestWithContext(f.t.Context(), method, f.balancer.URL+path, nil)
	if err != nil {
		return v, nil, err
	}
	if n > 0 {
		r.Header.Set("Number", strconv.FormatInt(n, 10))
	}
	f.requests.Add(1)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return v, nil, err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	v = f.version(answer.Header.Get(balance.ServedBy))
	if err != nil || answer.StatusCode != status {
		return v, nil, fmt.Errorf("status %d, error %v: %s", answer.StatusCode, err, body)
	}
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	var page struct {
		Results []map[string]any `json:"results"`
	}
	if strings.Contains(path, "?") {
		err = decoder.Decode(&page)
		return v, page.Results, err
	}
	record := map[string]any{}
	err = decoder.Decode(&record)
	return v, []map[string]any{record}, err
}

// idOf returns the key of a record.
func idOf(record map[string]any) int64 {
	number, _ := record["id"].(json.Number)
	id, _ := number.Int64()
	return id
}

// fail notes that a request has failed.
func (f *fleet) fail(method, path string, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.failures = append(f.failures, fmt.Sprintf("%s %s: %v", method, path, err))
}

// load lets clients write and read until the returned function is called. Each writes rows that no other does, and knows their values.
func (f *fleet) load(rows int64) (end func()) {
	const clients = 4
	f.next.Store(rows)
	for id := range rows {
		f.rows[id+1] = row{id + 1, id + 1}
		if f.d.old.code == "" {
			f.rows[id+1] = row{title: id + 1}
		}
	}
	stop := make(chan struct{})
	var all sync.WaitGroup
	for client := range int64(clients) {
		all.Go(func() {
			for i := int64(0); ; i++ {
				select {
				case <-stop:
					return
				default:
				}
				id := f.create()
				f.change(1 + (client+clients*i*37)%(rows-rows%clients))
				f.read(id)
				f.list()
			}
		})
	}
	end = sync.OnceFunc(func() {
		close(stop)
		all.Wait()
	})
	f.t.Cleanup(end)
	return end
}

// create creates a row, and returns its key.
func (f *fleet) create() int64 {
	n := f.next.Add(1)
	v, records, err := f.send(http.MethodPost, "/books/", n, http.StatusCreated)
	if err != nil {
		f.fail(http.MethodPost, "/books/", err)
		return 1
	}
	id := idOf(records[0])
	f.wrote(http.MethodPost, id, v, n, records[0])
	return id
}

// change changes a row.
func (f *fleet) change(id int64) {
	n, path := f.next.Add(1), fmt.Sprintf("/books/%d/", id)
	v, records, err := f.send(http.MethodPatch, path, n, http.StatusOK)
	if err != nil {
		f.fail(http.MethodPatch, path, err)
		return
	}
	f.wrote(http.MethodPatch, id, v, n, records[0])
	f.read(id)
}

// wrote remembers what a version has written into a row, which its answer has to show.
func (f *fleet) wrote(method string, id int64, v served, n int64, record map[string]any) {
	f.mu.Lock()
	now := f.rows[id].write(v, n)
	f.rows[id] = now
	f.mu.Unlock()
	if err := v.check(record, now); err != nil {
		f.fail(method, fmt.Sprintf("/books/%d/", id), err)
	}
}

// read reads a row that no other client writes, whichever version has written it.
func (f *fleet) read(id int64) {
	f.mu.Lock()
	want := f.rows[id]
	f.mu.Unlock()
	path := fmt.Sprintf("/books/%d/", id)
	v, records, err := f.send(http.MethodGet, path, 0, http.StatusOK)
	if err == nil {
		err = v.check(records[0], want)
	}
	if err != nil {
		f.fail(http.MethodGet, path, err)
	}
}

// list reads a page of rows, which others may write meanwhile.
func (f *fleet) list() {
	v, records, err := f.send(http.MethodGet, "/books/?limit=20", 0, http.StatusOK)
	if err == nil && (len(records) != 20 || records[0][v.title] == nil) {
		err = fmt.Errorf("got %v", records)
	}
	if err != nil {
		f.fail(http.MethodGet, "/books/", err)
	}
}

// await waits until some more requests were answered.
func (f *fleet) await(more int64) {
	for end := f.requests.Load() + more; f.requests.Load() < end; {
		time.Sleep(time.Millisecond)
	}
}

// judge requires no request to have failed, and all rows to have the values that were written last.
func (f *fleet) judge() {
	f.t.Helper()
	const page = 10_000
	found := 0
	for {
		v, records, err := f.send(http.MethodGet, fmt.Sprintf("/books/?limit=%d&offset=%d", page, found), 0, http.StatusOK)
		if err != nil {
			f.t.Fatal(err)
		}
		for _, record := range records {
			want, is := f.rows[idOf(record)]
			if err := v.check(record, want); err != nil || !is {
				f.t.Errorf("row %d: %v, was written: %t", idOf(record), err, is)
				return
			}
		}
		if found += len(records); len(records) < page {
			break
		}
	}
	if found != len(f.rows) {
		f.t.Errorf("got %d rows, want %d", found, len(f.rows))
	}
	for _, m := range f.members {
		f.stop(m)
	}
	for _, log := range f.logs {
		for line := range strings.Lines(string(read(f.t, log))) {
			if strings.Contains(line, "level=ERROR") || strings.HasPrefix(line, "panic:") {
				f.t.Errorf("the log of a process: %s", line)
			}
		}
	}
	f.t.Logf("%d requests, %d failed; %d rows", f.requests.Load(), len(f.failures), found)
	if len(f.failures) > 0 || f.balancer.Refused.Load() > 0 || f.balancer.Twice.Load() > 0 {
		f.t.Errorf("%d requests failed, %d were not answered, %d were sent twice, the first:\n%s", len(f.failures), f.balancer.Refused.Load(), f.balancer.Twice.Load(),
			strings.Join(f.failures[:min(5, len(f.failures))], "\n"))
	}
}
