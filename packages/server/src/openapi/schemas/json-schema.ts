/** A JSON Schema (draft 2020-12), as OpenAPI 3.1 uses it. */
export interface JsonSchema {
  readonly [keyword: string]: unknown
}

/** A parameter in the path or query of a request. */
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

/** The body of a request by media type. */
export interface DocumentedBody {
  readonly required: boolean
  readonly content: Readonly<Record<string, DocumentedContent>>
}

/** A response with one status, or a reference to one of the components. */
export interface DocumentedResponse {
  readonly $ref?: string
  readonly description?: string
  readonly headers?: Readonly<Record<string, unknown>>
  readonly content?: Readonly<Record<string, DocumentedContent>>
  /** The error codes of the response. */
  readonly 'x-codes'?: readonly string[]
}

/** One method of a path. */
export interface DocumentedOperation {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly string[]
  readonly description?: string
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly DocumentedParameter[]
  readonly requestBody?: DocumentedBody
  readonly responses: Readonly<Record<string, DocumentedResponse>>
  /** The error responses that were recorded for the samples of the operation. */
  readonly 'x-recorded-errors'?: Readonly<Record<string, RecordedResponse>>
}

/** A response that the service has returned to a sample. */
export interface RecordedResponse {
  readonly status: number
  /** Missing for a response without a body. */
  readonly body?: unknown
}

/** The paths of an OpenAPI document, each with its methods in lower case. */
export type Paths = Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>

/** Returns the content of a JSON body with this schema. */
export function jsonContent(schema: JsonSchema) {
  return { 'application/json': { schema } }
}

/** Returns the content of a body that is JSON with this schema, or its XML. */
export function jsonOrXmlContent(schema: JsonSchema) {
  return { ...jsonContent(schema), ...xmlContent }
}

/** The content of a body in XML. */
export const xmlContent = { 'application/xml': { schema: componentRef('Xml') } }

/** Returns a reference to a component schema. */
export function componentRef(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` }
}

/** Returns a reference to a component response. */
export function responseRef(name: string): DocumentedResponse {
  return { $ref: `#/components/responses/${name}` }
}

/** Returns the schema of an object with these fields, all of them required by default. */
export function objectSchema(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = Object.keys(properties),
): JsonSchema {
  return { type: 'object', properties, ...(required.length > 0 && { required }) }
}
