// Package token issues and verifies access tokens (PASETO v4.public, Ed25519) and makes one-time secrets.
//
// The footer of every access token is {"kid":"…"}, the name of the key that signed it, so that keys can be
// rotated: the first key of the list signs, all of them verify. To rotate on several nodes without refusing
// anybody, append the new key on every node, then move it to the front on every node, and drop the old one once
// its last token has expired.
package token

import (
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"aidanwoods.dev/go-paseto"
	lru "github.com/hashicorp/golang-lru/v2"
)

const (
	// An issued token has about 300 characters; a longer text than this is refused before anything is computed.
	maxTokenLength = 1024
	// How many verified tokens are remembered; at about 300 bytes each this stays under 5 MB.
	rememberedTokens = 16_384

	sessionClaim = "sid"
)

// What is wrong with a token. Errors from Verify wrap one of them; none of them quotes the token.
var (
	ErrInvalid = errors.New("the access token is not valid")
	ErrExpired = errors.New("the access token has expired")
)

// Claims is what an access token says. What its holder may do is not in it: that is read at each request.
type Claims struct {
	Login    string    // whose token it is ("sub")
	Session  string    // the session that it was issued in ("sid")
	IssuedAt time.Time // whole seconds, UTC ("iat")
	Expires  time.Time // whole seconds, UTC; refused from this instant on ("exp")
}

// Keys signs and verifies access tokens. It is safe for use by many goroutines.
type Keys struct {
	signingID string
	signing   paseto.V4AsymmetricSecretKey
	public    map[string]paseto.V4AsymmetricPublicKey
	// verified remembers what tokens said by the SHA-256 of their text, since checking a signature costs more
	// than all the rest of a small request. The keys never change, so only expiry can end an entry's truth.
	verified *lru.Cache[[sha256.Size]byte, Claims]
}

// Issue makes a token that says c. Fractions of a second are dropped from its times.
func (k *Keys) Issue(c Claims) string {
	footer, err := json.Marshal(footer{KeyID: k.signingID})
	if err != nil {
		panic(err) // a struct of one string always has a JSON form
	}
	t := paseto.NewToken()
	t.SetSubject(c.Login)
	t.SetString(sessionClaim, c.Session)
	t.SetIssuedAt(c.IssuedAt.UTC().Truncate(time.Second))
	t.SetExpiration(c.Expires.UTC().Truncate(time.Second))
	t.SetFooter(footer)
	return t.V4Sign(k.signing, nil)
}

// Verify returns what a token says if one of the keys signed it and it has not expired at now.
// Its error is ErrExpired for a genuine token that came too late and ErrInvalid for anything else.
func (k *Keys) Verify(tok string, now time.Time) (Claims, error) {
	if len(tok) > maxTokenLength {
		return Claims{}, fmt.Errorf("%w: it is too long", ErrInvalid)
	}
	hash := sha256.Sum256([]byte(tok))
	claims, known := k.verified.Get(hash)
	if !known {
		var err error
		if claims, err = k.read(tok); err != nil {
			return Claims{}, err
		}
	}
	if !now.Before(claims.Expires) {
		k.verified.Remove(hash)
		return Claims{}, ErrExpired
	}
	if !known {
		k.verified.Add(hash, claims)
	}
	return claims, nil
}

type footer struct {
	KeyID string `json:"kid"`
}

// read checks the signature and takes the claims out. Expiry is the caller's to check, for the token may be remembered.
func (k *Keys) read(tok string) (Claims, error) {
	// Go's base64 skips line breaks, so one token would have endless spellings, each remembered by itself.
	if strings.ContainsAny(tok, "\r\n") {
		return Claims{}, fmt.Errorf("%w: it holds a line break", ErrInvalid)
	}
	parser := paseto.NewParserWithoutExpiryCheck()
	rawFooter, err := parser.UnsafeParseFooter(paseto.V4Public, tok)
	if err != nil {
		return Claims{}, fmt.Errorf("%w: it is not a v4.public token", ErrInvalid)
	}
	var named footer
	if err := json.Unmarshal(rawFooter, &named); err != nil {
		return Claims{}, fmt.Errorf("%w: its footer names no key", ErrInvalid)
	}
	public, ok := k.public[named.KeyID]
	if !ok {
		return Claims{}, fmt.Errorf("%w: its key is not known here", ErrInvalid)
	}
	t, err := parser.ParseV4Public(public, tok, nil)
	if err != nil {
		return Claims{}, fmt.Errorf("%w: its signature is wrong", ErrInvalid)
	}
	return claimsOf(t)
}

func claimsOf(t *paseto.Token) (Claims, error) {
	login, errLogin := t.GetSubject()
	session, errSession := t.GetString(sessionClaim)
	issued, errIssued := t.GetIssuedAt()
	expires, errExpires := t.GetExpiration()
	if errors.Join(errLogin, errSession, errIssued, errExpires) != nil || login == "" || session == "" {
		return Claims{}, fmt.Errorf("%w: a claim is missing", ErrInvalid)
	}
	return Claims{Login: login, Session: session, IssuedAt: issued.UTC(), Expires: expires.UTC()}, nil
}

// Derive makes a secret for a purpose out of the signing key and a salt: the same from the same key and salt, 43
// characters of base64url as Random's. Who knows the salt but not the key learns nothing.
func (k *Keys) Derive(purpose, salt string) string {
	raw, err := hkdf.Key(sha256.New, k.signing.ExportBytes(), []byte(salt), "sarai "+purpose, sha256.Size)
	if err != nil {
		panic(err) // only for a length that SHA-256 can't give
	}
	return base64.RawURLEncoding.EncodeToString(raw)
}

// Random makes a secret of 256 random bits as 43 characters of base64url, for refresh and one-time tokens.
func Random() string {
	var raw [32]byte
	rand.Read(raw[:])
	return base64.RawURLEncoding.EncodeToString(raw[:])
}

// Hash is how such a secret is stored and looked up: its SHA-256 in hexadecimal. It needs no salt and no slow
// function, since the secret is random.
func Hash(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}
