package gst

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"regexp"
	"strings"
	"syscall"
	"time"

	"github.com/sony/gobreaker/v2"
)

const (
	// patience is how long a lookup may take, all its calls together.
	patience = 5 * time.Second
	// most is how many bytes of one answer are read; a taxpayer with hundreds of places stays under a tenth of it.
	most = 1 << 20
	// failures in a row open a breaker; it stays open for rest, then one call tries.
	failures = 5
	rest     = 30 * time.Second
)

// Upstream is where the public search is reached.
type Upstream struct {
	base    url.URL
	headers http.Header
}

var (
	headerName  = regexp.MustCompile("^[A-Za-z0-9!#$%&'*+.^_`|~-]+$")
	headerValue = regexp.MustCompile(`^[\t -~]+$`)
)

// ParseUpstream reads the operator's settings: the address that "/search" and "/returns" are appended to, which may
// have a query and a user, and headers written "Name: value". An empty address is no upstream: nil. Errors show
// neither: both may hold a key.
func ParseUpstream(address string, headers []string) (*Upstream, error) {
	parsed := http.Header{}
	for i, header := range headers {
		name, value, found := strings.Cut(header, ":")
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		if strings.TrimSpace(header) == "" {
			continue // such as after the last semicolon
		}
		if !found || !headerName.MatchString(name) || !headerValue.MatchString(value) {
			return nil, fmt.Errorf("gst-headers: header %d is not written as Name: value", i+1)
		}
		parsed.Add(name, value)
	}
	if address == "" {
		return nil, nil
	}
	base, err := url.Parse(address)
	if err != nil || base.Hostname() == "" || base.Scheme != "http" && base.Scheme != "https" || base.Fragment != "" {
		return nil, errors.New("gst-url must begin with http:// or https:// and a host")
	}
	return &Upstream{base: *base, headers: parsed}, nil
}

// Exposed tells whether what goes to the upstream can be read on the way: it is another machine, without TLS.
func (u *Upstream) Exposed() bool {
	if u == nil || u.base.Scheme == "https" || u.base.Hostname() == "localhost" {
		return false
	}
	address, err := netip.ParseAddr(u.base.Hostname())
	return err != nil || !address.IsLoopback()
}

// Host is the part of the address that may be shown; empty for no upstream.
func (u *Upstream) Host() string {
	if u == nil {
		return ""
	}
	return u.base.Host
}

// client asks an upstream.
type client struct {
	*Upstream
	http    *http.Client
	search  *gobreaker.CircuitBreaker[Record]
	returns *gobreaker.CircuitBreaker[filing]
}

func newClient(u *Upstream, log *slog.Logger) *client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxConnsPerHost, transport.MaxIdleConnsPerHost = 32, 32
	transport.MaxResponseHeaderBytes = 64 << 10
	settings := func(name string) gobreaker.Settings {
		return gobreaker.Settings{Name: name, MaxRequests: 1, Timeout: rest,
			ReadyToTrip:  func(c gobreaker.Counts) bool { return c.ConsecutiveFailures >= failures },
			IsSuccessful: func(err error) bool { return err == nil || errors.Is(err, errNoSuchNumber) },
			OnStateChange: func(name string, from, to gobreaker.State) {
				log.Warn("gst circuit breaker", "upstream", u.Host(), "call", name, "from", from.String(), "to", to.String())
			}}
	}
	return &client{Upstream: u,
		// A redirect is a failure: our headers belong to the upstream alone.
		http: &http.Client{Transport: transport, CheckRedirect: func(*http.Request,
			[]*http.Request) error {
			return http.ErrUseLastResponse
		}},
		search:  gobreaker.NewCircuitBreaker[Record](settings("search")),
		returns: gobreaker.NewCircuitBreaker[filing](settings("returns"))}
}

// taxpayer asks for the record of a number, without its filing.
func (c *client) taxpayer(ctx context.Context, gstin string) (Record, error) {
	r, err := c.search.Execute(func() (Record, error) {
		body, err := c.get(ctx, "search", url.Values{"action": {"TP"}, "gstin": {gstin}})
		if err != nil {
			return Record{}, err
		}
		return decodeTaxpayer(body, gstin)
	})
	return r, closed(err)
}

// filing asks for the newest return of a number.
func (c *client) filing(ctx context.Context, gstin string, now time.Time) (newest filing, err error) {
	for _, year := range financialYears(now) {
		found, err := c.returns.Execute(func() (filing, error) {
			body, err := c.get(ctx, "returns", url.Values{"action": {"RETTRACK"}, "gstin": {gstin}, "fy": {year}})
			if err != nil {
				return filing{}, err
			}
			return decodeFilings(body)
		})
		if err != nil {
			return filing{}, closed(err)
		}
		if found.newer(newest) {
			newest = found
		}
	}
	return newest, nil
}

// closed makes the breaker's own refusals faults.
func closed(err error) error {
	if errors.Is(err, gobreaker.ErrOpenState) || errors.Is(err, gobreaker.ErrTooManyRequests) {
		return &fault{"it failed repeatedly and is not asked"}
	}
	return err
}

// get is the body of an answer with status 200; else a fault.
func (c *client) get(ctx context.Context, path string, query url.Values) ([]byte, error) {
	address := *c.base.JoinPath(path)
	if address.RawQuery != "" {
		address.RawQuery += "&"
	}
	address.RawQuery += query.Encode()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address.String(), nil)
	if err != nil {
		return nil, &fault{"its address can't be used"}
	}
	request.Header = c.headers.Clone()
	if request.Header.Get("Accept") == "" {
		request.Header.Set("Accept", "application/json")
	}
	response, err := c.http.Do(request)
	if err != nil {
		return nil, &fault{reason(err)}
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, &fault{fmt.Sprintf("it answered with status %d", response.StatusCode)}
	}
	body, err := io.ReadAll(io.LimitReader(response.Body, most+1))
	if err != nil {
		return nil, &fault{reason(err)}
	}
	if len(body) > most {
		return nil, &fault{"its answer is too long"}
	}
	return body, nil
}

// reason says in our own words why a call has failed. The error's own text is never used: it holds the address, and
// may hold what the upstream has sent.
func reason(err error) string {
	var timeout net.Error
	switch {
	case errors.Is(err, context.DeadlineExceeded) || errors.As(err, &timeout) && timeout.Timeout():
		return "it did not answer in time"
	case isA[*net.DNSError](err):
		return "its host's name was not found"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "it refused the connection"
	case isA[*tls.CertificateVerificationError](err):
		return "its certificate is not trusted"
	}
	return "the connection to it broke"
}

func isA[T error](err error) bool {
	_, is := errors.AsType[T](err)
	return is
}
