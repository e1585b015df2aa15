// The refusals that rules choose.

package permission

import (
	"strings"

	"example.com/resourceful/framework/predicate"
)

// OrNotFound allows what the rule allows. What it refuses is answered as if there were nothing, by a 404 in place of a 403
// or a 401, though the requester may read the row. In All the first rule that refuses decides which of the two it is:
//
//	permission.All(permission.SignedIn, permission.OrNotFound(permission.Owner))
//
// is a 401 or 403 for nobody, and a 404 for another account. It has no place in Any, Not and the rules of fields.
func OrNotFound(rule Rule) Rule { return telling{rule: rule, notFound: true} }

// OrInvalid allows what the rule allows, of a member in the rules of fields. Who may read the member, and sends another
// value of it than it has though the rule does not allow that, is refused by a 400; without OrInvalid what they send
// is ignored, as is that of every member that is read-only. Members that are sent back unchanged are fine.
func OrInvalid(rule Rule) Rule { return telling{rule: rule, invalid: true} }

// Because allows what the rule allows, and says on pages why it does not let somebody do something: "Only editors of the
// project may change it." Without it pages say so of rules that ask who requests and when, and of rules about rows no
// more than that there is one, since it may tell of members that not everybody may read.
func Because(reason string, rule Rule) Rule { return telling{rule: rule, reason: reason} }

// telling is a rule with the refusal that it chooses.
type telling struct {
	rule              Rule
	notFound, invalid bool
	reason            string
}

const (
	notFoundWords = " or else 404"
	invalidWords  = " or else 400"
)

// String is the rule in words.
func (r telling) String() string {
	switch {
	case r.notFound:
		return String(r.rule) + notFoundWords
	case r.invalid:
		return String(r.rule) + invalidWords
	default:
		return String(r.rule)
	}
}

func (r telling) kids() []Rule                      { return []Rule{r.rule} }
func (r telling) reduce(q Request) predicate.Expr   { return Reduce(r.rule, q) }
func (r telling) with(rule Rule) telling            { r.rule = rule; return r }
func (r telling) is(what func(r telling) bool) bool { return what(r) || tells(r.rule, what) }

func (r telling) bind(b *binding) Rule {
	if !r.notFound && !r.invalid && strings.TrimSpace(r.reason) == "" {
		b.mistake("Because says nothing; write a sentence for people, or leave it out")
	}
	return r.with(b.bind(r.rule))
}

// tells reports whether a rule, or what it consists of but for its parts, is one that tells something.
func tells(rule Rule, what func(r telling) bool) bool {
	switch rule := rule.(type) {
	case *compiled:
		return tells(rule.Rule, what)
	case telling:
		return rule.is(what)
	}
	return false
}

// misplaced reports OrNotFound and OrInvalid within a rule that has no place for them: "Any", "Not".
func (b *binding) misplaced(in string, rules ...Rule) {
	for _, rule := range rules {
		if tells(rule, func(r telling) bool { return r.notFound || r.invalid }) {
			b.mistake(in + " has permission.OrNotFound or permission.OrInvalid around one of its rules, where it says nothing; write it around " + in + ", or around a rule of permission.All")
		}
	}
}

// Hides reports whether something that a rule refuses is answered by a 404: see OrNotFound.
func Hides(rule Rule) bool {
	hides := false
	walk(rule, func(rule Rule) {
		r, is := rule.(telling)
		hides = hides || is && r.notFound
	})
	return hides
}

// RefusesMember reports whether a rule of a member refuses what it does not allow to be sent in an operation, Create or
// Change: see OrInvalid.
func RefusesMember(rule Rule, o Operation) bool {
	switch rule := rule.(type) {
	case *compiled:
		return RefusesMember(rule.Rule, o)
	case telling:
		return rule.invalid || RefusesMember(rule.rule, o)
	case By:
		if own := rule.own(o); own != nil {
			return RefusesMember(own, o)
		}
		return RefusesMember(rule.Write, o)
	}
	return false
}

// Misplaced says what of a bound rule has no place in it: OrInvalid in a rule of rows, OrNotFound in one of members. It
// is "" where nothing is wrong.
func Misplaced(rule Rule, ofMember bool) string {
	wrong := ""
	walk(rule, func(rule Rule) {
		by, isBy := rule.(By)
		switch r, is := rule.(telling); {
		case ofMember && isBy && (by.Delete != nil || by.Actions != nil):
			wrong = "permission.By has rules for Delete or Actions, and a member is sent by creates and changes; leave them out"
		case ofMember && isBy && tells(by.Read, func(r telling) bool { return r.invalid }):
			wrong = "permission.OrInvalid is around Read of permission.By, and it is about what is sent; write it around Write, Create or Change"
		case !is:
		case ofMember && r.notFound:
			wrong = "permission.OrNotFound is of records, and a member that somebody may not read is absent; leave it out"
		case ofMember && r.reason != "":
			wrong = "permission.Because is of operations, and nothing says it of a member; leave it out"
		case !ofMember && r.invalid:
			wrong = "permission.OrInvalid is of members, in Fields; write permission.OrNotFound, or leave it out"
		}
	})
	return wrong
}

// Refusal says how a request is refused.
type Refusal struct {
	NotFound bool   // as if there were nothing: see OrNotFound
	Reason   string // a sentence for people: see Because
}

// Explain finds out which part of a bound rule refuses a request to do something, such as "change this". meets answers
// what depends on the row; with nil it is not known, and a part that may be answered by a 404 counts before others.
func Explain(rule Rule, q Request, do string, meets func(predicate.Expr) (bool, error)) (Refusal, error) {
	told, refuses, err := ExplainRefused(rule, q, do, meets)
	if !refuses && err == nil {
		told = Refusal{Reason: (&explainer{q: q, do: do}).anything()}
	}
	return told, err
}

// ExplainRefused is Explain of a rule that may not be what refuses: then it is not told.
func ExplainRefused(rule Rule, q Request, do string, meets func(predicate.Expr) (bool, error)) (told Refusal, refuses bool, err error) {
	e := explainer{q: q, do: do, meets: meets}
	if refuses, _ = e.refuses(rule); refuses && e.err == nil {
		told = e.explain(rule)
	}
	return told, refuses, e.err
}

type explainer struct {
	q     Request
	do    string
	meets func(predicate.Expr) (bool, error)
	err   error
}

// refuses reports whether a rule refuses the request, as far as it is known.
func (e *explainer) refuses(rule Rule) (is, known bool) {
	left := Reduce(rule, e.q)
	switch {
	case left.IsTrue() || left.IsFalse():
		return left.IsFalse(), true
	case e.meets == nil || e.err != nil:
		return true, false
	}
	var met bool
	met, e.err = e.meets(left)
	return !met, e.err == nil
}

func (e *explainer) explain(rule Rule) Refusal {
	switch rule := rule.(type) {
	case *compiled:
		return e.explain(rule.Rule)
	case telling:
		told := e.explain(rule.rule)
		told.NotFound = told.NotFound || rule.notFound
		if rule.reason != "" {
			told.Reason = rule.reason
		}
		return told
	case By:
		return e.explain(rule.part(e.q.Safe))
	case joined:
		if rule.op == predicate.OpAnd {
			return e.first(rule.rules)
		}
	}
	return Refusal{Reason: e.reason(rule)}
}

// first is what the first of some rules tells that refuses.
func (e *explainer) first(rules []Rule) Refusal {
	var open *Refusal
	for _, rule := range rules {
		switch is, known := e.refuses(rule); {
		case is && known:
			if open == nil {
				return e.explain(rule)
			}
			return *open
		case is:
			if told := e.explain(rule); open == nil || told.NotFound && !open.NotFound {
				open = &told
			}
		}
	}
	if open == nil {
		open = &Refusal{Reason: e.anything()}
	}
	return *open
}

func (e *explainer) anything() string {
	if e.q.User == nil {
		return "Log in to " + e.do + "."
	}
	return "You do not have permission to " + e.do + "."
}

// reason says why a rule refuses.
func (e *explainer) reason(rule Rule) string {
	if only := e.only(rule); only != "" {
		return only
	}
	if asksWho(rule) {
		return e.anything()
	}
	return "You do not have permission to " + e.do + "."
}

// only says whom or what a rule allows; "" where that is not told.
func (e *explainer) only(rule Rule) string {
	if e.q.User == nil && asksWho(rule) {
		return ""
	}
	switch r := rule.(type) {
	case *compiled:
		return e.only(r.Rule)
	case owner:
		return "Only the owner may " + e.do + "."
	case simple:
		switch r {
		case Admin:
			return "Only administrators may " + e.do + "."
		case Owner, OwnerOrReadOnly:
			return "Only the owner may " + e.do + "."
		case Nobody, ReadOnly:
			return "Nobody may " + e.do + "."
		}
	case granted:
		if r.group {
			return "Only members of " + strings.Join(r.names, " or ") + " may " + e.do + "."
		}
		return "Only who has the permission " + strings.Join(r.names, " or ") + " may " + e.do + "."
	case rowGranted:
		return "Only who has been granted " + strings.Join(r.names, " or ") + " may " + e.do + "."
	case between, hours:
		return "This is possible only " + String(rule) + "."
	case joined:
		return e.onlyOne(r)
	}
	return ""
}

// onlyOne says whom several rules allow, each of whom one is enough.
func (e *explainer) onlyOne(any joined) string {
	var whom []string
	for _, kid := range any.rules {
		for {
			t, is := kid.(telling)
			if !is {
				break
			}
			kid = t.rule
		}
		only := e.only(kid)
		who, is := strings.CutPrefix(only, "Only ")
		who, may := strings.CutSuffix(who, " may "+e.do+".")
		switch {
		case strings.HasPrefix(only, "Nobody "):
		case is && may:
			whom = append(whom, who)
		default:
			return ""
		}
	}
	if whom == nil {
		return ""
	}
	return "Only " + strings.Join(whom, " or ") + " may " + e.do + "."
}

// asksWho reports whether another account may have another answer.
func asksWho(rule Rule) bool {
	asks := false
	walk(rule, func(rule Rule) {
		switch r := rule.(type) {
		case simple:
			asks = asks || r != Anyone && r != Nobody && r != ReadOnly
		case owner, granted, rowGranted, requestFunc, rowFunc:
			asks = true
		case where:
			asks = asks || r.asks
		case along:
			asks = true
		}
	})
	return asks
}
