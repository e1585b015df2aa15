// Releasing memory that only the start needed.

package app

import (
	"bufio"
	"io"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
)

// freeStart returns memory to the system that only the start needed, including the pages of the program's
// file that initialisers have touched. The system maps a page from the file again when it is used.
func freeStart() {
	debug.FreeOSMemory()
	own, err := os.Executable()
	if err != nil {
		return
	}
	smaps, err := os.Open("/proc/self/smaps")
	if err != nil {
		return
	}
	defer smaps.Close()
	for _, m := range cleanMappings(smaps, own) {
		// Failed advice only costs the memory.
		_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, m.start, m.size, syscall.MADV_DONTNEED)
	}
}

// mapping is a range of memory.
type mapping struct{ start, size uintptr }

// cleanMappings returns the read-only mappings of a file without modified pages (a loader modifies the
// pages that it relocates). Their pages can be dropped, because the file contains them.
func cleanMappings(smaps io.Reader, file string) []mapping {
	var clean []mapping
	var now mapping
	for lines := bufio.NewScanner(smaps); lines.Scan(); {
		words := strings.Fields(lines.Text())
		if len(words) > 0 && !strings.HasSuffix(words[0], ":") {
			now = readOnly(words, file)
		} else if len(words) > 1 && words[0] == "Anonymous:" && words[1] == "0" && now.size > 0 {
			clean = append(clean, now)
		}
	}
	return clean
}

// readOnly parses the first line of a mapping. Its size is 0 unless it is a read-only mapping of the file.
func readOnly(words []string, file string) mapping {
	if len(words) < 6 || strings.Contains(words[1], "w") || !strings.HasSuffix(words[1], "p") || strings.Join(words[5:], " ") != file {
		return mapping{}
	}
	from, to, _ := strings.Cut(words[0], "-")
	first, err := strconv.ParseUint(from, 16, 64)
	last, err2 := strconv.ParseUint(to, 16, 64)
	if err != nil || err2 != nil || last < first {
		return mapping{}
	}
	return mapping{uintptr(first), uintptr(last - first)}
}
