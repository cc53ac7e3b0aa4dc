package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/alecthomas/kong"
)

// configFile is a JSON object of settings by the names of their flags, written with dashes or underscores.
type configFile map[string]any

func readConfigFile(file io.Reader) (kong.Resolver, error) {
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

// Validate rejects names that aren't settings, so that a misspelt one doesn't go unnoticed.
func (c configFile) Validate(app *kong.Application) error {
	settings := map[string]bool{}
	for _, level := range append([]*kong.Node{app.Node}, app.Children...) {
		for _, flag := range level.Flags {
			settings[flag.Name] = len(flag.Envs) > 0
		}
	}
	for name := range c {
		if !settings[name] {
			return fmt.Errorf("the config file sets %q, which is no setting: sarai serve --help lists them", name)
		}
	}
	return nil
}

// Resolve returns the file's value of a flag. The environment overrides the file; kong by itself would do the opposite.
func (c configFile) Resolve(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
	for _, variable := range flag.Envs {
		if _, set := os.LookupEnv(variable); set {
			return nil, nil
		}
	}
	return c[flag.Name], nil
}
