package errs_test

import (
	"testing"

	"sarai/internal/kit/errs"
)

func TestALineShowsAllItHas(t *testing.T) {
	for line, want := range map[string]bool{
		"": true, "Asha Rathore": true, "हवेली सागर": true, "क्\u200dष": true, "علی\u200cخان": true, "മലയാളം": true,
		"\U0001F468\u200d\U0001F469\u200d\U0001F467": true, "\u2764\ufe0f\u200d\U0001F525": true,
		"Asha\u200b Rathore": false, "Asha\u200dRathore": false, "Asha\u202eerohtaR": false, "\u2066Asha": false,
		"Asha\ufeff": false, "Asha\u00ad": false, "\u3164": false, "\u2800": false, "Asha\nRathore": false,
		"Asha\u2028Rathore": false, "\u200cAsha": false, "Asha\u061c": false,
	} {
		var bad errs.Fields
		bad.CheckLine("name", line)
		if got := len(bad) == 0; got != want {
			t.Errorf("%q is fine: %v", line, got)
		}
	}
}
