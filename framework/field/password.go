// Passwords: Password, of which only a hash is stored.

package field

import (
	"context"
	"fmt"
	"reflect"

	"example.com/resourceful/framework/field/notation"
)

// Password is the hash of a password, in the form of its kind's Hasher. Clients send the password, and can
// never read it.
type Password string

// Hasher makes the stored hash of a password. passwords.Hasher implements it. One that has the method IsHash(string) bool
// too, which reports whether a text is a hash that it can compare, keeps other texts out of the column: see Kind.Sealed. One
// with the method Weaknesses(string) []string refuses weak passwords, with these messages.
type Hasher interface {
	Hash(ctx context.Context, password string) (string, error)
}

// Passwords is the kind of Password. A set with such fields lists it with its hasher:
// Kinds(rest.Passwords(&passwords.Hasher{})). The rules of a field apply to the sent password, which is
// kept unchanged, including white space, until it is hashed. A password of more than maxBytes is refused,
// whatever the rules.
func Passwords(hasher Hasher, maxBytes int) Kind {
	known, _ := hasher.(interface{ IsHash(text string) bool })
	judge, _ := hasher.(interface {
		Weaknesses(password string) []string
	})
	isPassword := func(t reflect.Type) bool { return t == reflect.TypeFor[Password]() }
	return Kind{
		Name:  "password",
		Match: isPassword,
		Bind: func(_ *Spec, p reflect.Value) Slot {
			return &passwordSlot{p.Interface().(*Password)}
		},
		Parse: func(spec *Spec, v any) (any, []string) {
			parsed, mistakes := parsePassword(spec, v, maxBytes)
			if mistakes == nil && judge != nil {
				mistakes = judge.Weaknesses(string(parsed.(unhashed)))
			}
			if mistakes != nil {
				return nil, mistakes
			}
			return parsed, nil
		},
		Codes:   []string{"blank"},
		Literal: "a password",
		Arg: func(_ *Spec, v any) any {
			if hash, ok := v.(Password); ok {
				return string(hash)
			}
			return nil
		},
		Text:         func(*Spec, any) string { return "" },
		Column:       func(_ *Spec, d Dialect) Column { return plainText(d) },
		Lookups:      []Lookup{IsNull},
		NoZero:       "a hash of nothing, which no password has",
		Rules:        []string{"min", "max", "len"},
		RuleMessages: lengthMessages,
		Samples:      []any{unhashed(""), unhashed("é b")},
		ForRule:      func(v any) any { return string(v.(unhashed)) },
		Counted:      true,
		Input:        Input{Control: "password"},
		Metadata:     "string",
		JSON:         func(*Spec) map[string]any { return map[string]any{"type": "string", "format": "password"} },
		Seal: func(ctx context.Context, v any) (any, error) {
			hash, err := hasher.Hash(ctx, string(v.(unhashed)))
			return Password(hash), err
		},
		Sealed: func(text string) bool { return known == nil || known.IsHash(text) },
	}
}

// unhashed is a password from a client. No slot accepts it, so that none is ever stored.
type unhashed string

func parsePassword(spec *Spec, v any, maxBytes int) (any, []string) {
	s, ok := v.(string)
	if !ok {
		if s, ok = notation.TextOf(v); !ok {
			return spec.Invalid("Not a valid string.")
		}
	}
	switch {
	case notation.TrimSpace(s) == "":
		return nil, []string{spec.Message("blank", "This field may not be blank.")}
	case !notation.Storable(s):
		return nil, notation.Unstorable(s)
	case len(s) > maxBytes:
		return nil, []string{spec.Message("max_length", fmt.Sprintf("Ensure this field has no more than %d bytes.", maxBytes))}
	}
	return unhashed(s), nil
}

// passwordSlot is a hash, which clients cannot read.
type passwordSlot struct{ p *Password }

func (s *passwordSlot) Scan(src any) error               { return ScanText((*string)(s.p), src) }
func (s *passwordSlot) Arg() any                         { return string(*s.p) }
func (s *passwordSlot) Get() any                         { return *s.p }
func (s *passwordSlot) Set(v any)                        { *s.p, _ = v.(Password) }
func (s *passwordSlot) Append(b []byte, _ string) []byte { return append(b, "null"...) }
