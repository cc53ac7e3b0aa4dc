package token

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"aidanwoods.dev/go-paseto"
)

const (
	oldSeed = "0101010101010101010101010101010101010101010101010101010101010101"
	newSeed = "0202020202020202020202020202020202020202020202020202020202020202"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func parse(t testing.TB, setting string) *Keys {
	t.Helper()
	keys, err := Parse(setting)
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

func claims() Claims {
	return Claims{Login: "65f1a0b2c3d4e5f6a7b8c9d0", Session: "65f1a0b2c3d4e5f6a7b8c9d1", IssuedAt: noon,
		Expires: noon.Add(15 * time.Minute)}
}

func TestIssuedTokenVerifies(t *testing.T) {
	keys := parse(t, "k1:"+oldSeed)
	want := claims()
	tok := keys.Issue(want)
	if !strings.HasPrefix(tok, "v4.public.") {
		t.Fatalf("not a v4.public token: %s", tok)
	}
	for _, round := range []string{"checked", "remembered"} {
		got, err := keys.Verify(tok, noon)
		if err != nil || got != want {
			t.Errorf("%s: got %+v, %v", round, got, err)
		}
	}
	if n := keys.verified.Len(); n != 1 {
		t.Errorf("%d tokens are remembered", n)
	}
	foot := tok[strings.LastIndex(tok, ".")+1:]
	if raw, _ := base64.RawURLEncoding.DecodeString(foot); string(raw) != `{"kid":"k1"}` {
		t.Errorf("footer %s", raw)
	}
}

func TestTimesAreWholeSeconds(t *testing.T) {
	keys := parse(t, "k1:"+oldSeed)
	c := claims()
	c.IssuedAt, c.Expires = c.IssuedAt.Add(900*time.Millisecond), c.Expires.Add(900*time.Millisecond)
	got, err := keys.Verify(keys.Issue(c), noon)
	if err != nil || got != claims() {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestExpiry(t *testing.T) {
	keys := parse(t, "k1:"+oldSeed)
	tok := keys.Issue(claims())
	end := claims().Expires
	if _, err := keys.Verify(tok, end.Add(-time.Millisecond)); err != nil {
		t.Fatalf("just before its end: %v", err)
	}
	for _, round := range []string{"remembered", "forgotten"} {
		if _, err := keys.Verify(tok, end); !errors.Is(err, ErrExpired) {
			t.Errorf("%s: at its end: %v", round, err)
		}
	}
	if n := keys.verified.Len(); n != 0 {
		t.Errorf("%d expired tokens are remembered", n)
	}
}

func TestRotation(t *testing.T) {
	before := parse(t, "old:"+oldSeed)
	during := parse(t, "new:"+newSeed+", old:"+oldSeed)
	after := parse(t, "new:"+newSeed)
	fromOld, fromNew := before.Issue(claims()), during.Issue(claims())
	if _, err := during.Verify(fromOld, noon); err != nil {
		t.Errorf("the old key's token: %v", err)
	}
	if _, err := after.Verify(fromNew, noon); err != nil {
		t.Errorf("the first key did not sign: %v", err)
	}
	if _, err := after.Verify(fromOld, noon); !errors.Is(err, ErrInvalid) {
		t.Errorf("a dropped key's token: %v", err)
	}
}

// sign makes a token as a holder of the seed could, with whatever claims and footer.
func sign(t testing.TB, seed, claims, footer string) string {
	t.Helper()
	key, err := paseto.NewV4AsymmetricSecretKeyFromSeed(seed)
	if err != nil {
		t.Fatal(err)
	}
	tok, err := paseto.NewTokenFromClaimsJSON([]byte(claims), []byte(footer))
	if err != nil {
		t.Fatal(err)
	}
	return tok.V4Sign(key, nil)
}

func TestRefused(t *testing.T) {
	keys := parse(t, "k1:"+oldSeed)
	good := keys.Issue(claims())
	parts := strings.Split(good, ".")
	full := `{"sub":"a","sid":"b","iat":"2026-03-01T12:00:00Z","exp":"2026-03-01T12:15:00Z"}`
	kid := `{"kid":"k1"}`
	if _, err := keys.Verify(sign(t, oldSeed, full, kid), noon); err != nil {
		t.Fatalf("the pattern of the cases below is not accepted: %v", err)
	}
	otherFooter := base64.RawURLEncoding.EncodeToString([]byte(`{"kid":"k1","x":1}`))
	local := paseto.NewToken()
	local.SetFooter([]byte(kid))
	cases := map[string]string{
		"empty":               "",
		"words":               "not a token",
		"only header":         "v4.public.",
		"no footer":           strings.Join(parts[:3], "."),
		"another footer":      strings.Join(parts[:3], ".") + "." + otherFooter,
		"other purpose":       "v4.local." + parts[2] + "." + parts[3],
		"encrypted":           local.V4Encrypt(paseto.NewV4SymmetricKey(), nil),
		"other version":       "v2.public." + parts[2] + "." + parts[3],
		"fifth part":          good + ".x",
		"line break":          good[:20] + "\n" + good[20:],
		"trailing space":      good + " ",
		"short signature":     "v4.public.AAAA." + parts[3],
		"oversized":           good + strings.Repeat("A", maxTokenLength),
		"unknown key":         sign(t, oldSeed, full, `{"kid":"k2"}`),
		"another's key":       sign(t, newSeed, full, kid),
		"footer is no JSON":   sign(t, oldSeed, full, "k1"),
		"footer is an array":  sign(t, oldSeed, full, "[]"),
		"footer without key":  sign(t, oldSeed, full, "{}"),
		"no login":            sign(t, oldSeed, strings.Replace(full, `"sub":"a",`, "", 1), kid),
		"empty login":         sign(t, oldSeed, strings.Replace(full, `"a"`, `""`, 1), kid),
		"no session":          sign(t, oldSeed, strings.Replace(full, `"sid":"b",`, "", 1), kid),
		"session is a number": sign(t, oldSeed, strings.Replace(full, `"b"`, `1`, 1), kid),
		"no expiry":           sign(t, oldSeed, `{"sub":"a","sid":"b","iat":"2026-03-01T12:00:00Z"}`, kid),
		"expiry is a number":  sign(t, oldSeed, strings.Replace(full, `"2026-03-01T12:15:00Z"`, "99999999999", 1), kid),
	}
	for name, tok := range cases {
		got, err := keys.Verify(tok, noon)
		if !errors.Is(err, ErrInvalid) || got != (Claims{}) {
			t.Errorf("%s: got %+v, %v", name, got, err)
		}
	}
}

func TestEveryChangedByteIsRefused(t *testing.T) {
	keys := parse(t, "k1:"+oldSeed)
	good := keys.Issue(claims())
	for i := range len(good) {
		changed := []byte(good)
		changed[i] ^= 1
		got, err := keys.Verify(string(changed), noon)
		// The last character of a part may carry bits that mean nothing; the token then still says the same.
		if err == nil && got != claims() {
			t.Fatalf("byte %d changed what the token says: %+v", i, got)
		}
		if err == nil && i+1 != len(good) && good[i+1] != '.' {
			t.Errorf("byte %d was changed without an error", i)
		}
	}
}

func TestRemembersBoundedNumber(t *testing.T) {
	keys := parse(t, "k1:"+oldSeed)
	keys.verified.Resize(3)
	for i := range 5 {
		c := claims()
		c.Session = string(rune('a' + i))
		if got, err := keys.Verify(keys.Issue(c), noon); err != nil || got != c {
			t.Fatal(got, err)
		}
	}
	if n := keys.verified.Len(); n != 3 {
		t.Errorf("%d tokens are remembered", n)
	}
}

func TestParse(t *testing.T) {
	asJSON := `{"keys":[{"kid":"k1","seed":"` + oldSeed + `"}]}`
	tok := parse(t, " k1:"+oldSeed+" ").Issue(claims())
	if _, err := parse(t, asJSON).Verify(tok, noon); err != nil {
		t.Errorf("the same key as JSON: %v", err)
	}
	secret := oldSeed[:62]
	for name, setting := range map[string]string{
		"empty":          "",
		"no name":        oldSeed,
		"empty name":     ":" + oldSeed,
		"bad name":       "k 1:" + oldSeed,
		"short seed":     "k1:" + secret,
		"long seed":      "k1:" + oldSeed + "00",
		"not hex":        "k1:" + secret + "xy",
		"twice":          "k1:" + oldSeed + ",k1:" + newSeed,
		"trailing comma": "k1:" + oldSeed + ",",
		"no keys":        `{"keys":[]}`,
		"cut JSON":       asJSON[:len(asJSON)-3],
		"unknown field":  `{"keys":[{"kid":"k1","sead":"` + oldSeed + `"}]}`,
		"two documents":  asJSON + asJSON,
		"wrong type":     `{"keys":"` + oldSeed + `"}`,
	} {
		_, err := Parse(setting)
		if err == nil {
			t.Errorf("%s is accepted", name)
		} else if strings.Contains(err.Error(), "0101") {
			t.Errorf("%s: the error shows the seed: %v", name, err)
		}
	}
}

func TestKeyFile(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	var group sync.WaitGroup
	started := make([]*Keys, 8)
	for i := range started {
		group.Go(func() {
			keys, err := LoadOrCreate(dir)
			if err != nil {
				t.Error(err)
			}
			started[i] = keys
		})
	}
	group.Wait()
	if t.Failed() {
		t.FailNow()
	}
	tok := started[0].Issue(claims())
	for i, keys := range started {
		if _, err := keys.Verify(tok, noon); err != nil {
			t.Errorf("process %d uses other keys: %v", i, err)
		}
	}
	entries, _ := os.ReadDir(dir)
	if len(entries) != 1 || entries[0].Name() != "token-keys.json" {
		t.Errorf("the directory holds %v", entries)
	}
	path := filepath.Join(dir, "token-keys.json")
	if info, _ := os.Stat(path); info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v", info.Mode())
	}
	text, _ := os.ReadFile(path)
	if _, err := parse(t, string(text)).Verify(tok, noon); err != nil {
		t.Errorf("the file's text as a setting: %v", err)
	}
}

func TestUnusableKeyFileIsKept(t *testing.T) {
	good, _ := json.Marshal(keyList{Keys: []namedSeed{{ID: "k1", Seed: oldSeed}}})
	for name, file := range map[string]struct {
		text string
		mode os.FileMode
	}{
		"empty":             {"", 0o600},
		"damaged":           {string(good[:30]), 0o600},
		"readable by group": {string(good), 0o640},
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, "token-keys.json")
		if err := os.WriteFile(path, []byte(file.text), file.mode); err != nil {
			t.Fatal(err)
		}
		if _, err := LoadOrCreate(dir); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", name, err)
		}
		if kept, _ := os.ReadFile(path); string(kept) != file.text {
			t.Errorf("%s: the file was changed", name)
		}
	}
}

func TestSecrets(t *testing.T) {
	a, b := Random(), Random()
	raw, err := base64.RawURLEncoding.DecodeString(a)
	if err != nil || len(raw) != 32 || len(a) != 43 || a == b {
		t.Errorf("%q and %q: %v", a, b, err)
	}
	if got := Hash("abc"); got != "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" {
		t.Errorf("hash of abc: %s", got)
	}
	if _, err := hex.DecodeString(Hash(a)); err != nil {
		t.Error(err)
	}
}

// Whatever is sent, nothing is accepted but what the keys issued, and it never says anything else.
func FuzzVerify(f *testing.F) {
	keys := parse(f, "new:"+newSeed+",old:"+oldSeed)
	good := keys.Issue(claims())
	parts := strings.Split(good, ".")
	for _, seed := range []string{
		good,
		parse(f, "old:"+oldSeed).Issue(claims()),
		strings.Join(parts[:3], "."),
		"v4.public." + parts[2] + ".e30",
		"v4.local." + parts[2] + "." + parts[3],
		"v4.public..", "v4.public.AA.AA", "...", "",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, tok string) {
		got, err := keys.Verify(tok, noon)
		if err == nil && got != claims() {
			t.Errorf("%q was accepted as %+v", tok, got)
		}
		if err != nil && !errors.Is(err, ErrInvalid) {
			t.Errorf("%q: %v", tok, err)
		}
	})
}

func BenchmarkVerifyRemembered(b *testing.B) {
	keys := parse(b, "k1:"+oldSeed)
	tok := keys.Issue(claims())
	for b.Loop() {
		if _, err := keys.Verify(tok, noon); err != nil {
			b.Fatal(err)
		}
	}
}

// A derived secret is the same again from the same key, purpose and salt, and another from any other.
func TestDerive(t *testing.T) {
	keys, others := parse(t, "a:"+strings.Repeat("01", 32)), parse(t, "a:"+strings.Repeat("02", 32))
	first := keys.Derive("purpose", "salt")
	if again := keys.Derive("purpose", "salt"); again != first || len(first) != 43 {
		t.Errorf("derived %q, then %q", first, again)
	}
	for name, other := range map[string]string{"purpose": keys.Derive("another purpose", "salt"),
		"salt": keys.Derive("purpose", "another salt"), "key": others.Derive("purpose", "salt")} {
		if other == first {
			t.Errorf("another %s derives the same", name)
		}
	}
}
