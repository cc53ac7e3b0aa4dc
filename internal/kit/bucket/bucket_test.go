package bucket_test

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sarai/internal/kit/bucket"
	"sarai/internal/kit/kittest"
)

func open(t *testing.T, address string) *bucket.Bucket {
	t.Helper()
	b, err := bucket.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// A file of several parts arrives byte by byte. What lies beside the folder isn't seen and stays.
func TestFilesInABucket(t *testing.T) {
	storage := kittest.NewStorage(t)
	storage.Start()
	content := make([]byte, 40<<20) // S3's parts have 5 MiB at least, and the library's 16
	for i := range content {
		content[i] = byte(rand.IntN(256))
	}
	path := filepath.Join(t.TempDir(), "one")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	b, other := open(t, storage.Address("haveli")), open(t, storage.Address(""))
	for _, name := range []string{"one.db", "two ☂.db"} {
		if err := b.Put(t.Context(), name, path); err != nil {
			t.Fatal(err)
		}
		there, err := os.ReadFile(filepath.Join(storage.Bucket, "haveli", name))
		if err != nil || !bytes.Equal(there, content) {
			t.Errorf("%s has %d bytes of %d: %v", name, len(there), len(content), err)
		}
	}
	if err := other.Put(t.Context(), "beside.db", path); err != nil {
		t.Fatal(err)
	}
	if names, err := b.Names(t.Context()); err != nil || !slices.Equal(names, []string{"one.db", "two ☂.db"}) {
		t.Errorf("in the folder are %q, %v", names, err)
	}
	if err := b.Remove(t.Context(), "one.db"); err != nil {
		t.Fatal(err)
	}
	if names, err := b.Names(t.Context()); err != nil || !slices.Equal(names, []string{"two ☂.db"}) {
		t.Errorf("without the first are %q, %v", names, err)
	}
	if _, err := os.Stat(filepath.Join(storage.Bucket, "beside.db")); err != nil {
		t.Error(err)
	}
}

// Whatever the storage refuses, the error says it and holds no secret.
func TestRefusalsOfAStorage(t *testing.T) {
	storage := kittest.NewStorage(t)
	storage.Start()
	path := filepath.Join(t.TempDir(), "one")
	if err := os.WriteFile(path, []byte("one"), 0o600); err != nil {
		t.Fatal(err)
	}
	for words, address := range map[string]string{
		"signature": strings.Replace(storage.Address(""), "s3cret", "another", 1),
		"bucket":    strings.Replace(storage.Address(""), "/hotels/", "/motels/", 1),
	} {
		b := open(t, address)
		err := b.Put(t.Context(), "one.db", path)
		if err == nil || !strings.Contains(err.Error(), words) || strings.Contains(err.Error(), "the=storage") {
			t.Errorf("Put returned %v, want something about the %s", err, words)
		}
		if _, err := b.Names(t.Context()); err == nil {
			t.Errorf("there are names in what has another %s", words)
		}
	}
}

func TestAddresses(t *testing.T) {
	for _, wrong := range []string{"", "s3://", "https://key:secret@host/bucket", "s3://host/bucket",
		"s3://key@host/bucket", "s3://key:secret@host", "s3://key:secret@host/", "s3://:secret@host/bucket",
		"s3://key:secret@host/bucket?tls=no",
		"s3://key:secret@host/bucket?zone=a", "s3://key:secret@ho st/bucket", "s3://key:secret@host:port/bucket"} {
		if _, err := bucket.Parse(wrong); err == nil || strings.Contains(err.Error(), "secret@") {
			t.Errorf("Parse(%q) returned %v", wrong, err)
		}
	}
	for address, exposed := range map[string]bool{
		"s3://key:secret@s3.ap-south-1.amazonaws.com/bucket?region=ap-south-1": false,
		"s3://key:se%2Fcret@storage.example:9000/bucket/a/b":                   false,
		"s3://key:secret@storage.example/bucket?tls=none":                      true,
		"s3://key:secret@127.0.0.1:9000/bucket?tls=none":                       false,
	} {
		if b := open(t, address); b.Exposed() != exposed || strings.Contains(b.Host(), "key") {
			t.Errorf("%s: exposed is %t, its host %s", address, b.Exposed(), b.Host())
		}
	}
}
