import { childrenByName, childText, type Element } from '@bridge/qbxml'
import type { Company } from '../src/company/company.ts'
import { findRecords, ref, tag } from './commands.fixture.ts'
import { messageSet, sendXml } from './company.fixture.ts'
import type { SeededRandom } from './seeded-random.fixture.ts'

const customers = ['Smith', 'Smith:Attic', 'Smith:Barn', 'Jones', 'Brown'] as const
const vendors = ['Forge', 'City Power'] as const
const classes = ['North', 'South', undefined] as const
const sold = ['Advice', 'Repair', 'Bolt', 'Nut'] as const
const spentOn = [
  'Rent',
  'Rent:Barn',
  'Rent:Office',
  'Utilities',
  'Interest Expense',
  'Prepaid Insurance',
  'Service Income',
] as const

/** Adds the lists the random transactions name. */
export async function addLists(company: Company): Promise<void> {
  const requests = [
    ...customers.map((name) => {
      const [parent, job] = name.split(':')
      return addRequest(
        'Customer',
        job === undefined ? tag('Name', name) : tag('Name', job) + ref('ParentRef', parent ?? ''),
      )
    }),
    ...vendors.map((name) => addRequest('Vendor', tag('Name', name))),
    ...['Barn', 'Office'].map((name) =>
      addRequest('Account', tag('Name', name) + ref('ParentRef', 'Rent') + tag('AccountType', 'Expense')),
    ),
    addRequest('Class', tag('Name', 'North')),
    addRequest('Class', tag('Name', 'South')),
    ...['Advice', 'Repair'].map((name, index) => {
      const account = ref('AccountRef', index === 0 ? 'Service Income' : 'Consulting Income')
      return addRequest('ItemService', tag('Name', name) + tag('SalesOrPurchase', tag('Price', '45.00') + account))
    }),
    ...['Bolt', 'Nut'].map((name) => {
      const accounts = `${ref('IncomeAccountRef', 'Product Income')}${tag('PurchaseCost', '1.25')}${ref('COGSAccountRef', 'Cost of Goods Sold')}${ref('AssetAccountRef', 'Inventory Asset')}`
      return addRequest('ItemInventory', `${tag('Name', name)}${tag('SalesPrice', '3.00')}${accounts}`)
    }),
  ]
  const outcome = await company.exchange(messageSet(requests.join('')))
  if (!outcome.sent || outcome.lost || outcome.response.includes('"Error"')) throw new Error(JSON.stringify(outcome))
}

function addRequest(kind: string, content: string): string {
  return `<${kind}AddRq><${kind}Add>${content}</${kind}Add></${kind}AddRq>`
}

/** Enters random transactions from the two hundred days before the tests' date. Some are rejected. */
export async function enterTransactions(company: Company, random: SeededRandom, count: number): Promise<void> {
  for (let entered = 0; entered < count; entered++) await random.pick(commands)(company, random)
}

type Command = (company: Company, random: SeededRandom) => Promise<unknown>

function saleLine(random: SeededRandom): string {
  const amount = (random.cents(300) * (random.below(8) === 0 ? -1 : 1)).toFixed(2)
  const className = random.pick(classes)
  const classRef = className === undefined ? '' : ref('ClassRef', className)
  return `${ref('ItemRef', random.pick(sold))}${tag('Quantity', String(1 + random.below(9)))}${classRef}${tag('Amount', amount)}`
}

function sale(kind: string): Command {
  return (company, random) => {
    const lines = random.some(3, () => tag(`${kind}LineAdd`, saleLine(random))).join('')
    const tax = random.below(2) === 0 && kind !== 'Estimate' ? ref('ItemSalesTaxRef', 'Sales Tax') : ''
    const due = kind === 'Invoice' ? tag('DueDate', random.day()) : ''
    const head = `${ref('CustomerRef', random.pick(customers))}${tag('TxnDate', random.day())}${due}${tax}`
    return sendXml(company, addRequest(kind, head + lines))
  }
}

function purchase(kind: string, head: (random: SeededRandom) => string): Command {
  return (company, random) => {
    const expenses = random.some(2, () => {
      const customer = random.below(3) === 0 ? ref('CustomerRef', random.pick(customers)) : ''
      const amount = tag('Amount', random.cents(200).toFixed(2))
      return tag('ExpenseLineAdd', `${ref('AccountRef', random.pick(spentOn))}${amount}${customer}`)
    })
    const goods = random.some(2, () => {
      const item = ref('ItemRef', random.pick(['Bolt', 'Nut']))
      return tag(
        'ItemLineAdd',
        item + tag('Quantity', String(1 + random.below(20))) + tag('Cost', random.cents(3).toFixed(2)),
      )
    })
    const lines = random.below(2) === 0 ? expenses : goods
    return sendXml(company, addRequest(kind, head(random) + lines.join('')))
  }
}

async function findOne(company: Company, random: SeededRandom, kind: string): Promise<Element | undefined> {
  const records = await findRecords(company, kind)
  return records.length === 0 ? undefined : random.pick(records)
}

function getRef(record: Element, name: string): string {
  const [reference] = childrenByName(record, name)
  return tag(name, tag('ListID', reference && childText(reference, 'ListID')))
}

const receive: Command = async (company, random) => {
  const invoice = await findOne(company, random, 'Invoice')
  if (invoice === undefined) return
  const owed = Number(childText(invoice, 'BalanceRemaining'))
  const paid = random.below(2) === 0 ? owed : Math.min(owed, random.cents(100))
  const discount =
    random.below(4) === 0 ? tag('DiscountAmount', '0.37') + ref('DiscountAccountRef', 'Discounts Given') : ''
  const applied = tag('TxnID', childText(invoice, 'TxnID')) + tag('PaymentAmount', paid.toFixed(2)) + discount
  const head = `${getRef(invoice, 'CustomerRef')}${tag('TxnDate', random.day())}`
  const total = tag('TotalAmount', (paid + random.below(3)).toFixed(2))
  await sendXml(company, addRequest('ReceivePayment', `${head}${total}${tag('AppliedToTxnAdd', applied)}`))
}

const useCredit: Command = async (company, random) => {
  const [invoice, credit] = [await findOne(company, random, 'Invoice'), await findOne(company, random, 'CreditMemo')]
  if (invoice === undefined || credit === undefined) return
  const set = tag('CreditTxnID', childText(credit, 'TxnID')) + tag('AppliedAmount', random.cents(40).toFixed(2))
  const applied = tag('TxnID', childText(invoice, 'TxnID')) + tag('PaymentAmount', '0.00') + tag('SetCredit', set)
  const head = `${getRef(invoice, 'CustomerRef')}${tag('TxnDate', random.day())}${tag('TotalAmount', '0.00')}`
  await sendXml(company, addRequest('ReceivePayment', `${head}${tag('AppliedToTxnAdd', applied)}`))
}

const refund: Command = async (company, random) => {
  const credit = await findOne(company, random, 'CreditMemo')
  if (credit === undefined) return
  const amount = Math.min(Number(childText(credit, 'CreditRemaining')), random.cents(60)).toFixed(2)
  const applied = tag('TxnID', childText(credit, 'TxnID')) + tag('RefundAmount', amount)
  const head = `${getRef(credit, 'CustomerRef')}${tag('TxnDate', random.day())}`
  await sendXml(company, addRequest('ARRefundCreditCard', `${head}${tag('RefundAppliedToTxnAdd', applied)}`))
}

const payBill: Command = async (company, random) => {
  const [bill, credit] = [await findOne(company, random, 'Bill'), await findOne(company, random, 'VendorCredit')]
  if (bill === undefined) return
  const owed = Number(childText(bill, 'OpenAmount'))
  const used = credit !== undefined && random.below(2) === 0 ? Math.min(owed, random.cents(20)) : 0
  const set =
    used === 0
      ? ''
      : tag(
          'SetCredit',
          tag('CreditTxnID', credit && childText(credit, 'TxnID')) + tag('AppliedAmount', used.toFixed(2)),
        )
  const rest = Math.max(0, owed - used)
  const paid = (random.below(2) === 0 ? rest : Math.min(rest, random.cents(50))).toFixed(2)
  const applied = tag('TxnID', childText(bill, 'TxnID')) + tag('PaymentAmount', paid) + set
  const [vendor] = childrenByName(bill, 'VendorRef')
  const payee = tag('PayeeEntityRef', tag('ListID', vendor && childText(vendor, 'ListID')))
  const bank = ref('BankAccountRef', 'Checking') + tag('IsToBePrinted', 'true')
  const content = `${payee}${tag('TxnDate', random.day())}${bank}${tag('AppliedToTxnAdd', applied)}`
  await sendXml(company, addRequest('BillPaymentCheck', content))
}

const journal: Command = (company, random) => {
  const amount = tag('Amount', random.cents(500).toFixed(2))
  const open = random.pick(['Accounts Receivable', 'Accounts Payable', 'Savings'])
  const name = random.pick(open === 'Accounts Payable' ? vendors : customers)
  const one = ref('AccountRef', open) + amount + ref('EntityRef', name)
  const other = ref('AccountRef', random.pick([...spentOn, 'Owners Draw'])) + amount
  const [debit, credit] = random.below(2) === 0 ? [one, other] : [other, one]
  const lines = tag('JournalDebitLine', debit) + tag('JournalCreditLine', credit)
  return sendXml(company, addRequest('JournalEntry', tag('TxnDate', random.day()) + lines))
}

const transfer: Command = (company, random) => {
  const accounts = ref('TransferFromAccountRef', 'Checking') + ref('TransferToAccountRef', 'Savings')
  return sendXml(company, addRequest('Transfer', tag('TxnDate', random.day()) + accounts + tag('Amount', '12.00')))
}

const adjust: Command = (company, random) => {
  const count = tag('QuantityAdjustment', tag('QuantityDifference', String(random.below(20) - 6)))
  const line = tag('InventoryAdjustmentLineAdd', ref('ItemRef', random.pick(['Bolt', 'Nut'])) + count)
  const head = ref('AccountRef', 'Inventory Adjustments') + tag('TxnDate', random.day())
  return sendXml(company, addRequest('InventoryAdjustment', head + line))
}

const voidOne: Command = async (company, random) => {
  const kind = random.pick(['Invoice', 'CreditMemo', 'Bill', 'BillPaymentCheck', 'Check'])
  const record = await findOne(company, random, kind)
  if (record === undefined) return
  await sendXml(company, tag('TxnVoidRq', tag('TxnVoidType', kind) + tag('TxnID', childText(record, 'TxnID'))))
}

function toVendor(random: SeededRandom): string {
  return ref('VendorRef', random.pick(vendors)) + tag('TxnDate', random.day())
}

const commands: readonly Command[] = [
  sale('Invoice'),
  sale('Invoice'),
  sale('Invoice'),
  sale('CreditMemo'),
  sale('SalesReceipt'),
  sale('Estimate'),
  receive,
  receive,
  receive,
  useCredit,
  refund,
  purchase('Bill', toVendor),
  purchase('Bill', toVendor),
  purchase('VendorCredit', toVendor),
  payBill,
  payBill,
  purchase('Check', (random) => {
    const payee = ref('PayeeEntityRef', random.pick([...vendors, ...customers]))
    return ref('AccountRef', 'Checking') + payee + tag('TxnDate', random.day())
  }),
  purchase('CreditCardCharge', (random) => {
    const payee = ref('PayeeEntityRef', random.pick(vendors))
    return ref('AccountRef', 'Company Credit Card') + payee + tag('TxnDate', random.day())
  }),
  journal,
  journal,
  transfer,
  adjust,
  voidOne,
]
