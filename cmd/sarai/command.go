package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

// command is something that the program does. Its flags and arguments are read into what it runs.
type command struct {
	name, help string
	runner
	flags     func(f *flag.FlagSet) // that it has besides the settings; nil: none
	arguments []argument
}

type runner interface {
	Run(ctx context.Context, s *Settings) error
}

// argument is a word that has to follow the command's name.
type argument struct {
	name, help string
	value      *string
}

// invocation is a command line as it is being read.
type invocation struct {
	commands  []command
	words     []string      // of the command's name
	command   command       // its runner is nil until its name is complete
	arguments []argument    // those that aren't given yet
	flags     *flag.FlagSet // of the settings and the command
}

// parse reads a command line, and the settings that it doesn't have from the environment and the config file. It fails
// with flag.ErrHelp if the command line asks for help.
func parse(args []string, commands []command, s *Settings) (*invocation, error) {
	in := &invocation{commands: commands, flags: flag.NewFlagSet("sarai", flag.ContinueOnError)}
	in.flags.SetOutput(io.Discard)
	in.flags.Usage = func() {}
	declareSettings(in.flags, s)
	for {
		if err := in.flags.Parse(args); errors.Is(err, flag.ErrHelp) {
			return in, err
		} else if err != nil {
			return in, errors.New(twoDashes.Replace(err.Error()))
		}
		if in.flags.NArg() == 0 {
			break
		}
		if err := in.readWord(in.flags.Arg(0)); err != nil {
			return in, err
		}
		args = in.flags.Args()[1:] // flags may follow
	}
	switch {
	case in.command.runner == nil:
		var names []string
		for _, c := range in.named() {
			names = append(names, c.name)
		}
		return in, fmt.Errorf("expected one of %s", quoted(names))
	case len(in.arguments) > 0:
		return in, fmt.Errorf(`expected "<%s>"`, in.arguments[0].name)
	}
	return in, in.fillIn(s)
}

// twoDashes writes what package flag says with flags as they are written here.
var twoDashes = strings.NewReplacer("flag provided but not defined: -", "unknown flag --",
	" for flag -", " for flag --", " for -", " for --", "needs an argument: -", "needs a value: --")

func quoted(words []string) string { return `"` + strings.Join(words, `","`) + `"` }

// readWord reads a word of the command's name, or an argument.
func (in *invocation) readWord(word string) error {
	if in.command.runner != nil {
		if len(in.arguments) == 0 {
			return fmt.Errorf("unexpected argument %s", word)
		}
		*in.arguments[0].value = word
		in.arguments = in.arguments[1:]
		return nil
	}
	in.words = append(in.words, word)
	named := in.named()
	if len(named) == 0 {
		in.words = in.words[:len(in.words)-1]
		return fmt.Errorf("unexpected argument %s", word)
	}
	if c := named[0]; c.name == strings.Join(in.words, " ") {
		in.command, in.arguments = c, c.arguments
		if c.flags != nil {
			c.flags(in.flags)
		}
	}
	return nil
}

// named are the commands whose names begin with the words that were read.
func (in *invocation) named() []command {
	return slices.DeleteFunc(slices.Clone(in.commands), func(c command) bool {
		words := strings.Fields(c.name)
		return len(words) < len(in.words) || !slices.Equal(words[:len(in.words)], in.words)
	})
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
	for _, argument := range c.arguments {
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
			fmt.Fprintf(&b, "\n%s\n", long.Help())
		}
		for _, argument := range in.command.arguments {
			fmt.Fprintf(&b, "\n  <%s>\n      %s\n", argument.name, argument.help)
		}
	}
	b.WriteString("\nFlags:\n  -h, --help\n      Show this text.\n")
	settings := settingFlags()
	in.flags.VisitAll(func(f *flag.Flag) {
		value, variable := "="+cmp.Or(f.DefValue, strings.ToUpper(f.Name)), ""
		if isSwitch(f) {
			value = ""
		}
		if settings.Lookup(f.Name) != nil {
			variable = " ($" + variableOf(f.Name) + ")"
		}
		fmt.Fprintf(&b, "  --%s%s\n      %s%s\n", f.Name, value, f.Usage, variable)
	})
	return b.String()
}

// errUsage is the program's status after a command line that can't be understood.
const errUsage = 80

// run does what the command line says, and returns the program's status.
func run(ctx context.Context, args []string) int {
	s := &Settings{}
	in, err := parse(args, commands(), s)
	switch {
	case errors.Is(err, flag.ErrHelp):
		_, err = fmt.Print(in.helpText())
	case err != nil:
		fmt.Printf("%s\nRun \"sarai %s\" for more information.\n\n", in.usage(),
			strings.Join(append(in.words, "--help"), " "))
		fmt.Fprintln(os.Stderr, "sarai: error:", err)
		return errUsage
	default:
		err = in.command.Run(ctx, s)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "sarai: error:", err)
		return 1
	}
	return 0
}
