package token

import "strings"

// Marks signs texts that are verified much later: each mark names the token key that it comes from, and holds for as
// long as that key is configured. What is signed can be read by anybody. It is safe for concurrent use.
type Marks struct {
	first string
	seals map[string]Seal
}

// Marks are derived from all token keys, for one purpose; the signing key signs.
func (k *Keys) Marks(purpose string) Marks {
	m := Marks{first: k.signingID, seals: map[string]Seal{}}
	for _, key := range k.secrets {
		m.seals[key.ID] = Seal{[]byte(derive(key.Secret, "mark "+purpose, ""))}
	}
	return m
}

// Sign returns the text's mark, `kid.signature`.
func (m Marks) Sign(text []byte) string {
	return m.first + "." + m.seals[m.first].signature(string(text))
}

// Signed reports whether one of the keys made the mark of this text.
func (m Marks) Signed(text []byte, mark string) bool {
	seal, known := m.seals[mark[:max(strings.LastIndexByte(mark, '.'), 0)]]
	return known && seal.signed(string(text), mark[strings.LastIndexByte(mark, '.')+1:])
}
