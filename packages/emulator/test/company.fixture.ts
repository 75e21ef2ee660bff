import {
  child,
  childText,
  type Element,
  findResponseViolations,
  type MessageSet,
  type MessageSetResponse,
  parseMessageSetResponse,
  type QbxmlResponse,
  serializeMessageSet,
} from '@bridge/qbxml'
import Big from 'big.js'
import { type Company, type CompanyOptions, type CompanyOutcome, openCompany } from '../src/company/company.ts'
import { trialBalance } from '../src/company/trial-balance.ts'
import { memoryStorage } from '../src/storage/memory-storage.ts'
import { createSeededRandom } from './seeded-random.fixture.ts'

/** A company file whose clock moves only when it is advanced. */
export interface TestCompany {
  readonly company: Company
  /** Advances the clock. */
  advance(seconds: number): void
}

export const testStart = new Date('2026-03-16T10:00:00Z')

/** Opens a company file in memory at a fixed time with repeatable randomness. */
export function openTestCompany(options: Partial<CompanyOptions> = {}): TestCompany {
  let now = testStart.getTime()
  const random = createSeededRandom(1).next
  const company = openCompany({ storage: memoryStorage(), clock: () => new Date(now), random, ...options })
  return {
    company,
    advance(seconds) {
      now += seconds * 1000
    },
  }
}

/** Parses a response, and throws if it violates the message tables. */
export function parseResponse(outcome: CompanyOutcome, isSelected = false): MessageSetResponse {
  if (!outcome.sent || outcome.lost) throw new Error(`There is no response: ${JSON.stringify(outcome)}`)
  const messageSetResponse = parseMessageSetResponse(outcome.response)
  for (const response of messageSetResponse.responses) {
    const violations = findResponseViolations(response, { selected: isSelected })
    if (violations.length > 0) throw new Error(`${response.name} violates its table: ${JSON.stringify(violations)}`)
  }
  return messageSetResponse
}

/** Sends requests in one message set and parses the response. */
export async function sendRequests(
  company: Company,
  requests: readonly Element[],
  set: Partial<MessageSet> = {},
): Promise<MessageSetResponse> {
  const text = serializeMessageSet({ requests, onError: 'stopOnError', ...set })
  const isSelected = text.includes('<IncludeRetElement>')
  return parseResponse(await company.exchange(text), isSelected)
}

/** Sends one request written as XML and parses its response. */
export async function sendXml(company: Company, xml: string): Promise<QbxmlResponse> {
  const { responses } = parseResponse(await company.exchange(messageSet(xml)), xml.includes('<IncludeRetElement>'))
  const [response] = responses
  if (response === undefined) throw new Error('The message set has no response.')
  return response
}

/** Returns a message set with requests. */
export function messageSet(requests: string, attributes = 'onError="stopOnError"'): string {
  return `<?xml version="1.0"?><?qbxml version="13.0"?><QBXML><QBXMLMsgsRq ${attributes}>${requests}</QBXMLMsgsRq></QBXML>`
}

/** Returns a response's only record. */
export function only(response: QbxmlResponse): Element {
  const [element, ...others] = response.elements
  if (element === undefined || others.length > 0) throw new Error(`Not one record: ${JSON.stringify(response)}`)
  return element
}

/** Returns the texts in an element's children; for a reference its FullName. */
export function texts(element: Element, ...names: readonly string[]): readonly (string | undefined)[] {
  return names.map((name) => {
    const found = child(element, name)
    return found !== undefined && found.children.length > 0 ? childText(found, 'FullName') : found?.text
  })
}

/** Returns an action's postings: debits minus credits by the account's full name, without zeros. */
export async function getPostedChanges(
  company: Company,
  action: () => Promise<unknown>,
): Promise<Readonly<Record<string, string>>> {
  const balances = async () =>
    new Map((await trialBalance(company)).accounts.map((each) => [each.fullName, each.amount]))
  const before = await balances()
  await action()
  const posted: Record<string, string> = {}
  for (const [name, amount] of await balances()) {
    const change = Big(amount).minus(before.get(name) ?? 0)
    if (!change.eq(0)) posted[name] = change.toFixed(2)
  }
  return posted
}
