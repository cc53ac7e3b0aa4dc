package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
)

// settingFlags are the flags that are settings: each is a variable of the environment and a member of the config file
// too.
func settingFlags() *flag.FlagSet {
	f := flag.NewFlagSet("settings", flag.ContinueOnError)
	declareSettings(f, &Settings{})
	(&serveCommand{}).flags(f)
	return f
}

// variableOf is the variable of the environment that a setting is.
func variableOf(name string) string {
	return "SARAI_" + strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
}

// isSwitch reports whether the flag is given without a value.
func isSwitch(f *flag.Flag) bool {
	b, ok := f.Value.(interface{ IsBoolFlag() bool })
	return ok && b.IsBoolFlag()
}

// fillIn sets what the command line leaves out: by the environment, else by the config file. What neither has keeps its
// default.
func (in *invocation) fillIn(s *Settings) error {
	settings := settingFlags()
	if err := checkVariables(settings, os.Environ()); err != nil {
		return err
	}
	given := map[string]bool{}
	in.flags.Visit(func(f *flag.Flag) { given[f.Name] = true })
	if !given["config"] {
		s.Config = os.Getenv(variableOf("config"))
	}
	file, err := readConfigFile(s.Config, settings)
	if err != nil {
		return err
	}
	in.flags.VisitAll(func(f *flag.Flag) {
		if err != nil || given[f.Name] || settings.Lookup(f.Name) == nil {
			return
		}
		if text, ok := os.LookupEnv(variableOf(f.Name)); ok {
			err = set(f, text, "the variable "+variableOf(f.Name))
		} else if text, ok := file[f.Name]; ok {
			err = set(f, text, "the config file")
		}
	})
	if err != nil {
		return err
	}
	return checkChoices(s)
}

// set reads a text that isn't on the command line. A switch may be yes, no or empty there.
func set(f *flag.Flag, text, source string) error {
	if given, ok := map[string]string{"yes": "true", "no": "false", "": "false"}[text]; ok && isSwitch(f) {
		text = given
	}
	if f.Value.Set(text) != nil {
		return fmt.Errorf("--%s can't be %q, as %s has it", f.Name, text, source)
	}
	return nil
}

// readConfigFile reads a JSON object of settings by the names of their flags, written with dashes or underscores. It
// refuses names that aren't settings, so that a misspelt one doesn't go unnoticed. "" is no file.
func readConfigFile(name string, settings *flag.FlagSet) (map[string]string, error) {
	if name == "" {
		return nil, nil
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var given map[string]json.RawMessage
	if err := json.NewDecoder(file).Decode(&given); err != nil {
		return nil, fmt.Errorf("the config file is not a JSON object of settings: %w", err)
	}
	texts := map[string]string{}
	for name, value := range given {
		name = strings.ReplaceAll(name, "_", "-")
		if settings.Lookup(name) == nil {
			return nil, fmt.Errorf("the config file sets %q, which is no setting: sarai serve --help lists them", name)
		}
		text := string(value) // of a number, a truth or a list
		_ = json.Unmarshal(value, &text)
		texts[name] = text
	}
	return texts, nil
}

// list is a flag with several entries: a text with separators, or a JSON array as the config file has it. A separator
// after a backslash belongs to its entry.
type list struct {
	entries   *[]string
	separator string
}

// Set is of flag.Value. It never fails, since package flag would show what was given.
func (l *list) Set(text string) error {
	var array []string
	if text == "" || json.Unmarshal([]byte(text), &array) == nil && array != nil {
		*l.entries = array
		return nil
	}
	*l.entries = nil
	const kept = "\x00"
	for entry := range strings.SplitSeq(strings.ReplaceAll(text, `\`+l.separator, kept), l.separator) {
		*l.entries = append(*l.entries, strings.ReplaceAll(entry, kept, l.separator))
	}
	return nil
}

// String is of flag.Value.
func (l *list) String() string { return strings.Join(*l.entries, l.separator) }

// foreign are variables of the environment that begin as ours do: those of the project's tests, and those that
// Kubernetes sets for a service whose name begins with sarai.
var foreign = regexp.MustCompile(`^SARAI_(TEST_|(\w+_)?(SERVICE_(HOST|PORT)(_\w+)?=|PORT=[a-z]+://|` +
	`PORT_\d+_[A-Z]+(_(PROTO|PORT|ADDR))?=))`)

// checkVariables refuses variables of the environment that look like settings and are none.
func checkVariables(settings *flag.FlagSet, environment []string) error {
	known := map[string]bool{}
	settings.VisitAll(func(f *flag.Flag) { known[variableOf(f.Name)] = true })
	for _, entry := range environment {
		name, _, _ := strings.Cut(entry, "=")
		if strings.HasPrefix(name, "SARAI_") && !known[name] && !foreign.MatchString(entry) {
			return fmt.Errorf("the environment sets %s, which is no setting: sarai serve --help lists them", name)
		}
	}
	return nil
}
