package backup

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// Of any copies, the newest of each of the last seven days are kept, and nothing that is no copy is touched.
func TestSuperfluous(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		times := rapid.SliceOfDistinct(rapid.Int64Range(0, 12*24*3600*1000), rapid.ID[int64]).Draw(t, "times")
		others := []string{"2026-04-01.db", "sarai.db", "sarai-notes.txt", "sarai-20260401T000000.000Z.db.old/x", "sarai-.db"}
		partial := nameOf(time.UnixMilli(times0(times))) + ".123.partial"
		newest := map[string]int64{} // by day
		names := append(slices.Clone(others), partial)
		for _, at := range times {
			day := time.UnixMilli(at).UTC().Format("2006-01-02")
			newest[day] = max(newest[day], at)
			names = append(names, nameOf(time.UnixMilli(at)))
		}
		var days []string
		for day := range newest {
			days = append(days, day)
		}
		slices.Sort(days)
		days = days[max(0, len(days)-7):]
		var want []string
		for _, day := range days {
			want = append(want, nameOf(time.UnixMilli(newest[day])))
		}
		old := superfluous(names)
		if !slices.Contains(old, partial) {
			t.Fatalf("%s stays", partial)
		}
		var kept []string
		for _, name := range names {
			if !slices.Contains(old, name) && !slices.Contains(others, name) {
				kept = append(kept, name)
			} else if slices.Contains(old, name) && slices.Contains(others, name) {
				t.Fatalf("%s would be removed", name)
			}
		}
		slices.Sort(kept)
		if !slices.Equal(kept, want) {
			t.Fatalf("kept %v, want %v", kept, want)
		}
	})
}

func times0(times []int64) int64 {
	if len(times) == 0 {
		return 0
	}
	return times[0]
}
