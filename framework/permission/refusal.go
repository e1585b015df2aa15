// Rules that change the refusal.

package permission

import (
	"strings"

	"example.com/resourceful/framework/predicate"
)

// OrNotFound allows what the rule allows. It refuses others as if there were nothing, with a 404 instead of
// a 403 or a 401, even if the requester may read the row. In All the first rule that refuses decides
// between the two:
//
//	permission.All(permission.SignedIn, permission.OrNotFound(permission.Owner))
//
// is a 401 or 403 for anonymous requests, and a 404 for other accounts. It is not allowed in Any, Not and
// the rules of fields.
func OrNotFound(rule Rule) Rule { return telling{rule: rule, notFound: true} }

// OrInvalid allows what the rule allows, in the rules of fields. It refuses with a 400 a changed value from
// a requester who may read the member, but not send it. Without OrInvalid such values are ignored, like
// those of every read-only member. Unchanged values are accepted.
func OrInvalid(rule Rule) Rule { return telling{rule: rule, invalid: true} }

// Because allows what the rule allows, and gives the reason of a refusal: "Only editors of the project may
// change it." It is the detail of a 403, and stands on pages. Without it, pages explain rules about the
// requester and the time. They only mention that there is a rule about rows, because its text might reveal
// members that not everybody may read.
func Because(reason string, rule Rule) Rule { return telling{rule: rule, reason: reason} }

// telling is a rule with its refusal.
type telling struct {
	rule              Rule
	notFound, invalid bool
	reason            string
}

const (
	notFoundWords = " or else 404"
	invalidWords  = " or else 400"
)

// String returns the rule in words.
func (r telling) String() string { return String(r.rule) + r.words() }

// words returns the words behind those of the rule; "" for none.
func (r telling) words() string {
	switch {
	case r.notFound:
		return notFoundWords
	case r.invalid:
		return invalidWords
	default:
		return ""
	}
}

func (r telling) kids() []Rule                      { return []Rule{r.rule} }
func (r telling) reduce(q Request) predicate.Expr   { return Reduce(r.rule, q) }
func (r telling) with(rule Rule) telling            { r.rule = rule; return r }
func (r telling) is(what func(r telling) bool) bool { return what(r) || tells(r.rule, what) }

func (r telling) bind(b *binding) Rule {
	if !r.notFound && !r.invalid && strings.TrimSpace(r.reason) == "" {
		b.mistake("Because is empty; write a sentence for people, or leave it out")
	}
	return r.with(b.bind(r.rule))
}

// tells reports whether a rule, or one that it wraps, is a telling that meets what.
func tells(rule Rule, what func(r telling) bool) bool {
	switch rule := rule.(type) {
	case *compiled:
		return tells(rule.Rule, what)
	case telling:
		return rule.is(what)
	}
	return false
}

// misplaced reports OrNotFound and OrInvalid within a rule that does not allow them: "Any", "Not".
func (b *binding) misplaced(in string, rules ...Rule) {
	for _, rule := range rules {
		if tells(rule, func(r telling) bool { return r.notFound || r.invalid }) {
			b.mistake(in + " has permission.OrNotFound or permission.OrInvalid around one of its rules, where it has no effect; write it around " + in + ", or around a rule of permission.All")
		}
	}
}

// Tells reports whether a rule says how it refuses: see OrNotFound, Because and SecondFactor.
func Tells(rule Rule) bool {
	says := false
	walk(rule, func(rule Rule) {
		_, factor := rule.(secondFactor)
		r, is := rule.(telling)
		says = says || factor || is && (r.notFound || r.reason != "")
	})
	return says
}

// RefusesMember reports whether a rule of a member refuses sent values in an operation, Create or Change:
// see OrInvalid.
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

// Misplaced returns the mistake of a bound rule with OrInvalid in a rule of rows, or OrNotFound in one of
// members; "" for none.
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
			wrong = "permission.OrNotFound is for records; a member that the requester may not read is absent; leave it out"
		case ofMember && r.reason != "":
			wrong = "permission.Because is for operations; a member has no reason; leave it out"
		case !ofMember && r.invalid:
			wrong = "permission.OrInvalid is for members, in Fields; write permission.OrNotFound, or leave it out"
		}
	})
	return wrong
}

// Refusal is the way a request is refused.
type Refusal struct {
	NotFound bool   // as if there were nothing: see OrNotFound
	Reason   string // a sentence for people
	Because  string // that of Because; "" for none
}

// Explain finds the part of a bound rule that refuses an action, such as "change this". meets decides
// conditions on the row; with nil they are unknown, and a part with a 404 comes first.
func Explain(rule Rule, q Request, do string, meets func(predicate.Expr) (bool, error)) (Refusal, error) {
	told, refuses, err := ExplainRefused(rule, q, do, meets)
	if !refuses && err == nil {
		told = Refusal{Reason: (&explainer{q: q, do: do}).anything()}
	}
	return told, err
}

// ExplainRefused is Explain for a rule that may not refuse; then refuses is false.
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
			told.Reason, told.Because = rule.reason, rule.reason
		}
		return told
	case By:
		return e.explain(rule.part(e.q.Safe))
	case secondFactor:
		if e.q.User != nil {
			return Refusal{Reason: needsFactor, Because: needsFactor}
		}
	case joined:
		if rule.op == predicate.OpAnd {
			return e.first(rule.rules)
		}
	}
	return Refusal{Reason: e.reason(rule)}
}

// first returns the refusal of the first rule that refuses.
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

// reason returns the reason why a rule refuses.
func (e *explainer) reason(rule Rule) string {
	if only := e.only(rule); only != "" {
		return only
	}
	if asksWho(rule) {
		return e.anything()
	}
	return "You do not have permission to " + e.do + "."
}

// only returns the requesters or rows that a rule allows, in words; "" if they are not revealed.
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
		return "Only people with the permission " + strings.Join(r.names, " or ") + " may " + e.do + "."
	case rowGranted:
		return "Only people who were granted " + strings.Join(r.names, " or ") + " may " + e.do + "."
	case between, hours:
		return "This is possible only " + String(rule) + "."
	case joined:
		return e.onlyOne(r)
	}
	return ""
}

// onlyOne returns the requesters whom Any of several rules allows, in words.
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

// asksWho reports whether the answer may differ for another account.
func asksWho(rule Rule) bool {
	asks := false
	walk(rule, func(rule Rule) {
		switch r := rule.(type) {
		case simple:
			asks = asks || r != Anyone && r != Nobody && r != ReadOnly
		case owner, granted, secondFactor, rowGranted, requestFunc, rowFunc:
			asks = true
		case where:
			asks = asks || r.asks
		case along:
			asks = true
		}
	})
	return asks
}
