package apptest

import (
	"flag"
	"testing"
)

// RapidDefault sets a flag of rapid for this test, such as checks or steps, unless the command line sets it.
func RapidDefault(t *testing.T, name, value string) {
	setting := flag.Lookup("rapid." + name)
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == setting.Name })
	if given {
		return
	}
	before := setting.Value.String()
	if err := setting.Value.Set(value); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = setting.Value.Set(before) })
}
