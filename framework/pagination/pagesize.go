// Page sizes that a query chooses.

package pagination

//lint:file-ignore ST1005 a mistake in a declaration begins with the name of its field

import (
	"cmp"
	"fmt"

	"example.com/resourceful/framework/plan"
)

// pageSize is the default size of a page, and the largest one that a query may choose in a parameter; most
// is 0 without the parameter.
type pageSize struct {
	usual, most int
	param       string
	lenient     bool
}

func newPageSize(usual, most int, param string, lenient bool) pageSize {
	return pageSize{usual, most, cmp.Or(param, "page_size"), lenient}
}

// check returns the mistake in the declared sizes, "" for none; param is the name of the parameter.
func (s pageSize) check(param string) error {
	switch {
	case s.usual > plan.MaxPage:
		return fmt.Errorf("a page of %d records; write a size of at most %d, or leave Pages out: a list without pages streams", s.usual, plan.MaxPage)
	case param != "" && s.most == 0:
		return fmt.Errorf("Pages have the parameter %s and no largest size; write MaxSize: 100, or leave SizeParam out", param)
	case s.most < 0:
		return fmt.Errorf("Pages have the largest size %d; write a number that is not below Size, or leave MaxSize out", s.most)
	case s.most > plan.MaxPage:
		return fmt.Errorf("Pages have sizes up to %d; write at most %d, or leave Pages out: a list without pages streams", s.most, plan.MaxPage)
	case s.most > 0 && s.usual > s.most:
		return fmt.Errorf("Pages have the size %d, above the largest, %d; write a smaller Size or a greater MaxSize", s.usual, s.most)
	}
	return nil
}

// params returns the query parameters.
func (s pageSize) params() []plan.Param {
	if s.most == 0 {
		return nil
	}
	size := whole(1)
	size["maximum"], size["default"] = s.most, s.usual
	return []plan.Param{{Name: s.param, About: "How many records a page has.", Schema: size, Size: true, Check: check(1, s.lenient)}}
}

// check returns the check of a parameter that is a number, nil if any other value counts as absent.
func check(least int64, lenient bool) func(value string) []string {
	if lenient {
		return nil
	}
	return func(value string) []string {
		_, messages := plan.ReadWhole(value, least)
		return messages
	}
}

// number returns the value of a parameter that is a number, 0 for any other value.
func number(q *plan.Query, param string) int64 {
	n, _ := plan.ReadWhole(q.Get(param), 0)
	return n
}

// read returns the size in the query, up to the largest, or the default.
func (s pageSize) read(q *plan.Query) int64 {
	if s.most > 0 {
		if n := number(q, s.param); n > 0 {
			return min(n, int64(s.most))
		}
	}
	return int64(s.usual)
}

// String returns the size in the plan's text.
func (s pageSize) String() string {
	if s.most == 0 {
		return fmt.Sprintf("of %d", s.usual)
	}
	return fmt.Sprintf("of %d, or a %s up to %d", s.usual, s.param, s.most)
}
