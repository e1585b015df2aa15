// Message codes for programs: "max_length".

package field

import "strings"

// Coded returns the field with codes instead of messages: Parse and ParseParts then return the codes of the
// same messages, in the same order. A parameter may follow a code: "max_length limit=120".
func (s *Spec) Coded() *Spec {
	c := *s
	c.coded = true
	if c.Item != nil {
		c.Item = c.Item.Coded()
	}
	return &c
}

// IsCoded reports whether messages are codes: see Coded.
func (s *Spec) IsCoded() bool { return s.coded }

// InvalidCode is the code of a wrong value without a more precise code.
const InvalidCode = "invalid"

// code returns the code of a rule's message.
func (r *Rule) code(k *Kind) string {
	name, param, _ := strings.Cut(r.Tag, "=")
	if strings.Contains(r.Tag, "|") {
		return InvalidCode
	}
	what := "_value"
	if k.Counted || k.FreeText {
		what = "_length"
	}
	switch name {
	case "max", "lte":
		return "max" + what + " limit=" + param
	case "min", "gte":
		return "min" + what + " limit=" + param
	case "len":
		return "length limit=" + param
	default:
		return InvalidCode
	}
}
