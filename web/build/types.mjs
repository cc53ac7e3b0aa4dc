// Makes src/api/schema.d.ts of the OpenAPI document that `sarai openapi` prints.
import { readFileSync, writeFileSync } from 'node:fs'
import openapiTS, { astToString } from 'openapi-typescript'

const document = JSON.parse(readFileSync('src/api/openapi.json', 'utf8'))

// The document calls every array nullable, for requests may leave one out by null; no answer has null for one. It
// leaves objects open for fields to come, and an unknown field would then be no mistake here.
for (const schema of Object.values(document.components.schemas)) {
  if (schema.additionalProperties === true) delete schema.additionalProperties
  for (const property of Object.values(schema.properties ?? {})) {
    if (Array.isArray(property.type) && property.type.includes('array')) property.type = 'array'
  }
}
// What waits for a second person is no answer to the form that asked for it: `authorized` speaks of it.
for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path))) {
  const { responses } = operation
  if (responses?.['202'] && (responses['200'] ?? responses['201'])) delete responses['202']
}
writeFileSync('src/api/schema.d.ts', astToString(await openapiTS(document)))
