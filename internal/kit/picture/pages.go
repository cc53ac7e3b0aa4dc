package picture

import (
	"bytes"
	"compress/zlib"
	"errors"
	"io"
	"regexp"
	"strconv"
)

// What is read of a PDF at most.
const (
	MostPages  = 10
	mostHidden = 8 << 20 // bytes of unpacked object streams, all together
)

var (
	errNoScan = errors.New("must be a PDF whose pages are scanned pictures (JPEG) without text; photograph other " +
		"papers, or save their pages as pictures")
	errManyPages = errors.New("must have at most " + strconv.Itoa(MostPages) + " pages")
	errLockedPDF = errors.New("must be a PDF without a password")
)

var (
	pdfPage     = regexp.MustCompile(`/Type\s*/Page[^s\w]`)
	pdfFont     = regexp.MustCompile(`/Type\s*/Font[^\w]|/BaseFont`)
	pdfImage    = regexp.MustCompile(`/Subtype\s*/Image[^\w]`)
	pdfJPEG     = regexp.MustCompile(`/Filter\s*\[?\s*/DCTDecode\s*\]?\s*(/|>>|$)`)
	pdfObjects  = regexp.MustCompile(`/Type\s*/ObjStm[^\w]`)
	pdfLength   = regexp.MustCompile(`/Length\s+([0-9]+)\s*(/|>>|$)`)
	pdfStream   = regexp.MustCompile(`>>\s*stream\r?\n`)
	pdfEncrypts = regexp.MustCompile(`/Encrypt[^\w]`)
)

// Pages takes the pictures of the pages out of a scanned PDF, in their order: JPEGs, to be redrawn by Photo. Nothing
// else of a PDF can be kept clean: it may hold scripts, attachments, notes and layers that no viewer shows. One whose
// pages aren't a JPEG each is refused, since part of it would be lost. The error's text completes a sentence that
// begins with the field's name.
func Pages(content []byte) (pictures [][]byte, err error) {
	if !bytes.HasPrefix(content, []byte("%PDF-")) {
		return nil, errNoScan
	}
	var objects bytes.Buffer // all that isn't a stream, and what object streams hold
	rest, hidden := content, 0
	for {
		at := pdfStream.FindIndex(rest)
		if at == nil {
			break
		}
		objects.Write(rest[:at[1]])
		about := dictionary(rest[:at[1]])
		data, after := streamData(rest[at[1]:], about)
		rest = after
		switch {
		case pdfObjects.Match(about):
			if hidden += inflate(&objects, data, mostHidden-hidden); hidden >= mostHidden {
				return nil, errNoScan
			}
		case pdfImage.Match(about):
			if !pdfJPEG.Match(about) {
				return nil, errNoScan
			}
			pictures = append(pictures, data)
		}
	}
	objects.Write(rest)
	switch all := objects.Bytes(); {
	case pdfEncrypts.Match(all):
		return nil, errLockedPDF
	case len(pictures) == 0, pdfFont.Match(all), len(pdfPage.FindAllIndex(all, -1)) != len(pictures):
		return nil, errNoScan
	case len(pictures) > MostPages:
		return nil, errManyPages
	}
	return pictures, nil
}

// dictionary is what stands between the beginning of the last object and its stream.
func dictionary(before []byte) []byte {
	const object = " obj"
	before = bytes.TrimSuffix(bytes.TrimRight(before, "\r\n"), []byte("stream"))
	return before[max(0, bytes.LastIndex(before, []byte(object))):]
}

// streamData cuts the stream off: at the length that its dictionary gives, or at its end.
func streamData(data, about []byte) (stream, after []byte) {
	end := []byte("endstream")
	if length := pdfLength.FindSubmatch(about); length != nil {
		n, err := strconv.Atoi(string(length[1]))
		if err == nil && n <= len(data) && bytes.HasPrefix(bytes.TrimLeft(data[n:], "\r\n"), end) {
			return data[:n], data[n:]
		}
	}
	if i := bytes.Index(data, end); i >= 0 {
		return data[:i], data[i:]
	}
	return data, nil
}

// inflate unpacks at most so many bytes, and tells how many they were.
func inflate(to io.Writer, packed []byte, most int) int {
	reader, err := zlib.NewReader(bytes.NewReader(packed))
	if err != nil {
		return 0
	}
	n, _ := io.Copy(to, io.LimitReader(reader, int64(most))) // what can't be read holds no page
	return int(n)
}
