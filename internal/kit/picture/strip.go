package picture

import (
	"bytes"
	"encoding/binary"
	"slices"
)

// Strip takes out of a PNG, JPEG or WebP file all that isn't its picture: where and with what it was taken, comments,
// previews, profiles, and whatever follows it. The pixels stay as they are, so that small print stays readable; of a
// JPEG's EXIF the orientation stays. The error's text completes a sentence that begins with the field's name.
func Strip(mediaType string, content []byte) (stripped []byte, err error) {
	ok := false
	switch mediaType {
	case "image/png":
		stripped, ok = stripPNG(content)
	case "image/jpeg":
		stripped, ok = stripJPEG(content)
	case "image/webp":
		stripped, ok = stripWebP(content)
	}
	if !ok {
		return nil, errUnstrippable
	}
	return stripped, nil
}

const pngSignature = "\x89PNG\r\n\x1a\n"

// pngKept are the chunks that make the picture.
var pngKept = []string{"IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "sBIT", "bKGD", "pHYs"}

func stripPNG(content []byte) ([]byte, bool) {
	out, rest := []byte(pngSignature), bytes.TrimPrefix(content, []byte(pngSignature))
	drawn := false
	for len(rest) >= 12 {
		size := uint64(binary.BigEndian.Uint32(rest)) + 12 // with length, name and checksum
		if size > uint64(len(rest)) {
			break
		}
		name := string(rest[4:8])
		if slices.Contains(pngKept, name) {
			out = append(out, rest[:size]...)
		}
		drawn = drawn || name == "IDAT"
		if name == "IEND" {
			return out, drawn
		}
		rest = rest[size:]
	}
	return nil, false
}

// The markers of a JPEG that stand alone, end it, or have more behind them than their segment.
const (
	jpegStart, jpegEnd, jpegScan = 0xd8, 0xd9, 0xda
	firstRestart, lastRestart    = 0xd0, 0xd7
)

func stripJPEG(content []byte) ([]byte, bool) {
	if !bytes.HasPrefix(content, []byte{0xff, jpegStart}) {
		return nil, false
	}
	out, rest, drawn := upAs(orientation(content)), content[2:], false
	for len(rest) >= 2 && rest[0] == 0xff {
		marker := rest[1]
		if marker == 0xff { // a byte that fills
			rest = rest[1:]
			continue
		}
		if marker == jpegEnd {
			return append(out, 0xff, jpegEnd), drawn
		}
		if len(rest) < 4 {
			break
		}
		size := 2 + int(binary.BigEndian.Uint16(rest[2:]))
		if marker == jpegScan {
			drawn = true
			size += scanLength(rest[min(size, len(rest)):])
		}
		if size < 4 || size > len(rest) {
			break
		}
		out = append(out, keptOfJPEG(marker, rest[:size])...)
		rest = rest[size:]
	}
	return nil, false
}

// scanLength is how far the scan goes: up to a marker that doesn't belong to it.
func scanLength(data []byte) int {
	for i := 0; i+1 < len(data); i++ {
		next := data[i+1]
		inside := next == 0 || next == 0xff || next >= firstRestart && next <= lastRestart
		if data[i] == 0xff && !inside {
			return i
		}
	}
	return len(data)
}

// keptOfJPEG is what stays of a segment: tables, frames and scans as they are, and of applications' own what says how
// to read the colours.
func keptOfJPEG(marker byte, segment []byte) []byte {
	const jfif, adobe = 18, 16 // lengths without previews
	switch {
	case marker == 0xe0 && bytes.HasPrefix(segment[4:], []byte("JFIF\x00")) && len(segment) >= jfif:
		kept := bytes.Clone(segment[:jfif])
		kept[2], kept[3], kept[16], kept[17] = 0, jfif-2, 0, 0
		return kept
	case marker == 0xee && bytes.HasPrefix(segment[4:], []byte("Adobe")) && len(segment) >= adobe:
		kept := bytes.Clone(segment[:adobe])
		kept[2], kept[3] = 0, adobe-2
		return kept
	case marker >= 0xe0: // applications and comments
		return nil
	}
	return segment
}

// upAs begins a JPEG with nothing in its EXIF but how the camera was held.
func upAs(orientation int) []byte {
	begin := []byte{0xff, jpegStart}
	if orientation <= 1 || orientation > 8 {
		return begin
	}
	return append(begin, "\xff\xe1\x00\x22Exif\x00\x00MM\x00\x2a\x00\x00\x00\x08"+
		"\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00"+string([]byte{byte(orientation)})+"\x00\x00\x00\x00\x00\x00"...)
}

// webPKept are the chunks that make the picture.
var webPKept = []string{"VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF"}

func stripWebP(content []byte) ([]byte, bool) {
	if len(content) < 12 || string(content[:4]) != "RIFF" || string(content[8:12]) != "WEBP" {
		return nil, false
	}
	whole := uint64(binary.LittleEndian.Uint32(content[4:])) + 8
	if whole < 12 || whole > uint64(len(content)) {
		return nil, false
	}
	out, drawn := []byte("RIFF\x00\x00\x00\x00WEBP"), false
	for rest := content[12:whole]; len(rest) >= 8; {
		name := string(rest[:4])
		size := uint64(binary.LittleEndian.Uint32(rest[4:]))
		size += size%2 + 8
		if size > uint64(len(rest)) {
			return nil, false
		}
		if slices.Contains(webPKept, name) {
			out = append(out, rest[:size]...)
		}
		if name == "VP8X" && size > 8 { // it names what the file has: no profile, EXIF and XMP any more
			out[len(out)-int(size)+8] &^= 0x20 | 0x08 | 0x04
		}
		drawn = drawn || name == "VP8 " || name == "VP8L" || name == "ANMF"
		rest = rest[size:]
	}
	binary.LittleEndian.PutUint32(out[4:], uint32(len(out)-8))
	return out, drawn
}
