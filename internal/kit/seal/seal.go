// Package seal encrypts what the database must keep and nobody may read there: AES-256-GCM under a key that is derived
// from the token keys, which the database doesn't hold.
//
// A sealed text is `kid.ciphertext`, with the name of the key in front and the rest in base64url. The first key seals,
// all of them open, so that keys can be rotated as those of access tokens are.
package seal

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"strings"
)

// What Open fails with.
var (
	ErrUnknownKey = errors.New("the text was sealed with a key that is not configured here")
	ErrDamaged    = errors.New("the text is not what was sealed")
)

// Key is a secret to derive from, with the name that sealed texts give it.
type Key struct {
	ID     string
	Secret []byte
}

// Box seals and opens texts for one purpose. It is safe for concurrent use.
type Box struct {
	first string
	aeads map[string]cipher.AEAD
	marks []byte // the key of marks
}

// New makes the box of a purpose: what one seals, a box of another purpose can't open. It panics without a key.
func New(purpose string, keys ...Key) *Box {
	box := &Box{first: keys[0].ID, aeads: make(map[string]cipher.AEAD, len(keys)),
		marks: derived(keys[0].Secret, "sarai mark "+purpose)}
	for _, key := range keys {
		box.aeads[key.ID] = aead(key.Secret, purpose)
	}
	return box
}

func derived(secret []byte, info string) []byte {
	key, err := hkdf.Key(sha256.New, secret, nil, info, sha256.Size)
	if err != nil {
		panic(err) // only for a length that SHA-256 can't produce
	}
	return key
}

func aead(secret []byte, purpose string) cipher.AEAD {
	block, err := aes.NewCipher(derived(secret, "sarai seal "+purpose))
	if err != nil {
		panic(err) // only for a key of another length
	}
	gcm, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		panic(err) // only for another block cipher
	}
	return gcm
}

// Seal encrypts the text with the first key. about says what it belongs to, such as its row's key: only with the same
// about does it open, so that nobody can move it to another row.
func (b *Box) Seal(text []byte, about string) string {
	sealed := b.aeads[b.first].Seal(nil, nil, text, []byte(about))
	return b.first + "." + base64.RawURLEncoding.EncodeToString(sealed)
}

// Mark is by what equal texts are found without opening them: a hash under the first key, which nobody without the key
// can guess texts by. After the keys were rotated it is another one.
func (b *Box) Mark(text string) string {
	mac := hmac.New(sha256.New, b.marks)
	mac.Write([]byte(text))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:16])
}

// Open returns the text that Seal was given, with whichever of the keys it was sealed. It fails with ErrUnknownKey or
// ErrDamaged.
func (b *Box) Open(sealed, about string) ([]byte, error) {
	dot := strings.LastIndexByte(sealed, '.')
	if dot < 0 {
		return nil, ErrDamaged
	}
	aead, known := b.aeads[sealed[:dot]]
	if !known {
		return nil, ErrUnknownKey
	}
	raw, err := base64.RawURLEncoding.DecodeString(sealed[dot+1:])
	if err != nil {
		return nil, ErrDamaged
	}
	text, err := aead.Open(nil, nil, raw, []byte(about))
	if err != nil {
		return nil, ErrDamaged
	}
	return text, nil
}
