package audit

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"sarai/internal/kit/db"
	"sarai/internal/kit/id"
)

// Head is where an organization's log ends, to be kept outside of the database: a log that is cut together with its
// head, as an older copy of both, is found by comparing with an earlier head only.
type Head struct {
	Org    string
	Number int64 // of the last entry
	Link   string
}

// String is the head as `sarai audit verify` prints it and ReadHeads reads it.
func (h Head) String() string { return fmt.Sprintf("%s %d %s", h.Org, h.Number, h.Link) }

// ReadHeads reads heads, one on each line. Other lines are an error.
func ReadHeads(from io.Reader) ([]Head, error) {
	var list []Head
	lines := bufio.NewScanner(from)
	for lines.Scan() {
		line := strings.TrimSpace(lines.Text())
		if line == "" {
			continue
		}
		words := strings.Fields(line)
		if len(words) != 3 || !id.Valid(words[0]) {
			return nil, fmt.Errorf("%q is not a head that audit verify has printed", line)
		}
		number, err := strconv.ParseInt(words[1], 10, 64)
		if err != nil || number < 1 {
			return nil, fmt.Errorf("%q is not a head that audit verify has printed", line)
		}
		list = append(list, Head{Org: words[0], Number: number, Link: words[2]})
	}
	return list, lines.Err()
}

// Verdict is what Verify found of one organization's log.
type Verdict struct {
	Head
	Fault string // a sentence about the first bad entry; empty: the log is whole
}

// expected are the organizations that have a log, or should have one, in the order of their ids.
func (s *Service) expected(tx *db.Tx) ([]string, error) {
	orgs, err := logged(tx)
	if err != nil {
		return nil, err
	}
	all, err := s.hooks.Organizations(tx)
	orgs = append(orgs, all...)
	slices.Sort(orgs)
	return slices.Compact(orgs), err
}

// Verify checks the log of an organization, or of all where org is empty, and that it holds the earlier heads. Of all,
// it also checks that they are those which the server has, and says so under the name "the server" if they aren't.
func (s *Service) Verify(ctx context.Context, org string, earlier []Head) ([]Verdict, error) {
	orgs, fault := []string{org}, ""
	if org == "" {
		err := s.db.Read(ctx, func(tx *db.Tx) (err error) {
			if orgs, err = s.expected(tx); err != nil {
				return err
			}
			r, err := rollOf(tx)
			fault = s.rollFault(r, orgs)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	wanted := map[string][]Head{}
	for _, h := range earlier {
		wanted[h.Org] = append(wanted[h.Org], h)
	}
	var list []Verdict
	for _, org := range orgs {
		v, err := db.Read(ctx, s.db, func(tx *db.Tx) (Verdict, error) { return s.verify(tx, org, wanted[org]) })
		if err != nil {
			return nil, err
		}
		list = append(list, v)
		delete(wanted, org)
	}
	if fault != "" {
		list = append(list, Verdict{Head: Head{Org: "the server"}, Fault: fault})
	}
	if org == "" {
		for _, gone := range slices.Sorted(maps.Keys(wanted)) {
			list = append(list, Verdict{Head: wanted[gone][0], Fault: "the organization is gone with its whole log"})
		}
	}
	return list, nil
}

func (s *Service) verify(tx *db.Tx, org string, earlier []Head) (Verdict, error) {
	v := Verdict{Head: Head{Org: org}}
	h, err := db.One(tx, heads.Scan, selectHead, org)
	if errors.Is(err, db.ErrNoRows) {
		v.Fault = "it has no head: the head was removed"
		return v, nil
	}
	if err != nil {
		return v, err
	}
	v.Number, v.Link = h.Number, h.Link
	if v.Fault, err = walk(tx, h, earlier); err != nil || v.Fault != "" {
		return v, err
	}
	if v.Fault, err = countFault(tx, h); err != nil || v.Fault != "" {
		return v, err
	}
	if !s.marks.Signed(h.text(), h.Mark) {
		v.Fault = "its head isn't signed by any of the configured token keys: the head was changed, or its key is missing"
	}
	return v, nil
}

// pageSize is how many entries are in memory at a time.
const pageSize = 500

// walk goes along the chain to its head and describes the first entry that isn't as it was linked.
func walk(tx *db.Tx, h head, earlier []Head) (fault string, err error) {
	links := map[int64]string{}
	for _, e := range earlier {
		links[e.Number] = e.Link
	}
	if e, err := unlinked(tx, h.Org); err == nil {
		return e.described("is not part of the chain: it was inserted"), nil
	} else if !errors.Is(err, db.ErrNoRows) {
		return "", err
	}
	end, last := head{Org: h.Org}, entry{}
	for {
		page, err := after(tx, h.Org, last, pageSize)
		if err != nil {
			return "", err
		}
		for _, e := range page {
			if fault := e.faultAfter(end, h, links); fault != "" {
				return fault, nil
			}
			end.Number, end.Link, last = e.Number, e.Link, e
		}
		if len(page) < pageSize {
			break
		}
	}
	return faultAtEnd(end, h, earlier), nil
}

// faultAfter tells what is wrong with the entry that follows the end of the chain walked so far.
func (e entry) faultAfter(end, h head, links map[int64]string) string {
	proper := e.linked(end)
	switch {
	case e.Number <= end.Number:
		return e.described("stands beside another with its number: it was inserted")
	case e.Number > h.Number:
		return e.described(fmt.Sprintf("stands after the head, which is number %d: it was inserted", h.Number))
	case e.Number > end.Number+1:
		return fmt.Sprintf("entry %d is missing: it was removed", end.Number+1)
	case e.Link != proper.Link:
		return e.described("isn't what was linked at its place: it was changed or moved")
	case links[e.Number] != "" && links[e.Number] != e.Link:
		return e.described("isn't the one whose link was printed before: the log was written anew")
	}
	return ""
}

// faultAtEnd tells what is wrong with the end of a chain without gaps.
func faultAtEnd(end, h head, earlier []Head) string {
	if end.Number < h.Number {
		return fmt.Sprintf("entry %d is missing, and all after it: the log was cut", end.Number+1)
	}
	if end.Link != h.Link {
		return fmt.Sprintf("entry %d is not the one that the head names: the log was written anew", end.Number)
	}
	for _, e := range earlier {
		if e.Number > h.Number {
			return fmt.Sprintf("entry %d is missing, and all after it up to %d, which was printed before: the log was cut "+
				"together with its head", h.Number+1, e.Number)
		}
	}
	return ""
}

// described begins a sentence about the entry.
func (e entry) described(what string) string {
	return fmt.Sprintf("entry %d (%s, %s of %s) %s", e.Number, e.ID, e.Action,
		time.UnixMilli(e.CreatedAt).UTC().Format(time.RFC3339), what)
}
