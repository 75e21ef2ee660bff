import { childrenByName, childText, type Element } from '@bridge/qbxml'
import type { WriteId } from '@bridge/truth'
import { type BeliefCheck, decide, describeAnswer, noted, skipped } from './finding.ts'
import type { Kit } from './kit.ts'
import { toMessageSet } from './requests.ts'

/** Checks of credits, payments and their links, in Intuit's sample company. Each deletes what it has added. */
export const creditChecks = {
  A74: async (kit) => {
    const books = new CheckedBooks(kit, 'A74')
    try {
      const customer = await books.add('Customer', name(kit))
      const item = await books.findFirst('ItemService')
      if (customer === undefined || item === undefined) return skipped('no customer or item for an invoice')
      const invoice = await books.add('Invoice', `${reference('Customer', customer)}${saleLine('Invoice', item)}`)
      const payment = await books.add(
        'ReceivePayment',
        `${reference('Customer', customer)}<TotalAmount>10.00</TotalAmount><AppliedToTxnAdd><TxnID>${idOf(invoice)}</TxnID><PaymentAmount>10.00</PaymentAmount></AppliedToTxnAdd>`,
      )
      if (payment === undefined) return skipped('no payment of the invoice')
      return noted(`the response is ${describeAnswer(await books.remove('Invoice', idOf(invoice)))}`)
    } finally {
      await books.clear()
    }
  },
  A81: async (kit) => {
    const books = new CheckedBooks(kit, 'A81')
    try {
      const customer = await books.add('Customer', name(kit))
      const item = await books.findFirst('ItemService')
      if (customer === undefined || item === undefined) return skipped('no customer or item for an invoice')
      const credit = await books.add('CreditMemo', `${reference('Customer', customer)}${saleLine('CreditMemo', item)}`)
      const refund = await books.add(
        'ARRefundCreditCard',
        `${reference('Customer', customer)}<RefundAppliedToTxnAdd><TxnID>${idOf(credit)}</TxnID><RefundAmount>4.00</RefundAmount></RefundAppliedToTxnAdd>`,
      )
      const [applied] = refund === undefined ? [] : childrenByName(refund, 'RefundAppliedToTxnRet')
      if (applied === undefined) return skipped('no refund of the credit')
      const answer = await kit.ask(
        'A81',
        toMessageSet(
          `<CreditMemoQueryRq><TxnID>${idOf(credit)}</TxnID><IncludeLinkedTxns>true</IncludeLinkedTxns></CreditMemoQueryRq>`,
        ),
      )
      const [read] = records(answer)
      const [link] = read === undefined ? [] : childrenByName(read, 'LinkedTxn')
      const remaining = childText(applied, 'CreditRemaining')
      const sign = link === undefined ? 'no link' : childText(link, 'Amount')?.startsWith('-') ? 'negative' : 'positive'
      return noted(
        `CreditRemaining of the refund is ${remaining === undefined ? 'missing' : 'present'}, of the credit ${read && childText(read, 'CreditRemaining')}, link ${sign}`,
      )
    } finally {
      await books.clear()
    }
  },
  A103: async (kit) => {
    const books = new CheckedBooks(kit, 'A103')
    try {
      const vendor = await books.add('Vendor', name(kit))
      const [bank, expense] = [await books.findAccount('Bank'), await books.findAccount('Expense')]
      if (vendor === undefined || bank === undefined || expense === undefined) return skipped('no account for a bill')
      const lines = `<ExpenseLineAdd>${reference('Account', expense)}<Amount>10.00</Amount></ExpenseLineAdd>`
      const bill = await books.add('Bill', `${reference('Vendor', vendor)}${lines}`)
      const credit = await books.add('VendorCredit', `${reference('Vendor', vendor)}${lines}`)
      const payment = await books.add(
        'BillPaymentCheck',
        `${reference('PayeeEntity', vendor)}${reference('BankAccount', bank)}<IsToBePrinted>false</IsToBePrinted><AppliedToTxnAdd><TxnID>${idOf(bill)}</TxnID><SetCredit><CreditTxnID>${idOf(credit)}</CreditTxnID><AppliedAmount>10.00</AppliedAmount></SetCredit></AppliedToTxnAdd>`,
      )
      if (payment === undefined) return noted('a bill cannot be paid by a credit only')
      const answer = await kit.ask(
        'A103',
        toMessageSet(`<BillPaymentCheckQueryRq><TxnID>${idOf(payment)}</TxnID></BillPaymentCheckQueryRq>`),
      )
      const [stub] = records(answer)
      const amount = stub && childText(stub, 'Amount')
      return decide(
        stub === undefined || amount === '0.00',
        stub === undefined ? 'no payment stays' : `Amount ${amount}`,
      )
    } finally {
      await books.clear()
    }
  },
} as const satisfies Partial<Record<WriteId, BeliefCheck>>

const listKinds: ReadonlySet<string> = new Set(['Customer', 'Vendor'])

/** What a check adds, and deletes at its end in the reverse order. */
class CheckedBooks {
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
    const [record] = records(await this.#kit.ask(this.#row, toMessageSet(request)))
    if (record !== undefined) this.#added.push({ kind, id: idOf(record) })
    return record
  }

  async findFirst(kind: string): Promise<Element | undefined> {
    const request = toMessageSet(`<${kind}QueryRq><MaxReturned>1</MaxReturned></${kind}QueryRq>`)
    return records(await this.#kit.askOnce(this.#row, request))[0]
  }

  async findAccount(type: string): Promise<Element | undefined> {
    const content = `<MaxReturned>1</MaxReturned><AccountType>${type}</AccountType>`
    return records(await this.#kit.askOnce(this.#row, toMessageSet(`<AccountQueryRq>${content}</AccountQueryRq>`)))[0]
  }

  remove(kind: string, id: string): Promise<Answer> {
    const what = listKinds.has(kind) ? 'List' : 'Txn'
    const content = `<${what}DelType>${kind}</${what}DelType><${what}ID>${id}</${what}ID>`
    return this.#kit.ask('A71', toMessageSet(`<${what}DelRq>${content}</${what}DelRq>`))
  }

  async clear(): Promise<void> {
    for (const { kind, id } of this.#added.toReversed()) await this.remove(kind, id)
  }
}

type Answer = Awaited<ReturnType<Kit['ask']>>

function records(answer: Answer): readonly Element[] {
  return answer.ok ? answer.set.responses.flatMap(({ elements }) => elements) : []
}

let names = 0

function name(kit: Kit): string {
  names += 1
  return `<Name>Bridge Service check ${kit.startedAt.getTime().toString(36)} c${names}</Name>`
}

function idOf(record: Element | undefined): string {
  return (record && (childText(record, 'TxnID') ?? childText(record, 'ListID'))) ?? ''
}

function reference(kind: string, record: Element): string {
  return `<${kind}Ref><ListID>${idOf(record)}</ListID></${kind}Ref>`
}

function saleLine(kind: string, item: Element): string {
  return `<${kind}LineAdd>${reference('Item', item)}<Quantity>1</Quantity><Rate>10.00</Rate></${kind}LineAdd>`
}
