package picture

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
)

// markedQuality is that of a page with its mark: the letters of the page stay sharp.
const markedQuality = 85

// Watermark draws the mark all over a picture that Photo has made: pale, so that the picture can be read, and so often
// that no part of it is without. Turns and errors are those of Clean.
func Watermark(owner string, content []byte, mark *image.Alpha) ([]byte, error) {
	decoded, leave, err := decode(owner, content)
	if err != nil {
		return nil, err
	}
	defer leave()
	marked := onWhite(decoded)
	width, height := mark.Rect.Dx(), mark.Rect.Dy()
	shadow, ink := image.NewUniform(color.NRGBA{255, 255, 255, 110}), image.NewUniform(color.NRGBA{170, 0, 0, 110})
	gap := 2 * height
	for row, y := 0, height/2; y < marked.Rect.Dy(); row, y = row+1, y+2*gap {
		for x := -(row % 3) * width / 3; x < marked.Rect.Dx(); x += width + gap {
			place := image.Rect(x, y, x+width, y+height)
			draw.DrawMask(marked, place.Add(image.Pt(2, 2)), shadow, image.Point{}, mark, image.Point{}, draw.Over)
			draw.DrawMask(marked, place, ink, image.Point{}, mark, image.Point{}, draw.Over)
		}
	}
	var out bytes.Buffer
	err = jpeg.Encode(&out, marked, &jpeg.Options{Quality: markedQuality})
	return out.Bytes(), err
}
