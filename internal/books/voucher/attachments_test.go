package voucher_test

import (
	"encoding/binary"
	"strings"
	"testing"
	"time"

	"sarai/internal/app/apptest"
)

const papers = "/attachments"

// webp is a picture of these chunks.
func webp(chunks string) string {
	return "RIFF" + string(binary.LittleEndian.AppendUint32(nil, uint32(len(chunks)+4))) + "WEBP" + chunks
}

// named sends a file under a name.
func named(desk *apptest.Caller, path, name, content string) apptest.Answer {
	desk.Server.T.Helper()
	const edge = "----edge"
	return desk.With("Content-Type", "multipart/form-data; boundary="+edge).Put(path, "--"+edge+
		"\r\nContent-Disposition: form-data; name=\"file\"; filename=\""+name+"\"\r\nContent-Type: text/html\r\n\r\n"+
		content+"\r\n--"+edge+"--\r\n")
}

func whoMayAttach(_ *testing.T, desk *apptest.Caller) {
	rent, cash := account(desk, "Rent", "expense"), desk.DefaultAccount("cash")
	id := desk.Post(createPath, journal(rent, cash, 5)).Want(201).Text("data", "_id")
	all, one := voucherPath(id, papers), voucherPath(id, papers+"/1")
	viewer := desk.Member("Viewer", object{"accounts": object{"view": true}})
	porter := desk.Member("Porter", object{"payments": object{"manage": true}, "expenses": object{"manage": true}})
	other, anyone := desk.Server.Hotel(), desk.Server.Anyone()
	foreign := desk.AnotherHotel()
	other.Org, anyone.Org = desk.Org, desk.Org
	desk.Put(one, apptest.Picture(4, 4)).Want(200)
	for _, call := range []struct {
		method, path, need string
		body               any
	}{
		{"GET", all, "accounts.view", nil}, {"GET", one, "accounts.view", nil},
		{"PUT", one, "accounts.update", apptest.Picture(4, 4)}, {"DELETE", one, "accounts.delete", nil},
	} {
		anyone.Do(call.method, call.path, call.body).Refused(401, "")
		other.Do(call.method, call.path, call.body).Refused(403, "not a member")
		porter.Do(call.method, call.path, call.body).Refused(403, call.need)
		if call.method != "GET" {
			viewer.Do(call.method, call.path, call.body).Refused(403, call.need)
		}
		foreign.Do(call.method, call.path, call.body).Refused(404, "no such voucher")
	}
	viewer.Get(all).Want(200).Is(1, "data", 0, "position")
	viewer.Download(one, "image/png")
}

func attachments(t *testing.T, desk *apptest.Caller) {
	rent, cash := account(desk, "Rent", "expense"), desk.DefaultAccount("cash")
	id := desk.Post(createPath, journal(rent, cash, 5)).Want(201).Text("data", "_id")
	all := voucherPath(id, papers)
	pdf := "%PDF-1.7\nthe lease\n%%EOF\n"
	count := func(want int) {
		t.Helper()
		if got := len(desk.Get(all).Want(200).List("data")); got != want {
			t.Fatalf("%d attachments are listed, want %d", got, want)
		}
	}
	count(0)
	made := named(desk, all+"/2", `C:\papers\lease.html`, pdf).Want(200)
	made.Fields(made.At("data"), "position", "name", "type", "size", "date", "addedBy", "addedByName", "addedAt")
	made.Is("lease.html.pdf", "data", "name").Is("application/pdf", "data", "type").Is(len(pdf), "data", "size").
		Is("2026-04-14", "data", "date")
	if got := desk.Download(all+"/2", "application/pdf"); string(got.Raw) != pdf {
		t.Errorf("the lease came back as %q", got.Raw)
	}
	drawn := "VP8 \xd0\x07\x00\x00" + strings.Repeat("w", 2000)
	desk.Put(all+"/1", webp(drawn+"EXIF\x04\x00\x00\x00here")).Want(200).Is("voucher.webp", "data", "name")
	if got := desk.Download(all+"/1", "image/webp"); strings.Contains(string(got.Raw), "here") {
		t.Error("where a picture was taken is kept")
	}
	desk.Get(all).Want(200).Is(1, "data", 0, "position").Is(2, "data", 1, "position")
	// sent again it changes nothing; another one needs a place of its own
	named(desk, all+"/2", "lease.html", pdf).Want(200).Is(made.Text("data", "addedAt"), "data", "addedAt")
	desk.Put(all+"/2", pdf+"x").Bad("position").Refused(400, "lease.html.pdf")
	desk.Put(all+"/10", pdf).Bad("position")
	desk.Put(all+"/0", pdf).Bad("position")
	for what, content := range map[string]string{"a page": "<html>", "a table": "a,b\n",
		"a broken picture": "\x89PNG\r\n\x1a\n", "nothing": ""} {
		if got := named(desk, all+"/3", "lease.pdf", content); got.Status != 400 {
			t.Errorf("%s is answered %d", what, got.Status)
		} else {
			got.Bad("file")
		}
	}
	desk.Put(all+"/3", "%PDF-1.7\n"+strings.Repeat("a", 5<<20)).Refused(400, "5 MiB")
	desk.Get(all+"/3").Refused(404, "no such attachment")
	desk.Delete(all+"/3").Refused(404, "no such attachment")
	count(2)
	// it is told of, and can be taken away until its day is closed
	desk.Delete(all + "/1").Want(200)
	desk.Get(all + "/1").Want(404)
	desk.Server.Clock.Advance(24 * time.Hour)
	desk = desk.Refreshed()
	desk.Put(lockPath, object{"until": "2026-04-14", "reason": "Filed"}).Want(200)
	desk.Delete(all+"/2").Refused(400, "14 Apr 2026")
	desk.Download(all+"/2", "application/pdf")
	desk.Put(all+"/9", apptest.Picture(4, 4)).Want(200).Is("2026-04-15", "data", "date")
	desk.Delete(all + "/9").Want(200)
	log := desk.Get("/api/audit/{org}/by-resource/voucher/" + id).Want(200)
	found := map[string]int{}
	for i := range log.List("data") {
		found[log.Text("data", i, "action")]++
	}
	if found["voucher.attached"] != 3 || found["voucher.attachment_removed"] != 2 {
		t.Errorf("the audit log has %v", found)
	}
}
