package app

import (
	"bufio"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"time"
)

const (
	jsonType  = "application/json"
	yamlType  = "application/yaml"
	formType  = "application/x-www-form-urlencoded"
	multipart = "multipart/form-data; boundary=b"
)

// snippet is a try of a limit that creates a snippet.
func snippet(contentType, body string) func(*limited) string {
	return func(l *limited) string { return l.post("/snippets/", contentType, body) }
}

func get(path string) func(*limited) string {
	return func(l *limited) string { return l.send("GET", path, "", "") }
}

// part is a part of a multipart body.
func part(name, text string) string {
	return "--b\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + text + "\r\n"
}

func limitCases() map[string]limitCase {
	cases := map[string]limitCase{}
	for _, some := range []map[string]limitCase{sizeCases(), bodyCases(), crowdCases(), timeCases()} {
		for name, c := range some {
			if c.configuration == "" {
				c.configuration = "snippets"
			}
			cases[name] = c
		}
	}
	return cases
}

// sizeCases are about a request without its body.
func sizeCases() map[string]limitCase {
	// header makes the request line and headers so many bytes long.
	header := func(size int) func(*limited) string {
		return func(l *limited) string {
			conn := l.dial()
			frame := "GET / HTTP/1.1\r\nHost: h\r\nX: \r\n\r\n"
			fmt.Fprint(conn, strings.Replace(frame, "X: ", "X: "+strings.Repeat("x", size-len(frame)), 1))
			return answer(conn)
		}
	}
	pages := func(n string) func(*limited) string {
		return func(l *limited) string {
			for i := range 31 { // four pages; those that are there already are refused
				l.post("/groups/", jsonType, fmt.Sprintf(`{"name":"%d"}`, i))
			}
			return l.send("GET", "/groups/?page="+n, l.basic, "")
		}
	}
	file := func(rows int) func(*limited) string {
		return func(l *limited) string {
			for i := range rows {
				l.post("/sheets/", jsonType, fmt.Sprintf(`{"text":"%d"}`, i))
			}
			return l.send("GET", "/sheets.ndjson", "", "")
		}
	}
	return map[string]limitCase{
		"max-export":       {configuration: "filed", value: "2", at: file(2), past: file(1), wantAt: "200", wantPast: "400"},
		"max-header":       {value: "8192", at: header(8192), past: header(8193), wantAt: "200", wantPast: "431"},
		"max-query":        {value: "20", at: get("/?" + strings.Repeat("x", 20)), past: get("/?" + strings.Repeat("x", 21)), wantAt: "200", wantPast: "414"},
		"max-params":       {value: "3", at: get("/?a=1&b&c=2"), past: get("/?a=1&b&c=2&d"), wantAt: "200", wantPast: "400"},
		"max-param-values": {configuration: "filed", value: "2", at: get("/sheets/?id=1,2"), past: get("/sheets/?id=1,2,3"), wantAt: "200", wantPast: "400"},
		"max-param-text":   {configuration: "filed", value: "2", at: get("/sheets/?id=10"), past: get("/sheets/?id=100"), wantAt: "200", wantPast: "400"},
		"max-page":         {configuration: "directory", value: "3", at: pages("last"), past: pages("4"), wantAt: "200", wantPast: "404"},
	}
}

// bodyCases are about bodies.
func bodyCases() map[string]limitCase {
	login := func(size int) func(*limited) string {
		return func(l *limited) string {
			body := "username=nobody&password=x&x="
			return l.send("POST", "/api-auth/login/", "Content-Type: "+formType+"\r\n", body+strings.Repeat("x", size-len(body)))
		}
	}
	groups := func(n int) func(*limited) string {
		return func(l *limited) string {
			l.post("/groups/", jsonType, `{"name":"x"}`)
			list := strings.Repeat(`"/groups/1/",`, n)
			return l.post("/users/", jsonType, `{"username":"x","groups":[`+list[:len(list)-1]+`]}`)
		}
	}
	group := func(name string) func(*limited) string {
		return func(l *limited) string { return l.post("/groups/", jsonType, `{"name":"`+name+`"}`) }
	}
	// upload sends a body with a file, so many bytes long in all.
	upload := func(size int) func(*limited) string {
		return func(l *limited) string {
			begin := "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\n"
			end := "\r\n--b--\r\n"
			return l.post("/scans/", multipart, begin+strings.Repeat("x", size-len(begin+end))+end)
		}
	}
	// scan sends a file, so many bytes long.
	scan := func(size int) func(*limited) string {
		return func(l *limited) string {
			return l.post("/scans/", multipart, "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\n"+strings.Repeat("x", size)+"\r\n--b--\r\n")
		}
	}
	sheet := func(l *limited) string { return l.post("/sheets/", jsonType, `{"text":"x"}`) }
	return map[string]limitCase{
		"max-day-uploads": {configuration: "filed", value: "10", at: scan(10), past: scan(1), wantAt: "201", wantPast: "507 Retry-After"},
		"max-day-records": {configuration: "filed", value: "150", at: sheet, past: sheet, wantAt: "201", wantPast: "507 Retry-After"}, // the event of one takes more than half
		"max-upload":      {configuration: "filed", value: "1000", at: upload(1000), past: upload(1001), wantAt: "201", wantPast: "413"},
		"max-body":        {value: "13", at: snippet(jsonType, `{"code": "x"}`), past: snippet(jsonType, `{"code": "xy"}`), wantAt: "201", wantPast: "413"},
		"max-login":       {value: "100", at: login(100), past: login(101), wantAt: "200", wantPast: "413"},
		"max-bodies":      {value: "200", at: snippet(jsonType, long(64<<10+100)), past: snippet(jsonType, long(64<<10+101)), wantAt: "201", wantPast: "503 Retry-After"},
		"max-text":        {value: "5", at: snippet(formType, "code=12345"), past: snippet(formType, "code=123456"), wantAt: "201", wantPast: "400"},
		"max-depth":       {value: "2", at: snippet(jsonType, `{"code":"x","x":[]}`), past: snippet(jsonType, `{"code":"x","x":[[]]}`), wantAt: "201", wantPast: "400"},
		"max-values":      {value: "6", at: snippet(jsonType, `{"code":"x","x":[0]}`), past: snippet(jsonType, `{"code":"x","x":[0,0]}`), wantAt: "201", wantPast: "400"},
		"max-fields": {
			value: "2", at: snippet(formType, "code=x&title=y"), past: snippet(multipart, part("code", "x")+part("title", "y")+part("z", "")+"--b--\r\n"),
			wantAt: "201", wantPast: "400",
		},
		"max-aliases": {value: "2", at: snippet(yamlType, "code: &a x\nb: [*a, *a]\n"), past: snippet(yamlType, "code: &a x\nb: [*a, *a, *a]\n"), wantAt: "201", wantPast: "400"},
		"max-row":     {configuration: "directory", value: "3", at: group("abc"), past: group("abcd"), wantAt: "201", wantPast: "413"},
		"max-keys":    {configuration: "directory", value: "3", at: groups(3), past: groups(4), wantAt: "201", wantPast: "400"},
	}
}

// long is a body with a snippet, so many bytes long.
func long(size int) string {
	frame := `{"code":""}`
	return strings.Replace(frame, `""`, `"`+strings.Repeat("x", size-len(frame))+`"`, 1)
}

// crowdCases are about what may be done at once.
func crowdCases() map[string]limitCase {
	// working asks for the root while so many writes wait for the database.
	working := func(n int) func(*limited) string {
		return func(l *limited) string {
			l.post("/snippets/", jsonType, `{"code":"x"}`) // from now on the password is known
			defer l.lock()()
			for range n {
				conn := l.dial()
				fmt.Fprintf(conn, "POST /snippets/ HTTP/1.1\r\nHost: h\r\n%sContent-Type: %s\r\nContent-Length: 12\r\n\r\n%s", l.basic, jsonType, `{"code":"x"}`)
			}
			got := ""
			for range 50 { // until they have all begun to wait
				if got = l.send("GET", "/", "", ""); got != "200" {
					break
				}
				time.Sleep(10 * time.Millisecond)
			}
			return got
		}
	}
	// guesses checks so many passwords at once, and returns the worst answer.
	guesses := func(n int) func(*limited) string {
		return func(l *limited) string {
			answers := make(chan string, n)
			for range n {
				conn := l.dial()
				fmt.Fprint(conn, "GET / HTTP/1.1\r\nHost: h\r\nAuthorization: Basic eDp5\r\n\r\n")
				go func() { answers <- answer(conn) }()
			}
			worst := ""
			for range n {
				worst = max(worst, <-answers)
			}
			return worst
		}
	}
	// streams reads so many streams of events, of which one address has half, and gives the status of the last one.
	streams := func(n int) func(*limited) string {
		return func(l *limited) (status string) {
			for range n {
				conn := l.dial()
				fmt.Fprint(conn, "GET /-/events HTTP/1.1\r\nHost: h\r\n\r\n")
				response, err := http.ReadResponse(bufio.NewReader(conn), nil)
				if err != nil {
					return err.Error()
				}
				if status = fmt.Sprint(response.StatusCode); response.Header.Get("Retry-After") != "" {
					status += " Retry-After"
				}
			}
			return status
		}
	}
	// lists asks for a long list, so many bytes without its end, as the last of n; the others are
	// not read, and are too long for the buffers of a connection.
	const large = 30_000_000
	patient := []string{"--chunk-timeout", "10m"} // a busy machine takes its time to write so much
	lists := func(n, size int) func(*limited) string {
		return func(l *limited) string {
			l.lengthen(size, `[{"id":1,"title":"","code":"","linenos":false,"language":"python","style":"friendly","owner":"admin"}`)
			for range n - 1 {
				conn := l.dial()
				_ = conn.(*net.TCPConn).SetReadBuffer(4 << 10)
				fmt.Fprint(conn, "GET /snippets/ HTTP/1.1\r\nHost: h\r\n\r\n")
				if line, err := bufio.NewReaderSize(conn, 16).ReadSlice(' '); err != nil {
					return string(line) + err.Error()
				}
			}
			return l.send("GET", "/snippets/", "", "")
		}
	}
	// pace asks for a long list beside one who reads another, so many bytes ten times a second, from
	// the only connection that there is. That one keeps it where the answer is 503.
	pace := func(bytes int) func(*limited) string {
		return func(l *limited) string {
			l.lengthen(large, `[{"id":1,"title":"","code":"","linenos":false,"language":"python","style":"friendly","owner":"admin"}`)
			conn := l.dial()
			defer conn.Close()
			fmt.Fprint(conn, "GET /snippets/ HTTP/1.1\r\nHost: h\r\n\r\n")
			begun := bufio.NewReaderSize(conn, 16)
			if line, err := begun.ReadSlice(' '); err != nil {
				return string(line) + err.Error()
			}
			stop := make(chan struct{})
			defer close(stop)
			go func() {
				for tick := time.Tick(100 * time.Millisecond); ; {
					select {
					case <-stop:
						return
					case <-tick:
						_, _ = io.CopyN(io.Discard, conn, int64(bytes))
					}
				}
			}()
			return l.send("GET", "/snippets/", "", "")
		}
	}
	// logged begins to read a long list, writes so many megabytes or until the program says that its log
	// is too long, reads on, and says whether it got the whole list.
	logged := func(times int) func(*limited) string {
		body := `{"language":"text","code":"` + strings.Repeat("x", 1_000_000) + `"}`
		return func(l *limited) string {
			for range 16 {
				l.post("/snippets/", jsonType, body)
			}
			l.exec("PRAGMA wal_checkpoint(TRUNCATE)")
			conn := l.dial()
			defer conn.Close()
			fmt.Fprint(conn, "GET /snippets/ HTTP/1.1\r\nHost: h\r\n\r\n")
			response, err := http.ReadResponse(bufio.NewReader(conn), nil)
			if err != nil {
				return err.Error()
			}
			for range times {
				if strings.Contains(l.log.String(), "log of the database is too long") {
					break
				}
				l.post("/snippets/", jsonType, body)
			}
			if _, err := io.Copy(io.Discard, response.Body); err != nil {
				return "closed"
			}
			return fmt.Sprint(response.StatusCode)
		}
	}
	// crowded asks for the root beside so many connections that send nothing. One that comes before an
	// earlier one has gone may be closed.
	crowded := func(n int) func(*limited) string {
		return func(l *limited) string {
			for held := 0; held < n; {
				conn := l.dial()
				defer conn.Close()
				_ = conn.SetReadDeadline(time.Now().Add(100 * time.Millisecond))
				if _, err := conn.Read(make([]byte, 1)); errors.Is(err, os.ErrDeadlineExceeded) {
					held++
				}
			}
			return l.send("GET", "/", "", "")
		}
	}
	// record asks for a record so many bytes long.
	record := func(size int) func(*limited) string {
		return func(l *limited) string {
			l.lengthen(size, `{"id":1,"title":"","code":"","linenos":false,"language":"python","style":"friendly","owner":"admin"}`)
			return l.send("GET", "/snippets/1/", "", "")
		}
	}
	// stack adds a sheet of so many characters, reads the list twice, and says whether the second time its page was kept.
	stack := func(characters int) func(*limited) string {
		return func(l *limited) string {
			l.post("/sheets/", jsonType, fmt.Sprintf(`{"text":%q}`, strings.Repeat("x", characters)))
			l.send("GET", "/stack/", "", "")
			conn := l.dial()
			defer conn.Close()
			fmt.Fprint(conn, "GET /stack/ HTTP/1.1\r\nHost: h\r\n\r\n")
			response, err := http.ReadResponse(bufio.NewReader(conn), nil)
			switch {
			case err != nil:
				return err.Error()
			case strings.Contains(response.Header.Get("Server-Timing"), "kept;"):
				return "kept"
			}
			return "read"
		}
	}
	return map[string]limitCase{
		"max-kept-pages":     {configuration: "filed", value: "2000", more: []string{"--server-timing"}, at: stack(10), past: stack(2000), wantAt: "kept", wantPast: "read"},
		"max-requests":       {value: "3", at: working(2), past: working(3), wantAt: "200", wantPast: "503 Retry-After"},
		"max-connections":    {value: "6", more: []string{"--header-timeout", "2m"}, at: crowded(2), past: crowded(3), wantAt: "200", wantPast: "closed"}, // one address has half
		"min-pace":           {value: fmt.Sprint(256 << 10), more: append(patient, "--max-conns", "1", "--max-lists", "1", "--write-timeout", "24s"), at: pace(80_000), past: pace(0), wantAt: "503 Retry-After", wantPast: "200"},
		"max-wal":            {value: "8000000", more: patient, at: logged(1), past: logged(100), wantAt: "200", wantPast: "closed"},
		"max-answers":        {value: "2000", at: record(64<<10 + 2000), past: record(64<<10 + 2001), wantAt: "200", wantPast: "503 Retry-After"},
		"max-streams":        {configuration: "filed", value: "2", at: streams(1), past: streams(2), wantAt: "200", wantPast: "503 Retry-After"},
		"max-lists":          {value: fmt.Sprint(2 * large), more: append(patient, "--max-conns", "1", "--min-pace", "1", "--write-timeout", "4s"), at: lists(2, large), past: lists(2, large+1), wantAt: "200", wantPast: "503 Retry-After"},
		"max-hashes":         {value: "1", at: guesses(1), past: guesses(10), wantAt: "403", wantPast: "403"}, // all wait; how many at once: package auth
		"max-hashes-waiting": {value: "4", at: guesses(4), past: guesses(40), wantAt: "403", wantPast: "503 Retry-After"},
		"max-conns":          {value: "1", more: append(patient, "--max-lists", "1", "--min-pace", "1", "--write-timeout", "4s"), at: lists(1, large), past: lists(2, large), wantAt: "200", wantPast: "503 Retry-After"},
	}
}

// lock keeps all others from writing to the database until unlock is called.
func (l *limited) lock() (unlock func()) {
	l.Helper()
	db, err := sql.Open("sqlite", "file:"+l.database+"?_txlock=immediate&_pragma=busy_timeout(5000)")
	if err != nil {
		l.Fatal(err)
	}
	tx, err := db.Begin()
	if err != nil {
		l.Fatal(err)
	}
	return func() {
		_ = tx.Rollback()
		db.Close()
	}
}

// timeCases are about time. Each has a second to spare.
func timeCases() map[string]limitCase {
	const post = "POST /snippets/ HTTP/1.1\r\nHost: h\r\nContent-Type: " + formType + "\r\n"
	// slowly sends pieces with a pause before each.
	slowly := func(pause time.Duration, pieces ...string) func(*limited) string {
		return func(l *limited) string {
			conn := l.dial()
			go func() {
				for _, piece := range pieces {
					time.Sleep(pause)
					if _, err := fmt.Fprint(conn, strings.Replace(piece, "BASIC\r\n", l.basic, 1)); err != nil {
						return
					}
				}
			}()
			return answer(conn)
		}
	}
	chunk := strings.Repeat("x", 32<<10)
	trickle := append([]string{post + "BASIC\r\nContent-Length: 1000\r\n\r\ncode="}, strings.Split(strings.Repeat("x", 100), "")...)
	work := func(d time.Duration) func(*limited) string {
		return func(l *limited) string {
			unlock := l.lock()
			time.AfterFunc(d, unlock)
			return l.post("/snippets/", jsonType, `{"code":"x"}`)
		}
	}
	second := func(pause time.Duration) func(*limited) string {
		return func(l *limited) string {
			conn := l.dial()
			fmt.Fprint(conn, "GET / HTTP/1.1\r\nHost: h\r\n\r\n")
			if got := answer(conn); got != "200" {
				return got
			}
			time.Sleep(pause)
			fmt.Fprint(conn, "GET / HTTP/1.1\r\nHost: h\r\n\r\n")
			return answer(conn)
		}
	}
	return map[string]limitCase{
		"header-timeout": {
			value: "2s", at: slowly(600*time.Millisecond, "GET / HTTP/1.1\r\n", "Host: h\r\n\r\n"), past: slowly(1500*time.Millisecond, "GET / HTTP/1.1\r\n", "Host: h\r\n\r\n"),
			wantAt: "200", wantPast: "closed",
		},
		"chunk-timeout": {
			value: "4s", at: slowly(800*time.Millisecond, post+"BASIC\r\nContent-Length: 6\r\n\r\n", "code=", "x"), past: slowly(100*time.Millisecond, trickle...),
			wantAt: "201", wantPast: "408",
		},
		"read-timeout": {
			value: "2s", more: []string{"--chunk-timeout", "1500ms"},
			at:     slowly(600*time.Millisecond, post+"BASIC\r\nContent-Length: 65541\r\n\r\ncode=", chunk, chunk),
			past:   slowly(600*time.Millisecond, post+"BASIC\r\nContent-Length: 1000000\r\n\r\ncode=", chunk, chunk, chunk, chunk, chunk, chunk),
			wantAt: "201", wantPast: "408",
		},
		"write-timeout":     {value: "2s", at: work(time.Second), past: work(3 * time.Second), wantAt: "201", wantPast: "closed"},
		"idle-timeout":      {value: "1s", at: second(200 * time.Millisecond), past: second(2 * time.Second), wantAt: "200", wantPast: "closed"},
		"statement-timeout": {value: "1s", at: get("/snippets/"), past: (*limited).endless, wantAt: "200", wantPast: "503 Retry-After"},
	}
}

// endless makes the list of snippets a view that never ends, and asks for it.
func (l *limited) endless() string {
	l.post("/snippets/", jsonType, `{"code":"x"}`)
	l.exec("ALTER TABLE snippets RENAME TO kept",
		"CREATE VIEW snippets AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT kept.* FROM kept, n WHERE n.i < 0")
	return l.send("GET", "/snippets/", "", "")
}

// lengthen makes a snippet whose answer is so many bytes long; frame is all of it but the code.
func (l *limited) lengthen(size int, frame string) {
	l.Helper()
	l.post("/snippets/", jsonType, `{"code":"x"}`)
	l.exec(fmt.Sprintf("UPDATE snippets SET code = printf('%%.*c', %d, 'x')", size-len(frame)))
}

// exec runs statements on the database behind the service's back.
func (l *limited) exec(texts ...string) {
	l.Helper()
	db, err := sql.Open("sqlite", "file:"+l.database+"?_pragma=busy_timeout(5000)")
	if err != nil {
		l.Fatal(err)
	}
	defer db.Close()
	for _, text := range texts {
		if _, err := db.Exec(text); err != nil {
			l.Fatal(err)
		}
	}
}
