package pdf

import (
	stdimage "image"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
	"golang.org/x/image/vector"
)

// Mask draws one line of text, in whichever of the fonts' scripts, for pictures: as opaque where a letter is. Letters
// are size pixels high, with what goes above and below them; the mask is as wide as the text.
func Mask(text string, size int) *stdimage.Alpha {
	runs, width := shapeLine(text, true), int64(0)
	for _, r := range runs {
		width += r.width
	}
	across, down := int(width)*size/1000+1, size*3/2
	raster := vector.NewRasterizer(across, down)
	pen, base := int64(0), float32(size)*1.1
	for _, r := range runs {
		face, scale := font.NewFace(r.face.parsed), float32(size)/float32(r.face.upem)
		for _, g := range r.glyphs {
			outline, _ := face.GlyphDataOutline(font.GID(g.id))
			draw(raster, outline.Segments, float32(pen+g.x)*float32(size)/1000, base-float32(g.y)*float32(size)/1000, scale)
		}
		pen += r.width
	}
	mask := stdimage.NewAlpha(stdimage.Rect(0, 0, across, down))
	raster.Draw(mask, mask.Bounds(), stdimage.Opaque, stdimage.Point{})
	return mask
}

// draw adds a glyph's outline, whose coordinates go up, at a place in pixels.
func draw(raster *vector.Rasterizer, outline []font.Segment, x, y, scale float32) {
	at := func(p opentype.SegmentPoint) (float32, float32) { return x + p.X*scale, y - p.Y*scale }
	for i, s := range outline {
		x1, y1 := at(s.Args[0])
		x2, y2 := at(s.Args[1])
		x3, y3 := at(s.Args[2])
		switch s.Op {
		case opentype.SegmentOpMoveTo:
			if i > 0 {
				raster.ClosePath()
			}
			raster.MoveTo(x1, y1)
		case opentype.SegmentOpLineTo:
			raster.LineTo(x1, y1)
		case opentype.SegmentOpQuadTo:
			raster.QuadTo(x1, y1, x2, y2)
		case opentype.SegmentOpCubeTo:
			raster.CubeTo(x1, y1, x2, y2, x3, y3)
		}
	}
	if len(outline) > 0 {
		raster.ClosePath()
	}
}
