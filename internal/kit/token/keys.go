package token

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"aidanwoods.dev/go-paseto"
	lru "github.com/hashicorp/golang-lru/v2"

	"sarai/internal/kit/id"
	"sarai/internal/kit/seal"
)

// KeyFile is the name of the file that LoadOrCreate makes.
const KeyFile = "token-keys.json"

// keyList is the format of the key file, and of the setting if that is JSON.
type keyList struct {
	Keys []namedSeed `json:"keys"`
}

type namedSeed struct {
	ID   string `json:"kid"`
	Seed string `json:"seed"` // 32 bytes in hexadecimal
}

// LoadOrCreate reads the keys from token-keys.json in dir. At the first start it creates that file, mode 0600, with one
// new key; if several processes start at once, one creates it and all use it. A damaged file, or one that others can
// read, is an error: silently creating a new key would end every session.
func LoadOrCreate(dir string) (*Keys, error) {
	path := filepath.Join(dir, KeyFile)
	keys, err := load(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return keys, err
	}
	if err := create(path); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("making the token keys: %w", err)
	}
	return load(path)
}

// Parse parses the keys of a setting: the JSON of a key file, or `kid:seed,kid:seed` with seeds of 64
// hexadecimal characters. The first key signs. Errors name keys, never seeds.
func Parse(setting string) (*Keys, error) {
	setting = strings.TrimSpace(setting)
	if strings.HasPrefix(setting, "{") {
		return parseJSON([]byte(setting))
	}
	var list keyList
	for i, entry := range strings.Split(setting, ",") {
		kid, seed, ok := strings.Cut(strings.TrimSpace(entry), ":")
		if !ok {
			return nil, fmt.Errorf("token key %d is not written as kid:seed", i+1)
		}
		list.Keys = append(list.Keys, namedSeed{ID: kid, Seed: seed})
	}
	return newKeys(list)
}

func load(path string) (*Keys, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if info.Mode().Perm()&0o077 != 0 {
		return nil, fmt.Errorf("%s can be read by other users: run chmod 600 on it", path)
	}
	text, err := io.ReadAll(file)
	if err != nil {
		return nil, err
	}
	keys, err := parseJSON(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return keys, nil
}

// create writes the file under another name and links it to path, so that path never holds half a file and nothing is
// replaced. It fails with fs.ErrExist if another process was faster.
func create(path string) error {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	var seed [32]byte
	rand.Read(seed[:])
	text, err := json.MarshalIndent(keyList{Keys: []namedSeed{{ID: id.New(), Seed: hex.EncodeToString(seed[:])}}}, "",
		"  ")
	if err != nil {
		return err
	}
	draft, err := os.CreateTemp(dir, KeyFile+".*") // mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(draft.Name())
	_, err = draft.Write(append(text, '\n'))
	if err := errors.Join(err, draft.Sync(), draft.Close()); err != nil {
		return err
	}
	if err := os.Link(draft.Name(), path); err != nil {
		return err
	}
	return syncDir(dir)
}

func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

func parseJSON(text []byte) (*Keys, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	var list keyList
	if err := decoder.Decode(&list); err != nil {
		return nil, errors.New(`token keys are not of the form {"keys":[{"kid":"…","seed":"…"}]}`)
	}
	if decoder.More() {
		return nil, errors.New("token keys are followed by something else")
	}
	return newKeys(list)
}

// A key's name goes into every token's footer, so it must be short and plain.
var keyName = regexp.MustCompile(`^[A-Za-z0-9._-]{1,64}$`)

func newKeys(list keyList) (*Keys, error) {
	if len(list.Keys) == 0 {
		return nil, errors.New("there is no token key")
	}
	verified, err := lru.New[[sha256.Size]byte, Claims](rememberedTokens)
	if err != nil {
		return nil, err
	}
	keys := &Keys{public: make(map[string]paseto.V4AsymmetricPublicKey, len(list.Keys)), verified: verified}
	for i, named := range list.Keys {
		if !keyName.MatchString(named.ID) {
			return nil, fmt.Errorf("token key %d needs a name of 1 to 64 letters, digits, dots, dashes or underscores", i+1)
		}
		if _, twice := keys.public[named.ID]; twice {
			return nil, fmt.Errorf("two token keys are named %s", named.ID)
		}
		secret, err := paseto.NewV4AsymmetricSecretKeyFromSeed(named.Seed)
		if err != nil {
			return nil, fmt.Errorf("the seed of token key %s is not 64 hexadecimal characters", named.ID)
		}
		if i == 0 {
			keys.signingID, keys.signing = named.ID, secret
		}
		keys.public[named.ID] = secret.Public()
		keys.secrets = append(keys.secrets, seal.Key{ID: named.ID, Secret: secret.ExportBytes()})
	}
	return keys, nil
}
