package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"
)

// healthPatience is how long the server may take to answer; it gives its database two seconds.
const healthPatience = 5 * time.Second

type healthcheckCommand struct{}

// Help is the long text of `sarai healthcheck --help`.
func (healthcheckCommand) Help() string {
	return `It asks /readyz at the address that the server listens on, by the same settings.
It is for containers, whose image has neither a shell nor curl.`
}

// Run prints what /readyz says.
func (healthcheckCommand) Run(ctx context.Context, s *Settings) error {
	address, err := s.ownAddress()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, healthPatience)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+address+"/readyz", nil)
	if err != nil {
		return err
	}
	client := &http.Client{Transport: &http.Transport{}} // not the environment's proxy
	response, err := client.Do(request)
	if err != nil {
		return fmt.Errorf("the server does not answer: %w", err)
	}
	defer response.Body.Close()
	var health struct{ Message string }
	if err := json.NewDecoder(response.Body).Decode(&health); err != nil {
		return fmt.Errorf("%s is no Sarai: it answers with %s", address, response.Status)
	}
	if response.StatusCode != http.StatusOK {
		return errors.New(health.Message)
	}
	_, err = fmt.Println(health.Message)
	return err
}

// ownAddress is where this machine reaches the server.
func (s *Settings) ownAddress() (string, error) {
	host, port, err := net.SplitHostPort(s.Addr)
	if err != nil {
		return "", fmt.Errorf("addr must be host:port: %w", err)
	}
	switch ip := net.ParseIP(host); {
	case host == "" || ip != nil && ip.Equal(net.IPv4zero):
		host = "127.0.0.1"
	case ip != nil && ip.IsUnspecified():
		host = "::1"
	}
	return net.JoinHostPort(host, port), nil
}
