/** A JSON Schema (draft 2020-12), as OpenAPI 3.1 uses it. */
export interface JsonSchema {
  readonly [keyword: string]: unknown
}

/** A path or query parameter. */
export interface DocumentedParameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: JsonSchema
  readonly example?: string
}

/** A body with its examples. */
export interface DocumentedContent {
  readonly schema: JsonSchema
  readonly examples?: Readonly<Record<string, { readonly summary?: string | undefined; readonly value: unknown }>>
}

/** A request body by media type. */
export interface DocumentedBody {
  readonly required: boolean
  readonly content: Readonly<Record<string, DocumentedContent>>
}

/** A response with one status, or a reference to a component. */
export interface DocumentedResponse {
  readonly $ref?: string
  readonly description?: string
  readonly headers?: Readonly<Record<string, unknown>>
  readonly content?: Readonly<Record<string, DocumentedContent>>
  /** The response's error codes. */
  readonly 'x-codes'?: readonly string[]
}

/** A path's method. */
export interface DocumentedOperation {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly string[]
  readonly description?: string
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly DocumentedParameter[]
  readonly requestBody?: DocumentedBody
  readonly responses: Readonly<Record<string, DocumentedResponse>>
  /** The error responses recorded for the operation's samples. */
  readonly 'x-recorded-errors'?: Readonly<Record<string, RecordedResponse>>
}

/** The service's response to a sample. */
export interface RecordedResponse {
  readonly status: number
  /** Missing for a response without a body. */
  readonly body?: unknown
}

/** An OpenAPI document's paths, each with its methods in lower case. */
export type Paths = Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>

/** Returns the content for a JSON body with this schema. */
export function jsonContent(schema: JsonSchema) {
  return { 'application/json': { schema } }
}

/** Returns the content for a body in JSON with this schema, or in XML. */
export function jsonOrXmlContent(schema: JsonSchema) {
  return { ...jsonContent(schema), ...xmlContent }
}

/** An XML body's content. */
export const xmlContent = { 'application/xml': { schema: componentRef('Xml') } }

/** Returns a reference to a component schema. */
export function componentRef(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` }
}

/** Returns a reference to a component response. */
export function responseRef(name: string): DocumentedResponse {
  return { $ref: `#/components/responses/${name}` }
}

/** Returns the schema for an object with these fields, all required by default. */
export function objectSchema(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = Object.keys(properties),
): JsonSchema {
  return { type: 'object', properties, ...(required.length > 0 && { required }) }
}
