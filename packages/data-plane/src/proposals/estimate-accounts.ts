import { type Company, type Document, type JsonValue, memoryStorage, openCompany } from '@bridge/emulator'
import {
  branch,
  child,
  childText,
  type Element,
  parseMessageSet,
  parseMessageSetResponse,
  serializeMessageSet,
} from '@bridge/qbxml'
import type { CompanyCalls } from './company-calls.ts'
import { quote } from './find-duplicates.ts'
import type { EstimatedAccounts, EstimatedPosting, ProposedWrite } from './proposal.ts'

/** The records that decide what a write posts to: the entities to look a reference up in, by the end of its name. */
const neededReferences: readonly (readonly [ending: string, entities: readonly string[]])[] = [
  ['SalesTaxCodeRef', []],
  ['ItemSalesTaxRef', []],
  ['AccountRef', ['Account']],
  ['CustomerRef', ['Customer']],
  ['VendorRef', ['Vendor']],
  ['EntityRef', ['Customer', 'Vendor']],
  ['ItemRef', ['Item']],
  ['ItemGroupRef', ['Item']],
]

/**
 * Returns the accounts that a write moves, by the emulator's rules: the write is run in an empty company file in memory
 * that has the records it names. What cannot be computed in this way is not known.
 */
export async function estimateAccounts(
  operation: ProposedWrite['operation'],
  qbxml: string,
  calls: CompanyCalls,
  now: Date,
): Promise<EstimatedAccounts> {
  if (operation !== 'create') return unknown('Only the accounts of new transactions can be estimated.')
  const request = parseMessageSet(qbxml).requests.findLast(({ name }) => name.endsWith('AddRq'))
  const reason = request ? findObstacle(request) : 'It creates no record.'
  if (request === undefined || reason !== undefined) return unknown(reason ?? '')
  const named = await findRecords(calls, findIds(request))
  const accounts = await findRecords(calls, findIds(branch('Records', named), ['Account']))
  return post(withNeeded(request), [...named, ...accounts], now, hasTax([request, ...named]))
}

function unknown(reason: string): EstimatedAccounts {
  return { isKnown: false, reason }
}

/** Finds why a write's accounts depend on more than the records that it names. */
function findObstacle(request: Element): string | undefined {
  if (some(request, ({ name }) => name === 'TxnID' || name === 'LinkToTxnID' || name === 'LinkToTxn')) {
    return 'It refers to other transactions.'
  }
  const isForeign = some(request, ({ name }) => name === 'ExchangeRate' || name === 'CurrencyRef')
  return isForeign ? 'It is in another currency.' : undefined
}

function some(element: Element, matches: (element: Element) => boolean): boolean {
  return matches(element) || element.children.some((each) => some(each, matches))
}

function hasTax(elements: readonly Element[]): boolean {
  return elements.some((element) =>
    some(element, ({ name }) => name === 'ItemSalesTaxRef' || name === 'SalesTaxCodeRef'),
  )
}

function findEntities(name: string): readonly string[] {
  return neededReferences.find(([ending]) => name.endsWith(ending))?.[1] ?? []
}

/** Collects the ListIDs of references by the entities to look them up in. */
function findIds(element: Element, only?: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const ids = new Map<string, Set<string>>()
  const visit = (each: Element): void => {
    const id = each.name.endsWith('Ref') ? childText(each, 'ListID') : undefined
    for (const entity of id === undefined ? [] : findEntities(each.name)) {
      if (id !== undefined && (only === undefined || only.includes(entity))) {
        ids.set(entity, (ids.get(entity) ?? new Set()).add(id))
      }
    }
    for (const inner of each.children) visit(inner)
  }
  visit(element)
  return ids
}

/** Reads records as QuickBooks returns them: from the qbXML of queries by ID. */
async function findRecords(calls: CompanyCalls, ids: ReadonlyMap<string, ReadonlySet<string>>): Promise<Element[]> {
  const records: Element[] = []
  for (const [entity, each] of ids) {
    const list = [...each].map(quote).join(', ')
    const { trace } = await calls.query(`SELECT * FROM ${entity} WHERE Id IN (${list}) MAXRESULTS ${each.size}`)
    for (const { response } of trace?.exchanges ?? []) {
      if (response === undefined || response.text.length !== response.characters) continue
      for (const { elements } of parseMessageSetResponse(response.text).responses) {
        records.push(...elements)
      }
    }
  }
  return records
}

/** Returns a request without the references that post nothing, such as terms, and without sales tax. */
function withNeeded(element: Element): Element {
  const children = element.children.filter(({ name }) => !name.endsWith('Ref') || findEntities(name).length > 0)
  return { ...element, children: children.map(withNeeded) }
}

async function post(
  request: Element,
  records: readonly Element[],
  now: Date,
  leavesOutTax: boolean,
): Promise<EstimatedAccounts> {
  const storage = memoryStorage()
  const company = openCompany({ storage, clock: () => now, random: () => 0.5, template: 'empty' })
  await company.recordCount()
  const changes = records.map(toDocument)
  await storage.exclusive(undefined, () => ({ changes, result: undefined }))
  const outcome = await company.exchange(serializeMessageSet({ requests: [request], onError: 'stopOnError' }))
  if (!outcome.sent || outcome.lost) return unknown('The emulator cannot post it.')
  const [response] = parseMessageSetResponse(outcome.response).responses
  if (response === undefined || response.statusSeverity === 'Error') {
    return unknown(`The emulator cannot post it: ${response?.statusMessage ?? 'no response'}`)
  }
  const postings = await readPostings(company, request.name.slice(0, -'AddRq'.length))
  return { isKnown: true, postings, leftOut: leavesOutTax ? ['sales tax'] : [] }
}

/** Returns the postings of the only transaction, by account. */
function readPostings(company: Company, kind: string): Promise<readonly EstimatedPosting[]> {
  return company.read((books) => {
    const [transaction] = books.getTransactions(kind)
    return (transaction ? books.getPostings(transaction) : []).map(({ account, amount }) => {
      const { Name: name } = books.lists.byId('Account', account)?.fields ?? {}
      return { account: typeof name === 'string' ? name : account, amount }
    })
  })
}

/** Returns a record as the emulator stores it, with references to accounts only. */
function toDocument(element: Element): Document {
  const kind = element.name.slice(0, -'Ret'.length)
  const id = childText(element, 'ListID') ?? ''
  const fullName = childText(element, 'FullName')
  const fields = { ...toFields(element), ...(fullName !== undefined && child(element, 'Name') && { Name: fullName }) }
  return { kind, id, value: { kind, id, created: 0, modified: 0, fields, custom: [] } }
}

function toFields({ children }: Element): { readonly [name: string]: JsonValue } {
  const fields: Record<string, JsonValue> = {}
  for (const each of children) {
    if (each.name.endsWith('AccountRef')) fields[each.name] = { ListID: childText(each, 'ListID') ?? '' }
    else if (each.name.endsWith('Ref')) continue
    else fields[each.name] = each.children.length > 0 ? toFields(each) : each.text
  }
  return fields
}
