package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"sarai/internal/kit/clock"
	"sarai/internal/record/gst/simulator"
)

type gstSimulatorCommand struct {
	Listen    string        `help:"Address to listen on; it must be this machine's own." default:"127.0.0.1:8090"`
	Slow      time.Duration `help:"Wait so long before each answer, such as 7s."`
	Failing   bool          `help:"Answer every call with 503." xor:"fault"`
	Malformed bool          `help:"Answer every call with an HTML page." xor:"fault"`
	Unknown   bool          `help:"Know no number." xor:"fault"`
}

// Help is the long text of `sarai gst-simulator --help`.
func (gstSimulatorCommand) Help() string {
	return "It speaks the wire format of the government's public search, with a few invented numbers, for servers " +
		"started with SARAI_GST_URL=http://127.0.0.1:8090. None of its answers are real."
}

// Run serves until ctx ends.
func (c gstSimulatorCommand) Run(ctx context.Context, _ *Settings) error {
	listener, err := net.Listen("tcp", c.Listen)
	if err != nil {
		return err
	}
	if address, ok := listener.Addr().(*net.TCPAddr); !ok || !address.IP.IsLoopback() {
		return errors.Join(errors.New("the simulator listens on this machine's own addresses only, such as 127.0.0.1:8090: "+
			"nobody may take its records for real ones"), listener.Close())
	}
	s := simulator.New(clock.System{}, simulator.Faults{Slow: c.Slow, Failing: c.Failing, Malformed: c.Malformed,
		Unknown: c.Unknown})
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
