// The codes of messages, for clients that read them: "max_length".

package field

import "strings"

// Coded is the field with codes in the place of its messages: what Parse and ParseParts say of a value are then the codes
// of what they say of it otherwise, in the same order. Behind a code may stand its parameter: "max_length limit=120".
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

// InvalidCode is the code of a wrong value for which there is no narrower code.
const InvalidCode = "invalid"

// code is that of the message of a rule.
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
