// Command release prints the licence texts of every part of Sarai: the Go modules in the program for GOOS and GOARCH,
// Go itself, the npm packages in the console, and the fonts. It fails where a part has none.
package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
)

func main() {
	if err := write(os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// licences are the licence texts, each with the parts that are under it.
type licences map[string][]string

func write(to io.Writer) error {
	all := licences{}
	if err := errors.Join(all.addModules(), all.addPackages()); err != nil {
		return err
	}
	texts := make([]string, 0, len(all))
	for text, parts := range all {
		slices.Sort(parts)
		all[text] = slices.Compact(parts)
		texts = append(texts, text)
	}
	slices.SortFunc(texts, func(a, b string) int { return cmp.Or(cmp.Compare(all[a][0], all[b][0]), cmp.Compare(a, b)) })
	_, err := fmt.Fprintln(to, "Sarai is under the Apache License 2.0 (LICENSE, NOTICE). It is made with the parts "+
		"below,\neach under the licence that follows its name.")
	for _, text := range texts {
		_, failed := fmt.Fprintf(to, "\n%s\n%s\n\n%s\n", strings.Repeat("=", 80), strings.Join(all[text], "\n"), text)
		err = errors.Join(err, failed)
	}
	return err
}

// isLicence are the names of files with licences, and of what Apache's has to go with.
var isLicence = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents|ofl)([-.][a-z0-9_-]+)?(\.md|\.txt)?$`)

// addFrom takes the licences that are in a folder, and reports whether there were any.
func (l licences) addFrom(folder, part string) (found bool, err error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return false, err
	}
	for _, entry := range entries {
		name := entry.Name()
		if entry.IsDir() && name == "LICENSES" { // as REUSE lays them out
			inside, err := os.ReadDir(filepath.Join(folder, name))
			if err != nil {
				return false, err
			}
			for _, one := range inside {
				if err := l.add(filepath.Join(folder, name, one.Name()), part); err != nil {
					return false, err
				}
			}
			found = true
		}
		if entry.IsDir() || !isLicence.MatchString(name) || strings.HasSuffix(name, ".go") {
			continue
		}
		if err := l.add(filepath.Join(folder, name), part); err != nil {
			return false, err
		}
		found = true
	}
	return found, nil
}

func (l licences) add(file, part string) error {
	text, err := os.ReadFile(file)
	key := strings.TrimSpace(strings.ReplaceAll(string(text), "\r\n", "\n"))
	l[key] = append(l[key], part)
	return err
}

// goPackage is what go list says of a package.
type goPackage struct {
	Dir        string
	Standard   bool
	EmbedFiles []string
	Module     struct{ Path, Version, Dir string }
}

// addModules takes the licences of Go, and of the modules that have a package in the program: those in the folders of
// such packages, of files that they embed, and in the folders above these.
func (l licences) addModules() error {
	list := exec.Command("go", "list", "-deps", "-json=Dir,Standard,EmbedFiles,Module", "./cmd/sarai")
	list.Stderr = os.Stderr
	list.Env = append(os.Environ(), "CGO_ENABLED=0")
	output, err := list.Output()
	if err != nil {
		return fmt.Errorf("go list: %w", err)
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return err
	}
	licensed := map[string]bool{}
	if licensed["Go"], err = l.addFrom(strings.TrimSpace(string(root)), "Go "+runtime.Version()); err != nil {
		return err
	}
	seen := map[string]bool{}
	for packages := json.NewDecoder(bytes.NewReader(output)); packages.More(); {
		var p goPackage
		if err := packages.Decode(&p); err != nil {
			return err
		}
		if p.Standard {
			continue
		}
		part := strings.TrimSpace(p.Module.Path + " " + p.Module.Version)
		for _, folder := range p.folders() {
			if seen[folder] || folder == p.Module.Dir && p.Module.Version == "" { // our own licence stands by itself
				continue
			}
			seen[folder] = true
			found, err := l.addFrom(folder, part)
			if err != nil {
				return err
			}
			licensed[part] = licensed[part] || found
		}
	}
	return missing(licensed)
}

// folders are those of the package and its embedded files, with all above them in the module.
func (p goPackage) folders() (all []string) {
	own := []string{p.Dir}
	for _, file := range p.EmbedFiles {
		own = append(own, filepath.Dir(filepath.Join(p.Dir, file)))
	}
	for _, folder := range own {
		for ; strings.HasPrefix(folder, p.Module.Dir); folder = filepath.Dir(folder) {
			all = append(all, folder)
		}
	}
	return all
}

// addPackages takes the licences of the npm packages that the console is built from.
func (l licences) addPackages() error {
	text, err := os.ReadFile("web/package-lock.json")
	if err != nil {
		return err
	}
	var lock struct {
		Packages map[string]struct {
			Version, License string
			Dev, DevOptional bool
		}
	}
	if err := json.Unmarshal(text, &lock); err != nil {
		return err
	}
	licensed := map[string]bool{}
	for path, p := range lock.Packages {
		if path == "" || p.Dev || p.DevOptional {
			continue
		}
		name := path[strings.LastIndex(path, "node_modules/")+len("node_modules/"):]
		part, folder := name+" "+p.Version+" (npm)", filepath.Join("web", path)
		found, err := l.addFrom(folder, part)
		if err != nil {
			return fmt.Errorf("%w: run make console first", err)
		}
		if !found && p.License == "MIT" {
			if err := l.addMIT(folder, part); err != nil {
				return err
			}
			found = true
		}
		licensed[part] = found
	}
	return missing(licensed)
}

// addMIT takes the MIT licence of a package that names it without having its text.
func (l licences) addMIT(folder, part string) error {
	text, err := os.ReadFile(filepath.Join(folder, "package.json"))
	if err != nil {
		return err
	}
	var about struct{ Author any }
	if err := json.Unmarshal(text, &about); err != nil {
		return err
	}
	author := about.Author
	if object, ok := author.(map[string]any); ok {
		author = object["name"]
	}
	if author == nil {
		return fmt.Errorf("%s names neither a licence's text nor an author", part)
	}
	key := fmt.Sprintf("MIT License\n\nCopyright (c) %v\n\n%s", author, mit)
	l[key] = append(l[key], part)
	return nil
}

const mit = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and
associated documentation files (the "Software"), to deal in the Software without restriction,
including without limitation the rights to use, copy, modify, merge, publish, distribute,
sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial
portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT
NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND
NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES
OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN
CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`

// missing names the parts without a licence.
func missing(licensed map[string]bool) error {
	var without []string
	for part, has := range licensed {
		if !has && !strings.HasPrefix(part, "sarai") {
			without = append(without, part)
		}
	}
	slices.Sort(without)
	if len(without) > 0 {
		return fmt.Errorf("these parts have no licence: %s", strings.Join(without, ", "))
	}
	return nil
}
