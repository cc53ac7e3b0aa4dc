package picture

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/jpeg"
)

// photoQuality is that of a photo that is looked at on a screen: 1280 by 960 pixels take some 200 KB.
const photoQuality = 78

// Photo decodes a PNG or JPEG and redraws it as an opaque JPEG, at most side pixels wide and high, and upright: a phone
// notes how it was held beside the picture, and that is left behind with everything else. Turns and errors are
// those of Clean.
func Photo(owner string, content []byte, side int) ([]byte, error) {
	decoded, leave, err := decode(owner, content)
	if err != nil {
		return nil, err
	}
	defer leave()
	var out bytes.Buffer
	err = jpeg.Encode(&out, upright(shrink(onWhite(decoded), side), orientation(content)),
		&jpeg.Options{Quality: photoQuality})
	return out.Bytes(), err
}

// upright turns and mirrors the picture as the orientation of EXIF says, from 1 to 8.
func upright(from *image.RGBA, orientation int) *image.RGBA {
	if orientation <= 1 || orientation > 8 {
		return from
	}
	width, height := from.Rect.Dx(), from.Rect.Dy()
	size := image.Rect(0, 0, width, height)
	if orientation >= 5 {
		size = image.Rect(0, 0, height, width)
	}
	turned := image.NewRGBA(size)
	for y := range height {
		for x := range width {
			right, below := width-1-x, height-1-y
			to := [...]image.Point{2: {X: right, Y: y}, 3: {X: right, Y: below}, 4: {X: x, Y: below}, 5: {X: y, Y: x},
				6: {X: below, Y: x}, 7: {X: below, Y: right}, 8: {X: y, Y: right}}[orientation]
			turned.SetRGBA(to.X, to.Y, from.RGBAAt(x, y))
		}
	}
	return turned
}

// orientation is what a JPEG's EXIF says of how the camera was held; 1, upright, where it says nothing readable.
func orientation(content []byte) int {
	for rest := content; len(rest) >= 2; {
		if rest[0] == 0xff && rest[1] == 0xd8 { // the beginning
			rest = rest[2:]
			continue
		}
		if len(rest) < 4 || rest[0] != 0xff {
			break
		}
		length := int(binary.BigEndian.Uint16(rest[2:]))
		if length < 2 || 2+length > len(rest) {
			break
		}
		if exif, ok := bytes.CutPrefix(rest[4:2+length], []byte("Exif\x00\x00")); rest[1] == 0xe1 && ok {
			return exifOrientation(exif)
		}
		rest = rest[2+length:]
	}
	return 1
}

// exifOrientation finds the tag 0x0112 in the first directory of a TIFF header.
func exifOrientation(tiff []byte) int {
	const entry, tag = 12, 0x0112
	if len(tiff) < 8 {
		return 1
	}
	var order binary.ByteOrder = binary.BigEndian
	if bytes.HasPrefix(tiff, []byte("II")) {
		order = binary.LittleEndian
	}
	start := int64(order.Uint32(tiff[4:]))
	if start+2 > int64(len(tiff)) {
		return 1
	}
	entries := tiff[start+2:]
	for range order.Uint16(tiff[start:]) {
		if len(entries) < entry {
			return 1
		}
		if order.Uint16(entries) == tag {
			return int(order.Uint16(entries[8:]))
		}
		entries = entries[entry:]
	}
	return 1
}
