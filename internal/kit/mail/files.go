package mail

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	gomail "github.com/wneessen/go-mail"
)

// Files returns a transport that writes each mail as <milliseconds>-<id>.eml into dir, which it creates if needed. Only
// the server's own user can read the files. They are for people and scripts: lines end in \n and text isn't encoded, so
// that links can be copied.
func Files(dir string) Transport { return filesTransport{dir} }

type filesTransport struct{ dir string }

func (f filesTransport) send(_ context.Context, l letter) error {
	m, err := l.compose(gomail.NoEncoding)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	if _, err := m.WriteTo(&text); err != nil {
		return err
	}
	if err := os.MkdirAll(f.dir, 0o700); err != nil {
		return err
	}
	// Write it under another name first, so that nobody who watches the directory sees half a mail.
	draft, err := os.CreateTemp(f.dir, ".draft-*") // mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(draft.Name())
	_, err = draft.Write(bytes.ReplaceAll(text.Bytes(), []byte("\r\n"), []byte("\n")))
	if err := errors.Join(err, draft.Sync(), draft.Close()); err != nil {
		return err
	}
	return os.Rename(draft.Name(), filepath.Join(f.dir, fmt.Sprintf("%d-%s.eml", l.created.UnixMilli(), l.id)))
}
