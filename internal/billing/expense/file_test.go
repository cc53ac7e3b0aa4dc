package expense

import (
	"bytes"
	"encoding/base64"
	"strings"
	"testing"
)

func TestPiecesAreTheFile(t *testing.T) {
	for _, size := range []int{1, 2, 3, pieceLen - 1, pieceLen, pieceLen + 1, 2*pieceLen + 2} {
		content := bytes.Repeat([]byte{0xff, 0, 7}, size/3+1)[:size]
		pieces := encoded(content)
		back, err := base64.StdEncoding.DecodeString(strings.Join(pieces, ""))
		if err != nil || !bytes.Equal(back, content) || len(pieces) != (size+pieceLen-1)/pieceLen {
			t.Errorf("%d bytes make %d pieces: %v", size, len(pieces), err)
		}
	}
}
