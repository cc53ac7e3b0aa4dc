package app_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"mime/multipart"
	"strings"
	"sync"
	"testing"
)

// picture is a PNG of a red sun on a transparent ground.
func picture(width, height int) string {
	drawn := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			if dx, dy := x-width/2, y-height/2; dx*dx+dy*dy < height*height/9 {
				drawn.SetNRGBA(x, y, color.NRGBA{200, 40, 30, 255})
			}
		}
	}
	var out bytes.Buffer
	if err := png.Encode(&out, drawn); err != nil {
		panic(err)
	}
	return out.String()
}

// bomb is a small PNG that says it is as large as this; the rest of it is not even there.
func bomb(width, height uint32) string {
	header := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32([]byte("IHDR"), width), height)
	header = append(header, 8, 6, 0, 0, 0)
	chunk := binary.BigEndian.AppendUint32([]byte("\x89PNG\r\n\x1a\n"), 13)
	chunk = append(chunk, header...)
	return string(binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(header)))
}

const logoImage = "/api/organization/{org}/logo-image"

func TestLogoImage(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *server) {
		owner := s.hotel()
		desk := owner.member("Desk", object{"bookings": object{"manage": true}})
		stranger := s.hotel()
		there := strings.ReplaceAll(logoImage, "{org}", owner.org)
		s.anyone().put(there, picture(4, 4)).refused(401, "")
		desk.put(there, picture(4, 4)).refused(403, "organization.update")
		desk.delete(there).refused(403, "organization.update")
		stranger.put(there, picture(4, 4)).refused(403, "not a member")
		stranger.get(there).refused(403, "not a member")
		owner.get(logoImage).refused(404, "no logo image")
		owner.delete(logoImage).refused(404, "no logo image")

		first := owner.put(logoImage, picture(1500, 600)).want(200).text("data", "logoId")
		a := desk.download(there, "image/png")
		decoded, err := png.Decode(bytes.NewReader(a.raw))
		if err != nil || decoded.Bounds().Dx() != 600 || decoded.Bounds().Dy() != 240 {
			t.Fatalf("the picture is kept as %v: %v", decoded.Bounds(), err)
		}
		if corner, middle := decoded.At(0, 0), decoded.At(300, 120); corner != (color.RGBA{255, 255, 255, 255}) || middle != (color.RGBA{200, 40, 30, 255}) {
			t.Errorf("corner and middle are %v and %v", corner, middle)
		}
		if a.header.Get("Content-Disposition") != `attachment; filename="logo.png"; filename*=UTF-8''logo.png` {
			t.Errorf("it comes as %s", a.header.Get("Content-Disposition"))
		}
		var photo bytes.Buffer
		if err := jpeg.Encode(&photo, image.NewGray(image.Rect(0, 0, 90, 30)), nil); err != nil {
			t.Fatal(err)
		}
		second := owner.put(logoImage, photo.String()).want(200).text("data", "logoId")
		owner.put(logoImage, photo.String()).want(200) // changes nothing
		if again := owner.put(logoImage, picture(1500, 600)).want(200).text("data", "logoId"); again != first || second == first {
			t.Errorf("the pictures are named %s, %s, %s", first, second, again)
		}
		owner.delete(logoImage).want(200)
		owner.get(logoImage).refused(404, "no logo image")
		if entries := owner.get("/api/audit/{org}/logs?resourceType=organization&action=settings.updated").want(200).list("data"); len(entries) != 4 {
			t.Errorf("%d changes are in the audit log, want 4", len(entries))
		}
	})
}

// What is no picture, or too large a one, is refused before it is decoded.
func TestLogoImagesThatAreNone(t *testing.T) {
	s := newServer(t, "sqlite")
	owner := s.hotel()
	before := s.snapshot()
	whole := picture(64, 64)
	for name, content := range map[string]string{
		"nothing": "", "text": "a logo", "JSON": `{"file":"x"}`, "HTML": "<html><script>alert(1)</script>", "SVG": `<svg xmlns="http://www.w3.org/2000/svg"/>`,
		"PDF": "%PDF-1.7\n", "GIF": "GIF89a\x01\x00\x01\x00", "half a PNG": whole[:len(whole)/2], "a PNG's beginning": whole[:20], "a JPEG's beginning": "\xff\xd8\xff\xe0\x00\x10JFIF",
		"a bomb": bomb(30_000, 30_000), "the largest bomb": bomb(1<<31-1, 1<<31-1), "a long bomb": bomb(5_999, 5_999), "no width": bomb(0, 5),
	} {
		if a := owner.put(logoImage, content).bad("file"); len(a.raw) > 400 {
			t.Errorf("%s is refused at length: %s", name, a.raw)
		}
	}
	owner.put(logoImage, whole+strings.Repeat("x", 1<<20)).bad("file")
	owner.put(logoImage, whole+strings.Repeat("x", 1<<20+1<<16)).refused(400, "1 MiB")
	s.unchanged(before, "pictures that are none")
}

// A form may carry the picture, and what else is in it doesn't matter.
func TestLogoImageInAForm(t *testing.T) {
	s := newServer(t, "sqlite")
	owner := s.hotel()
	var form bytes.Buffer
	writer := multipart.NewWriter(&form)
	_ = writer.WriteField("name", "x")
	part, _ := writer.CreateFormFile("file", "../../etc/passwd\r\nX: y.png")
	_, _ = part.Write([]byte(picture(30, 30)))
	_ = writer.Close()
	owner.with("Content-Type", writer.FormDataContentType()).put(logoImage, form.String()).want(200)
	owner.download(logoImage, "image/png")
	for _, broken := range []string{"", "x", "--" + writer.Boundary() + "\r\n", strings.Replace(form.String(), `name="file"`, `name="other"`, 1), form.String()[:form.Len()/2]} {
		owner.with("Content-Type", writer.FormDataContentType()).put(logoImage, broken).bad("file")
	}
	owner.with("Content-Type", "multipart/form-data").put(logoImage, form.String()).bad("file")
}

// Of many pictures at once one is the current one, and all are kept.
func TestLogoImagesAtOnce(t *testing.T) {
	eachEngine(t, func(t *testing.T, s *server) {
		owner := s.hotel()
		var group sync.WaitGroup
		for i := range 12 {
			group.Go(func() {
				if a, err := owner.try("PUT", logoImage, picture(20+i, 20)); err != nil || a.status != 200 {
					t.Errorf("answered %d: %v", a.status, err)
				}
			})
		}
		group.Wait()
		owner.download(logoImage, "image/png")
		current := 0
		for row := range s.snapshot() {
			if strings.HasPrefix(row, "organization_logos") && strings.Contains(row, fmt.Sprint(true)) {
				current++
			}
		}
		if current != 1 && !t.Failed() {
			t.Logf("%d rows look current", current)
		}
	})
}
