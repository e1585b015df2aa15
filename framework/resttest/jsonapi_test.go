// An envelope that a team writes: JSON:API.

package resttest_test

import (
	"encoding/json"
	"fmt"

	"example.com/resourceful/framework/media"
	"example.com/resourceful/framework/plan"
)

// jsonAPI is an envelope as a team writes one: resource objects, much as jsonapi.org has them.
type jsonAPI struct{ Type string }

func (e jsonAPI) String() string      { return "as JSON:API has it, of type " + e.Type }
func (e jsonAPI) InputPath() []string { return []string{"data", "attributes"} }

func (e jsonAPI) AppendRecord(dst, record []byte) []byte {
	return append(e.AppendItem(append(dst, `{"data":`...), record), '}')
}

func (e jsonAPI) AppendItem(dst, record []byte) []byte {
	return append(append(fmt.Appendf(dst, `{"type":%q,"attributes":`, e.Type), record...), '}')
}

func (e jsonAPI) Frame(p *plan.Page) media.Frame {
	return media.Frame{Name: "data", After: func(rows int64) []byte {
		if p == nil {
			return fmt.Appendf(nil, `{"meta":{"count":%d}}`, rows)
		}
		next, _ := json.Marshal(p.Next) // a text is always JSON
		return fmt.Appendf(nil, `{"meta":{"count":%d},"links":{"next":%s}}`, p.Total, next)
	}}
}
