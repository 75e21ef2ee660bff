import { beforeEach, expect, it } from 'vitest'
import { openTestCompany, sendXml, texts } from '../../test/company.fixture.ts'
import type { Company } from '../company/company.ts'

let company: Company
beforeEach(async () => {
  company = openTestCompany({ template: 'starter' }).company
  for (const fields of [
    '<Name>Smith</Name><CreditLimit>500.00</CreditLimit>',
    '<Name>Attic</Name><ParentRef><FullName>Smith</FullName></ParentRef>',
  ]) {
    await sendXml(company, `<CustomerAddRq><CustomerAdd>${fields}</CustomerAdd></CustomerAddRq>`)
  }
})

function invoice(customer: string, amount: string): string {
  const line = `<InvoiceLineAdd><ItemRef><FullName>Consulting</FullName></ItemRef><Amount>${amount}</Amount></InvoiceLineAdd>`
  return `<InvoiceAddRq><InvoiceAdd><CustomerRef><FullName>${customer}</FullName></CustomerRef>${line}</InvoiceAdd></InvoiceAddRq>`
}

it('rejects an invoice that exceeds the credit limit of the customer, and stores nothing', async () => {
  expect((await sendXml(company, invoice('Smith', '500.00'))).statusCode).toBe(0)
  const before = await company.recordCount()
  expect(await sendXml(company, invoice('Smith', '0.01'))).toMatchObject({
    statusCode: 3180,
    statusMessage:
      'There was an error when saving a Invoice.  QuickBooks error message: The credit limit for the name on this transaction has been exceeded.',
    elements: [],
  })
  expect(await company.recordCount()).toBe(before)
})

it('counts the invoices of jobs towards the limit of their customer', async () => {
  expect((await sendXml(company, invoice('Smith:Attic', '400.00'))).statusCode).toBe(0)
  expect((await sendXml(company, invoice('Smith', '100.01'))).statusCode).toBe(3180)
  expect((await sendXml(company, invoice('Smith:Attic', '100.01'))).statusCode).toBe(3180)
})

it('allows a change that does not raise the balance', async () => {
  const { elements } = await sendXml(company, invoice('Smith', '500.00'))
  const [id, token] = elements[0] === undefined ? [] : texts(elements[0], 'TxnID', 'EditSequence')
  const limit = await sendXml(company, '<CustomerQueryRq><FullName>Smith</FullName></CustomerQueryRq>')
  const [customer, customerToken] =
    limit.elements[0] === undefined ? [] : texts(limit.elements[0], 'ListID', 'EditSequence')
  const lower = `<ListID>${customer}</ListID><EditSequence>${customerToken}</EditSequence><CreditLimit>1.00</CreditLimit>`
  await sendXml(company, `<CustomerModRq><CustomerMod>${lower}</CustomerMod></CustomerModRq>`)
  const memo = `<TxnID>${id}</TxnID><EditSequence>${token}</EditSequence><Memo>x</Memo>`
  expect((await sendXml(company, `<InvoiceModRq><InvoiceMod>${memo}</InvoiceMod></InvoiceModRq>`)).statusCode).toBe(0)
})

it('the credit limit is not checked in a file without credit limits', async () => {
  company.switches.checksCreditLimits = false
  expect((await sendXml(company, invoice('Smith', '500.01'))).statusCode).toBe(0)
})
