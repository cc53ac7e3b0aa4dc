package token

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"strings"
)

// ErrSeal means that a sealed text is not what this seal made.
var ErrSeal = errors.New("the seal is not ours")

// Seal signs texts for one purpose, so that they can be given away and come back unchanged. What is sealed can be read
// by anybody. It costs far less than an access token, since nobody else verifies it.
type Seal struct{ key []byte }

// Seal is derived from the signing key: sealed texts are void once another key signs. Texts of another purpose or salt
// are refused.
func (k *Keys) Seal(purpose, salt string) Seal { return Seal{[]byte(k.Derive(purpose, salt))} }

// Close returns the text as base64url, with its signature.
func (s Seal) Close(text []byte) string {
	encoded := base64.RawURLEncoding.EncodeToString(text)
	return encoded + "." + s.signature(encoded)
}

// Open returns the text that Close was given. It fails with ErrSeal for anything that Close didn't return.
func (s Seal) Open(sealed string) ([]byte, error) {
	encoded, signature, found := strings.Cut(sealed, ".")
	if !found || strings.ContainsAny(sealed, "\r\n") || !s.signed(encoded, signature) {
		return nil, ErrSeal
	}
	return base64.RawURLEncoding.DecodeString(encoded)
}

// signature is the text's HMAC-SHA-256 as base64url.
func (s Seal) signature(text string) string {
	mac := hmac.New(sha256.New, s.key)
	mac.Write([]byte(text))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// signed compares in constant time.
func (s Seal) signed(text, signature string) bool {
	return hmac.Equal([]byte(signature), []byte(s.signature(text)))
}
