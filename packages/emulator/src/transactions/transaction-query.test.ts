import { childText } from '@bridge/qbxml'
import { describe, expect, it } from 'vitest'
import { messageSet, only, openTestCompany, sendRequests, sendXml, texts } from '../../test/company.fixture.ts'
import type { Company } from '../company/company.ts'

function ref(tag: string, name: string) {
  return `<${tag}><FullName>${name}</FullName></${tag}>`
}
async function add(company: Company, kind: string, fields: string) {
  return only(await sendXml(company, `<${kind}AddRq><${kind}Add>${fields}</${kind}Add></${kind}AddRq>`))
}
function receipt(company: Company, number: string, fields = '', item = 'Consulting') {
  return add(
    company,
    'SalesReceipt',
    `${fields}<RefNumber>${number}</RefNumber><SalesReceiptLineAdd>${ref('ItemRef', item)}</SalesReceiptLineAdd>`,
  )
}
async function numbers(company: Company, filter: string) {
  const { elements } = await sendXml(company, `<SalesReceiptQueryRq>${filter}</SalesReceiptQueryRq>`)
  return elements.map((each) => childText(each, 'RefNumber'))
}

/** Adds three receipts, one without a customer; two go to undeposited funds and one to the bank. */
async function withReceipts(): Promise<Company> {
  const { company, advance } = openTestCompany({ template: 'starter' })
  const customer = (name: string) => ref('CustomerRef', name)
  await receipt(company, 'A-1', `${customer('Dunmore Architects')}<TxnDate>2026-03-02</TxnDate>`)
  advance(3600)
  await receipt(company, 'A-2', `${customer('Dunmore Architects:City Hall Model')}<TxnDate>2026-03-01</TxnDate>`)
  advance(3600)
  const checking = `<TxnDate>2026-03-03</TxnDate>`
  await add(
    company,
    'SalesReceipt',
    `${checking}<RefNumber>b-1</RefNumber>${ref('DepositToAccountRef', 'Checking')}<SalesReceiptLineAdd>${ref('ItemRef', 'Design')}</SalesReceiptLineAdd>`,
  )
  return company
}

describe('a query of transactions', () => {
  it('returns transactions by date, then in order of entry', async () => {
    expect(await numbers(await withReceipts(), '')).toEqual(['A-2', 'A-1', 'b-1'])
  })

  it.each([
    ['a customer alone', `<EntityFilter><FullName>Dunmore Architects</FullName></EntityFilter>`, ['A-1']],
    [
      'a customer with its jobs',
      '<EntityFilter><FullNameWithChildren>Dunmore Architects</FullNameWithChildren></EntityFilter>',
      ['A-2', 'A-1'],
    ],
    ['an account that they post to', '<AccountFilter><FullName>Checking</FullName></AccountFilter>', ['b-1']],
    [
      'dates',
      '<TxnDateRangeFilter><FromTxnDate>2026-03-02</FromTxnDate><ToTxnDate>2026-03-03</ToTxnDate></TxnDateRangeFilter>',
      ['A-1', 'b-1'],
    ],
    [
      'times of change',
      '<ModifiedDateRangeFilter><FromModifiedDate>2026-03-16T10:30:00+00:00</FromModifiedDate></ModifiedDateRangeFilter>',
      ['A-2', 'b-1'],
    ],
    [
      'a part of the number, in any case',
      '<RefNumberFilter><MatchCriterion>StartsWith</MatchCriterion><RefNumber>B</RefNumber></RefNumberFilter>',
      ['b-1'],
    ],
    [
      'a range of numbers',
      '<RefNumberRangeFilter><FromRefNumber>a-2</FromRefNumber><ToRefNumber>B-1</ToRefNumber></RefNumberRangeFilter>',
      ['A-2', 'b-1'],
    ],
    ['numbers in any case', '<RefNumber>B-1</RefNumber><RefNumber>a-1</RefNumber>', ['b-1', 'A-1']],
    ['numbers as they are written', '<RefNumberCaseSensitive>A-1</RefNumberCaseSensitive>', ['A-1']],
    ['at most so many', '<MaxReturned>2</MaxReturned>', ['A-2', 'A-1']],
  ])('filters by %s', async (_what, filter, expected) => {
    expect(await numbers(await withReceipts(), filter)).toEqual(expected)
  })

  it('reports a missing number with status 500 and returns the others', async () => {
    const company = await withReceipts()
    const query = '<SalesReceiptQueryRq><RefNumber>A-1</RefNumber><RefNumber>A-9</RefNumber></SalesReceiptQueryRq>'
    const response = await sendXml(company, query)
    expect(response).toMatchObject({ statusCode: 500, statusSeverity: 'Warn' })
    expect(texts(only(response), 'RefNumber')).toEqual(['A-1'])
  })

  it('a query of transactions never finds a transaction of another kind by its TxnID', async () => {
    const company = await withReceipts()
    const id = childText(await receipt(company, 'A-3'), 'TxnID')
    expect((await sendXml(company, `<InvoiceQueryRq><TxnID>${id}</TxnID></InvoiceQueryRq>`)).statusCode).toBe(500)
  })

  it('returns only the requested elements, in an Add as in a query', async () => {
    const company = await withReceipts()
    const line = `<SalesReceiptLineAdd>${ref('ItemRef', 'Design')}</SalesReceiptLineAdd>`
    const xml = `<SalesReceiptAddRq><SalesReceiptAdd>${line}</SalesReceiptAdd><IncludeRetElement>TxnID</IncludeRetElement><IncludeRetElement>TotalAmount</IncludeRetElement></SalesReceiptAddRq>`
    expect(only(await sendXml(company, xml)).children.map(({ name }) => name)).toEqual(['TxnID', 'TotalAmount'])
  })

  it('rejects a currency filter while multicurrency is off', async () => {
    const company = await withReceipts()
    const query =
      '<SalesReceiptQueryRq><CurrencyFilter><FullName>Euro</FullName></CurrencyFilter></SalesReceiptQueryRq>'
    expect((await sendXml(company, query)).statusCode).toBe(3250)
  })
})

describe('error recovery', () => {
  it('returns ID, number and EditSequence of any transaction that was written', async () => {
    const { company } = openTestCompany({ template: 'starter' })
    const fields = `${ref('CustomerRef', 'Harbor Café')}<TotalAmount>5.00</TotalAmount><IsAutoApply>false</IsAutoApply>`
    const request = `<ReceivePaymentAddRq><ReceivePaymentAdd>${fields}</ReceivePaymentAdd></ReceivePaymentAddRq>`
    const sent = messageSet(request, 'onError="stopOnError" newMessageSetID="P1"')
    expect(await company.exchange(sent)).toMatchObject({ response: expect.stringContaining('<TxnID>') })
    const { elements } = await sendXml(company, '<ReceivePaymentQueryRq/>')
    const [payment] = elements
    const recovered = await sendRequests(company, [], { newMessageSetId: 'P1', oldMessageSetId: 'P1' })
    const recovery = recovered.responses[0]?.elements[0]
    const names = ['TxnID', 'TxnNumber', 'EditSequence'] as const
    expect(recovery && texts(recovery, ...names)).toEqual(payment && texts(payment, ...names))
  })
})
