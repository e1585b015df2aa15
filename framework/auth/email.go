// Validation of email addresses.

package auth

import (
	"net/netip"
	"strings"
	"unicode"
	"unicode/utf8"
)

// ValidEmail reports whether a text has the form of an email address, by the rules of Django's
// EmailValidator: before the last @ an ASCII dot-atom or quoted text, after it a domain with a dot,
// "localhost", or an IP address in brackets. It ignores the total length.
func ValidEmail(address string) bool {
	at := strings.LastIndexByte(address, '@')
	if at < 0 {
		return false
	}
	local, domain := address[:at], address[at+1:]
	return (validAtoms(local) || validQuoted(local)) &&
		(domain == "localhost" || validDomain(domain) || validLiteral(domain))
}

// validAtoms accepts one or more atoms with single dots between them.
func validAtoms(s string) bool {
	for atom := range strings.SplitSeq(s, ".") {
		if atom == "" {
			return false
		}
		for _, c := range []byte(atom) {
			if !isASCIIAlnum(c) && !strings.ContainsRune("-!#$%&'*+/=?^_`{}|~", rune(c)) {
				return false
			}
		}
	}
	return true
}

// validQuoted accepts ASCII text in double quotes. White space, quotes and backslashes need a backslash
// before them; line ends and NUL are never allowed.
func validQuoted(s string) bool {
	if len(s) < 2 || s[0] != '"' || s[len(s)-1] != '"' {
		return false
	}
	s = s[1 : len(s)-1]
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\':
			i++
			if i == len(s) || !isQuotable(s[i]) {
				return false
			}
		case c == ' ' || c == '\t' || c == '"' || !isQuotable(c):
			return false
		}
	}
	return true
}

func isQuotable(c byte) bool {
	return c != 0 && c != '\n' && c != '\r' && c < utf8.RuneSelf
}

// validDomain accepts two or more labels with single dots between them.
func validDomain(s string) bool {
	// IDNA has three other full stops.
	labels := strings.Split(strings.NewReplacer("\u3002", ".", "\uff0e", ".", "\uff61", ".").Replace(s), ".")
	for _, label := range labels {
		if !validLabel(label) {
			return false
		}
	}
	last := labels[len(labels)-1]
	return len(labels) > 1 && len(last) > 1 // a letter of another script has several bytes
}

// validLabel accepts letters, digits and inner hyphens of any script.
func validLabel(s string) bool {
	n := utf8.RuneCountInString(s)
	if n == 0 || n > 63 || s[0] == '-' || s[len(s)-1] == '-' {
		return false
	}
	for _, r := range s {
		if r < utf8.RuneSelf {
			if !isASCIIAlnum(byte(r)) && r != '-' {
				return false
			}
			continue
		}
		if r == utf8.RuneError || !unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.So) {
			return false
		}
	}
	return true
}

// validLiteral accepts an IPv4 or IPv6 address in brackets.
func validLiteral(s string) bool {
	if len(s) < 2 || s[0] != '[' || s[len(s)-1] != ']' {
		return false
	}
	ip, err := netip.ParseAddr(s[1 : len(s)-1])
	return err == nil && ip.Zone() == ""
}

func isASCIIAlnum(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}
