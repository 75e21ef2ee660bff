import { randomInt } from 'node:crypto'
import { requireRealmId } from '@bridge/agent-protocol'
import { type Company, memoryStorage, openCompany } from '@bridge/emulator'
import { parseMessageSetResponse, runAtOnce, serializeMessageSet } from '@bridge/qbxml'
import { findEntity, parseQuery, planQuery } from '@bridge/translation'
import type { DemoCall, DemoQuery } from './demo-queries.ts'

const realmId = requireRealmId('1000000000000001')
/** Visitors asking at the same time get the same outcome: the demo costs little. */
const sharedMs = 500
/** The landing page has the response twice: as HTML and as data. */
const maxShown = 6_000

let company: Company | undefined
const recent = new Map<string, { readonly at: number; readonly call: Promise<DemoCall> }>()

/** Runs a query against an emulated company file in memory, which nothing changes. */
export function runDemoCall(query: DemoQuery, clock: () => Date): Promise<DemoCall> {
  const at = clock().getTime()
  const last = recent.get(query)
  if (last && at - last.at < sharedMs) return last.call
  const call = run(query, clock)
  recent.set(query, { at, call })
  return call
}

async function run(query: string, clock: () => Date): Promise<DemoCall> {
  company ??= openCompany({
    storage: memoryStorage(),
    clock,
    random: () => randomInt(2 ** 32) / 2 ** 32,
    template: 'sample',
    companyName: 'Sample Company',
  })
  const startedAt = performance.now()
  const parsed = parseQuery(query)
  const found = findEntity(parsed.entity)
  if (!found || found.kind === 'refused') throw new Error(`The demo asks for ${parsed.entity}, which is not supported.`)
  const plan = planQuery(parsed, found.table, { realmId })
  const texts: { request: string; response: string }[] = []
  for (let requests = plan.next(); requests.length > 0; requests = plan.next()) {
    const request = serializeMessageSet({ requests, onError: 'stopOnError' })
    const outcome = await company.exchange(request)
    if (!('response' in outcome)) throw new Error('The company file of the demo did not respond.')
    runAtOnce(plan.accept(parseMessageSetResponse(outcome.response).responses))
    texts.push({ request, response: outcome.response })
  }
  return {
    query,
    json: JSON.stringify({ QueryResponse: plan.finish().queryResponse }, null, 2),
    requestXml: texts[0]?.request ?? '',
    responseXml: cutLines(texts[0]?.response ?? ''),
    durationMs: Math.round(performance.now() - startedAt),
  }
}

/** Keeps the beginning of a long text, by whole lines, and says how much is left out. */
function cutLines(text: string): string {
  if (text.length <= maxShown) return text
  const end = text.lastIndexOf('\n', maxShown)
  return `${text.slice(0, end)}\n… ${(text.length - end).toLocaleString('en-US')} characters more`
}
