package backup

import (
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// Of any copies, the newest of each of the last days and weeks are kept, and nothing that is no copy is touched.
func TestSuperfluous(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		keep := Keep{Days: rapid.IntRange(1, 9).Draw(t, "days"), Weeks: rapid.IntRange(0, 5).Draw(t, "weeks")}
		times := rapid.SliceOfDistinct(rapid.Int64Range(0, 40*24*3600*1000), rapid.ID[int64]).Draw(t, "times")
		others := []string{"2026-04-01.db", "sarai.db", "sarai-notes.txt", "sarai-20260401T000000.000Z.db.old/x", "sarai-.db"}
		partial := nameOf(time.UnixMilli(times0(times))) + ".123.partial"
		names := append(slices.Clone(others), partial)
		days, weeks := map[string]int64{}, map[string]int64{} // the newest of each
		for _, at := range times {
			moment := time.UnixMilli(at).UTC()
			year, week := moment.ISOWeek()
			for span, newest := range map[string]map[string]int64{moment.Format("2006-01-02"): days,
				fmt.Sprintf("%d, week %02d", year, week): weeks} {
				newest[span] = max(newest[span], at)
			}
			names = append(names, nameOf(moment))
		}
		want := append(lastOf(days, keep.Days), lastOf(weeks, keep.Weeks)...)
		slices.Sort(want)
		want = slices.Compact(want)
		old := keep.superfluous(names)
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

// lastOf are the names of the newest copies of the last spans.
func lastOf(newest map[string]int64, most int) (names []string) {
	spans := slices.Sorted(maps.Keys(newest))
	for _, span := range spans[max(0, len(spans)-most):] {
		names = append(names, nameOf(time.UnixMilli(newest[span])))
	}
	return names
}

func TestParseKeep(t *testing.T) {
	for text, want := range map[string]Keep{"7/4": {7, 4}, "1": {1, 0}, "30/0": {30, 0}} {
		if got, err := ParseKeep(text); err != nil || got != want {
			t.Errorf("ParseKeep(%q) returned %v, %v", text, got, err)
		}
	}
	for _, wrong := range []string{"", "0", "0/4", "-1/4", "7/-1", "7/", "7/4/1", "seven", "7 / 4"} {
		if got, err := ParseKeep(wrong); err == nil {
			t.Errorf("ParseKeep(%q) returned %v", wrong, got)
		}
	}
}

func times0(times []int64) int64 {
	if len(times) == 0 {
		return 0
	}
	return times[0]
}
