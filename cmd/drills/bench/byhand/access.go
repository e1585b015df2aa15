package byhand

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
)

// user is who asks.
type user struct {
	id    int64
	name  string
	admin bool
}

// identify finds the user of Basic credentials, nil for a request without any. The account is
// read for every request, so that a change of it counts at once.
func (s *Server) identify(r *http.Request) (*user, error) {
	name, password, ok, err := credentials(r.Header.Get("Authorization"))
	if err != nil || !ok {
		return nil, err
	}
	u := &user{name: name}
	var hash string
	var active bool
	err = s.db.userByName.QueryRowContext(r.Context(), name).Scan(&u.id, &hash, &active, &u.admin)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, fmt.Errorf("find account: %w", err)
	}
	if hash == "" {
		hash = nobody // as slow as a wrong password
	}
	right, err := s.verify(r.Context(), hash, password)
	if err != nil {
		return nil, err
	}
	if !right || !active {
		return nil, refused(http.StatusForbidden, "Invalid username/password.")
	}
	return u, nil
}

// nobody is the hash of no known password.
const nobody = "$argon2id$v=19$m=19456,t=2,p=1$c29tZSBmaXhlZCBzYWx0IQ$" +
	"q0m1x2Yd9nFh3vJ8kTzR5wLbC7eGpU4sOaXiVfNyMBE"

// credentials reads an Authorization header; ok is false for none and for other schemes.
func credentials(header string) (name, password string, ok bool, err error) {
	words := strings.Fields(header)
	if len(words) == 0 || !strings.EqualFold(words[0], "Basic") {
		return "", "", false, nil
	}
	bad := func(why string) error { return refused(http.StatusForbidden, "Invalid basic header. "+why) }
	switch len(words) {
	case 1:
		return "", "", false, bad("No credentials provided.")
	case 2:
	default:
		return "", "", false, bad("Credentials string should not contain spaces.")
	}
	raw, err := base64.StdEncoding.DecodeString(words[1])
	if err != nil {
		return "", "", false, bad("Credentials not correctly base64 encoded.")
	}
	text := string(raw)
	if !utf8.Valid(raw) { // then it is Latin-1
		runes := make([]rune, len(raw))
		for i, b := range raw {
			runes[i] = rune(b)
		}
		text = string(runes)
	}
	name, password, _ = strings.Cut(text, ":")
	if len(name) > 600 || len(password) > 4096 || strings.Contains(name, "\x00") { // no account has such
		name, password = "", ""
	}
	return name, password, true, nil
}

// verify compares a password with a hash, which takes tens of milliseconds; that it was right is
// remembered for a minute.
func (s *Server) verify(ctx context.Context, hash, password string) (bool, error) {
	key := s.verified.key(hash, password)
	if s.verified.has(key) {
		return true, nil
	}
	right, err := s.passwords.Verify(ctx, hash, password)
	if right {
		s.verified.add(key)
	}
	return right, err
}

const (
	verifiedFor = time.Minute
	verifiedMax = 4096
)

// verified are the comparisons that came out right, under a keyed digest of hash and password.
type verified struct {
	once   sync.Once
	secret []byte
	mu     sync.Mutex
	until  map[[sha256.Size]byte]time.Time
}

func (v *verified) key(hash, password string) (key [sha256.Size]byte) {
	v.once.Do(func() {
		v.secret = []byte(rand.Text())
		v.until = map[[sha256.Size]byte]time.Time{}
	})
	mac := hmac.New(sha256.New, v.secret)
	mac.Write([]byte(hash))
	mac.Write([]byte{0})
	mac.Write([]byte(password))
	mac.Sum(key[:0])
	return key
}

func (v *verified) has(key [sha256.Size]byte) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return time.Now().Before(v.until[key])
}

func (v *verified) add(key [sha256.Size]byte) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if len(v.until) >= verifiedMax {
		clear(v.until)
	}
	v.until[key] = time.Now().Add(verifiedFor)
}
