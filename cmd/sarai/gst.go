package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"time"

	"sarai/internal/kit/clock"
	"sarai/internal/record/gst/simulator"
)

type gstSimulatorCommand struct {
	Listen string
	simulator.Faults
}

func (c *gstSimulatorCommand) flags(f *flag.FlagSet) {
	f.StringVar(&c.Listen, "listen", "127.0.0.1:8090", "Address to listen on; it must be this machine's own.")
	f.DurationVar(&c.Slow, "slow", 0, "Wait so long before each answer, such as 7s.")
	f.BoolVar(&c.Failing, "failing", false, "Answer every call with 503.")
	f.BoolVar(&c.Malformed, "malformed", false, "Answer every call with an HTML page.")
	f.BoolVar(&c.Unknown, "unknown", false, "Know no number.")
}

// Help is the long text of `sarai gst-simulator --help`.
func (gstSimulatorCommand) Help() string {
	return `It speaks the wire format of the government's public search, with a few invented
numbers, for servers started with SARAI_GST_URL=http://127.0.0.1:8090. None of
its answers are real.`
}

// Run serves until ctx ends.
func (c gstSimulatorCommand) Run(ctx context.Context, _ *Settings) error {
	if c.Failing && c.Malformed || c.Failing && c.Unknown || c.Malformed && c.Unknown {
		return errors.New("--failing, --malformed and --unknown can't be used together")
	}
	listener, err := net.Listen("tcp", c.Listen)
	if err != nil {
		return err
	}
	if address, ok := listener.Addr().(*net.TCPAddr); !ok || !address.IP.IsLoopback() {
		return errors.Join(errors.New("the simulator listens on this machine's own addresses only, such as 127.0.0.1:8090: "+
			"nobody may take its records for real ones"), listener.Close())
	}
	s := simulator.New(clock.System{}, c.Faults)
	fmt.Printf("This is a SIMULATOR of the government's GST records: all of its numbers and names are invented.\n"+
		"Start the server with SARAI_GST_URL=http://%s and look up one of\n", listener.Addr())
	for _, gstin := range s.Numbers() {
		fmt.Println(" ", gstin)
	}
	server := &http.Server{Handler: s, ReadHeaderTimeout: 10 * time.Second}
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	select {
	case err = <-served:
		return err
	case <-ctx.Done():
		return server.Close()
	}
}
