package starter_test

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
)

// resident is how much of the program is in memory, where the system says it.
func (s service) resident() (bytes int64, known bool) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.pid))
	m := regexp.MustCompile(`VmRSS:\s+(\d+) kB`).FindSubmatch(status)
	if err != nil || m == nil {
		return 0, false
	}
	kilobytes, err := strconv.ParseInt(string(m[1]), 10, 64)
	return kilobytes * 1024, err == nil
}
