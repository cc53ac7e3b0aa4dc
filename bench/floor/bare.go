package floor

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"sarai/bench/drive"
)

// BareFlag has the bench itself serve, with an address and a file as arguments: see ServeBare.
const BareFlag = "serve-bare"

// StartBare runs the floor for HTTP, in a process of its own like the server. It answers the paths with what they have
// been answered with.
func StartBare(ctx context.Context, s drive.Settings, answers map[string]drive.Recorded) (*drive.Process, error) {
	address, err := drive.FreeAddress()
	if err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	content, err := json.Marshal(answers)
	if err != nil {
		return nil, err
	}
	file := filepath.Join(s.Folder, "answers.json")
	if err := os.WriteFile(file, content, 0o600); err != nil {
		return nil, err
	}
	return drive.Start(exec.CommandContext(ctx, self, BareFlag, address, file), address, "/")
}

// ServeBare answers every request with the answer in the file whose key ends the path, or with that of "": what
// net/http costs before any work is done.
func ServeBare(address, file string) error {
	content, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	var answers map[string]drive.Recorded
	if err := json.Unmarshal(content, &answers); err != nil {
		return err
	}
	list, one := answers["/list"], answers[""]
	server := &http.Server{Addr: address, ReadHeaderTimeout: 10 * time.Second,
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			a := one
			if strings.HasSuffix(r.URL.Path, "/list") {
				a = list
			}
			maps.Copy(w.Header(), a.Header)
			_, _ = w.Write(a.Body) // the client may be gone
		})}
	return server.ListenAndServe()
}
