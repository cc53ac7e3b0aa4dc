package organization_test

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

	"sarai/internal/app/apptest"
)

type object = apptest.Object

// bomb is a small PNG that says it is as large as this; the rest of it is not even there.
func bomb(width, height uint32) string {
	header := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32([]byte("IHDR"), width), height)
	header = append(header, 8, 6, 0, 0, 0)
	chunk := binary.BigEndian.AppendUint32([]byte("\x89PNG\r\n\x1a\n"), 13)
	chunk = append(chunk, header...)
	return string(binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(header)))
}

func TestLogoImage(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner := s.Hotel()
		desk := owner.Member("Desk", object{"bookings": object{"manage": true}})
		stranger := s.Hotel()
		there := strings.ReplaceAll(apptest.LogoImage, "{org}", owner.Org)
		s.Anyone().Put(there, apptest.Picture(4, 4)).Refused(401, "")
		desk.Put(there, apptest.Picture(4, 4)).Refused(403, "organization.update")
		desk.Delete(there).Refused(403, "organization.update")
		stranger.Put(there, apptest.Picture(4, 4)).Refused(403, "not a member")
		stranger.Get(there).Refused(403, "not a member")
		owner.Get(apptest.LogoImage).Refused(404, "no logo image")
		owner.Delete(apptest.LogoImage).Refused(404, "no logo image")

		first := owner.Put(apptest.LogoImage, apptest.Picture(1500, 600)).Want(200).Text("data", "logoId")
		a := desk.Download(there, "image/png")
		decoded, err := png.Decode(bytes.NewReader(a.Raw))
		if err != nil || decoded.Bounds().Dx() != 600 || decoded.Bounds().Dy() != 240 {
			t.Fatalf("the picture is kept as %v: %v", decoded.Bounds(), err)
		}
		if corner, middle := decoded.At(0, 0), decoded.At(300, 120); corner != (color.RGBA{255, 255, 255, 255}) ||
			middle != (color.RGBA{200, 40, 30, 255}) {
			t.Errorf("corner and middle are %v and %v", corner, middle)
		}
		if a.Header.Get("Content-Disposition") != `attachment; filename="logo.png"; filename*=UTF-8''logo.png` {
			t.Errorf("it comes as %s", a.Header.Get("Content-Disposition"))
		}
		var photo bytes.Buffer
		if err := jpeg.Encode(&photo, image.NewGray(image.Rect(0, 0, 90, 30)), nil); err != nil {
			t.Fatal(err)
		}
		second := owner.Put(apptest.LogoImage, photo.String()).Want(200).Text("data", "logoId")
		owner.Put(apptest.LogoImage, photo.String()).Want(200) // changes nothing
		if again := owner.Put(apptest.LogoImage, apptest.Picture(1500, 600)).Want(200).
			Text("data", "logoId"); again != first || second == first {
			t.Errorf("the pictures are named %s, %s, %s", first, second, again)
		}
		owner.Delete(apptest.LogoImage).Want(200)
		owner.Get(apptest.LogoImage).Refused(404, "no logo image")
		if entries := owner.Get("/api/audit/{org}/logs?resourceType=organization&action=settings.updated").Want(200).
			List("data"); len(entries) != 4 {
			t.Errorf("%d changes are in the audit log, want 4", len(entries))
		}
	})
}

// What is no picture, or too large a one, is refused before it is decoded.
func TestLogoImagesThatAreNone(t *testing.T) {
	s := apptest.New(t, "sqlite")
	owner := s.Hotel()
	before := s.Snapshot()
	whole := apptest.Picture(64, 64)
	for name, content := range map[string]string{
		"nothing": "", "text": "a logo", "JSON": `{"file":"x"}`, "HTML": "<html><script>alert(1)</script>",
		"SVG": `<svg xmlns="http://www.w3.org/2000/svg"/>`,
		"PDF": "%PDF-1.7\n", "GIF": "GIF89a\x01\x00\x01\x00", "half a PNG": whole[:len(whole)/2],
		"a PNG's beginning": whole[:20], "a JPEG's beginning": "\xff\xd8\xff\xe0\x00\x10JFIF",
		"a bomb": bomb(30_000, 30_000), "the largest bomb": bomb(1<<31-1, 1<<31-1), "a long bomb": bomb(5_999, 5_999),
		"no width": bomb(0, 5),
	} {
		if a := owner.Put(apptest.LogoImage, content).Bad("file"); len(a.Raw) > 400 {
			t.Errorf("%s is refused at length: %s", name, a.Raw)
		}
	}
	owner.Put(apptest.LogoImage, whole+strings.Repeat("x", 1<<20)).Bad("file")
	owner.Put(apptest.LogoImage, whole+strings.Repeat("x", 1<<20+1<<16)).Refused(400, "1 MiB")
	s.Unchanged(before, "pictures that are none")
}

// A form may carry the picture, and what else is in it doesn't matter.
func TestLogoImageInAForm(t *testing.T) {
	s := apptest.New(t, "sqlite")
	owner := s.Hotel()
	var form bytes.Buffer
	writer := multipart.NewWriter(&form)
	_ = writer.WriteField("name", "x")
	part, _ := writer.CreateFormFile("file", "../../etc/passwd\r\nX: y.png")
	_, _ = part.Write([]byte(apptest.Picture(30, 30)))
	_ = writer.Close()
	owner.With("Content-Type", writer.FormDataContentType()).Put(apptest.LogoImage, form.String()).Want(200)
	owner.Download(apptest.LogoImage, "image/png")
	for _, broken := range []string{"", "x", "--" + writer.Boundary() + "\r\n",
		strings.Replace(form.String(), `name="file"`, `name="other"`, 1), form.String()[:form.Len()/2]} {
		owner.With("Content-Type", writer.FormDataContentType()).Put(apptest.LogoImage, broken).Bad("file")
	}
	owner.With("Content-Type", "multipart/form-data").Put(apptest.LogoImage, form.String()).Bad("file")
}

// Of many pictures at once one is the current one, and all are kept.
func TestLogoImagesAtOnce(t *testing.T) {
	apptest.EachEngine(t, func(t *testing.T, s *apptest.Server) {
		owner := s.Hotel()
		var group sync.WaitGroup
		for i := range 12 {
			group.Go(func() {
				if a, err := owner.Try("PUT", apptest.LogoImage, apptest.Picture(20+i, 20)); err != nil || a.Status != 200 {
					t.Errorf("answered %d: %v", a.Status, err)
				}
			})
		}
		group.Wait()
		owner.Download(apptest.LogoImage, "image/png")
		current := 0
		for row := range s.Snapshot() {
			if strings.HasPrefix(row, "organization_logos") && strings.Contains(row, fmt.Sprint(true)) {
				current++
			}
		}
		if current != 1 && !t.Failed() {
			t.Logf("%d rows look current", current)
		}
	})
}
