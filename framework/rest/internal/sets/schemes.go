// The authentication schemes of a set.

package sets

import (
	"fmt"
	"strings"

	"example.com/resourceful/framework/auth"
	"example.com/resourceful/framework/plan"
)

// checkScheme returns the name of a scheme, or its mistake and the correction.
func checkScheme(s auth.Scheme) (name, mistake string) {
	challenge, vary := "", ""
	var err error
	_, ok := Try(func() bool { // panics if s is nil, or a nil pointer
		name, challenge, vary = s.Name(), s.Challenge(), s.Vary()
		if checked, is := s.(auth.Checker); is {
			err = checked.Check()
		}
		return true
	})
	switch {
	case !ok:
		return "", "is nil or panics; list a value such as token.Scheme{}"
	case name == "" || strings.Trim(name, PathLetters) != "":
		return "", fmt.Sprintf("is called %q; let Name return lower-case letters, digits, hyphens and underscores", name)
	case name == auth.AnonymousScheme || name == auth.FormScheme:
		return "", fmt.Sprintf("is called %q, which has another meaning in metrics and logs; let Name return another name", name)
	case challenge != "" && !isChallenge(challenge):
		return "", fmt.Sprintf("has the challenge %q, which is not a challenge; let Challenge return a word and perhaps parameters, such as Bearer realm=\"api\"", challenge)
	case vary != "" && (!IsToken(vary) || vary == "*"):
		return "", fmt.Sprintf("reads %q, which is not a header; let Vary return one name such as Authorization", vary)
	case err != nil:
		return "", fmt.Sprintf("(%s) has %s", name, err)
	}
	return name, ""
}

// isChallenge reports whether a text may be a WWW-Authenticate header: a token, and parameters after a
// space.
func isChallenge(s string) bool {
	word, rest, _ := strings.Cut(s, " ")
	return IsToken(word) && strings.TrimSpace(rest) == rest && !strings.ContainsFunc(rest, func(r rune) bool { return r < ' ' || r > '~' })
}

// IsToken reports whether a text is a token of RFC 9110, section 5.6.2, such as the name of a header.
func IsToken(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool {
		return r <= ' ' || r > '~' || strings.ContainsRune(`"(),/:;<=>?@[\]{}`, r)
	})
}

// CompileSchemes checks the schemes of the set, nil if the set lists none.
func CompileSchemes(reporter *Reporter, p *plan.Plan) {
	if len(reporter.Set.Schemes) == 0 {
		return
	}
	list := reporter.Set.Schemes[0]
	for _, again := range reporter.Set.Schemes[1:] {
		reporter.Report("", "", again.At, fmt.Sprintf("Schemes is called a second time, after %s; list all schemes in one call", reporter.Finder.At(list.At)))
	}
	if len(list.Values) == 0 {
		reporter.Report("", "", list.At, "Schemes lists none; list some, or leave it out for a session and HTTP Basic")
	}
	places := map[string]int{}
	for i, s := range list.Values {
		name, mistake := checkScheme(s)
		if mistake == "" && places[name] > 0 {
			mistake = fmt.Sprintf("is called %q as scheme %d; list it once, or give one of them another Name", name, places[name])
		}
		if mistake != "" {
			reporter.Report("", "", list.At, fmt.Sprintf("scheme %d of the set %s", i+1, mistake))
			continue
		}
		places[name] = i + 1
	}
	p.Schemes = list.Values
}
