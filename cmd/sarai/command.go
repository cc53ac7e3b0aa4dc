package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// command is something that the program does. The fields of what it runs are its flags and arguments, by their tags:
// help, default, env (a setting, which the config file may set too), enum, sep (of a list's entries), placeholder, xor
// (of several flags with the same word, one may be given) and arg (no flag, but an argument).
type command struct {
	name, help string
	runner
}

type runner interface {
	Run(ctx context.Context, s *Settings) error
}

// flag is a flag or an argument.
type flag struct {
	name   string
	tag    reflect.StructTag
	value  reflect.Value
	source string // what has set it, for the config file comes last; "": nothing
}

// flagsOf are the flags and the arguments that the fields of a struct are.
func flagsOf(target any) (flags, arguments []*flag) {
	v := reflect.ValueOf(target).Elem()
	for i := range v.NumField() {
		field := v.Type().Field(i)
		if field.Tag.Get("help") == "" {
			continue
		}
		f := &flag{name: cmp.Or(field.Tag.Get("name"), dashed(field.Name)), tag: field.Tag, value: v.Field(i)}
		if _, ok := field.Tag.Lookup("arg"); ok {
			arguments = append(arguments, f)
		} else {
			flags = append(flags, f)
		}
	}
	return flags, arguments
}

// dashed writes a field's name as a flag: data-dir for DataDir.
func dashed(name string) string {
	var b strings.Builder
	last := 'A'
	for _, r := range name {
		if unicode.IsUpper(r) && unicode.IsLower(last) {
			b.WriteByte('-')
		}
		b.WriteRune(unicode.ToLower(r))
		last = r
	}
	return b.String()
}

func (f *flag) isSwitch() bool { return f.value.Kind() == reflect.Bool }

// set reads the text. Its errors complete a sentence that begins with the flag.
func (f *flag) set(text, source string) error {
	f.source = source
	switch target := f.value.Addr().Interface().(type) {
	case *string:
		*target = text
	case *[]string:
		*target = nil
		if text != "" {
			*target = strings.Split(text, cmp.Or(f.tag.Get("sep"), ","))
		}
	case *bool:
		switch strings.ToLower(text) {
		case "true", "1", "yes":
			*target = true
		case "false", "0", "no", "":
			*target = false
		default:
			return fmt.Errorf("must be true or false, not %q", text)
		}
	case *int:
		number, err := strconv.Atoi(text)
		if err != nil {
			return fmt.Errorf("must be a whole number, not %q", text)
		}
		*target = number
	case *time.Duration:
		length, err := time.ParseDuration(text)
		if err != nil {
			return fmt.Errorf("must be a length of time such as 15s or 2h, not %q", text)
		}
		*target = length
	default:
		panic("a flag can't be a " + f.value.Type().String())
	}
	return nil
}

// check refuses what isn't one of the values that there are.
func (f *flag) check() error {
	values := strings.Split(f.tag.Get("enum"), ",")
	if values[0] == "" || slices.Contains(values, f.value.String()) {
		return nil
	}
	return fmt.Errorf("--%s must be one of %s but got %q", f.name, quoted(values), f.value.String())
}

func quoted(words []string) string { return `"` + strings.Join(words, `","`) + `"` }

// invocation is a command line as it is being read.
type invocation struct {
	commands  []command
	settings  *Settings
	words     []string // of the command's name
	command   command  // its runner is nil until its name is complete
	flags     []*flag  // of the settings and the command
	arguments []*flag  // those that aren't given yet
	help      bool
}

// parse reads a command line, and the settings that it doesn't have from the environment and the config file.
func parse(args []string, commands []command, s *Settings) (*invocation, error) {
	in := &invocation{commands: commands, settings: s}
	in.flags, _ = flagsOf(s)
	for len(args) > 0 {
		word := args[0]
		args = args[1:]
		var err error
		if strings.HasPrefix(word, "-") && word != "-" {
			args, err = in.readFlag(word, args)
		} else {
			err = in.readWord(word)
		}
		if err != nil {
			return in, err
		}
	}
	if in.help {
		return in, nil
	}
	if err := in.isComplete(); err != nil {
		return in, err
	}
	return in, in.fillIn()
}

// readFlag reads a flag, and its value from the words that follow, if it isn't part of it.
func (in *invocation) readFlag(word string, following []string) ([]string, error) {
	name, value, has := strings.Cut(strings.TrimPrefix(word, "--"), "=")
	if word == "-h" || word == "--help" {
		in.help = true
		return following, nil
	}
	i := slices.IndexFunc(in.flags, func(f *flag) bool { return f.name == name })
	switch {
	case i < 0 || !strings.HasPrefix(word, "--"):
		return nil, fmt.Errorf("unknown flag %s", strings.Split(word, "=")[0])
	case !has && in.flags[i].isSwitch():
		value = "true"
	case !has && (len(following) == 0 || strings.HasPrefix(following[0], "-")):
		return nil, fmt.Errorf("%s needs a value: write %s=VALUE", word, word)
	case !has:
		value, following = following[0], following[1:]
	}
	if err := in.flags[i].set(value, "flag"); err != nil {
		return nil, fmt.Errorf("--%s %w", name, err)
	}
	return following, nil
}

// readWord reads a word of the command's name, or an argument.
func (in *invocation) readWord(word string) error {
	if in.command.runner != nil {
		if len(in.arguments) == 0 {
			return fmt.Errorf("unexpected argument %s", word)
		}
		in.arguments[0].value.SetString(word)
		in.arguments = in.arguments[1:]
		return nil
	}
	in.words = append(in.words, word)
	named := in.named()
	if len(named) == 0 {
		in.words = in.words[:len(in.words)-1]
		return fmt.Errorf("unexpected argument %s", word)
	}
	if named[0].name == strings.Join(in.words, " ") {
		in.command = named[0]
		flags, arguments := flagsOf(in.command.runner)
		in.flags, in.arguments = append(in.flags, flags...), arguments
	}
	return nil
}

// named are the commands whose names begin with the words that were read.
func (in *invocation) named() []command {
	var named []command
	for _, c := range in.commands {
		if words := strings.Fields(c.name); len(words) >= len(in.words) && slices.Equal(words[:len(in.words)], in.words) {
			named = append(named, c)
		}
	}
	return named
}

// isComplete refuses a command line that lacks something, or has too much.
func (in *invocation) isComplete() error {
	if in.command.runner == nil {
		var names []string
		for _, c := range in.named() {
			names = append(names, c.name)
		}
		return fmt.Errorf("expected one of %s", quoted(names))
	}
	if len(in.arguments) > 0 {
		return fmt.Errorf(`expected "<%s>"`, in.arguments[0].name)
	}
	chosen := map[string]string{}
	for _, f := range in.flags {
		if group := f.tag.Get("xor"); group != "" && f.source != "" {
			if chosen[group] != "" {
				return fmt.Errorf("--%s and --%s can't be used together", chosen[group], f.name)
			}
			chosen[group] = f.name
		}
	}
	return nil
}

// fillIn sets the flags that the command line leaves out: by the environment, else the config file, else the default.
func (in *invocation) fillIn() error {
	if err := checkVariables(in.commands, os.Environ()); err != nil {
		return err
	}
	for _, f := range in.flags {
		variable := f.tag.Get("env")
		if text, ok := os.LookupEnv(variable); ok && f.source == "" {
			if err := f.set(text, "environment"); err != nil {
				return fmt.Errorf("--%s, by the variable %s, %w", f.name, variable, err)
			}
		}
	}
	file, err := readConfigFile(in.settings.Config)
	if err == nil {
		err = file.check(in.commands)
	}
	if err != nil {
		return err
	}
	for _, f := range in.flags {
		if value, ok := file[f.name]; ok && f.source == "" {
			if err := f.setJSON(value); err != nil {
				return fmt.Errorf("--%s, by the config file, %w", f.name, err)
			}
		}
		if text := f.tag.Get("default"); text != "" && f.source == "" {
			if err := f.set(text, "default"); err != nil {
				panic(err)
			}
		}
		if err := f.check(); err != nil {
			return err
		}
	}
	return nil
}

// usage is what the command is called with.
func (in *invocation) usage() string {
	if in.command.runner == nil {
		return "Usage: sarai " + strings.Join(append(in.words, "<command> [flags]"), " ")
	}
	return "Usage: sarai " + in.command.usage()
}

func (c command) usage() string {
	usage := c.name
	_, arguments := flagsOf(c.runner)
	for _, argument := range arguments {
		usage += " <" + argument.name + ">"
	}
	return usage + " [flags]"
}

// helpText is what --help says.
func (in *invocation) helpText() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n", in.usage())
	if in.command.runner == nil {
		b.WriteString("Hotel property management. Each setting is a flag, an environment variable or a\n" +
			"member of the config file; the first of them wins.\n\nCommands:\n")
		for _, c := range in.named() {
			fmt.Fprintf(&b, "  %s\n      %s\n", c.usage(), c.help)
		}
	} else {
		b.WriteString(in.command.help + "\n")
		if long, ok := in.command.runner.(interface{ Help() string }); ok {
			fmt.Fprintf(&b, "\n%s\n", wrapped(long.Help()))
		}
		_, arguments := flagsOf(in.command.runner)
		for _, argument := range arguments {
			fmt.Fprintf(&b, "\n  <%s>\n      %s\n", argument.name, argument.tag.Get("help"))
		}
	}
	b.WriteString("\nFlags:\n  -h, --help\n      Show this text.\n")
	for _, f := range in.flags {
		b.WriteString(f.helpText())
	}
	return b.String()
}

func (f *flag) helpText() string {
	kind := cmp.Or(f.tag.Get("placeholder"), f.tag.Get("default"), strings.ToUpper(f.name))
	if f.isSwitch() {
		kind = ""
	} else {
		kind = "=" + kind
	}
	more := ""
	if values := f.tag.Get("enum"); values != "" {
		more = " One of " + strings.ReplaceAll(values, ",", ", ") + "."
	}
	if variable := f.tag.Get("env"); variable != "" {
		more += " ($" + variable + ")"
	}
	return "  --" + f.name + kind + "\n      " + f.tag.Get("help") + more + "\n"
}

// wrapped breaks a text into lines of at most 80 columns.
func wrapped(text string) string {
	var b strings.Builder
	column := 0
	for _, word := range strings.Fields(text) {
		if column > 0 && column+1+len(word) > 80 {
			b.WriteByte('\n')
			column = 0
		} else if column > 0 {
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += len(word)
	}
	return b.String()
}

// errUsage is the program's status after a command line that can't be understood.
const errUsage = 80

// run does what the command line says, and returns the program's status.
func run(ctx context.Context, args []string) int {
	s := &Settings{}
	in, err := parse(args, commands(), s)
	if err != nil {
		fmt.Printf("%s\nRun \"sarai %s\" for more information.\n\n", in.usage(),
			strings.Join(append(in.words, "--help"), " "))
		fmt.Fprintln(os.Stderr, "sarai: error:", err)
		return errUsage
	}
	if in.help {
		_, err = fmt.Print(in.helpText())
	} else {
		err = in.command.Run(ctx, s)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "sarai: error:", err)
		return 1
	}
	return 0
}

var errNotAValue = errors.New("has a value of another kind")

// setJSON takes a value of the config file.
func (f *flag) setJSON(value any) error {
	if list, ok := value.([]any); ok && f.value.Kind() == reflect.Slice {
		entries := make([]string, len(list))
		for i, entry := range list {
			if entries[i], ok = entry.(string); !ok {
				return errNotAValue
			}
		}
		f.value.Set(reflect.ValueOf(entries))
		f.source = "file"
		return nil
	}
	switch value := value.(type) {
	case string:
		return f.set(value, "file")
	case bool:
		if f.isSwitch() {
			return f.set(strconv.FormatBool(value), "file")
		}
	case float64:
		if f.value.Kind() == reflect.Int {
			return f.set(strconv.FormatFloat(value, 'f', -1, 64), "file")
		}
	}
	return errNotAValue
}
