package relative_test

import (
	"testing"
	"time"

	"example.com/resourceful/framework/field/relative"
)

func TestParse(t *testing.T) {
	now := time.Date(2026, 3, 29, 23, 30, 0, 0, time.UTC)
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		text  string
		in    *time.Location
		want  string // the day or the moment; "" for a mistake
		words string
	}{
		{"today", time.UTC, "2026-03-29", "today"},
		{"today", berlin, "2026-03-30", "today"},
		{" today ", time.UTC, "2026-03-29", "today"},
		{"today-0d", time.UTC, "2026-03-29", "today"},
		{"today-1d", time.UTC, "2026-03-28", "yesterday"},
		{"today+1d", time.UTC, "2026-03-30", "tomorrow"},
		{"today 1d", time.UTC, "2026-03-30", "tomorrow"},
		{"today-7d", berlin, "2026-03-23", "7 days ago"},
		{"today+1w", time.UTC, "2026-04-05", "in 1 week"},
		{"today-99999d", time.UTC, "1752-06-14", "99999 days ago"},
		{"now", time.UTC, "2026-03-29T23:30:00Z", "now"},
		{"now-2h", time.UTC, "2026-03-29T21:30:00Z", "2 hours ago"},
		{"now+90min", time.UTC, "2026-03-30T01:00:00Z", "in 90 minutes"},
		{"now-1d", time.UTC, "2026-03-28T23:30:00Z", "1 day ago"},
		{"now+2w", time.UTC, "2026-04-12T23:30:00Z", "in 2 weeks"},
		{text: ""},
		{text: "Today"},
		{text: "todays"},
		{text: "today-"},
		{text: "today-d"},
		{text: "today-7"},
		{text: "today-7x"},
		{text: "today--7d"},
		{text: "today-2h"},
		{text: "today-100000d"},
		{text: "now-2"},
		{text: "now-2m"},
		{text: "2026-03-29"},
	} {
		got, ok := relative.Parse(c.text)
		switch {
		case ok != (c.want != ""):
			t.Errorf("%q: got ok %v, want %v", c.text, ok, !ok)
			continue
		case !ok:
			continue
		}
		at := got.DayAt(now, c.in).Format(time.DateOnly)
		if got.Moment {
			at = got.At(now).Format(time.RFC3339)
		}
		if at != c.want || got.Words() != c.words || !relative.Is(c.text) {
			t.Errorf("%q: got %s, %q, want %s, %q", c.text, at, got.Words(), c.want, c.words)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("today-7d")
	f.Add("now+2h")
	f.Fuzz(func(t *testing.T, text string) {
		if got, ok := relative.Parse(text); ok && !relative.Is(text) {
			t.Errorf("%q: got %+v, and Is reports none", text, got)
		}
	})
}
