package sqlite

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"os"
)

// LogState is what a write-ahead log holds that a process has left behind, which didn't close the database.
type LogState struct {
	Size    int64 // bytes of the file
	Commits int   // that can be read
	Pages   int   // different ones in those commits
	End     int64 // bytes up to the end of the last of those commits
	Cut     int64 // bytes behind it that SQLite drops: an unfinished commit, or damage
	// Lost is how many commits stand behind the damage. SQLite would drop them, too. One may be the commit that was
	// being written when the power went; the one before it was on the disk.
	Lost int
	// Headless says that the log's own beginning is damaged, so that nothing of it can be read.
	Headless bool
}

// logHeader is the size of what stands before the first frame, frameHeader of what stands before each page, and
// olderRounds how far back the frames of earlier rounds may lie that a log which begins anew leaves behind its end.
const (
	logHeader   = 32
	frameHeader = 24
	olderRounds = 1 << 16
)

// InspectLog reads the log of the database at path, which no process may have open, as "WAL Format" describes it at
// sqlite.org/walformat.html. No log is as good as an empty one.
func InspectLog(path string) (LogState, error) {
	file, err := os.Open(path + "-wal")
	if errors.Is(err, fs.ErrNotExist) {
		return LogState{}, nil
	}
	if err != nil {
		return LogState{}, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return LogState{}, err
	}
	r, state := logReader{from: bufio.NewReaderSize(file, 1<<20)}, LogState{Size: info.Size()}
	err = r.read(&state)
	return state, err
}

type logReader struct {
	from     *bufio.Reader
	order    binary.ByteOrder // of the checksums
	salt     [8]byte
	sum      [2]uint32
	position int64
}

func (r *logReader) read(state *LogState) error {
	header := make([]byte, logHeader)
	if _, err := io.ReadFull(r.from, header); err != nil {
		state.Cut = state.Size
		return ignoreEnd(err)
	}
	frame, ok := r.begin(header)
	if !ok {
		rest, err := io.ReadAll(r.from)
		state.Cut, state.Headless = state.Size, !isZero(header) || !isZero(rest)
		return err
	}
	state.End, r.position = logHeader, logHeader
	pages, unfinished := map[uint32]bool{}, []uint32{}
	for {
		n, err := io.ReadFull(r.from, frame)
		if err != nil {
			if !r.isOld(frame[:n]) {
				r.position += int64(n)
			}
			state.Pages, state.Cut = len(pages), r.position-state.End
			return ignoreEnd(err)
		}
		if !r.follows(frame) {
			state.Pages = len(pages)
			return r.skip(frame, state)
		}
		r.position += int64(len(frame))
		unfinished = append(unfinished, binary.BigEndian.Uint32(frame))
		if isCommit(frame) {
			for _, page := range unfinished {
				pages[page] = true
			}
			unfinished = unfinished[:0]
			state.Commits++
			state.End = r.position
		}
	}
}

// begin reads the log's header and makes room for a frame; false: it is damaged.
func (r *logReader) begin(header []byte) (frame []byte, ok bool) {
	magic, size := binary.BigEndian.Uint32(header), binary.BigEndian.Uint32(header[8:])
	if size == 1 {
		size = 1 << 16
	}
	if magic&^1 != 0x377f0682 || size < 512 || size > 1<<16 || size&(size-1) != 0 {
		return nil, false
	}
	r.order = binary.LittleEndian
	if magic&1 == 1 {
		r.order = binary.BigEndian
	}
	copy(r.salt[:], header[16:])
	r.add(header[:24])
	return make([]byte, frameHeader+size), r.isSum(header[24:])
}

// follows tells whether the frame is whole and the next one of the log.
func (r *logReader) follows(frame []byte) bool {
	if binary.BigEndian.Uint32(frame) == 0 || !bytes.Equal(frame[8:16], r.salt[:]) {
		return false
	}
	before := r.sum
	r.add(frame[:8])
	r.add(frame[frameHeader:])
	if r.isSum(frame[16:frameHeader]) {
		return true
	}
	r.sum = before
	return false
}

// skip looks through what follows the last frame that can be read, the first of which is given. Frames of earlier
// rounds stand behind all others: one that has others behind it only looks as if it were old.
func (r *logReader) skip(frame []byte, state *LogState) error {
	end, old := state.End, false
	for n, err := len(frame), error(nil); n > 0; n, err = io.ReadFull(r.from, frame) {
		if err != nil && ignoreEnd(err) != nil {
			return err
		}
		r.position += int64(n)
		ours := n == len(frame) && bytes.Equal(frame[8:16], r.salt[:])
		old = old || r.isOld(frame[:n])
		if ours || !old {
			end = r.position
		}
		if ours && isCommit(frame) {
			state.Lost++
		}
	}
	state.Cut = end - state.End
	return nil
}

// isOld tells whether the frame, or what there is of it, was left by an earlier round of the log, or never written.
// Each round counts the first half of the salt up and draws the second anew.
func (r *logReader) isOld(frame []byte) bool {
	if len(frame) < 12 || isZero(frame) {
		return isZero(frame)
	}
	rounds := binary.BigEndian.Uint32(r.salt[:]) - binary.BigEndian.Uint32(frame[8:])
	return rounds > 0 && rounds < olderRounds && (len(frame) < 16 || !bytes.Equal(frame[12:16], r.salt[4:]))
}

func isCommit(frame []byte) bool { return binary.BigEndian.Uint32(frame[4:]) != 0 }

func isZero(some []byte) bool { return len(bytes.Trim(some, "\x00")) == 0 }

func (r *logReader) add(some []byte) {
	for ; len(some) >= 8; some = some[8:] {
		r.sum[0] += r.order.Uint32(some) + r.sum[1]
		r.sum[1] += r.order.Uint32(some[4:]) + r.sum[0]
	}
}

func (r *logReader) isSum(stored []byte) bool {
	return binary.BigEndian.Uint32(stored) == r.sum[0] && binary.BigEndian.Uint32(stored[4:]) == r.sum[1]
}

func ignoreEnd(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return nil
	}
	return err
}
