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

	"sarai/internal/kit/seal"
)

const (
	// An issued token has about 300 characters; a longer text than this is rejected before anything is computed.
	maxTokenLength = 1024
	// How many verified tokens are cached; at about 300 bytes each this stays under 5 MB.
	rememberedTokens = 16_384

	sessionClaim = "sid"
)

// Errors of Verify wrap one of these; none of them quotes the token.
var (
	ErrInvalid = errors.New("the access token is not valid")
	ErrExpired = errors.New("the access token has expired")
)

// Claims is what an access token says. It doesn't say what its holder may do: that is read at each request.
type Claims struct {
	Login    string    // whose token it is ("sub")
	Session  string    // the session it was issued in ("sid")
	IssuedAt time.Time // whole seconds, UTC ("iat")
	Expires  time.Time // whole seconds, UTC; rejected from this instant on ("exp")
}

// Keys signs and verifies access tokens. It is safe for concurrent use.
type Keys struct {
	signingID string
	signing   paseto.V4AsymmetricSecretKey
	secrets   []seal.Key // of all keys, the signing one first
	public    map[string]paseto.V4AsymmetricPublicKey
	// verified caches claims by the SHA-256 of their token, since checking a signature costs more than the rest of a small
	// request. The keys never change, so an entry is valid until it expires.
	verified *lru.Cache[[sha256.Size]byte, Claims]
}

// Issue returns a token with the claims. Fractions of a second are dropped.
func (k *Keys) Issue(c Claims) string {
	footer, err := json.Marshal(footer{KeyID: k.signingID})
	if err != nil {
		panic(err) // a struct of one string always marshals
	}
	t := paseto.NewToken()
	t.SetSubject(c.Login)
	t.SetString(sessionClaim, c.Session)
	t.SetIssuedAt(c.IssuedAt.UTC().Truncate(time.Second))
	t.SetExpiration(c.Expires.UTC().Truncate(time.Second))
	t.SetFooter(footer)
	return t.V4Sign(k.signing, nil)
}

// Verify returns the token's claims if one of the keys signed it and it hasn't expired at now. The error is ErrExpired
// for a genuine token that has expired, and ErrInvalid for anything else.
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

// read checks the signature and returns the claims. The caller checks expiry, because the claims may be cached.
func (k *Keys) read(tok string) (Claims, error) {
	// Go's base64 skips line breaks, so one token would have countless spellings, each cached separately.
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

// Derive returns a secret for a purpose, derived from the signing key and a salt: 43 characters of base64url like
// Random's, always the same for the same key and salt. The salt alone reveals nothing.
func (k *Keys) Derive(purpose, salt string) string {
	raw, err := hkdf.Key(sha256.New, k.signing.ExportBytes(), []byte(salt), "sarai "+purpose, sha256.Size)
	if err != nil {
		panic(err) // only for a length that SHA-256 can't produce
	}
	return base64.RawURLEncoding.EncodeToString(raw)
}

// Box returns what encrypts texts for a purpose, under keys derived from all token keys. A text that was sealed with a
// token key which has been dropped since can't be opened any more.
func (k *Keys) Box(purpose string) *seal.Box { return seal.New(purpose, k.secrets...) }

// Random returns a secret of 256 random bits as 43 characters of base64url, for refresh and one-time tokens.
func Random() string {
	var raw [32]byte
	rand.Read(raw[:])
	return base64.RawURLEncoding.EncodeToString(raw[:])
}

// Hash returns the form in which such a secret is stored and looked up: its SHA-256 in hexadecimal. Since the secret is
// random, it needs no salt and no slow function.
func Hash(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}
