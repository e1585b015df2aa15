// Passwords: Password, of which nothing but a hash is kept.

package field

import (
	"context"
	"fmt"
	"reflect"
)

// Password is the hash of a password, in the form that the Hasher of its kind gives. Clients send the password, and
// never read anything of it.
type Password string

// Hasher makes the hash of a password that is stored. It is implemented by passwords.Hasher.
type Hasher interface {
	Hash(ctx context.Context, password string) (string, error)
}

// Passwords is the kind of Password. A set that has such fields lists it, with what hashes them:
// Kinds(rest.Passwords(&passwords.Hasher{})). The rules of a field are those of what the client sends, which is kept
// exactly as it is, white space too, until it is hashed. One of more than maxBytes is refused, whatever the rules say.
func Passwords(hasher Hasher, maxBytes int) Kind {
	isPassword := func(t reflect.Type) bool { return t == reflect.TypeFor[Password]() }
	return Kind{
		Name:  "password",
		Match: isPassword,
		Bind: func(_ *Spec, p reflect.Value) Slot {
			return &passwordSlot{p.Interface().(*Password)}
		},
		Parse:   func(spec *Spec, v any) (any, []string) { return parsePassword(spec, v, maxBytes) },
		Codes:   []string{"blank"},
		Literal: "a password",
		Arg: func(_ *Spec, v any) any {
			if hash, ok := v.(Password); ok {
				return string(hash)
			}
			return nil
		},
		Text:         func(*Spec, any) string { return "" },
		Column:       func(_ *Spec, d Dialect) Column { return TextColumn(d) },
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
	}
}

// unhashed is a password as a client has sent it. No slot takes it, so that none is ever stored.
type unhashed string

func parsePassword(spec *Spec, v any, maxBytes int) (any, []string) {
	s, ok := v.(string)
	if !ok {
		if s, ok = TextOf(v); !ok {
			return spec.Invalid("Not a valid string.")
		}
	}
	switch {
	case TrimSpace(s) == "":
		return nil, []string{spec.Message("blank", "This field may not be blank.")}
	case !Storable(s):
		return nil, unstorable(s)
	case len(s) > maxBytes:
		return nil, []string{spec.Message("max_length", fmt.Sprintf("Ensure this field has no more than %d bytes.", maxBytes))}
	}
	return unhashed(s), nil
}

// passwordSlot is a hash, which clients read nothing of.
type passwordSlot struct{ p *Password }

func (s *passwordSlot) Scan(src any) error               { return ScanText((*string)(s.p), src) }
func (s *passwordSlot) Arg() any                         { return string(*s.p) }
func (s *passwordSlot) Get() any                         { return *s.p }
func (s *passwordSlot) Set(v any)                        { *s.p, _ = v.(Password) }
func (s *passwordSlot) Append(b []byte, _ string) []byte { return append(b, "null"...) }
