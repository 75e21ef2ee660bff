import {
  child,
  childText,
  type Element,
  findResponseViolations,
  type MessageSet,
  type MessageSetResponse,
  parseMessageSetResponse,
  printMessageSet,
  type QbxmlResponse,
} from '@bridge/translation/qbxml'
import Big from 'big.js'
import { type Company, type CompanyOptions, type CompanyOutcome, openCompany } from '../src/company/company.ts'
import { trialBalance } from '../src/company/trial-balance.ts'
import { memoryStorage } from '../src/storage/memory-storage.ts'

/** A clock that stands still until it is moved, and a company file that reads it. */
export interface TestCompany {
  readonly company: Company
  /** Moves the clock on by so many seconds. */
  pass(seconds: number): void
}

export const testStart = new Date('2026-03-16T10:00:00Z')

/** Opens a company file in memory at a fixed time, with repeatable randomness. */
export function openTestCompany(options: Partial<CompanyOptions> = {}): TestCompany {
  let now = testStart.getTime()
  let seed = 1
  const random = (): number => {
    seed = (seed * 16807) % 2147483647
    return seed / 2147483647
  }
  const company = openCompany({ storage: memoryStorage(), clock: () => new Date(now), random, ...options })
  return {
    company,
    pass(seconds) {
      now += seconds * 1000
    },
  }
}

/** Reads an answer; throws when QuickBooks' message tables would not let a part of it pass. */
export function parseResponse(outcome: CompanyOutcome, isSelected = false): MessageSetResponse {
  if (!outcome.sent || outcome.lost) throw new Error(`There is no response: ${JSON.stringify(outcome)}`)
  const answer = parseMessageSetResponse(outcome.response)
  for (const response of answer.responses) {
    const violations = findResponseViolations(response, { selected: isSelected })
    if (violations.length > 0) throw new Error(`${response.name} violates its table: ${JSON.stringify(violations)}`)
  }
  return answer
}

/** Sends requests in one message set and reads the answer. */
export async function ask(
  company: Company,
  requests: readonly Element[],
  set: Partial<MessageSet> = {},
): Promise<MessageSetResponse> {
  const text = printMessageSet({ requests, onError: 'stopOnError', ...set })
  const isSelected = text.includes('<IncludeRetElement>')
  return parseResponse(await company.exchange(text), isSelected)
}

/** Sends one request written as XML and reads its response. */
export async function sendXml(company: Company, xml: string): Promise<QbxmlResponse> {
  const answer = parseResponse(await company.exchange(messageSet(xml)), xml.includes('<IncludeRetElement>'))
  const [response] = answer.responses
  if (response === undefined) throw new Error('The answer has no response')
  return response
}

/** Requests as the text of a message set. */
export function messageSet(requests: string, attributes = 'onError="stopOnError"'): string {
  return `<?xml version="1.0"?><?qbxml version="13.0"?><QBXML><QBXMLMsgsRq ${attributes}>${requests}</QBXMLMsgsRq></QBXML>`
}

/** The only record of a response; throws with the response where there is none or several. */
export function only(response: QbxmlResponse): Element {
  const [element, ...others] = response.elements
  if (element === undefined || others.length > 0) throw new Error(`Not one record: ${JSON.stringify(response)}`)
  return element
}

/** The texts of an element's children; a reference tells its FullName. */
export function texts(element: Element, ...names: readonly string[]): readonly (string | undefined)[] {
  return names.map((name) => {
    const found = child(element, name)
    return found !== undefined && found.children.length > 0 ? childText(found, 'FullName') : found?.text
  })
}

/** What an action posts: debits minus credits by the full name of the account, those of zero left out. */
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
