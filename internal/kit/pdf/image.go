package pdf

import (
	"bytes"
	"encoding/binary"
	"errors"
)

// image is a PNG whose compressed rows go into the file unchanged.
type image struct {
	width, height int
	data          []byte
}

var errImage = errors.New("the picture is no opaque PNG of 8 bits a color")

// Size returns the picture's width and height in pixels.
func Size(content []byte) (width, height int, err error) {
	i, err := readImage(content)
	if err != nil {
		return 0, 0, err
	}
	return i.width, i.height, nil
}

func readImage(content []byte) (*image, error) {
	signature := []byte("\x89PNG\r\n\x1a\n")
	if !bytes.HasPrefix(content, signature) {
		return nil, errImage
	}
	i := &image{}
	for rest := content[len(signature):]; len(rest) >= 12; {
		length := int(binary.BigEndian.Uint32(rest))
		if length < 0 || length > len(rest)-12 {
			return nil, errImage
		}
		switch data := rest[8 : 8+length]; string(rest[4:8]) {
		case "IHDR":
			if length != 13 || !bytes.Equal(data[8:], []byte{8, 2, 0, 0, 0}) { // 8 bits, RGB, not interlaced
				return nil, errImage
			}
			i.width, i.height = int(binary.BigEndian.Uint32(data)), int(binary.BigEndian.Uint32(data[4:]))
		case "IDAT":
			i.data = append(i.data, data...)
		}
		rest = rest[12+length:]
	}
	if i.width <= 0 || i.height <= 0 || len(i.data) == 0 {
		return nil, errImage
	}
	return i, nil
}
