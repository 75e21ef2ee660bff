import { childrenByName, childText, type Element } from '@bridge/qbxml'
import Big from 'big.js'
import { describe, expect, it } from 'vitest'
import { getPostedChanges, only, openTestCompany, sendXml, texts } from '../../test/company.fixture.ts'
import type { Company } from '../company/company.ts'

function starter() {
  return openTestCompany({ template: 'starter' }).company
}
function customer(name = 'Foothill Fitness') {
  return `<CustomerRef><FullName>${name}</FullName></CustomerRef>`
}
function amountLine(stem: string, amount: string) {
  return `<${stem}><ItemRef><FullName>Consulting</FullName></ItemRef><Amount>${amount}</Amount></${stem}>`
}
async function addCredit(company: Company, amount: string, name?: string) {
  return only(
    await sendXml(
      company,
      `<CreditMemoAddRq><CreditMemoAdd>${customer(name)}${amountLine('CreditMemoLineAdd', amount)}</CreditMemoAdd></CreditMemoAddRq>`,
    ),
  )
}
function useCredit(credit: Element, applied: string, more = '') {
  return `<SetCredit><CreditTxnID>${childText(credit, 'TxnID')}</CreditTxnID><AppliedAmount>${applied}</AppliedAmount>${more}</SetCredit>`
}
function invoice(fields: string, amount: string) {
  return `<InvoiceAddRq><InvoiceAdd>${customer()}${fields}${amountLine('InvoiceLineAdd', amount)}</InvoiceAdd></InvoiceAddRq>`
}
async function read(company: Company, kind: string, record: Element) {
  return only(
    await sendXml(
      company,
      `<${kind}QueryRq><TxnID>${childText(record, 'TxnID')}</TxnID><IncludeLinkedTxns>true</IncludeLinkedTxns></${kind}QueryRq>`,
    ),
  )
}
function links(record: Element) {
  return childrenByName(record, 'LinkedTxn').map((link) => texts(link, 'TxnID', 'TxnType', 'Amount'))
}
async function readBalance(company: Company, name: string) {
  return new Big(
    childText(
      only(await sendXml(company, `<CustomerQueryRq><FullName>${name}</FullName></CustomerQueryRq>`)),
      'Balance',
    ) ?? 0,
  )
}

describe('a credit memo', () => {
  it('reduces the balance of the customer and posts in reverse', async () => {
    const company = starter()
    const before = await readBalance(company, 'Foothill Fitness')
    const posted = await getPostedChanges(company, async () => {
      expect(texts(await addCredit(company, '80.00'), 'TotalAmount', 'CreditRemaining')).toEqual(['80.00', '80.00'])
    })
    expect(posted).toEqual({ 'Accounts Receivable': '-80.00', 'Consulting Income': '80.00' })
    expect((await readBalance(company, 'Foothill Fitness')).minus(before).toFixed(2)).toBe('-80.00')
  })

  it('pays an invoice that uses it, and links both ways', async () => {
    const company = starter()
    const credit = await addCredit(company, '80.00')
    const paid = only(await sendXml(company, invoice(useCredit(credit, '50.00'), '120.00')))
    expect(texts(paid, 'AppliedAmount', 'BalanceRemaining', 'IsPaid')).toEqual(['-50.00', '70.00', 'false'])
    expect(links(paid)).toEqual([[childText(credit, 'TxnID'), 'CreditMemo', '-50.00']])
    const used = await read(company, 'CreditMemo', credit)
    expect(texts(used, 'CreditRemaining')).toEqual(['30.00'])
    expect(links(used)).toEqual([[childText(paid, 'TxnID'), 'Invoice', '50.00']])
  })

  it('a credit memo is modified when it is used', async () => {
    const { company, advance } = openTestCompany({ template: 'starter' })
    const credit = await addCredit(company, '80.00')
    advance(60)
    await sendXml(company, invoice(useCredit(credit, '50.00'), '120.00'))
    const used = await read(company, 'CreditMemo', credit)
    expect(Number(childText(used, 'EditSequence')) - Number(childText(credit, 'EditSequence'))).toBe(60)
  })

  it('adds to its earlier use, or replaces it with Override', async () => {
    const company = starter()
    const credit = await addCredit(company, '80.00')
    const first = only(await sendXml(company, invoice(useCredit(credit, '50.00'), '120.00')))
    const mod = (record: Element, fields: string) =>
      `<InvoiceModRq><InvoiceMod><TxnID>${childText(record, 'TxnID')}</TxnID><EditSequence>${childText(record, 'EditSequence')}</EditSequence>${fields}</InvoiceMod></InvoiceModRq>`
    const second = only(await sendXml(company, mod(first, useCredit(credit, '20.00'))))
    expect(texts(second, 'BalanceRemaining')).toEqual(['50.00'])
    const third = only(await sendXml(company, mod(second, useCredit(credit, '10.00', '<Override>true</Override>'))))
    expect(texts(third, 'BalanceRemaining')).toEqual(['110.00'])
  })

  it.each([
    ['more than it has left', '80.01', '200.00'],
    ['more than the invoice', '50.00', '49.99'],
    ['a negative amount', '-1.00', '200.00'],
  ])('rejects %s and stores nothing', async (_what, applied, amount) => {
    const company = starter()
    const credit = await addCredit(company, '80.00')
    const before = await company.recordCount()
    expect(await sendXml(company, invoice(useCredit(credit, applied), amount))).toMatchObject({
      statusCode: 3210,
      elements: [],
    })
    expect(await company.recordCount()).toBe(before)
    expect(texts(await read(company, 'CreditMemo', credit), 'CreditRemaining')).toEqual(['80.00'])
  })

  it('rejects an invoice of another customer', async () => {
    const company = starter()
    const credit = await addCredit(company, '80.00', 'Harbor Café')
    expect((await sendXml(company, invoice(useCredit(credit, '50.00'), '120.00'))).statusCode).toBe(3210)
  })

  it('reopens the invoice when it is voided or deleted', async () => {
    for (const take of ['Void', 'Del']) {
      const company = starter()
      const credit = await addCredit(company, '80.00')
      const paid = only(await sendXml(company, invoice(useCredit(credit, '50.00'), '120.00')))
      const xml = `<Txn${take}Rq><Txn${take}Type>CreditMemo</Txn${take}Type><TxnID>${childText(credit, 'TxnID')}</TxnID></Txn${take}Rq>`
      expect((await sendXml(company, xml)).statusCode).toBe(0)
      const open = await read(company, 'Invoice', paid)
      expect(texts(open, 'AppliedAmount', 'BalanceRemaining')).toEqual(['0.00', '120.00'])
      expect(links(open)).toEqual([])
    }
  })
})
