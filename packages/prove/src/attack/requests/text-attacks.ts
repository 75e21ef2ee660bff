import { createFieldSamples, type FieldSamples, sendHostileText } from '@bridge/server/testing/hostile-texts'
import { registry } from '@bridge/translation'
import { referenceFields } from '@bridge/translation/testing/reference-fields'
import pMap from 'p-map'
import type { Attack } from '../run/attack.ts'
import { findHeader } from '../target/reply.ts'
import type { AttackRequest } from '../target/send.ts'
import type { Target } from '../target/start-target.ts'
import { toCall } from './to-call.ts'

/** Texts possibly ending what they are put into. They are short: no length limit refuses them first. */
const texts: Readonly<Record<string, string>> = {
  SQL: `'";--%_\\`,
  qbXML: ']]></A>&lt;',
  'a header': 'a\r\nB: c',
  NUL: 'a\0b',
  'bidirectional marks': 'a\u202eb\u2066',
  'half of a character': 'a\ud800',
}

const atOnce = 4

interface Seen {
  readonly sent: number
  /** Texts neither kept nor named in a fault or a warning, and failed requests. */
  readonly wrong: readonly string[]
}

/** Field samples by target: they create records, once. */
const samples = new WeakMap<Target, Promise<FieldSamples>>()

interface Sent {
  /** A record to create. */
  readonly json?: unknown
  /** A query in the body. */
  readonly text?: string
}

function toRequest(path: string, { json, text }: Sent): AttackRequest {
  if (text !== undefined) return { method: 'POST', path, headers: { 'content-type': 'application/text' }, body: text }
  if (json === undefined) return { method: 'GET', path }
  return { method: 'POST', path, headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) }
}

function callAs(target: Target) {
  return async (path: string, sent: Sent = {}) => {
    const reply = await target.send(toCall(target, toRequest(path, sent)))
    const warning = findHeader(reply, 'x-svc-warning')
    return {
      status: reply.status,
      headers: new Headers(warning === undefined ? {} : { 'x-svc-warning': warning }),
      body: JSON.parse(reply.body),
    }
  }
}

function findSamples(target: Target): Promise<FieldSamples> {
  const known = samples.get(target) ?? createFieldSamples(callAs(target))
  samples.set(target, known)
  return known
}

function attackFields(entity: string, kind: string, text: string): Attack<Seen> {
  return {
    name: `${entity}: ${kind} in each documented text and reference`,
    attempt: async (target) => {
      const findings = await sendHostileText(callAs(target), await findSamples(target), entity, text)
      const wrong = findings.filter(({ verdict, status }) => verdict === 'silent' || status >= 500)
      return {
        sent: findings.length,
        wrong: wrong.map(({ sent, path, status, detail }) => `${sent} ${path}: ${status} ${detail}`),
      }
    },
    holds: ({ sent, wrong }) => sent > 0 && wrong.length === 0,
    describe: ({ sent }) => `${sent} requests`,
  }
}

/** The text as a query value, as it is and escaped. */
const quotings: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.replaceAll('\\', '\\\\').replaceAll("'", "\\'"),
]

function attackConditions(entity: string, kind: string, text: string): Attack<Seen> {
  const values = new Set(quotings.map((quote) => quote(text)))
  const queries = (referenceFields[entity] ?? []).flatMap((field) =>
    [...values].map((value) => ({ field, query: `select * from ${entity} where ${field} = '${value}'` })),
  )
  return {
    name: `${entity}: ${kind} in a condition on each documented field`,
    attempt: async (target) => {
      const call = callAs(target)
      const findWrong = async ({ field, query }: (typeof queries)[number]) => {
        const { status, body } = await call('/query', { text: query })
        const records: readonly Readonly<Record<string, unknown>>[] = body.QueryResponse?.[entity] ?? []
        // The attack on the fields may have created records with the text.
        const others = records.filter((record) => toText(record[field]) !== text)
        return status < 500 && others.length === 0 ? [] : [`${query}: ${status}, ${others.length} records`]
      }
      const wrong = await pMap(queries, findWrong, { concurrency: atOnce })
      return { sent: queries.length, wrong: wrong.flat() }
    },
    holds: ({ sent, wrong }) => sent > 0 && wrong.length === 0,
    describe: ({ sent }) => `${sent} requests`,
  }
}

/** Returns a field's text, which some have in an object: `{"value": "Thank you"}`. */
function toText(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'value' in value ? value.value : value
}

const tables = Object.values(registry).flatMap((found) => (found.kind === 'built' ? [found.table] : []))

/** Hostile texts in every entity's documented fields. */
export const textAttacks: readonly Attack[] = tables.flatMap(({ name, can, needsFeature = false }) => {
  // The sample company has one currency, and refuses every record of a disabled feature.
  const isCreated = can.includes('create') && !needsFeature
  return Object.entries(texts).flatMap(([kind, text]) => [
    ...(isCreated ? [attackFields(name, kind, text)] : []),
    attackConditions(name, kind, text),
  ])
})
