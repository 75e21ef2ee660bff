import { child, childText, type Element } from '@bridge/qbxml'
import type { Transaction } from '../src/books/record.ts'
import type { Company } from '../src/company/company.ts'
import type { CompanyStorage, Document } from '../src/storage/company-storage.ts'
import { memoryStorage } from '../src/storage/memory-storage.ts'
import { goods, type Market, markets, services } from '../src/templates/trading/partners.ts'
import { findRecords, keptLines, mod, ref, tag } from './commands.fixture.ts'
import { openTestCompany, sendXml } from './company.fixture.ts'
import { createSeededRandom, type SeededRandom } from './seeded-random.fixture.ts'

/** What random months sell. */
export const soldInMonths: readonly string[] = [...goods, ...services].map(([name]) => name)

let template: Promise<readonly Document[]> | undefined

/** Opens the trading company with a random month of papers, payments, changes and deletions. Some are rejected. */
export async function openRandomMonth(
  seed: number,
  commandCount: number,
): Promise<{ readonly company: Company; readonly storage: CompanyStorage; readonly accepted: number }> {
  template ??= fillTemplate()
  const documents = await template
  const storage = memoryStorage()
  await storage.exclusive(undefined, () => ({ changes: documents, result: undefined }))
  const { company } = openTestCompany({ storage })
  const random = createSeededRandom(seed)
  let accepted = 0
  for (let sent = 0; sent < commandCount; sent++) {
    const request = await random.pick(commands)(company, random)
    if (request === undefined) continue
    if ((await sendXml(company, request)).statusSeverity !== 'Error') accepted += 1
  }
  return { company, storage, accepted }
}

async function fillTemplate(): Promise<readonly Document[]> {
  const storage = memoryStorage()
  await openTestCompany({ storage, template: 'trading' }).company.recordCount()
  const { result } = await storage.exclusive(undefined, ({ documents }) => ({ changes: [], result: documents }))
  return withoutEarlierPapers(result)
}

/** Leaves out the papers between the opening and the last weeks, so that a thousand months take minutes. */
function withoutEarlierPapers(documents: readonly Document[]): readonly Document[] {
  const transactions = documents.flatMap(({ value }) => (isTransaction(value) ? [value] : []))
  const kept = new Set<string>()
  const openings = 6
  for (const { id, number, fields } of transactions) {
    if (number <= openings || String(fields.TxnDate) >= '2026-02-01') kept.add(id)
  }
  for (let size = 0; size < kept.size; ) {
    size = kept.size
    for (const { id, applications } of transactions) {
      const related = [id, ...applications.map(({ to }) => to)]
      if (related.some((each) => kept.has(each))) for (const each of related) kept.add(each)
    }
  }
  return documents.filter(({ id, value }) => !isTransaction(value) || kept.has(id))
}

function isTransaction(value: Document['value']): value is Transaction {
  return typeof value === 'object' && value !== null && 'applications' in value
}

type Command = (company: Company, random: SeededRandom) => Promise<string | undefined> | string

function addRequest(kind: string, content: string): string {
  return `<${kind}AddRq><${kind}Add>${content}</${kind}Add></${kind}AddRq>`
}

function day(random: SeededRandom): string {
  return `2026-02-${String(1 + random.below(28)).padStart(2, '0')}`
}

/** Returns half of the time a rate, close to 1 or far away. */
function rate(random: SeededRandom): string {
  if (random.below(2) === 0) return ''
  return tag(
    'ExchangeRate',
    random.pick(['1', '0.7283', '1.105', '1.3333', '0.0067', (0.5 + random.next()).toFixed(5)]),
  )
}

function head(random: SeededRandom, field: string, names: (market: Market) => readonly string[]): string {
  return ref(field, random.pick(names(random.pick(markets)))) + tag('TxnDate', day(random))
}

function sale(kind: string): Command {
  return (_company, random) => {
    const lines = random.some(3, () => {
      const item = ref('ItemRef', random.pick(soldInMonths)) + tag('Quantity', String(1 + random.below(9)))
      const amount = random.below(2) === 0 ? '' : tag('Amount', random.cents(300).toFixed(2))
      return tag(`${kind}LineAdd`, item + amount)
    })
    const tax = random.below(3) === 0 ? ref('ItemSalesTaxRef', 'Sales Tax') : ''
    return addRequest(kind, head(random, 'CustomerRef', (each) => each.customers) + tax + rate(random) + lines.join(''))
  }
}

function purchaseLines(random: SeededRandom): string {
  const expenses = random.some(2, () => {
    const account = ref('AccountRef', random.pick(['Rent', 'Travel', 'Shipping and Postage']))
    return tag('ExpenseLineAdd', account + tag('Amount', random.cents(200).toFixed(2)))
  })
  const items = random.some(2, () => {
    const item = ref('ItemRef', random.pick(goods)[0]) + tag('Quantity', String(1 + random.below(20)))
    return tag('ItemLineAdd', item + tag('Cost', random.cents(40).toFixed(2)))
  })
  return (random.below(2) === 0 ? expenses : items).join('')
}

function purchase(kind: string): Command {
  return (_company, random) =>
    addRequest(kind, head(random, 'VendorRef', (each) => each.vendors) + rate(random) + purchaseLines(random))
}

function spend(kind: string, account: (market: Market) => string): Command {
  return (_company, random) => {
    const market = random.pick(markets)
    const payee = random.below(3) === 0 ? '' : ref('PayeeEntityRef', random.pick(market.vendors))
    const from = ref('AccountRef', account(random.below(4) === 0 ? random.pick(markets) : market))
    return addRequest(kind, from + payee + tag('TxnDate', day(random)) + rate(random) + purchaseLines(random))
  }
}

async function findOne(company: Company, random: SeededRandom, kind: string): Promise<Element | undefined> {
  const records = await findRecords(company, kind)
  return records.length === 0 ? undefined : random.pick(records)
}

function getRef(record: Element, name: string, as = name): string {
  const reference = child(record, name)
  return tag(as, tag('ListID', reference && childText(reference, 'ListID')))
}

function choosePaid(random: SeededRandom, due: number): string {
  return (random.below(2) === 0 ? due : Math.min(due, random.cents(200))).toFixed(2)
}

function toCredit(credit: Element | undefined, random: SeededRandom): string {
  if (credit === undefined || random.below(2) === 0) return ''
  const amount = tag('AppliedAmount', random.cents(30).toFixed(2))
  return tag('SetCredit', tag('CreditTxnID', childText(credit, 'TxnID')) + amount)
}

/** Returns the credits of a paper's customer or vendor. */
async function findCredit(company: Company, random: SeededRandom, kind: string, paper: Element, name: string) {
  const credits = (await findRecords(company, kind)).filter((each) => getRef(each, name) === getRef(paper, name))
  return credits.length === 0 ? undefined : random.pick(credits)
}

const receive: Command = async (company, random) => {
  const invoice = await findOne(company, random, 'Invoice')
  if (invoice === undefined) return undefined
  const paid = choosePaid(random, Number(childText(invoice, 'BalanceRemaining')))
  const credit = toCredit(await findCredit(company, random, 'CreditMemo', invoice, 'CustomerRef'), random)
  const discount =
    random.below(4) === 0 ? tag('DiscountAmount', '0.37') + ref('DiscountAccountRef', 'Discounts Given') : ''
  const applied = tag('TxnID', childText(invoice, 'TxnID')) + tag('PaymentAmount', paid) + credit + discount
  const total = tag('TotalAmount', (Number(paid) + random.below(3)).toFixed(2))
  const content = getRef(invoice, 'CustomerRef') + tag('TxnDate', day(random)) + total + rate(random)
  return addRequest('ReceivePayment', content + tag('AppliedToTxnAdd', applied))
}

const payBill: Command = async (company, random) => {
  const bill = await findOne(company, random, 'Bill')
  if (bill === undefined) return undefined
  const paid = choosePaid(random, Number(childText(bill, 'OpenAmount')))
  const credit = toCredit(await findCredit(company, random, 'VendorCredit', bill, 'VendorRef'), random)
  const discount =
    random.below(4) === 0 ? tag('DiscountAmount', '0.37') + ref('DiscountAccountRef', 'Interest Income') : ''
  const applied = tag('TxnID', childText(bill, 'TxnID')) + tag('PaymentAmount', paid) + credit + discount
  const bank = ref('BankAccountRef', random.pick(markets).bank) + tag('IsToBePrinted', 'true')
  const payee = getRef(bill, 'VendorRef', 'PayeeEntityRef') + getRef(bill, 'APAccountRef')
  const content = payee + tag('TxnDate', day(random)) + bank + rate(random)
  return addRequest('BillPaymentCheck', content + tag('AppliedToTxnAdd', applied))
}

const refund: Command = async (company, random) => {
  const credit = await findOne(company, random, random.pick(['CreditMemo', 'ReceivePayment']))
  if (credit === undefined) return undefined
  const left = Number(childText(credit, 'CreditRemaining') ?? childText(credit, 'UnusedPayment'))
  const applied = tag('TxnID', childText(credit, 'TxnID')) + tag('RefundAmount', choosePaid(random, left))
  const content = getRef(credit, 'CustomerRef') + ref('RefundFromAccountRef', random.pick(markets).bank)
  return addRequest(
    'ARRefundCreditCard',
    content +
      getRef(credit, 'ARAccountRef') +
      tag('TxnDate', day(random)) +
      rate(random) +
      tag('RefundAppliedToTxnAdd', applied),
  )
}

const deposit: Command = async (company, random) => {
  const waiting = (await sendXml(company, '<ReceivePaymentToDepositQueryRq/>')).elements
  const market = random.pick(markets)
  const payments = waiting
    .filter((each) => getRefName(each, 'CurrencyRef') === market.currency)
    .slice(0, 1 + random.below(3))
  const lines = payments.map((each) => tag('DepositLineAdd', tag('PaymentTxnID', childText(each, 'TxnID'))))
  const free = tag('DepositLineAdd', ref('AccountRef', 'Interest Income') + tag('Amount', random.cents(50).toFixed(2)))
  const bank = ref('DepositToAccountRef', random.below(4) === 0 ? 'Checking' : market.bank)
  const back =
    random.below(4) === 0 ? tag('CashBackInfoAdd', ref('AccountRef', 'Petty Cash') + tag('Amount', '0.50')) : ''
  const content = tag('TxnDate', day(random)) + bank + back + ref('CurrencyRef', market.currency) + rate(random)
  return addRequest('Deposit', content + lines.join('') + (random.below(2) === 0 ? free : ''))
}

function getRefName(record: Element, name: string): string | undefined {
  const reference = child(record, name)
  return reference && childText(reference, 'FullName')
}

const transfer: Command = (_company, random) => {
  const accounts = ref('TransferFromAccountRef', random.pick(markets).bank)
  const to = ref('TransferToAccountRef', random.pick([...markets.map(({ bank }) => bank), 'Savings']))
  const amount = tag('Amount', random.cents(400).toFixed(2))
  return addRequest('Transfer', tag('TxnDate', day(random)) + accounts + to + amount)
}

const journal: Command = (_company, random) => {
  const market = random.pick(markets)
  const code = { Euro: ' - EUR', 'Canadian Dollar': ' - CAD' }[market.currency] ?? ''
  const amount = tag('Amount', random.cents(500).toFixed(2))
  const control = random.pick([
    ref('AccountRef', `Accounts Receivable${code}`) + amount + ref('EntityRef', random.pick(market.customers)),
    ref('AccountRef', `Accounts Payable${code}`) + amount + ref('EntityRef', random.pick(market.vendors)),
    ref('AccountRef', market.bank) + amount,
  ])
  const other = ref('AccountRef', random.pick(['Rent', 'Travel', 'Checking', 'Exchange Gain or Loss'])) + amount
  const [debit, credit] = random.below(2) === 0 ? [control, other] : [other, control]
  const lines = tag('JournalDebitLine', debit) + tag('JournalCreditLine', credit)
  const mode = random.pick([
    tag('IsHomeCurrencyAdjustment', 'true'),
    tag('IsAmountsEnteredInHomeCurrency', 'true') + ref('CurrencyRef', market.currency) + rate(random),
    ref('CurrencyRef', market.currency) + rate(random),
  ])
  return addRequest('JournalEntry', tag('TxnDate', day(random)) + mode + lines)
}

/** Changes a paper's rate, its date, or its lines, of which the first is dropped. */
const change: Command = async (company, random) => {
  const kind = random.pick(['Invoice', 'CreditMemo', 'Bill', 'ReceivePayment', 'BillPaymentCheck'])
  const record = await findOne(company, random, kind)
  if (record === undefined) return undefined
  const newRate = tag('ExchangeRate', (0.5 + random.next()).toFixed(4))
  const dated = tag('TxnDate', day(random))
  const stem = kind === 'Bill' ? 'ItemLine' : `${kind}Line`
  const isLined = kind !== 'ReceivePayment' && kind !== 'BillPaymentCheck'
  const lines = isLined && random.below(2) === 0 ? keptLines(record, stem, 1) : ''
  return mod(kind, record, random.pick([newRate, dated, dated + newRate]) + lines)
}

const removed = [
  ['Invoice', 'Del'],
  ['Invoice', 'Void'],
  ['ReceivePayment', 'Del'],
  ['CreditMemo', 'Void'],
  ['Bill', 'Void'],
  ['BillPaymentCheck', 'Del'],
  ['BillPaymentCheck', 'Void'],
  ['Check', 'Void'],
  ['Deposit', 'Del'],
] as const

const remove: Command = async (company, random) => {
  const [kind, verb] = random.pick(removed)
  const record = await findOne(company, random, kind)
  if (record === undefined) return undefined
  return tag(`Txn${verb}Rq`, tag(`Txn${verb}Type`, kind) + tag('TxnID', childText(record, 'TxnID')))
}

const commands: readonly Command[] = [
  sale('Invoice'),
  sale('Invoice'),
  sale('CreditMemo'),
  sale('SalesReceipt'),
  purchase('Bill'),
  purchase('Bill'),
  purchase('VendorCredit'),
  spend('Check', ({ bank }) => bank),
  spend('CreditCardCharge', ({ card }) => card),
  receive,
  receive,
  receive,
  payBill,
  payBill,
  payBill,
  refund,
  deposit,
  transfer,
  journal,
  journal,
  change,
  change,
  remove,
]
