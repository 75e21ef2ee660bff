import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { createOpenApi } from '../src/openapi/openapi.ts'

const document = createOpenApi('https://bridge.test')
const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addSchema({ $id: 'openapi', ...document })

function findPath(sent: string): string | undefined {
  const path = sent.split('?', 1)[0] ?? ''
  if (path in document.paths) return path
  return Object.keys(document.paths).find((each) =>
    new RegExp(`^${each.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`, 'i').test(path),
  )
}

function pointer(...names: readonly string[]): string {
  return names.map((name) => `/${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('')
}

/**
 * Checks a response against the OpenAPI document: its status must be documented for the request, and its body must have
 * the documented shape, which XML does not have. Undocumented requests are skipped.
 *
 * @throws Error describing the differences
 */
export function requireDocumentedResponse(method: string, sentPath: string, status: number, body: unknown): void {
  const path = findPath(sentPath)
  const operation = path === undefined ? undefined : document.paths[path]?.[method.toLowerCase()]
  if (path === undefined || operation === undefined) return
  const key = String(status)
  const found = operation.responses[key]
  if (found === undefined) throw new Error(`${method} ${path} returned ${status}, which is not documented.`)
  const response = found.$ref === undefined ? found : document.components.responses[found.$ref.split('/').at(-1) ?? '']
  if (typeof body === 'string' && body.startsWith('<?xml')) return
  if (status >= 400) requireDocumentedCode(`${method} ${path} ${status}`, response?.['x-codes'] ?? [], body)
  if (!response?.content?.['application/json']) return
  const parents = found.$ref?.split('/').slice(1) ?? ['paths', path, method.toLowerCase(), 'responses', key]
  const place = pointer(...parents, 'content', 'application/json', 'schema')
  validateValue(`${method} ${path} ${status}`, place, body)
  if (status === 200)
    for (const { name, record } of listRecords(body))
      validateValue(`${name} of ${path}`, pointer('components', 'schemas', name), record)
}

/** Requires an error's code to be documented; QuickBooks Desktop's status codes are passed through. */
function requireDocumentedCode(what: string, codes: readonly string[], body: unknown): void {
  const { error, Fault } = body as { readonly error?: string; readonly Fault?: { Error: readonly { code: string }[] } }
  const code = error ?? Fault?.Error[0]?.code
  if (code === undefined || codes.includes(code) || /^-?\d+$/.test(code)) return
  throw new Error(`${what} has the code ${code}, which is not documented for the operation.`)
}

function validateValue(what: string, place: string, value: unknown): void {
  const validate = ajv.getSchema(`openapi#${place}`)
  if (!validate) throw new Error(`${place} cannot be compiled.`)
  if (validate(value)) return
  const problems = (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  )
  throw new Error(`${what}: ${problems.join('; ')}\n${JSON.stringify(value)}`)
}

interface NamedRecord {
  readonly name: string
  readonly record: unknown
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Lists the records in a query's, a batch's and changed data's lists, which have their own schemas. */
function listRecords(body: unknown): NamedRecord[] {
  if (!isObject(body)) return []
  const { QueryResponse, BatchItemResponse, CDCResponse } = body
  const slots = [QueryResponse, BatchItemResponse, CDCResponse].flat().filter(isObject)
  return slots.flatMap((slot) => [
    ...listRecords(slot),
    ...Object.entries(slot).flatMap(([name, listed]) =>
      name in document.components.schemas && name !== 'Fault'
        ? [listed]
            .flat()
            .filter(isRecord)
            .map((record) => ({ name, record }))
        : [],
    ),
  ])
}

/** Returns whether it is a record, not a deletion's stub. */
function isRecord(record: unknown): boolean {
  return !isObject(record) || record.status !== 'Deleted'
}
