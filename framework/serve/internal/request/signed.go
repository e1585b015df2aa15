// Signed addresses: anyone may read the content of a file with one, until it expires.

package request

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"slices"
	"strconv"
	"strings"
	"time"

	"example.com/resourceful/framework/plan"
	"example.com/resourceful/framework/problem"
	"example.com/resourceful/framework/serve/internal/querystring"
)

// SignedParam is the parameter of the query that has the signature.
const SignedParam = "_signed"

// The bytes of a signature: the time of its end, the beginning of a hash of the file's key, and that of a HMAC of both and the path.
const (
	endSize  = 8
	fileSize = 8
	macSize  = 16
)

// Signature is a signature that was right for the path of a request.
type Signature struct {
	ends time.Time
	file string // the beginning of the hash
}

// Sign returns the signature for the content of a file at a path: without the path of the base address, and without a version.
func Sign(key []byte, path, file string, ends time.Time) string {
	b := binary.BigEndian.AppendUint64(nil, uint64(ends.Unix()))
	b = append(b, hashOfFile(file)...)
	return base64.RawURLEncoding.EncodeToString(append(b, macOf(key, path, b)...))
}

// hashOfFile returns the part of a signature that ends with the file.
func hashOfFile(key string) string {
	sum := sha256.Sum256([]byte(key))
	return string(sum[:fileSize])
}

func macOf(key []byte, path string, signed []byte) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte("address of a file\x00" + strings.TrimSuffix(path, "/") + "\x00"))
	mac.Write(signed)
	return mac.Sum(nil)[:macSize]
}

// verify reads a signature for a path; nil if it is wrong, or has ended. There is none without a key.
func verify(key []byte, path, sent string, now time.Time) *Signature {
	b, err := base64.RawURLEncoding.Strict().DecodeString(sent)
	if err != nil || len(b) != endSize+fileSize+macSize || len(key) == 0 {
		return nil
	}
	signed, mac := b[:endSize+fileSize], b[endSize+fileSize:]
	ends := time.Unix(int64(binary.BigEndian.Uint64(signed)), 0)
	if !hmac.Equal(mac, macOf(key, path, signed)) || !now.Before(ends) {
		return nil
	}
	return &Signature{ends, string(signed[endSize:])}
}

// Of reports whether the signature is that of a file, by its key.
func (s *Signature) Of(file string) bool { return s.file == hashOfFile(file) }

// Caching returns the header Cache-Control of the content: browsers keep it until the address ends.
func (s *Signature) Caching(now time.Time) []string {
	return []string{"private, max-age=" + strconv.FormatInt(int64(s.ends.Sub(now)/time.Second), 10)}
}

// RefuseSigned is the refusal of a signed address.
func RefuseSigned() error {
	return problem.New(problem.Forbidden, "This address has expired, or its file was replaced, or it is incomplete.")
}

// identifySigned makes whoever sends a signed address an anonymous requester, who may read the file. It reports whether the
// address is signed.
func identifySigned(x *Exchange, a *Admission) (signed bool, err error) {
	if !a.SendsFile() || x.R.URL.RawQuery == "" {
		return false, nil
	}
	if !slices.ContainsFunc(querystring.Parse(x.R.URL.RawQuery), func(p plan.ParamValue) bool { return p.Name == SignedParam }) {
		return false, nil
	}
	a.Requester.Known, a.Requester.At = true, x.Service.Options.Now()
	s := verify(x.Service.Options.Keys.Address(), x.R.URL.Path, querystring.Last(x.R.URL.RawQuery, SignedParam), a.Requester.At)
	h := x.W.Header()
	h["Referrer-Policy"], h["Cache-Control"] = []string{"no-referrer"}, notStored
	if s == nil {
		return true, RefuseSigned()
	}
	a.Requester.Signed = s
	return true, nil
}
