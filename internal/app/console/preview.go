package console

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
)

// A mail has inline styles and pictures from elsewhere, both of which the policy of the console refuses, and a frame
// that the console writes itself would inherit that policy. So the console shows mails in a frame of this page, which
// has a policy of its own. It is in a sandbox: it reaches neither the session nor the page around it, and nothing in
// the mail runs, since only this script may. The console sends it the mail as a message.
const previewScript = `addEventListener('message', (event) => {
  if (event.source === parent && typeof event.data === 'string') document.documentElement.innerHTML = event.data
})
parent.postMessage('mail-preview', '*')`

const previewPage = "<!doctype html><html lang=\"en\"><title>Mail</title><script>" + previewScript + "</script></html>"

var previewPolicy = "sandbox allow-scripts; default-src 'none'; script-src 'sha256-" + hashOf(previewScript) + "'; " +
	"style-src 'unsafe-inline'; img-src http: https: data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return base64.StdEncoding.EncodeToString(sum[:])
}

func mailPreview(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("X-Frame-Options", "SAMEORIGIN")
	fixed("text/html; charset=utf-8", previewPolicy, []byte(previewPage))(w, r)
}
