import { type Company, memoryStorage, openCompany } from '@bridge/emulator'
import { childrenByName, childText, type Element, parseMessageSetResponse } from '@bridge/qbxml'
import { readRecord } from '@bridge/translation'
import { expect, it } from 'vitest'
import { findTable } from './find-dropped.ts'

function open(returnsSeenForms: boolean): Company {
  const company = openCompany({
    storage: memoryStorage(),
    clock: () => new Date('2026-03-02T09:00:00Z'),
    random: () => 0.5,
    template: 'sample',
  })
  company.switches.returnsSeenForms = returnsSeenForms
  return company
}

async function ask(company: Company, requests: string): Promise<readonly Element[]> {
  const outcome = await company.exchange(
    `<?xml version="1.0"?><?qbxml version="13.0"?><QBXML><QBXMLMsgsRq onError="stopOnError">${requests}</QBXMLMsgsRq></QBXML>`,
  )
  if (!outcome.sent || outcome.lost) throw new Error('no response')
  const { responses } = parseMessageSetResponse(outcome.response)
  const failed = responses.find(({ statusSeverity }) => statusSeverity === 'Error')
  if (failed !== undefined) throw new Error(failed.statusMessage)
  return responses.flatMap(({ elements }) => elements)
}

const included = '<IncludeLineItems>true</IncludeLineItems>'

it.each(['Invoice', 'Bill', 'VendorCredit', 'CreditMemo', 'Estimate', 'PurchaseOrder'])(
  'reads a linked %s alike, whatever the sign of its links',
  async (kind) => {
    const query = `<${kind}QueryRq>${included}<IncludeLinkedTxns>true</IncludeLinkedTxns></${kind}QueryRq>`
    const [documented, seen] = [await ask(open(false), query), await ask(open(true), query)]
    const [linked] = documented.filter((record) => childrenByName(record, 'LinkedTxn').length > 0)
    if (linked !== undefined) expect(seen).not.toEqual(documented)
    expect(readAll(seen)).toEqual(readAll(documented))
  },
)

it('reads a refund alike with and without what remains of its credit', async () => {
  const refund = async (company: Company) => {
    const credits = await ask(company, '<CreditMemoQueryRq></CreditMemoQueryRq>')
    const credit = credits.find((each) => Number(childText(each, 'CreditRemaining')) > 1)
    const customer = credit?.children.find(({ name }) => name === 'CustomerRef')
    if (credit === undefined || customer === undefined) throw new Error('no credit')
    const ref = `<CustomerRef><ListID>${childText(customer, 'ListID')}</ListID></CustomerRef>`
    const applied = `<RefundAppliedToTxnAdd><TxnID>${childText(credit, 'TxnID')}</TxnID><RefundAmount>1.00</RefundAmount></RefundAppliedToTxnAdd>`
    return ask(
      company,
      `<ARRefundCreditCardAddRq><ARRefundCreditCardAdd>${ref}${applied}</ARRefundCreditCardAdd></ARRefundCreditCardAddRq>`,
    )
  }
  const [documented, seen] = [await refund(open(false)), await refund(open(true))]
  expect(JSON.stringify(documented)).toContain('CreditRemaining')
  expect(JSON.stringify(seen)).not.toContain('CreditRemaining')
  expect(readAll(seen)).toEqual(readAll(documented))
})

it('reads the bill payment of nothing that stays after its credits', async () => {
  const company = open(true)
  const bills = await ask(company, '<BillQueryRq></BillQueryRq>')
  const bill = bills.find((each) => childText(each, 'IsPaid') === 'false')
  const vendor = bill?.children.find(({ name }) => name === 'VendorRef')
  const accounts = await ask(company, '<AccountQueryRq><AccountType>Bank</AccountType></AccountQueryRq>')
  const [bank] = accounts
  const content = `<PayeeEntityRef><ListID>${vendor && childText(vendor, 'ListID')}</ListID></PayeeEntityRef><BankAccountRef><ListID>${bank && childText(bank, 'ListID')}</ListID></BankAccountRef><IsToBePrinted>false</IsToBePrinted><AppliedToTxnAdd><TxnID>${bill && childText(bill, 'TxnID')}</TxnID><PaymentAmount>0.00</PaymentAmount></AppliedToTxnAdd>`
  await ask(
    company,
    `<BillPaymentCheckAddRq><BillPaymentCheckAdd>${content}</BillPaymentCheckAdd></BillPaymentCheckAddRq>`,
  )
  const payments = await ask(company, `<BillPaymentCheckQueryRq>${included}</BillPaymentCheckQueryRq>`)
  const stubs = payments.filter((each) => childText(each, 'Amount') === '0.00')
  expect(readAll(stubs)).toEqual([expect.objectContaining({ TotalAmt: 0, PayType: 'Check' })])
})

function readAll(records: readonly Element[]) {
  return records.map((record) => {
    const table = findTable(record.name)
    if (table === undefined) throw new Error(`${record.name} has no entity`)
    return readRecord(table, record, {})
  })
}
