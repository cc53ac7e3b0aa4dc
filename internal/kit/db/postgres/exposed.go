package postgres

import (
	"net/netip"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// Exposed returns the first host of a PostgreSQL URL that is reached over a network without proof of who answers there:
// anything but sslmode=verify-full, to another machine. It is empty if there is none.
func Exposed(url string) string {
	if !strings.HasPrefix(url, "postgres://") && !strings.HasPrefix(url, "postgresql://") {
		return ""
	}
	config, err := pgconn.ParseConfig(url)
	if err != nil {
		return "" // Open says why
	}
	ways := append([]*pgconn.FallbackConfig{{Host: config.Host, TLSConfig: config.TLSConfig}}, config.Fallbacks...)
	for _, way := range ways {
		verified := way.TLSConfig != nil && !way.TLSConfig.InsecureSkipVerify
		if !verified && !isLocal(way.Host) {
			return way.Host
		}
	}
	return ""
}

// isLocal reports whether the host is this machine: a Unix socket's folder, or a loopback address.
func isLocal(host string) bool {
	address, err := netip.ParseAddr(host)
	return strings.HasPrefix(host, "/") || host == "localhost" || err == nil && address.IsLoopback()
}
