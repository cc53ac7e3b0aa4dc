package intake

import (
	"net"
	"net/http"
	"net/netip"
	"strings"

	"sarai/internal/kit/admit"
)

// Outside is what the server knows of the way that requests come.
type Outside struct {
	TrustedProxies []netip.Prefix // whose X-Forwarded-For counts
	CORSOrigins    []string       // whose pages may send requests
	PublicURL      string
}

// ClientIP is the address that connected or, behind trusted proxies, the last one that they vouch for.
func (o Outside) ClientIP(r *http.Request) string {
	ip, _ := o.vouchedFor(r)
	return ip
}

// vouchedFor finds the client's address, and how many more addresses the request says that it has passed before.
func (o Outside) vouchedFor(r *http.Request) (ip string, before int) {
	ip = peer(r)
	forwarded := r.Header["X-Forwarded-For"]
	if len(forwarded) == 0 {
		return ip, 0
	}
	hops := strings.Split(strings.Join(forwarded, ","), ",")
	for before = len(hops); before > 0 && o.trusted(ip); before-- {
		hop, err := netip.ParseAddr(strings.TrimSpace(hops[before-1]))
		if err != nil {
			break
		}
		ip = hop.Unmap().String()
	}
	return ip, before
}

// peer is the address that connected.
func peer(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}

// ClientNetwork is the network of the client's address. It is empty where the address may be a proxy's that the
// settings don't name, which many share, and where a page of another site has the browser send the request.
func (o Outside) ClientNetwork(r *http.Request) string {
	ip, before := o.vouchedFor(r)
	if before > 0 || o.trusted(ip) || o.isForwarded(r, ip) || o.fromElsewhere(r, o.ownOrigins()) {
		return ""
	}
	return admit.Network(ip)
}

// isForwarded tells whether a header says that a proxy which the settings don't name has forwarded the request. A
// trusted proxy may name the client, or the other trusted proxy that it has the request from, in as many headers as it
// likes. It may also hand on what it was sent, so what names nobody, as Via does, isn't known to be its own.
func (o Outside) isForwarded(r *http.Request, ip string) bool {
	direct := !o.trusted(peer(r))
	for name, values := range r.Header {
		if direct && (forwarding[name] || strings.HasPrefix(name, "X-Forwarded")) {
			return true
		}
		if !forwarding[name] {
			continue
		}
		for _, value := range values {
			named, err := netip.ParseAddr(strings.TrimSpace(value))
			if err != nil || named.Unmap().String() != ip && !o.trusted(named.String()) {
				return true
			}
		}
	}
	return false
}

// forwarding are the headers, besides X-Forwarded-For, in which proxies say that they forward, and for whom.
var forwarding = map[string]bool{"Cf-Connecting-Ip": true, "Cf-Connecting-Ipv6": true, "Client-Ip": true,
	"Fastly-Client-Ip": true, "Fly-Client-Ip": true, "Forwarded": true, "Forwarded-For": true, "Proxy-Client-Ip": true,
	"True-Client-Ip": true, "Via": true, "X-Client-Ip": true, "X-Cluster-Client-Ip": true,
	"X-Envoy-External-Address": true, "X-Forwarded": true, "X-Original-Forwarded-For": true, "X-Originating-Ip": true,
	"X-Real-Ip": true, "X-Remote-Addr": true, "X-Remote-Ip": true}

func (o Outside) trusted(host string) bool {
	addr, err := netip.ParseAddr(host)
	if err != nil {
		return false
	}
	for _, prefix := range o.TrustedProxies {
		if prefix.Contains(addr.Unmap()) {
			return true
		}
	}
	return false
}
