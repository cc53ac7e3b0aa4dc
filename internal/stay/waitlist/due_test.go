package waitlist

import (
	"context"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"sarai/internal/kit/scope"
)

// A hotel with ten commits a second is looked at every two seconds, at once after the first and once more after the
// last; a quiet one at once, or after the pause.
func TestLooksAreFewAndSoon(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		begin, looks := time.Now(), map[string][]time.Duration{}
		d := newDue()
		go d.run(ctx, func(sc scope.Scope) { looks[sc.Org] = append(looks[sc.Org], time.Since(begin)) })
		synctest.Wait()
		add := func(org string) {
			d.add(scope.Scope{Org: org})
			synctest.Wait()
		}
		for i := range 100 {
			add("busy")
			if i == 55 {
				add("quiet")
			}
			time.Sleep(100 * time.Millisecond)
		}
		time.Sleep(time.Minute)
		add("quiet")
		stop()
		synctest.Wait()
		for org, want := range map[string][]time.Duration{"busy": {0, 2, 4, 6, 8, 10}, "quiet": {6, 70}} {
			for i := range want {
				want[i] *= time.Second
			}
			if got := looks[org]; !slices.Equal(got, want) {
				t.Errorf("looked at the %s hotel after %v, want %v", org, got, want)
			}
		}
	})
}
