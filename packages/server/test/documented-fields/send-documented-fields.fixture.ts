import type { TestResponse } from '../bridge.fixture.ts'
import { type Body, type ValidBody, validBodies } from '../valid-bodies.fixture.ts'
import { formatPath, listHeaderFields, listLineFields, type SentField } from './documented-paths.fixture.ts'
import { isReturned, valueAt } from './is-returned.fixture.ts'
import { createSampleValues, type SampleOf } from './sample-values.fixture.ts'

/** A sent field's outcome. */
export interface Finding {
  /** The entity, its variant and the operation: `Item (Service), update, one field`. */
  readonly sent: string
  readonly path: string
  readonly verdict: 'returned' | 'fault' | 'warning' | 'read-only' | 'write-only' | 'unknown' | 'silent'
  readonly detail?: string
}

type SendCall = (path: string, sent?: { readonly json?: unknown }) => Promise<TestResponse>

interface Options {
  readonly call: SendCall
  /** Returns all warnings in a response whose header had no room for them; undefined if they cannot be found. */
  readonly findWarnings: (response: TestResponse) => Promise<readonly string[] | undefined>
}

/**
 * Sends each entity's documented fields, separately and with all others, in a new record and in an update, and returns
 * what happened to them.
 */
export async function sendDocumentedFields(options: Options): Promise<readonly Finding[]> {
  const sampleOf = await createSampleValues(options.call)
  const findings: Finding[] = []
  for (const valid of await validBodies(options.call)) {
    const created = await sendInCreates(options, valid, sampleOf)
    findings.push(...created.findings)
    const { record, refused } = created
    if (record !== undefined) findings.push(...(await sendInUpdates(options, valid, record, refused, sampleOf)))
  }
  return findings
}

/** Counts the findings by their verdicts. */
export function countVerdicts(findings: readonly Finding[]): Readonly<Record<Finding['verdict'], number>> {
  const counts = { returned: 0, fault: 0, warning: 0, 'read-only': 0, 'write-only': 0, unknown: 0, silent: 0 }
  for (const { verdict } of findings) counts[verdict] += 1
  return counts
}

async function sendInCreates(options: Options, { entity, name, body }: ValidBody, sampleOf: SampleOf) {
  const findings: Finding[] = []
  let count = 0
  const send = async (fields: readonly SentField[], how: string) => {
    count += 1
    const json = fields.reduce((into, field) => withField(into, field), body(`${count}`))
    const response = await options.call(`/${entity}`, { json })
    findings.push(...(await judge(options, response, fields, `${name}, create, ${how}`)))
    return response
  }
  const base = await send([], 'base')
  const fields = [
    ...listHeaderFields(entity, 'create', sampleOf),
    ...listLineFields(entity, body('').Line ?? [], sampleOf),
  ].filter(({ path }) => valueAt(body(''), path) === undefined)
  const refused = await sendEach(fields, send)
  return { findings, record: base.body[entity] as Body, refused }
}

/**
 * Sends each field separately, and all accepted ones together, with those ignored by QBO. Returns the paths to fields
 * no record of the entity can have.
 */
async function sendEach(
  fields: readonly SentField[],
  send: (fields: readonly SentField[], how: string) => Promise<TestResponse>,
): Promise<ReadonlySet<string>> {
  const together = fields.filter(({ isReadOnly }) => isReadOnly)
  const refused = new Set<string>()
  for (const field of fields.filter(({ isReadOnly }) => !isReadOnly)) {
    const { status, body } = await send([field], 'one field')
    if (status === 200) together.push(field)
    else if (neverPossible.has(body.Fault?.Error[0].code)) refused.add(formatPath(field.path))
  }
  if (together.length > 0) await send(withoutConflicts(together), 'together')
  return refused
}

const neverPossible = new Set(['UNSUPPORTED_BY_DESKTOP', 'UNMAPPED_FIELD'])

async function sendInUpdates(
  options: Options,
  { entity, name }: ValidBody,
  record: Body,
  refused: ReadonlySet<string>,
  sampleOf: SampleOf,
) {
  const findings: Finding[] = []
  let current = record
  const send = async (fields: readonly SentField[], how: string) => {
    const lines = fields.some(({ path }) => path[0] === 'Line') ? { Line: structuredClone(current.Line) } : {}
    const start = { Id: current.Id, SyncToken: current.SyncToken, ...lines }
    const json = fields.reduce((into, field) => withField(into, field), start)
    const response = await options.call(`/${entity}`, { json })
    findings.push(...(await judge(options, response, fields, `${name}, update, ${how}`)))
    if (response.status === 200) current = response.body[entity]
    return response
  }
  // An entity without updates rejects each field in the same way.
  if ((await send([], 'base')).status !== 200) return []
  const fields = [
    ...listHeaderFields(entity, 'update', sampleOf),
    ...listLineFields(
      entity,
      (current.Line ?? []).filter(({ Id }: Body) => Id !== undefined),
      sampleOf,
    ),
  ].filter(({ path }) => !refused.has(formatPath(path)))
  await sendEach(fields, send)
  return findings
}

/** Fields accepted by QuickBooks only without certain others. */
const conflicting =
  /^(BillEmail|CheckPayment\.PrintStatus|HourlyRate|VendorRef|OtherNameRef|AcctNum|RatePercent|PercentBased)\b/

function withoutConflicts(fields: readonly SentField[]): readonly SentField[] {
  return fields.filter(({ path }) => !conflicting.test(formatPath(path)))
}

/** Returns the body with a field. */
export function withField(body: Body, { path, value }: SentField): Body {
  const changed = structuredClone(body)
  let group = changed
  for (const step of path.slice(0, -1)) group = group[step] ??= {}
  group[path.at(-1) ?? ''] = structuredClone(value)
  return changed
}

/** Fields stored by QuickBooks without being returned, as their entity's page says. */
const writeOnly = new Set(
  `ItemAccountRef DiscountAccountRef OpeningBalance OpeningBalanceDate OpenBalanceDate InvStartDate NewQty`.split(' '),
)

/** Returns what happened to each sent field. */
export async function judge(
  { findWarnings }: Options,
  response: TestResponse,
  fields: readonly SentField[],
  sent: string,
): Promise<readonly Finding[]> {
  const { status, body } = response
  const [error] = body?.Fault?.Error ?? []
  if (error !== undefined) {
    const detail = `${status} ${error.code} ${error.Detail}`
    if (fields.length !== 1 && !cannotUpdate.test(detail))
      return [{ sent, path: error.element ?? '', verdict: 'silent', detail }]
    return fields.map(({ path }) => ({
      sent,
      path: formatPath(path),
      verdict: isNamed(error, path) ? 'fault' : 'silent',
      detail,
    }))
  }
  const [record] = Object.values(body)
  const header = response.headers.get('x-svc-warning') ?? ''
  const isShortened = /(and \d+ more|\d+ fields not kept as sent)$/.test(header)
  const all = isShortened ? await findWarnings(response) : [header]
  const warnings = all?.join('; ') ?? header
  return fields.map((field): Finding => {
    const path = formatPath(field.path)
    const returned = valueAt(record, field.path)
    if (isReturned(field.value, returned)) return { sent, path, verdict: 'returned' }
    if (isMentioned(warnings, field.path)) return { sent, path, verdict: 'warning' }
    if (writeOnly.has(String(field.path.at(-1)))) return { sent, path, verdict: 'write-only' }
    if (all === undefined) return { sent, path, verdict: 'unknown' }
    if (field.isReadOnly) return { sent, path, verdict: 'read-only' }
    const detail = `sent ${JSON.stringify(field.value)}, got ${JSON.stringify(returned)}; warnings: ${warnings}`
    return { sent, path, verdict: 'silent', detail }
  })
}

const cannotUpdate = /cannot (update|be updated)/

/** Returns whether a fault names a field, its structure, or its part. */
function isNamed(
  { element = '', Detail, code }: { element?: string; Detail: string; code: string },
  path: SentField['path'],
): boolean {
  const text = formatPath(path)
  // A sandbox does not emulate the field, or the record cannot be updated at all.
  if (code === 'SANDBOX_UNSUPPORTED' || cannotUpdate.test(Detail)) return true
  const isRelated = element !== '' && (text.startsWith(element) || element.startsWith(text))
  const list = /reference to QuickBooks (\w+)/.exec(Detail)?.[1]
  if (list !== undefined && String(path.at(-1)).includes(list)) return true
  return isRelated || new RegExp(`\\b${String(path.at(-1))}\\b`).test(Detail)
}

/** Returns whether a warning names a field, its structure, or its part. */
function isMentioned(warnings: string, path: SentField['path']): boolean {
  const named = warnings.split(/[\s,;]+/).filter((word) => word.length > 1)
  const text = formatPath(path)
  const alias = text === 'TxnTaxDetail.TaxLine' ? 'TxnTaxDetail.TotalTax' : text
  return named.some(
    (word) => [text, alias].includes(word) || text.startsWith(`${word}.`) || word.startsWith(`${text}[`),
  )
}
