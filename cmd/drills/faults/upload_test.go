// What a large upload takes: how much memory, and what is left of one whose client goes away.

package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"example.com/resourceful/cmd/drills/internal/process"
	"example.com/resourceful/framework/permission"
	"example.com/resourceful/framework/rest"
	"example.com/resourceful/framework/resttest/require"
)

// archiveVariable makes the program of the tests the service of an archive.
const archiveVariable = "RESOURCEFUL_FAULTS_ARCHIVE"

// parcel has a large file.
type parcel struct {
	ID      int64     `rest:"id,readonly"`
	Content rest.File `rest:"content" file:"max=1GiB"`
}

func archive() *rest.Set {
	return rest.NewSet("archive", rest.ViewSet[parcel]{Path: "/parcels/"}).Access(permission.Anyone)
}

// startArchive starts the service of an archive with a store of files, and returns its process and its address.
func startArchive(t *testing.T, files string) (*process.Process, string) {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	command := func(args ...string) *exec.Cmd {
		cmd := exec.Command(exe, append(args, "--database", filepath.Join(folder, "archive.sqlite"))...)
		cmd.Env = process.Environment(archiveVariable+"=1", "AWS_ACCESS_KEY_ID=key", "AWS_SECRET_ACCESS_KEY=secret")
		cmd.Dir = folder
		return cmd
	}
	if out, err := command("migrate").CombinedOutput(); err != nil {
		t.Fatalf("migrate: %v: %s", err, out)
	}
	address, err := process.FreeAddress()
	if err != nil {
		t.Fatal(err)
	}
	p, err := process.Start(command("serve", "--listen", address, "--files", files, "--max-upload", "1073741824"), syscall.SIGTERM, filepath.Join(folder, "log"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Stop(); err != nil {
			t.Errorf("%v: %s", err, p.Tail())
		}
	})
	err = p.Await(t.Context(), time.Minute, func() bool {
		answer, err := http.Get("http://" + address + "/parcels/")
		return err == nil && answer.Body.Close() == nil && answer.StatusCode == http.StatusOK
	})
	if err != nil {
		t.Fatalf("%v: %s", err, p.Tail())
	}
	return p, address
}

const (
	partBegin = "--b\r\nContent-Disposition: form-data; name=content; filename=a.bin\r\n\r\n"
	partEnd   = "\r\n--b--\r\n"
)

// zeros gives zeros without end.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// sendFile sends a file of so many bytes.
func sendFile(t *testing.T, address string, size int64) {
	t.Helper()
	body := io.MultiReader(strings.NewReader(partBegin), io.LimitReader(zeros{}, size), strings.NewReader(partEnd))
	answer, err := http.Post("http://"+address+"/parcels/", "multipart/form-data; boundary=b", body)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if text, err := io.ReadAll(answer.Body); answer.StatusCode != http.StatusCreated || err != nil {
		t.Fatalf("an upload of %d bytes: got %d %s, %v", size, answer.StatusCode, text, err)
	}
}

// breakOff sends half of a file, and goes away.
func breakOff(t *testing.T, address string, size int64) {
	t.Helper()
	conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	w := bufio.NewWriter(conn)
	fmt.Fprintf(w, "POST /parcels/ HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: %d\r\n\r\n%s",
		int64(len(partBegin)+len(partEnd))+size, partBegin)
	if _, err := io.CopyN(w, zeros{}, size/2); err != nil {
		t.Fatal(err)
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
}

// memory is a figure of /proc about a process, in bytes.
func memory(t *testing.T, pid int, name string) int64 {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Skip("no /proc here")
	}
	_, after, _ := strings.Cut(string(status), name+":")
	kib, err := strconv.ParseInt(strings.Fields(after)[0], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return kib << 10
}

// An upload of 200 MB takes little memory, whatever stores it, and one whose client goes away leaves nothing.
func TestUpload(t *testing.T) {
	require.Part(t, "faults")
	const large = 200_000_000
	backend := s3mem.New()
	if err := backend.CreateBucket("archive"); err != nil {
		t.Fatal(err)
	}
	bucket := httptest.NewServer(gofakes3.New(backend).Server())
	t.Cleanup(bucket.Close)
	folder := t.TempDir()
	for _, tt := range []struct {
		name, files string
		most        int64
		stored      func() int
	}{
		{"folder", folder, 8 << 20, func() int { return countFiles(t, folder) }},
		{"bucket", "s3://archive?region=eu-central-1&endpoint=" + url.QueryEscape(bucket.URL), 16 << 20, func() int {
			list, err := backend.ListBucket("archive", nil, gofakes3.ListBucketPage{})
			if err != nil {
				t.Fatal(err)
			}
			return len(list.Contents)
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, address := startArchive(t, tt.files)
			for range 5 { // what is needed once
				sendFile(t, address, 1<<20)
			}
			time.Sleep(time.Second)
			idle := memory(t, p.PID(), "VmRSS")
			if err := os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", p.PID()), []byte("5"), 0o600); err != nil {
				t.Skip(err)
			}
			began := time.Now()
			sendFile(t, address, large)
			took, over := time.Since(began), memory(t, p.PID(), "VmHWM")-idle
			t.Logf("an upload of 200 MB to a %s: %.1f MB over %.1f MB of memory, in %.1f s", tt.name, float64(over)/1e6, float64(idle)/1e6, took.Seconds())
			if over > tt.most {
				t.Errorf("it took %d bytes more than idle, want at most %d", over, tt.most)
			}
			before := tt.stored()
			breakOff(t, address, 50<<20)
			awaitQuiet(t, func() bool { return tt.stored() == before })
		})
	}
}

// countFiles is how many files there are below a folder, those that are being written too.
func countFiles(t *testing.T, folder string) (n int) {
	t.Helper()
	err := filepath.WalkDir(folder, func(_ string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			n++
		}
		return nil // what goes meanwhile is no mistake
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// awaitQuiet waits until nothing is left behind, and stays so.
func awaitQuiet(t *testing.T, quiet func() bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	for times := 0; times < 5; {
		if times++; !quiet() {
			times = 0
		}
		select {
		case <-ctx.Done():
			t.Error("something is left of an upload whose client went away")
			return
		case <-time.After(100 * time.Millisecond):
		}
	}
}
