// Package picture makes uploaded pictures harmless and small: it decodes, shrinks and redraws them, so that nothing of
// the file is kept except its pixels (no location of a photo, no second file behind the first).
package picture

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
)

// MaxSide and MaxPixels bound what is decoded: a small file can hold a picture that fills the memory.
const (
	MaxSide   = 6000
	MaxPixels = 16_000_000
)

// Clean decodes a PNG or JPEG and redraws it as an opaque PNG on white, at most side pixels wide and high. The error's
// text completes a sentence that begins with the field's name; Refused makes the answer of it. The owner's pictures
// wait for each other.
func Clean(owner string, content []byte, side int) ([]byte, error) {
	decoded, leave, err := decode(owner, content)
	if err != nil {
		return nil, err
	}
	defer leave()
	var out bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	err = encoder.Encode(&out, shrink(onWhite(decoded), side))
	return out.Bytes(), err
}

// decode reads a picture that is not too large for the memory, when it is the owner's turn. The caller calls leave when
// it has done with the picture.
func decode(owner string, content []byte) (decoded image.Image, leave func(), err error) {
	config, _, err := image.DecodeConfig(bytes.NewReader(content))
	if err != nil {
		return nil, nil, errUnreadable
	}
	if config.Width < 1 || config.Height < 1 || config.Width > MaxSide || config.Height > MaxSide ||
		config.Width*config.Height > MaxPixels {
		return nil, nil, fmt.Errorf("must have at most %d pixels a side and %d million in all", MaxSide,
			MaxPixels/1_000_000)
	}
	if leave, err = turn(owner, config.Width*config.Height); err != nil {
		return nil, nil, err
	}
	if decoded, _, err = image.Decode(bytes.NewReader(content)); err != nil {
		leave()
		return nil, nil, errUnreadable
	}
	return decoded, leave, nil
}

var (
	errUnreadable   = errors.New("must be a PNG or JPEG picture that can be read")
	errUnstrippable = errors.New("must be a picture that can be read, from its beginning to its end")
)

// onWhite removes transparency.
func onWhite(from image.Image) *image.RGBA {
	size := from.Bounds().Size()
	flat := image.NewRGBA(image.Rectangle{Max: size})
	draw.Draw(flat, flat.Bounds(), image.White, image.Point{}, draw.Src)
	draw.Draw(flat, flat.Bounds(), from, from.Bounds().Min, draw.Over)
	return flat
}

// shrink averages the pixels that become one. A picture that fits is returned unchanged.
func shrink(from *image.RGBA, side int) *image.RGBA {
	width, height := from.Rect.Dx(), from.Rect.Dy()
	if width <= side && height <= side {
		return from
	}
	longer := max(width, height)
	small := image.NewRGBA(image.Rect(0, 0, max(1, width*side/longer), max(1, height*side/longer)))
	for y := range small.Rect.Dy() {
		for x := range small.Rect.Dx() {
			small.SetRGBA(x, y, average(from, image.Rect(x*width/small.Rect.Dx(), y*height/small.Rect.Dy(),
				(x+1)*width/small.Rect.Dx(), (y+1)*height/small.Rect.Dy())))
		}
	}
	return small
}

func average(from *image.RGBA, area image.Rectangle) color.RGBA {
	var red, green, blue int
	for y := area.Min.Y; y < area.Max.Y; y++ {
		row := from.Pix[from.PixOffset(area.Min.X, y):from.PixOffset(area.Max.X, y)]
		for i := 0; i < len(row); i += 4 {
			red, green, blue = red+int(row[i]), green+int(row[i+1]), blue+int(row[i+2])
		}
	}
	count := area.Dx() * area.Dy()
	return color.RGBA{uint8(red / count), uint8(green / count), uint8(blue / count), 255}
}
