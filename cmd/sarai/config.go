package main

import (
	"encoding/json"
	"fmt"
	"os"
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
	settings := map[string]bool{}
	flags, _ := flagsOf(&Settings{})
	for _, command := range commands {
		own, _ := flagsOf(command.runner)
		flags = append(flags, own...)
	}
	for _, f := range flags {
		settings[f.name] = settings[f.name] || f.tag.Get("env") != ""
	}
	for name := range c {
		if !settings[name] {
			return fmt.Errorf("the config file sets %q, which is no setting: sarai serve --help lists them", name)
		}
	}
	return nil
}
