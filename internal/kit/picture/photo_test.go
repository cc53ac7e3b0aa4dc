package picture

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/jpeg"
	"testing"

	"pgregory.net/rapid"
)

// photo is a JPEG of 40 by 20 pixels whose upper left quarter is red, with an orientation in its EXIF.
func photo(t *testing.T, orientation uint16, order binary.AppendByteOrder) []byte {
	t.Helper()
	drawn := image.NewRGBA(image.Rect(0, 0, 40, 20))
	for y := range 20 {
		for x := range 40 {
			drawn.SetRGBA(x, y, color.RGBA{0, 0, 255, 255})
			if x < 20 && y < 10 {
				drawn.SetRGBA(x, y, color.RGBA{255, 0, 0, 255})
			}
		}
	}
	var out bytes.Buffer
	if err := jpeg.Encode(&out, drawn, &jpeg.Options{Quality: 100}); err != nil {
		t.Fatal(err)
	}
	tiff := []byte("MM\x00\x2a")
	if order == binary.AppendByteOrder(binary.LittleEndian) {
		tiff = []byte("II\x2a\x00")
	}
	tiff = order.AppendUint16(order.AppendUint32(tiff, 8), 2)
	for _, entry := range []struct{ tag, value uint16 }{{0x0110, 7}, {0x0112, orientation}} {
		tiff = order.AppendUint32(order.AppendUint16(order.AppendUint16(tiff, entry.tag), 3), 1)
		tiff = append(order.AppendUint16(tiff, entry.value), 0, 0)
	}
	exif := append([]byte("Exif\x00\x00"), append(tiff, "Taken in room 101 at 26.9, 75.8"...)...)
	header := binary.BigEndian.AppendUint16([]byte{0xff, 0xd8, 0xff, 0xe1}, uint16(len(exif)+2))
	return bytes.Join([][]byte{header, exif, out.Bytes()[2:]}, nil)
}

// However the phone was held, the red quarter is where it belongs, and nothing of the EXIF is left.
func TestPhotosAreUpright(t *testing.T) {
	for _, order := range []binary.AppendByteOrder{binary.BigEndian, binary.LittleEndian} {
		for orientation, want := range map[uint16]struct {
			size image.Point
			red  image.Point // a pixel of the red quarter
		}{0: {image.Pt(40, 20), image.Pt(5, 5)}, 1: {image.Pt(40, 20), image.Pt(5, 5)},
			2: {image.Pt(40, 20), image.Pt(35, 5)}, 3: {image.Pt(40, 20), image.Pt(35, 15)},
			4: {image.Pt(40, 20), image.Pt(5, 15)}, 5: {image.Pt(20, 40), image.Pt(5, 5)},
			6: {image.Pt(20, 40), image.Pt(15, 5)}, 7: {image.Pt(20, 40), image.Pt(15, 35)},
			8: {image.Pt(20, 40), image.Pt(5, 35)}, 9: {image.Pt(40, 20), image.Pt(5, 5)}} {
			kept, err := Photo("hotel", photo(t, orientation, order), 1280)
			if err != nil {
				t.Fatal(err)
			}
			if bytes.Contains(kept, []byte("Exif")) || bytes.Contains(kept, []byte("room 101")) {
				t.Error("the photo keeps its EXIF")
			}
			got, err := jpeg.Decode(bytes.NewReader(kept))
			if err != nil {
				t.Fatal(err)
			}
			red, _, blue, _ := got.At(want.red.X, want.red.Y).RGBA()
			if got.Bounds().Size() != want.size || red < 0xc000 || blue > 0x4000 {
				t.Errorf("orientation %d: %v, and %v at %v", orientation, got.Bounds(), got.At(want.red.X, want.red.Y), want.red)
			}
		}
	}
}

func TestPhotosAreShrunk(t *testing.T) {
	kept, err := Photo("hotel", encoded(t, image.NewNRGBA(image.Rect(0, 0, 300, 100))), 60)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := jpeg.DecodeConfig(bytes.NewReader(kept)); err != nil || got.Width != 60 || got.Height != 20 {
		t.Errorf("%v %v", got, err)
	}
	if _, err := Photo("hotel", []byte("\xff\xd8\xffno picture"), 60); err == nil {
		t.Error("what is no picture is taken")
	}
}

// Whatever stands in the EXIF, reading it ends, and tells an orientation or upright.
func TestAnyEXIF(t *testing.T) {
	whole := photo(t, 6, binary.LittleEndian)
	rapid.Check(t, func(t *rapid.T) {
		content := bytes.Clone(whole[:rapid.IntRange(0, len(whole)).Draw(t, "length")])
		for range rapid.IntRange(0, 8).Draw(t, "changes") {
			if len(content) > 0 {
				content[rapid.IntRange(0, min(len(content)-1, 80)).Draw(t, "at")] = rapid.Byte().Draw(t, "byte")
			}
		}
		if upright(image.NewRGBA(image.Rect(0, 0, 3, 2)), orientation(content)).Rect.Empty() {
			t.Fatal("the picture is gone")
		}
	})
}
