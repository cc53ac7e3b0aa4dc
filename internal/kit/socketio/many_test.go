package socketio_test

import (
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"sarai/internal/kit/kittest/socketclient"
	"sarai/internal/kit/socketio"
)

// connections waits until the server has so many, by its own metric.
func connections(t *testing.T, registry *prometheus.Registry, want int) {
	t.Helper()
	have := -1
	until(t, func() bool { have = int(metric(t, registry, "sarai_sockets_connections", "")); return have == want },
		func() string { return fmt.Sprintf("%d connections, want %d", have, want) })
}

// until waits for a condition.
func until(t *testing.T, holds func() bool, otherwise func() string) {
	t.Helper()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for deadline := time.Now().Add(20 * time.Second); !holds(); <-tick.C {
		if time.Now().After(deadline) {
			t.Fatal(otherwise())
		}
	}
}

// metric is the sum of a metric's series, or of those with the label value.
func metric(t *testing.T, registry *prometheus.Registry, name, label string) (sum float64) {
	t.Helper()
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, family := range families {
		for _, m := range family.GetMetric() {
			if family.GetName() == name && (label == "" || m.GetLabel()[0].GetValue() == label) {
				sum += m.GetGauge().GetValue() + m.GetCounter().GetValue()
			}
		}
	}
	return sum
}

func measured(registry **prometheus.Registry) func(*socketio.Config) {
	return func(c *socketio.Config) {
		*registry = prometheus.NewRegistry()
		c.Metrics = *registry
	}
}

func TestNothingIsLostOrDoubledDuringUpgrades(t *testing.T) {
	const clients, events = 30, 600
	w, node := start(t), socketclient.Start(t)
	amid := make(chan struct{}) // no websocket before the events have begun
	begin := sync.OnceFunc(func() { close(amid) })
	w.hold = func(r *http.Request) {
		if r.URL.Query().Get("transport") == "websocket" {
			<-amid
		}
	}
	var during sync.WaitGroup
	var lock sync.Mutex
	split := 0
	for i := range clients {
		room := fmt.Sprint("own:", i)
		c := node.OpenCounting(fmt.Sprint(i), w.url, auth(fmt.Sprintf("user%d/%s", i, room)), socketclient.Upgrading(),
			events)
		during.Go(func() {
			c.Next("connect")
			pace := time.NewTicker(200 * time.Microsecond)
			defer pace.Stop()
			for n := range events {
				w.emit(room, n)
				if n == 100 {
					begin()
				}
				<-pace.C
			}
			upgraded := c.Next("upgrade").Heard
			c.Next("all")
			heard, wrong := c.Counted()
			if heard != events || wrong != 0 {
				t.Errorf("client %d heard %d events, %d at the wrong place", i, heard, wrong)
			}
			lock.Lock()
			defer lock.Unlock()
			if upgraded > 0 && upgraded < events {
				split++
			}
		})
	}
	during.Wait()
	if split == 0 {
		t.Error("no client upgraded while events came: the test has shown nothing")
	}
	t.Logf("%d of %d clients upgraded amid the events", split, clients)
}

func TestManyMixedClientsHearEverythingAndLeaveNothingBehind(t *testing.T) {
	const clients, events, step = 300, 3000, 500
	var registry *prometheus.Registry
	w := start(t, measured(&registry), func(c *socketio.Config) {
		c.PingInterval, c.PingTimeout = 2*time.Second,
			15*time.Second
	})
	goroutines, memory := resources()
	nodes := []*socketclient.Process{socketclient.Start(t), socketclient.Start(t)}
	var all []*socketclient.Client
	for i := range clients {
		options := []socketclient.Options{socketclient.Polling(), socketclient.WebSocket(), socketclient.Upgrading()}[i%3]
		all = append(all, nodes[i%2].OpenCounting(fmt.Sprint(i), w.url, auth(fmt.Sprintf("user%d/org:1", i)), options, step))
	}
	for _, c := range all {
		c.Next("connect")
	}
	began := time.Now()
	for n := range events {
		w.emit("org:1", n)
		if (n+1)%step == 0 { // a queue holds no more than a part of them
			for _, c := range all {
				c.Next("all")
			}
		}
	}
	t.Logf("%d events to %d clients took %s", events, clients, time.Since(began).Round(time.Millisecond))
	for _, c := range all {
		if heard, wrong := c.Counted(); heard != events || wrong != 0 {
			t.Errorf("client %s heard %d events, %d at the wrong place", c.Name, heard, wrong)
		}
	}

	nodes[1].Kill() // half of the sockets are cut hard
	connections(t, registry, clients/2)
	for n := range step {
		w.emit("org:1", events+n)
	}
	for i := 0; i < clients; i += 2 {
		all[i].Next("all")
		all[i].Do("close")
	}
	connections(t, registry, 0)
	until(t, func() bool { now, _ := resources(); return now <= goroutines+5 },
		func() string { now, _ := resources(); return fmt.Sprintf("%d goroutines, before %d", now, goroutines) })
	if _, now := resources(); now > memory+4<<20 {
		t.Errorf("%d kB of memory in use, before %d kB", now>>10, memory>>10)
	}
}

// resources are the goroutines and bytes in use, without what HTTP keeps for idle connections of the past.
func resources() (goroutines int, bytes uint64) {
	runtime.GC()
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	stacks := make([]byte, 4<<20)
	for stack := range strings.SplitSeq(string(stacks[:runtime.Stack(stacks, true)]), "\n\n") {
		if strings.Contains(stack, "socketio") || strings.Contains(stack, "websocket") {
			goroutines++
		}
	}
	return goroutines, memory.HeapAlloc
}
