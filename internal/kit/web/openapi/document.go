package openapi

import (
	"encoding/json"
	"net/http"
	"reflect"
	"sync"

	"github.com/danielgtaylor/huma/v2"

	"sarai/internal/kit/web/intake"
)

// Config is what the document says besides its operations.
type Config struct {
	Version   string
	PublicURL string
	Tags      []Tag        // in their order
	Failure   reflect.Type // the answer to every request that fails
}

// Tag groups the operations whose path begins with /api/Name.
type Tag struct{ Name, Text string }

// Document is the API's document while it is being made. What it says of answers and events is written when somebody
// asks for it, and isn't kept as values: they would be a fifth of what the server has in memory, which the collector
// reads again and again.
type Document struct {
	config     Config
	inputs     *schemas // of what requests are checked by
	operations []Operation
	events     []Event
}

// description is the document as values.
type description struct {
	api     *huma.OpenAPI
	schemas *schemas
	failure reflect.Type
}

const about = "Hotel property management. Amounts are JSON numbers in the hotel's currency, dates are " +
	"YYYY-MM-DD in the hotel's time zone, instants are ISO 8601 UTC with milliseconds."

const (
	aboutStrict = "true: a query parameter or a member of the body that the operation doesn't know is a 400 that " +
		"names it. Without it, unknown ones are ignored and named in the answer's header X-Sarai-Ignored."
	aboutIgnored = "The query parameters and members of the body that the operation doesn't know and has ignored: " +
		"places such as rooms[0].foo, percent-encoded, separated by commas. A last entry ... stands for more of them."
	aboutIfMatch = "The version of the record that the change was made from, in quotes. If the record has another one " +
		"by now, nothing changes and the answer is a 400 that names the present version. Left out, or *, any version will do."
	aboutIfNoneMatch = "The ETag of an answer that the client has kept. Where the answer would be the same: 304, no body."
	aboutETag        = "Names this answer, for If-None-Match. Always weak, and no version for If-Match."
	aboutIdempotency = "A key of the client's own, at most 200 characters: a repetition with the same body " +
		"within 24 hours answers the first response again"
)

// New begins a document.
func New(c Config) *Document { return &Document{config: c, inputs: newSchemas()} }

// Add adds an operation, and returns what it takes from a request.
func (d *Document) Add(o Operation) *intake.Input {
	d.operations = append(d.operations, o)
	return o.takes(d.inputs)
}

// AddEvents adds types of events.
func (d *Document) AddEvents(events []Event) { d.events = append(d.events, events...) }

// Close ends the document, whose text is written when it is first asked for.
func (d *Document) Close() (text func() []byte) {
	d.teach()
	return sync.OnceValue(func() []byte {
		document, err := json.Marshal(d.described().api)
		if err != nil {
			panic(err)
		}
		return document
	})
}

// said is something with fields that documents of this process have had.
type said struct {
	of     reflect.Type
	change bool // with the member "change" of an event
}

var (
	teaching sync.Mutex
	taught   = map[said]bool{}
)

// teach tells package intake the names of the fields, unless it knows all of them from other servers of the process, of
// which tests have many: finding them out takes the description of the whole document.
func (d *Document) teach() {
	teaching.Lock()
	defer teaching.Unlock()
	before := len(taught)
	taught[said{of: d.config.Failure}] = true
	for _, o := range d.operations {
		taught[said{of: o.Input}], taught[said{of: o.Output}] = true, true
		if o.Waiting != nil {
			taught[said{of: o.Waiting}] = true
		}
	}
	for _, e := range d.events {
		taught[said{e.Details, e.Change != ""}] = true
	}
	if len(taught) > before {
		intake.LearnNames(func() map[string]*huma.Schema { return d.described().schemas.named })
	}
}

// described is the whole document.
func (d *Document) described() *description {
	all := newDescription(d.config)
	for _, o := range d.operations {
		all.add(o)
	}
	all.addEvents(d.events)
	all.describePatterns()
	return all
}

func newDescription(c Config) *description {
	d := &description{failure: c.Failure, schemas: newSchemas()}
	d.api = &huma.OpenAPI{OpenAPI: "3.1.0",
		Info: &huma.Info{Title: "Sarai", Version: c.Version, Description: about,
			Contact: &huma.Contact{Name: "The maintainers of Sarai"},
			License: &huma.License{Name: "Apache License 2.0", Identifier: "Apache-2.0"}},
		Servers: []*huma.Server{{URL: c.PublicURL}}, Components: d.components()}
	for _, tag := range c.Tags {
		d.api.Tags = append(d.api.Tags, &huma.Tag{Name: tag.Name, Description: tag.Text})
	}
	return d
}

// components are what operations refer to.
func (d *description) components() *huma.Components {
	text := func() *huma.Schema { return &huma.Schema{Type: huma.TypeString} }
	version := text()
	version.Examples = []any{`"3"`}
	return &huma.Components{
		Schemas: d.schemas,
		Parameters: map[string]*huma.Param{
			intake.StrictHeader: {Name: intake.StrictHeader, In: "header", Description: aboutStrict,
				Schema: &huma.Schema{Type: huma.TypeBoolean}},
			intake.IfMatchHeader: {Name: intake.IfMatchHeader, In: "header", Description: aboutIfMatch, Schema: version},
			intake.IfNoneMatchHeader: {Name: intake.IfNoneMatchHeader, In: "header", Description: aboutIfNoneMatch,
				Schema: text()}},
		Headers: map[string]*huma.Header{
			intake.IgnoredHeader: {Description: aboutIgnored, Schema: text()},
			intake.ETagHeader:    {Description: aboutETag, Schema: text()}},
		SecuritySchemes: map[string]*huma.SecurityScheme{
			"bearer": {Type: "http", Scheme: "bearer", BearerFormat: "PASETO v4.public"},
			"sheetKey": {Type: "apiKey", In: "header", Name: "X-Sheet-Key",
				Description: "A spreadsheet's key: of one organization, or of the whole server"}},
	}
}

func (d *description) describePatterns() {
	for _, schema := range d.schemas.named {
		describePatterns(schema)
	}
	for _, item := range d.api.Paths {
		for _, operation := range operations(item) {
			if operation == nil {
				continue
			}
			for _, parameter := range operation.Parameters {
				describePatterns(parameter.Schema)
			}
		}
	}
}

// operations are those of a path by their method; the value of a method that the path doesn't take is nil.
func operations(item *huma.PathItem) map[string]*huma.Operation {
	return map[string]*huma.Operation{http.MethodGet: item.Get, http.MethodPost: item.Post, http.MethodPut: item.Put,
		http.MethodPatch: item.Patch, http.MethodDelete: item.Delete}
}

// describePatterns moves huma's description of a pattern, which OpenAPI doesn't know, to the schema's own. huma's
// messages already have it.
func describePatterns(schema *huma.Schema) {
	if schema == nil {
		return
	}
	if schema.Description == "" {
		schema.Description = title(schema.PatternDescription)
	}
	schema.PatternDescription = ""
	describePatterns(schema.Items)
	for _, property := range schema.Properties {
		describePatterns(property)
	}
}

// exampleOf builds an example from those of the fields.
func exampleOf(schemas huma.Registry, schema *huma.Schema) any {
	schema = intake.Resolve(schemas, schema)
	switch {
	case len(schema.Examples) > 0:
		return schema.Examples[0]
	case len(schema.Enum) > 0:
		return schema.Enum[0]
	case schema.Default != nil:
		return schema.Default
	case len(schema.AnyOf) > 0:
		return exampleOf(schemas, schema.AnyOf[0])
	}
	switch schema.Type {
	case huma.TypeObject:
		example := map[string]any{}
		for name, property := range schema.Properties {
			example[name] = exampleOf(schemas, property)
		}
		return example
	case huma.TypeArray:
		return []any{exampleOf(schemas, schema.Items)}
	case huma.TypeBoolean:
		return true
	case huma.TypeInteger, huma.TypeNumber:
		return 1
	case huma.TypeString:
		switch schema.Format {
		case "date":
			return "2026-04-01"
		case "date-time":
			return "2026-04-01T09:30:00.000Z"
		}
		return "text"
	}
	return nil
}
