import { childrenByName, type Element } from '@bridge/qbxml'
import Big from 'big.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sendXml } from '../../test/company.fixture.ts'
import { deleting, ledger, openPurchases, ref, textAt, toMod, voiding } from '../../test/purchases.fixture.ts'
import type { Company } from '../company/company.ts'
import { trialBalance } from '../company/trial-balance.ts'

type Command = (company: Company) => Promise<unknown>

const vendors = ['Paper Mill', 'City Power']
function cents(min: number, max: number) {
  return fc.integer({ min, max }).map((value) => (value / 100).toFixed(2))
}
const index = fc.nat({ max: 9 })
const vendor = fc.constantFrom(...vendors)
function tag(name: string, text: string | undefined) {
  return text === undefined ? '' : `<${name}>${text}</${name}>`
}

function add(kind: string, fields: string): Command {
  const xml = `<${kind}AddRq><${kind}Add>${fields}</${kind}Add></${kind}AddRq>`
  return (company) => sendXml(company, xml)
}

async function findRecords(company: Company, kind: string): Promise<readonly Element[]> {
  const lines = kind === 'Transfer' ? '' : '<IncludeLineItems>true</IncludeLineItems>'
  return (await sendXml(company, `<${kind}QueryRq>${lines}</${kind}QueryRq>`)).elements
}

/** Sends a request for a record, if one exists. */
function on(kind: string, at: number, request: (record: Element) => string): Command {
  return async (company) => {
    const records = await findRecords(company, kind)
    const record = records[at % Math.max(1, records.length)]
    if (record !== undefined) await sendXml(company, request(record))
  }
}

function expense(accounts: readonly string[]) {
  return fc
    .tuple(fc.constantFrom(...accounts), cents(-500, 20000))
    .map(([account, amount]) => `${ref('AccountRef', account)}<Amount>${amount}</Amount>`)
}

const item = fc
  .record(
    {
      name: fc.constantFrom('Cleaning', 'Paper', 'Lamp'),
      quantity: cents(0, 900),
      cost: cents(0, 5000),
      amount: cents(0, 9000),
    },
    { requiredKeys: ['name'] },
  )
  .map(
    ({ name, quantity, cost, amount }) =>
      `${ref('ItemRef', name)}${tag('Quantity', quantity)}${tag('Cost', cost)}${tag('Amount', amount)}`,
  )

function purchaseLines(accounts: readonly string[]) {
  return fc
    .tuple(fc.array(expense(accounts), { maxLength: 3 }), fc.array(item, { maxLength: 3 }))
    .map(
      ([expenses, items]) =>
        expenses.map((each) => `<ExpenseLineAdd>${each}</ExpenseLineAdd>`).join('') +
        items.map((each) => `<ItemLineAdd>${each}</ItemLineAdd>`).join(''),
    )
}

const headers = new Map([
  ['Bill', (name: string) => ref('VendorRef', name)],
  ['VendorCredit', (name: string) => ref('VendorRef', name)],
  ['Check', (name: string) => `${ref('AccountRef', 'Checking')}${ref('PayeeEntityRef', name)}`],
  ['CreditCardCharge', (name: string) => `${ref('AccountRef', 'Company Credit Card')}${ref('PayeeEntityRef', name)}`],
  ['CreditCardCredit', (name: string) => `${ref('AccountRef', 'Company Credit Card')}${ref('PayeeEntityRef', name)}`],
])
const purchaseKinds = [...headers.keys()]

const order = fc
  .tuple(vendor, fc.constantFrom('Lamp', 'Paper'), cents(1, 900))
  .map(([name, what, quantity]) =>
    add(
      'PurchaseOrder',
      `${ref('VendorRef', name)}<PurchaseOrderLineAdd>${ref('ItemRef', what)}<Quantity>${quantity}</Quantity></PurchaseOrderLineAdd>`,
    ),
  )

const receipt = fc
  .tuple(index, vendor)
  .map(([at, name]) =>
    on(
      'PurchaseOrder',
      at,
      (each) =>
        `<BillAddRq><BillAdd>${ref('VendorRef', name)}<LinkToTxnID>${textAt(each, 'TxnID')}</LinkToTxnID></BillAdd></BillAddRq>`,
    ),
  )

const payment = fc
  .record({
    at: index,
    credit: index,
    paid: cents(0, 9000),
    used: cents(0, 3000),
    discount: cents(0, 200),
    card: fc.boolean(),
  })
  .map(
    ({ at, credit, paid, used, discount, card }): Command =>
      async (company) => {
        const bills = await findRecords(company, 'Bill')
        const bill = bills[at % Math.max(1, bills.length)]
        if (bill === undefined) return
        const credits = await findRecords(company, 'VendorCredit')
        const source = credits[credit % Math.max(1, credits.length)]
        const set =
          source &&
          `<SetCredit><CreditTxnID>${textAt(source, 'TxnID')}</CreditTxnID><AppliedAmount>${used}</AppliedAmount></SetCredit>`
        const off = `<DiscountAmount>${discount}</DiscountAmount>${ref('DiscountAccountRef', 'Interest Income')}`
        const line = `<AppliedToTxnAdd><TxnID>${textAt(bill, 'TxnID')}</TxnID><PaymentAmount>${paid}</PaymentAmount>${set ?? ''}${off}</AppliedToTxnAdd>`
        const payee = ref('PayeeEntityRef', textAt(bill, 'VendorRef/FullName') ?? '')
        await (card
          ? add('BillPaymentCreditCard', `${payee}${ref('CreditCardAccountRef', 'Company Credit Card')}${line}`)
          : add(
              'BillPaymentCheck',
              `${payee}${ref('BankAccountRef', 'Checking')}<IsToBePrinted>true</IsToBePrinted>${line}`,
            ))(company)
      },
  )

const received = cents(1, 9000).map((amount) =>
  add(
    'ReceivePayment',
    `${ref('CustomerRef', 'Amber Bakery')}<TotalAmount>${amount}</TotalAmount><IsAutoApply>false</IsAutoApply>`,
  ),
)

const deposit = fc.tuple(index, cents(0, 4000), cents(0, 2000)).map(
  ([at, amount, cash]): Command =>
    async (company) => {
      const payments = await findRecords(company, 'ReceivePayment')
      const lines = payments
        .slice(at, at + 2)
        .map((each) => `<DepositLineAdd><PaymentTxnID>${textAt(each, 'TxnID')}</PaymentTxnID></DepositLineAdd>`)
      const back = `<CashBackInfoAdd>${ref('AccountRef', 'Petty Cash')}<Amount>${cash}</Amount></CashBackInfoAdd>`
      const free = `<DepositLineAdd>${ref('AccountRef', 'Interest Income')}<Amount>${amount}</Amount></DepositLineAdd>`
      await add('Deposit', `${ref('DepositToAccountRef', 'Checking')}${back}${lines.join('')}${free}`)(company)
    },
)

function journal(accounts: readonly string[]) {
  return fc
    .tuple(fc.constantFrom(...accounts), cents(0, 9000), cents(0, 9000), vendor)
    .map(([account, first, second, name]) => {
      const side = (which: string, to: string, amount: string) =>
        `<Journal${which}Line>${ref('AccountRef', to)}<Amount>${amount}</Amount>${ref('EntityRef', name)}</Journal${which}Line>`
      const total = Big(first).plus(second).toFixed(2)
      return add(
        'JournalEntry',
        side('Debit', account, first) + side('Credit', 'Checking', total) + side('Debit', 'Rent', second),
      )
    })
}

const transfer = cents(-100, 9000).map((amount) =>
  add(
    'Transfer',
    `${ref('TransferFromAccountRef', 'Checking')}${ref('TransferToAccountRef', 'Savings')}<Amount>${amount}</Amount>`,
  ),
)

const writtenKinds = [...purchaseKinds, 'PurchaseOrder', 'BillPaymentCheck', 'BillPaymentCreditCard', 'JournalEntry']
writtenKinds.push('Deposit', 'ReceivePayment')

const lineNames = ['ExpenseLine', 'ItemLine', 'PurchaseOrderLine', 'DepositLine']

/** Returns a Mod keeping some lines in each table. */
function toShorterMod(record: Element, from: number): string {
  return toMod(
    record,
    lineNames
      .flatMap((name) =>
        childrenByName(record, `${name}Ret`)
          .slice(from)
          .map((line) => `<${name}Mod><TxnLineID>${textAt(line, 'TxnLineID')}</TxnLineID></${name}Mod>`),
      )
      .join(''),
  )
}

const change = fc.oneof(
  fc
    .tuple(fc.constantFrom(...purchaseKinds, 'PurchaseOrder', 'Deposit'), index, fc.nat({ max: 1 }))
    .map(([kind, at, from]) => on(kind, at, (record) => toShorterMod(record, from))),
  fc.tuple(index, cents(0, 9000)).map(([at, amount]) =>
    on('BillPaymentCheck', at, (record) => {
      const bill = textAt(record, 'AppliedToTxnRet/TxnID')
      const line = `<AppliedToTxnMod><TxnID>${bill}</TxnID><PaymentAmount>${amount}</PaymentAmount></AppliedToTxnMod>`
      return toMod(record, bill === undefined ? '<Memo>Noted</Memo>' : line)
    }),
  ),
  fc.tuple(index, vendor).map(([at, name]) => on('Bill', at, (record) => toMod(record, ref('VendorRef', name)))),
  fc
    .tuple(index, cents(0, 9000))
    .map(([at, amount]) => on('ReceivePayment', at, (record) => toMod(record, tag('TotalAmount', amount)))),
  fc.tuple(fc.constantFrom(...writtenKinds), index).map(([kind, at]) => on(kind, at, voiding)),
  fc.tuple(fc.constantFrom(...writtenKinds), index).map(([kind, at]) => on(kind, at, deleting)),
)

function commands(accounts: readonly string[]) {
  return fc.array(
    fc.oneof(
      {
        weight: 3,
        arbitrary: fc
          .tuple(fc.constantFrom(...headers), vendor, purchaseLines(accounts))
          .map(([[kind, header], name, lines]) => add(kind, header(name) + lines)),
      },
      { weight: 3, arbitrary: payment },
      { weight: 3, arbitrary: change },
      order,
      receipt,
      received,
      deposit,
      journal(accounts),
      transfer,
    ),
    { minLength: 1, maxLength: 20 },
  )
}

function sum(values: readonly (string | undefined)[]) {
  return values.reduce((total, value) => total.plus(value ?? 0), Big(0))
}
function texts(records: readonly Element[], path: string) {
  return records.map((each) => textAt(each, path))
}

describe('purchases and banking after any sequence of writes', () => {
  it('purchases and banking after any sequence of writes keep the books, accounts payable and undeposited funds in balance', async () => {
    await fc.assert(
      fc.asyncProperty(commands(['Utilities', 'Rent', 'Accounts Payable']), async (sequence) => {
        const { company } = await openPurchases()
        for (const run of sequence) await run(company)
        expect((await trialBalance(company)).total).toBe('0.00')
        const balances = await ledger(company)
        const owed = sum(texts((await sendXml(company, '<VendorQueryRq/>')).elements, 'Balance'))
        expect(owed.times(-1).toFixed(2)).toBe(Big(balances['Accounts Payable'] ?? 0).toFixed(2))
        const waiting = (await sendXml(company, '<ReceivePaymentToDepositQueryRq/>')).elements
        expect(sum(texts(waiting, 'Amount')).toFixed(2)).toBe(balances['Undeposited Funds'] ?? '0.00')
      }),
      { numRuns: 40 },
    )
  })

  it('purchases and banking after any sequence of writes keep each vendor’s balance equal to its open bills, credits and payments', async () => {
    await fc.assert(
      fc.asyncProperty(commands(['Utilities', 'Rent']), async (sequence) => {
        const { company } = await openPurchases()
        for (const run of sequence) await run(company)
        for (const name of vendors) {
          const of = async (kind: string, field: string) =>
            (await findRecords(company, kind)).filter((each) => textAt(each, `${field}/FullName`) === name)
          const bills = sum(texts(await of('Bill', 'VendorRef'), 'OpenAmount'))
          const credits = sum(texts(await of('VendorCredit', 'VendorRef'), 'OpenAmount'))
          const payments = [
            ...(await of('BillPaymentCheck', 'PayeeEntityRef')),
            ...(await of('BillPaymentCreditCard', 'PayeeEntityRef')),
          ]
          const applied = payments.flatMap((each) => texts(childrenByName(each, 'AppliedToTxnRet'), 'Amount'))
          const unused = sum(texts(payments, 'Amount')).minus(sum(applied))
          const { elements } = await sendXml(company, `<VendorQueryRq><FullName>${name}</FullName></VendorQueryRq>`)
          expect(texts(elements, 'Balance')).toEqual([bills.minus(credits).minus(unused).toFixed(2)])
        }
      }),
      { numRuns: 40 },
    )
  })
})
