// Tests of passwords: hashing, and their strength.

package passwords_test

import (
	"context"
	"crypto/pbkdf2"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"testing"

	"golang.org/x/crypto/argon2"

	"example.com/resourceful/framework/auth/passwords"
)

// djangoHash is the password hash that Django stores.
func djangoHash(t testing.TB, password, salt string, rounds int) string {
	t.Helper()
	sum, err := pbkdf2.Key(sha256.New, password, []byte(salt), rounds, 32)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("pbkdf2_sha256$%d$%s$%s", rounds, salt, base64.StdEncoding.EncodeToString(sum))
}

// argonHash is an argon2id hash with the given parameters, in PHC form.
func argonHash(password, salt string, m, t uint32, p uint8, n uint32) string {
	b64 := base64.RawStdEncoding.EncodeToString
	sum := argon2.IDKey([]byte(password), []byte(salt), t, m, p, n)
	return fmt.Sprintf("$argon2id$v=19$m=%d,t=%d,p=%d$%s$%s", m, t, p, b64([]byte(salt)), b64(sum))
}

func TestHashThenVerify(t *testing.T) {
	var p passwords.Hasher
	for _, password := range []string{"alicepass123", "", " ", "pässwörd\x00", strings.Repeat("x", 5000)} {
		hash, err := p.Hash(t.Context(), password)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(hash, "$argon2id$v=19$m=19456,t=2,p=1$") {
			t.Errorf("Hash = %q, want argon2id in PHC form", hash)
		}
		if p.Outdated(hash) {
			t.Errorf("Outdated(%q) = true for a fresh hash", hash)
		}
		if ok, err := p.Verify(t.Context(), hash, password); !ok || err != nil {
			t.Errorf("Verify(Hash(%q)) = %v, %v, want true", password, ok, err)
		}
		if ok, err := p.Verify(t.Context(), hash, password+"x"); ok || err != nil {
			t.Errorf("Verify of another password = %v, %v, want false", ok, err)
		}
		again, err := p.Hash(t.Context(), password)
		if err != nil || again == hash {
			t.Errorf("Hash gave %q twice (%v); the salt must differ", again, err)
		}
	}
}

func TestVerifyForeignHashes(t *testing.T) {
	var p passwords.Hasher
	const password, salt = "alicepass123", "Zk3w9Qh1Xc5v"
	long := base64.RawStdEncoding.EncodeToString(make([]byte, 32))
	tests := []struct {
		name string
		hash string
		want bool
	}{
		{"Django", djangoHash(t, password, salt, 1000), true},
		{"other parameters", argonHash(password, salt, 1024, 3, 2, 16), true},
		{"long sum", argonHash(password, salt, 64, 1, 1, 64), true},
		{"another password", argonHash("x", salt, 64, 1, 1, 32), false},
		{"Django, another password", djangoHash(t, "x", salt, 1000), false},
		{"empty", "", false},
		{"Django's unusable password", "!Zk3w9Qh1Xc5vb2Vx", false},
		{"plain text", password, false},
		{"bcrypt", "$2b$12$GhvMmNVjRW29ulnudl.LbuAnUtN/LRfe1JsBm1Xu6LE3059z5Tr8m", false},
		{"argon2i", "$argon2i$v=19$m=64,t=1,p=1$c29tZXNhbHQ$" + long, false},
		{"old argon2id", "$argon2id$v=16$m=64,t=1,p=1$c29tZXNhbHQ$" + long, false},
		{"a terabyte", "$argon2id$v=19$m=1073741824,t=1,p=1$c29tZXNhbHQ$" + long, false},
		{"many passes", "$argon2id$v=19$m=64,t=4294967295,p=1$c29tZXNhbHQ$" + long, false},
		{"much of both", "$argon2id$v=19$m=262144,t=16,p=1$c29tZXNhbHQ$" + long, false},
		{"no lanes", "$argon2id$v=19$m=64,t=1,p=0$c29tZXNhbHQ$" + long, false},
		{"many lanes", "$argon2id$v=19$m=65536,t=1,p=255$c29tZXNhbHQ$" + long, false},
		{"no passes", "$argon2id$v=19$m=64,t=0,p=1$c29tZXNhbHQ$" + long, false},
		{"too little memory", "$argon2id$v=19$m=7,t=1,p=1$c29tZXNhbHQ$" + long, false},
		{"negative", "$argon2id$v=19$m=-64,t=1,p=1$c29tZXNhbHQ$" + long, false},
		{"no sum", "$argon2id$v=19$m=64,t=1,p=1$c29tZXNhbHQ$", false},
		{"no salt", "$argon2id$v=19$m=64,t=1,p=1$$" + long, false},
		{"short sum", "$argon2id$v=19$m=64,t=1,p=1$c29tZXNhbHQ$AAAA", false},
		{"long sum", "$argon2id$v=19$m=64,t=1,p=1$c29tZXNhbHQ$" + strings.Repeat("A", 1000), false},
		{"not base64", "$argon2id$v=19$m=64,t=1,p=1$!!!!$" + long, false},
		{"too few parts", "$argon2id$v=19$m=64,t=1,p=1$c29tZXNhbHQ", false},
		{"too few parameters", "$argon2id$v=19$m=64,t=1$c29tZXNhbHQ$" + long, false},
		{"Django, for ever", "pbkdf2_sha256$4000000000$salt$" + long + "=", false},
		{"Django, no rounds", "pbkdf2_sha256$0$salt$" + long + "=", false},
		{"Django, no salt", "pbkdf2_sha256$1000$$" + long + "=", false},
		{"Django, no sum", "pbkdf2_sha256$1000$salt$", false},
		{"Django, too few parts", "pbkdf2_sha256$1000", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := p.Verify(t.Context(), tt.hash, password)
			if got != tt.want || err != nil {
				t.Errorf("Verify(%q) = %v, %v, want %v", tt.hash, got, err, tt.want)
			}
			if !p.Outdated(tt.hash) {
				t.Errorf("Outdated(%q) = false, want true", tt.hash)
			}
		})
	}
}

func TestVerifyDjangoVector(t *testing.T) {
	var p passwords.Hasher
	// From the tests of Django's own PBKDF2PasswordHasher.
	const django = "pbkdf2_sha256$100000$seasalt$BNZ6eyaNc8qFTJPjrAq99hSYb73EgAdytAtdBg2Sdcc="
	if ok, err := p.Verify(t.Context(), django, "lètmein\x00"); ok || err != nil {
		t.Errorf("Verify of the password and NUL = %v, %v, want false", ok, err)
	}
	ok, err := p.Verify(t.Context(), django, "lètmein")
	if !ok || err != nil {
		t.Errorf("Verify(%q) = %v, %v, want true", django, ok, err)
	}
}

func TestHashOfEndedRequest(t *testing.T) {
	var p passwords.Hasher
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.Hash(ctx, "x"); !errors.Is(err, context.Canceled) {
		t.Errorf("Hash for a request that has ended = %v, want %v", err, context.Canceled)
	}
	if _, err := p.Verify(ctx, djangoHash(t, "x", "salt", 1), "x"); !errors.Is(err, context.Canceled) {
		t.Errorf("Verify for a request that has ended = %v, want %v", err, context.Canceled)
	}
}

func BenchmarkHash(b *testing.B) {
	var p passwords.Hasher
	b.ReportAllocs()
	for b.Loop() {
		p.Hash(b.Context(), "alicepass123")
	}
}

func TestCheckPassword(t *testing.T) {
	const short, common = "This password is too short. It must contain at least 8 characters.", "This password is too common."
	const name, address = "The password is too similar to the username.", "The password is too similar to the email address."
	const number = "This password is entirely numeric."
	for _, tt := range []struct{ password, want string }{
		{"", short},
		{"a-b-c-d", short},
		{"éééééééé", ""}, // characters, not bytes
		{"ééééééé", short},
		{"password", common},
		{"PassWord", common},
		{"!qaz2wsx", common},  // the first of the list
		{"zz8807zpl", common}, // the last
		{"password\n", ""},    // not the line after all
		{"passwor", short},
		{"alexandra.b", name},
		{"ALEXANDRA.B", name},
		{"a.berg-mueller", address},
		{"A.Berg-Mueller@example.com", address},
		{"a.berg-mueller@example.co", address},
		{"Alexandra99", name}, // 9 of 11 letters
		{"1234567", short + " " + number},
		{"12345678", common + " " + number},
		{"4815162342108", number},
		{"alexandra-and-a-long-rest-of-words", ""},
		{"correct horse battery staple", ""},
		{strings.Repeat("long ", 819) + "l", ""}, // 4,096 bytes
		{strings.Repeat("long ", 819) + "lo", "Ensure this field has no more than 4096 bytes."},
		// The conformance suite makes its accounts with these.
		{"password123", ""},
		{"alicepass123", ""},
		{"bobpass123", ""},
		{"carolpass123", ""},
		{"davepass123", ""},
		{"ivanpass123", ""},
		{"alice-password", ""},
		{"admin-password", ""}, // the README
	} {
		got := strings.Join(passwords.Weaknesses(tt.password, "alexandra.b", "a.berg-mueller@example.com"), " ")
		if got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.password, got, tt.want)
		}
	}
	if got := passwords.Weaknesses("alice-password", "alice", ""); got != nil {
		t.Errorf("without an address: got %v", got)
	}
}
