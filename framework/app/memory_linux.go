// Giving back memory that only the start needed.

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

// freeStart gives back to the system what only the start needed: memory, and the pages of the program's
// own file that initialisers have touched. A page that is used again is mapped again, from the file.
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
		// Advice that is not taken costs nothing but the memory.
		_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, m.start, m.size, syscall.MADV_DONTNEED)
	}
}

// mapping is a part of the memory.
type mapping struct{ start, size uintptr }

// cleanMappings are those of a file that cannot be written, and have no page that differs from the file,
// as those have that a loader relocated: their pages can be dropped, because the file has all of them.
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

// readOnly reads the first line of a mapping; its size is 0 when it is not one of the file that cannot be
// written.
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
