package main

import (
	"bytes"
	"debug/buildinfo"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func run(t *testing.T, folder string, args ...string) (string, error) {
	t.Helper()
	command := exec.Command(args[0], args[1:]...)
	command.Dir = folder
	output, err := command.CombinedOutput()
	return string(output), err
}

func mustRun(t *testing.T, folder string, args ...string) string {
	t.Helper()
	output, err := run(t, folder, args...)
	if err != nil {
		t.Fatalf("%v: %v\n%s", args, err, output)
	}
	return output
}

// Every module that the program says it is built from is named, and so is what else is in it.
func TestLicencesOfAllParts(t *testing.T) {
	t.Chdir("..")
	if _, err := os.Stat("web/node_modules/svelte"); err != nil {
		t.Skipf("%v, so the licences in a release are NOT tested: run make console", err)
	}
	program := filepath.Join(t.TempDir(), "sarai")
	mustRun(t, ".", "go", "build", "-o", program, "./cmd/sarai")
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	var written bytes.Buffer
	if err := write(&written); err != nil {
		t.Fatal(err)
	}
	want := []string{"Go " + info.GoVersion, "svelte 5.", "SIL OPEN FONT LICENSE", "sqlite", "Apache License"}
	for _, module := range info.Deps {
		want = append(want, "\n"+module.Path+" "+module.Version+"\n")
	}
	for _, part := range want {
		if !strings.Contains(written.String(), part) {
			t.Errorf("the licences don't name %q", part)
		}
	}
}

// What a signer of the list signs is verified by the commands that are printed; nobody else's is, and no change.
func TestASignedRelease(t *testing.T) {
	if _, err := exec.LookPath("ssh-keygen"); err != nil {
		t.Skip("there is no ssh-keygen, so signatures of releases are NOT tested")
	}
	folder := t.TempDir()
	file := func(name string) string { return filepath.Join(folder, name) }
	for _, key := range []string{"key", "stranger"} {
		mustRun(t, ".", "ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", key, "-f", file(key))
	}
	public, err := os.ReadFile(file("key.pub"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file("signers"), append([]byte("releases@sarai "), public...), 0o600); err != nil {
		t.Fatal(err)
	}
	released := file("released")
	if err := os.Mkdir(released, 0o700); err != nil {
		t.Fatal(err)
	}
	archive := filepath.Join(released, "sarai.tar.gz")
	if err := os.WriteFile(archive, []byte("the program"), 0o600); err != nil {
		t.Fatal(err)
	}
	sums := func(key string) (string, error) {
		return run(t, "..", "make", "-s", "sums", "RELEASED="+released, "SIGNERS="+file("signers"), "SIGNING_KEY="+key)
	}
	if said, err := sums(""); err != nil || !strings.Contains(said, "NOT signed") {
		t.Errorf("without a key: %v\n%s", err, said)
	}
	if said, err := sums(file("stranger")); err == nil || !strings.Contains(said, "isn't in") {
		t.Errorf("a stranger's key is taken: %v\n%s", err, said)
	}
	said, err := sums(file("key"))
	if err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	_, printed, _ := strings.Cut(said, "To verify")
	_, commands, _ := strings.Cut(printed, "\n")
	mustRun(t, released, "sh", "-euc", commands)
	for _, name := range []string{"sarai.tar.gz", "SHA256SUMS"} {
		path := filepath.Join(released, name)
		before, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, append(before, ' '), 0o600); err != nil {
			t.Fatal(err)
		}
		if said, err := run(t, released, "sh", "-euc", commands); err == nil {
			t.Errorf("%s was changed, and is verified:\n%s", name, said)
		}
		if err := os.WriteFile(path, before, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
