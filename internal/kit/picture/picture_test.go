package picture

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func encoded(t *testing.T, drawn image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, drawn); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func read(t *testing.T, content []byte) image.Image {
	t.Helper()
	decoded, err := png.Decode(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	return decoded
}

func TestCleanKeepsColorsOnWhite(t *testing.T) {
	drawn := image.NewNRGBA(image.Rect(5, 7, 25, 17)) // not from 0, 0
	drawn.SetNRGBA(5, 7, color.NRGBA{200, 100, 50, 255})
	drawn.SetNRGBA(6, 7, color.NRGBA{0, 0, 0, 128})
	for name, content := range map[string][]byte{"colors": encoded(t, drawn)} {
		clean, err := Clean("hotel", content, 600)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		got := read(t, clean)
		for at, want := range map[image.Point]color.RGBA{{X: 0, Y: 0}: {200, 100, 50, 255},
			{X: 1, Y: 0}: {127, 127, 127, 255}, {X: 9, Y: 9}: {255, 255, 255, 255}} {
			if got := color.RGBAModel.Convert(got.At(at.X, at.Y)).(color.RGBA); got != want {
				t.Errorf("%v is %v, want %v", at, got, want)
			}
		}
		if got.Bounds() != image.Rect(0, 0, 20, 10) {
			t.Errorf("it is %v", got.Bounds())
		}
	}
}

// What is kept is always 8 bits of three colors, which PDFs take as they are, and nothing of the file but its pixels.
func TestCleanKeepsPixelsAlone(t *testing.T) {
	gray, deep := image.NewGray(image.Rect(0, 0, 9, 9)), image.NewNRGBA64(image.Rect(0, 0, 9, 9))
	palette := image.NewPaletted(image.Rect(0, 0, 9, 9), color.Palette{color.Black, color.White})
	var photo bytes.Buffer
	if err := jpeg.Encode(&photo, image.NewYCbCr(image.Rect(0, 0, 30, 20), image.YCbCrSubsampleRatio420),
		nil); err != nil {
		t.Fatal(err)
	}
	secret := []byte("secret place of the photo")
	withSecret := append(append(append([]byte{}, photo.Bytes()[:2]...),
		append([]byte{0xff, 0xe1, 0, byte(len(secret) + 2)}, secret...)...), photo.Bytes()[2:]...)
	for name, content := range map[string][]byte{"gray": encoded(t, gray), "16 bits": encoded(t, deep),
		"palette": encoded(t, palette), "photo": photo.Bytes(), "place": withSecret,
		"second file": append(encoded(t, gray), secret...)} {
		clean, err := Clean("hotel", content, 600)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if clean[24] != 8 || clean[25] != 2 || clean[28] != 0 || bytes.Contains(clean, secret) {
			t.Errorf("%s is kept with %d bits, as type %d", name, clean[24], clean[25])
		}
		if again, err := Clean("hotel", clean, 600); err != nil || !bytes.Equal(again, clean) {
			t.Errorf("%s differs when it is cleaned again: %v", name, err)
		}
	}
}

func TestCleanShrinks(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		width, height, side := rapid.IntRange(1, 90).Draw(r, "width"), rapid.IntRange(1, 90).Draw(r, "height"),
			rapid.IntRange(1, 40).Draw(r, "side")
		drawn := image.NewNRGBA(image.Rect(0, 0, width, height))
		for i := range drawn.Pix {
			drawn.Pix[i] = 255
		}
		clean, err := Clean("hotel", encoded(t, drawn), side)
		if err != nil {
			r.Fatal(err)
		}
		got := read(t, clean)
		size := got.Bounds().Size()
		if size.X > max(side, 1) && width > side || size.Y > side && height > side || size.X < 1 || size.Y < 1 ||
			size.X > width || size.Y > height {
			r.Fatalf("%d by %d became %v with side %d", width, height, size, side)
		}
		if middle := color.RGBAModel.Convert(got.At(size.X/2, size.Y/2)).(color.RGBA); middle != (color.RGBA{255, 255, 255,
			255}) {
			r.Fatalf("white became %v", middle)
		}
	})
}

func TestCleanRefuses(t *testing.T) {
	whole := encoded(t, image.NewGray(image.Rect(0, 0, 50, 50)))
	for name, content := range map[string][]byte{"nothing": nil, "text": []byte("x"),
		"GIF": []byte("GIF89a\x01\x00\x01\x00\x80\x00\x00"), "half": whole[:len(whole)-20],
		"too wide": encoded(t, image.NewGray(image.Rect(0, 0, MaxSide+1, 1))),
		"too many": encoded(t, image.NewGray(image.Rect(0, 0, 4001, 4000)))} {
		if _, err := Clean("hotel", content, 600); err == nil || !strings.HasPrefix(err.Error(), "must ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
