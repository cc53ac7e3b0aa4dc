package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
)

// configFile is a JSON object of settings by the names of their flags, written with dashes or underscores.
type configFile map[string]any

// readConfigFile reads the file of that name; "" is none.
func readConfigFile(name string) (configFile, error) {
	if name == "" {
		return nil, nil
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var given map[string]any
	if err := json.NewDecoder(file).Decode(&given); err != nil {
		return nil, fmt.Errorf("the config file is not a JSON object of settings: %w", err)
	}
	settings := configFile{}
	for name, value := range given {
		settings[strings.ReplaceAll(name, "_", "-")] = value
	}
	return settings, nil
}

// check rejects names that aren't settings, so that a misspelt one doesn't go unnoticed.
func (c configFile) check(commands []command) error {
	settings := settingsOf(commands)
	for name := range c {
		if settings[name] == "" {
			return fmt.Errorf("the config file sets %q, which is no setting: sarai serve --help lists them", name)
		}
	}
	return nil
}

// settingsOf are the variables of all settings, also of those that one command has, by the names of their flags.
func settingsOf(commands []command) map[string]string {
	settings := map[string]string{}
	flags, _ := flagsOf(&Settings{})
	for _, command := range commands {
		own, _ := flagsOf(command.runner)
		flags = append(flags, own...)
	}
	for _, f := range flags {
		if variable := f.tag.Get("env"); variable != "" {
			settings[f.name] = variable
		}
	}
	return settings
}

// foreign are variables of the environment that begin as ours do: those of the project's tests, and those that
// Kubernetes sets for a service whose name begins with sarai.
var foreign = regexp.MustCompile(`^SARAI_(TEST_|(\w+_)?(SERVICE_(HOST|PORT)(_\w+)?=|PORT=[a-z]+://|` +
	`PORT_\d+_[A-Z]+(_(PROTO|PORT|ADDR))?=))`)

// checkVariables rejects variables of the environment that look like settings and are none.
func checkVariables(commands []command, environment []string) error {
	known := slices.Collect(maps.Values(settingsOf(commands)))
	for _, entry := range environment {
		name, _, _ := strings.Cut(entry, "=")
		if strings.HasPrefix(name, "SARAI_") && !slices.Contains(known, name) && !foreign.MatchString(entry) {
			return fmt.Errorf("the environment sets %s, which is no setting: sarai serve --help lists them", name)
		}
	}
	return nil
}
