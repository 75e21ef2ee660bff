import { childText, type Element } from '@bridge/qbxml'
import type { WriteId } from '@bridge/truth'
import type { BeliefCheck, BeliefFinding } from './finding.ts'
import type { Answer, Kit } from './kit.ts'
import { toMessageSet } from './requests.ts'

const listKinds = /^(?:Customer|Vendor|Item\w+)$/

/** What a check adds, and deletes at its end in the reverse order. */
export class CheckedBooks {
  readonly #kit: Kit
  readonly #row: WriteId
  readonly #added: { readonly kind: string; readonly id: string }[] = []

  constructor(kit: Kit, row: WriteId) {
    this.#kit = kit
    this.#row = row
  }

  /** Adds a record with this content; undefined if QuickBooks rejects it. */
  async add(kind: string, content: string): Promise<Element | undefined> {
    const request = `<${kind}AddRq><${kind}Add>${content}</${kind}Add></${kind}AddRq>`
    const [record] = getRecords(await this.#kit.ask(this.#row, toMessageSet(request)))
    if (record !== undefined) this.#added.push({ kind, id: idOf(record) })
    return record
  }

  async findFirst(kind: string): Promise<Element | undefined> {
    const request = toMessageSet(`<${kind}QueryRq><MaxReturned>1</MaxReturned></${kind}QueryRq>`)
    return getRecords(await this.#kit.askOnce(this.#row, request))[0]
  }

  async findAccount(type: string): Promise<Element | undefined> {
    const content = `<MaxReturned>1</MaxReturned><AccountType>${type}</AccountType>`
    return getRecords(
      await this.#kit.askOnce(this.#row, toMessageSet(`<AccountQueryRq>${content}</AccountQueryRq>`)),
    )[0]
  }

  remove(kind: string, id: string): Promise<Answer> {
    const what = listKinds.test(kind) ? 'List' : 'Txn'
    const content = `<${what}DelType>${kind}</${what}DelType><${what}ID>${id}</${what}ID>`
    return this.#kit.ask('A71', toMessageSet(`<${what}DelRq>${content}</${what}DelRq>`))
  }

  async clear(): Promise<void> {
    for (const { kind, id } of this.#added.toReversed()) await this.remove(kind, id)
  }
}

/** A check that writes in the sample company, and deletes what it has added. */
export function withBooks(row: WriteId, check: (books: CheckedBooks, kit: Kit) => Promise<BeliefFinding>): BeliefCheck {
  return async (kit) => {
    const books = new CheckedBooks(kit, row)
    try {
      return await check(books, kit)
    } finally {
      await books.clear()
    }
  }
}

/** Returns the records of a response; none for a failed call. */
export function getRecords(answer: Answer): readonly Element[] {
  return answer.ok ? answer.set.responses.flatMap(({ elements }) => elements) : []
}

let names = 0

/** Returns a name that the company file does not have, short enough for items. */
export function nameRecord(kit: Kit): string {
  names += 1
  return `<Name>Bridge check ${kit.startedAt.getTime().toString(36)} c${names}</Name>`
}

export function idOf(record: Element | undefined): string {
  return (record && (childText(record, 'TxnID') ?? childText(record, 'ListID'))) ?? ''
}

export function reference(kind: string, record: Element): string {
  return `<${kind}Ref><ListID>${idOf(record)}</ListID></${kind}Ref>`
}

/** A sales line with a quantity of one. `more` follows the rate. */
export function saleLine(kind: string, item: Element, rate = '10.00', more = ''): string {
  return `<${kind}LineAdd>${reference('Item', item)}<Quantity>1</Quantity><Rate>${rate}</Rate>${more}</${kind}LineAdd>`
}
