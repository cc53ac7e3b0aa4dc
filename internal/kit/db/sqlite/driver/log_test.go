//go:build unix

package driver_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"sarai/internal/kit/db/sqlite/driver"
)

// gathering opens a connection that writes its commits as the server's writer does, but has too few pages in memory for
// most of them: it writes some before the commit, reads them back, and writes them again.
func gathering(t testing.TB, path, synchronous string) *driver.Conn {
	t.Helper()
	c := open(t, path, "journal_mode(WAL)", synchronous, "cache_size(5)")
	run(t, c, "CREATE TABLE IF NOT EXISTS stays (number INTEGER PRIMARY KEY, remarks TEXT)")
	run(t, c, "CREATE INDEX IF NOT EXISTS stays_by_remarks ON stays (remarks)")
	if err := c.GatherLog(); err != nil {
		t.Fatal(err)
	}
	return c
}

func insertStays(c *driver.Conn, from, number, length int) error {
	for i := range number {
		remarks := fmt.Sprintf("%05d", i) + strings.Repeat("a", length)
		if _, err := c.Exec("INSERT OR REPLACE INTO stays VALUES ($1, $2)", from+i, remarks); err != nil {
			return err
		}
	}
	return nil
}

func stays(t *testing.T, c *driver.Conn) (sum string) {
	t.Helper()
	var check string
	err := one(c, "SELECT COUNT(*) || ' ' || COALESCE(SUM(number * LENGTH(remarks)), 0) FROM stays", nil, &sum)
	if err != nil {
		t.Fatal(err)
	}
	if err := one(c, "PRAGMA integrity_check", nil, &check); err != nil || check != "ok" {
		t.Fatal(check, err)
	}
	return sum
}

// crashed reads what a process finds that starts after one was killed: the file and its log.
func crashed(t *testing.T, path string) string {
	t.Helper()
	after := filepath.Join(t.TempDir(), "hotel.db")
	for _, end := range []string{"", "-wal"} {
		content, err := os.ReadFile(path + end)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(after+end, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	c, err := driver.Open(after)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	return stays(t, c)
}

func TestAGatheredLogIsWholeAfterEachCommit(t *testing.T) {
	for _, synchronous := range []string{"synchronous(FULL)", "synchronous(OFF)"} {
		t.Run(synchronous, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "hotel.db")
			writer := gathering(t, path, synchronous)
			other := open(t, path, "busy_timeout(10000)")
			random := rand.New(rand.NewPCG(1, 2))
			for step := range 12 {
				before := stays(t, other)
				within := change(t, writer, random)
				if seen := stays(t, other); seen != before {
					t.Fatalf("step %d: others see %s before the commit, %s before the transaction", step, seen, before)
				}
				wanted := within
				if random.IntN(4) == 0 {
					run(t, writer, "ROLLBACK")
					wanted = before
				} else {
					run(t, writer, "COMMIT")
				}
				if mine, others := stays(t, writer), stays(t, other); mine != wanted || others != wanted {
					t.Fatalf("step %d: %s, others %s; want %s", step, mine, others, wanted)
				}
				if synchronous == "synchronous(FULL)" {
					if later := crashed(t, path); later != wanted {
						t.Fatalf("step %d: %s after a crash, want %s", step, later, wanted)
					}
				}
				if step%4 == 3 { // the log begins anew
					run(t, other, "PRAGMA wal_checkpoint(TRUNCATE)")
				}
			}
		})
	}
}

// change begins a transaction and writes something, of which it takes a part back, and returns what there is then.
func change(t *testing.T, writer *driver.Conn, random *rand.Rand) string {
	run(t, writer, "BEGIN IMMEDIATE")
	for range 1 + random.IntN(3) {
		run(t, writer, "SAVEPOINT part")
		if err := insertStays(writer, random.IntN(500), random.IntN(100), random.IntN(9000)); err != nil {
			t.Fatal(err)
		}
		if random.IntN(3) == 0 {
			run(t, writer, "ROLLBACK TO part")
		}
		run(t, writer, "RELEASE part")
	}
	return stays(t, writer)
}

// limitedIn is set for the process that may write only small files.
const limitedIn = "SARAI_TEST_LIMITED_IN"

func TestALogThatCannotGrowLosesNothing(t *testing.T) {
	if path := os.Getenv(limitedIn); path != "" {
		fillUp(t, path)
		return
	}
	limited := exec.Command(os.Args[0], "-test.run", "^TestALogThatCannotGrowLosesNothing$")
	limited.Env = append(os.Environ(), limitedIn+"="+filepath.Join(t.TempDir(), "hotel.db"))
	if output, err := limited.CombinedOutput(); err != nil || !bytes.Contains(output, []byte("PASS")) {
		t.Fatal(err, string(output))
	}
}

func fillUp(t *testing.T, path string) {
	writer := gathering(t, path, "synchronous(FULL)")
	signal.Ignore(syscall.SIGXFSZ)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 1 << 20, Max: 1 << 20}); err != nil {
		t.Fatal(err)
	}
	run(t, writer, "PRAGMA cache_size(-2000)") // commits are written whole
	committed, refused := stays(t, writer), 0
	for step := range 40 {
		run(t, writer, "BEGIN IMMEDIATE")
		err := insertStays(writer, step*10, 10, 3000)
		wanted := stays(t, writer)
		if err == nil {
			_, err = writer.Exec("COMMIT")
		}
		if err == nil {
			committed = wanted
		} else {
			refused++
		}
		if writer.InTransaction() {
			run(t, writer, "ROLLBACK")
		}
		if now, later := stays(t, writer), crashed(t, path); now != committed || later != committed {
			t.Fatalf("step %d: %s, after a crash %s; want %s", step, now, later, committed)
		}
		if err == nil {
			continue
		}
		if _, err := writer.Exec("PRAGMA wal_checkpoint(TRUNCATE)"); err != nil {
			break // the file itself is full
		}
	}
	if refused == 0 || committed == "0 0" {
		t.Errorf("%d of the commits were refused, and there are %s", refused, committed)
	}
}
