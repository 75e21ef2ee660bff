/** A JSON Schema (draft 2020-12), as OpenAPI 3.1 uses it. */
export interface JsonSchema {
  readonly [keyword: string]: unknown
}

/** A value that a request carries in its path or its query. */
export interface DocumentedParameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: JsonSchema
  readonly example?: string
}

/** What a request carries as its body, by its media type. */
export interface DocumentedBody {
  readonly required: boolean
  readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>>
}

/** What an operation answers with one status. */
export interface DocumentedResponse {
  readonly description: string
  readonly headers?: Readonly<Record<string, unknown>>
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>
}

/** One method of one path. */
export interface DocumentedOperation {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly string[]
  readonly description?: string
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly DocumentedParameter[]
  readonly requestBody?: DocumentedBody
  readonly responses: Readonly<Record<string, DocumentedResponse>>
}

/** Paths of an OpenAPI document: methods in small letters by path. */
export type Paths = Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>

/** A JSON body with this schema. */
export function jsonContent(schema: JsonSchema) {
  return { 'application/json': { schema } }
}

/** A schema of the document's components. */
export function componentRef(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` }
}

/** An object with these members, all of them needed where `required` does not name some. */
export function objectSchema(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = Object.keys(properties),
): JsonSchema {
  return { type: 'object', properties, ...(required.length > 0 && { required }) }
}
