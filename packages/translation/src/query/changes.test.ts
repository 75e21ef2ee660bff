import { type QbxmlResponse, runAtOnce } from '@bridge/qbxml'
import { describe, expect, it } from 'vitest'
import { catchFault, context, parseResponse, requireTable, serializeRequest } from '../../test/translation.fixture.ts'
import { registry } from '../entities/index.ts'
import { type ChangesRun, planChanges } from './changes.ts'
import { createHostClock } from './host-clock.ts'

const since = Date.parse('2026-03-01T12:00:00Z') / 1000
function plan(name: string, from = since): ChangesRun {
  return planChanges(requireTable(name), { since: from, clock: createHostClock(), context, toRow: (record) => record })
}
function serializeNext(run: ChangesRun): string[] {
  return run.next().map(serializeRequest)
}
const builtNames = Object.values(registry).flatMap((found) => (found.kind === 'built' ? [found.table.name] : []))

function serializeClasses(count: number, modified: number, from = 1): string {
  return Array.from(
    { length: count },
    (_, index) =>
      `<ClassRet><ListID>${(from + index).toString(16)}-1</ListID><TimeModified>${new Date(modified * 1000).toISOString().slice(0, 19)}+00:00</TimeModified><EditSequence>${modified}</EditSequence><Name>C${from + index}</Name><IsActive>true</IsActive></ClassRet>`,
  ).join('')
}
function createDeletions(count: number): QbxmlResponse {
  return parseResponse(
    'ListDeletedQueryRs',
    Array.from(
      { length: count },
      (_, index) =>
        `<ListDeletedRet><ListDelType>Class</ListDelType><ListID>D${index}-1</ListID><TimeCreated>2026-01-01T00:00:00+00:00</TimeCreated><TimeDeleted>2026-03-02T00:00:00+00:00</TimeDeleted></ListDeletedRet>`,
    ).join(''),
  )
}
function createEmpty(name: string): QbxmlResponse {
  return parseResponse(name, '', {
    code: 1,
    severity: 'Info',
    message: 'A query request did not find a matching object',
  })
}

describe('planChanges', () => {
  it('requests a list’s changed records, active or not, and the deletion log, from two hours earlier [dp-4.5.1]', () => {
    expect(serializeNext(plan('Customer'))).toEqual([
      '<CustomerQueryRq><MaxReturned>1001</MaxReturned><ActiveStatus>All</ActiveStatus><FromModifiedDate>2026-03-01T10:00:00+00:00</FromModifiedDate><OwnerID>0</OwnerID></CustomerQueryRq>',
      '<ListDeletedQueryRq><ListDelType>Customer</ListDelType><DeletedDateRangeFilter><FromDeletedDate>2026-03-01T10:00:00+00:00</FromDeletedDate></DeletedDateRangeFilter></ListDeletedQueryRq>',
    ])
  })

  it('requests changed transactions with their lines, and the deletion log', () => {
    expect(serializeNext(plan('Bill'))).toEqual([
      '<BillQueryRq><MaxReturned>1001</MaxReturned><ModifiedDateRangeFilter><FromModifiedDate>2026-03-01T10:00:00+00:00</FromModifiedDate></ModifiedDateRangeFilter><IncludeLineItems>true</IncludeLineItems><IncludeLinkedTxns>true</IncludeLinkedTxns></BillQueryRq>',
      '<TxnDeletedQueryRq><TxnDelType>Bill</TxnDelType><DeletedDateRangeFilter><FromDeletedDate>2026-03-01T10:00:00+00:00</FromDeletedDate></DeletedDateRangeFilter></TxnDeletedQueryRq>',
    ])
  })

  it('requests the only record for an entity such as CompanyInfo [dp-4.5.4]', () => {
    expect(serializeNext(plan('CompanyInfo'))).toEqual(['<CompanyQueryRq />'])
    expect(serializeNext(plan('Preferences', 9e10))).toEqual(['<PreferencesQueryRq />', '<CompanyQueryRq />'])
  })

  it('requests nothing for a time after QuickBooks’ calendar', () => {
    const run = plan('Invoice', Date.parse('2040-01-01T00:00:00Z') / 1000)
    expect(serializeNext(run)).toEqual([])
    expect(run.finish()).toEqual([])
  })

  it.each(builtNames)('requests for %s conform to the message tables', (name) => {
    const requests = serializeNext(plan(name))
    expect(requests.length).toBeGreaterThan(0)
    for (const request of requests.filter((each) => each.includes('MaxReturned'))) {
      expect(request).toContain('<FromModifiedDate>2026-03-01T10:00:00+00:00</FromModifiedDate>')
    }
  })

  it.each([
    ['Term', ['StandardTerms']],
    ['TaxRate', ['ItemSalesTax', 'ItemSalesTaxGroup']],
    ['Purchase', ['Check', 'CreditCardCharge', 'CreditCardCredit']],
    ['BillPayment', ['BillPaymentCheck', 'BillPaymentCreditCard']],
    ['Payment', ['ReceivePayment']],
    ['RefundReceipt', ['ARRefundCreditCard']],
    ['TimeActivity', ['TimeTracking']],
    ['TaxCode', ['SalesTaxCode', 'ItemSalesTax', 'ItemSalesTaxGroup']],
    ['CompanyCurrency', ['Currency']],
    [
      'Item',
      [
        'ItemService',
        'ItemNonInventory',
        'ItemOtherCharge',
        'ItemDiscount',
        'ItemInventory',
        'ItemInventoryAssembly',
        'ItemFixedAsset',
        'ItemSubtotal',
        'ItemPayment',
        'ItemGroup',
        'ItemSalesTax',
      ],
    ],
    ['TaxAgency', []],
    ['ExchangeRate', []],
    ['Transfer', []],
    ['CompanyInfo', []],
  ])('names the desktop types for %s in the deletion log [dp-4.5.2] [dp-4.5.3]', (name, types) => {
    const log = serializeNext(plan(name)).filter((request) => request.includes('DeletedQueryRq'))
    expect(log).toHaveLength(types.length > 0 ? 1 : 0)
    expect([...(log[0] ?? '').matchAll(/DelType>(\w+)</g)].map(([, type]) => type)).toEqual(types)
  })
})

describe('ChangesRun', () => {
  it('excludes earlier changes', () => {
    const run = plan('Class')
    run.next()
    runAtOnce(
      run.accept([
        parseResponse('ClassQueryRs', serializeClasses(1, since - 1) + serializeClasses(1, since, 2)),
        createEmpty('ListDeletedQueryRs'),
      ]),
    )
    expect(run.next()).toEqual([])
    expect(run.finish().map(({ Id }) => Id)).toEqual(['2-1'])
  })

  it('names a deleted record in merged lists by the ID it had', () => {
    const deleted = (type: string) =>
      `<ListDeletedRet><ListDelType>${type}</ListDelType><ListID>80000001-1</ListID><TimeDeleted>2026-03-02T00:00:00+00:00</TimeDeleted></ListDeletedRet>`
    const run = plan('TaxCode')
    const queries = run.next().slice(0, -1)
    const log = deleted('SalesTaxCode') + deleted('ItemSalesTax')
    runAtOnce(
      run.accept([
        ...queries.map(({ name }) => createEmpty(name.replace(/Rq$/, 'Rs'))),
        parseResponse('ListDeletedQueryRs', log),
      ]),
    )
    expect(run.finish().map(({ Id }) => Id)).toEqual(['TC-80000001-1', '80000001-1'])
  })

  it('limits changed and deleted records together to 1,000 [dp-4.5:Cap] [dp-8:9]', () => {
    const runChanges = (changed: number, gone: number) => {
      const run = plan('Class')
      run.next()
      runAtOnce(run.accept([parseResponse('ClassQueryRs', serializeClasses(changed, since)), createDeletions(gone)]))
      return run
    }
    expect(runChanges(600, 400).finish()).toHaveLength(1000)
    expect(runChanges(1000, 0).finish()).toHaveLength(1000)
    expect(catchFault(() => runChanges(600, 401)).code).toBe('CDC_OVERFLOW')
    expect(catchFault(() => runChanges(1001, 0)).code).toBe('CDC_OVERFLOW')
  })

  it('reads again with a higher limit if too many records changed shortly before [dp-4.5.5]', () => {
    const run = plan('Class')
    run.next()
    runAtOnce(run.accept([parseResponse('ClassQueryRs', serializeClasses(1001, since - 60)), createDeletions(1)]))
    expect(serializeNext(run)).toEqual([
      '<ClassQueryRq><MaxReturned>5001</MaxReturned><ActiveStatus>All</ActiveStatus><FromModifiedDate>2026-03-01T10:00:00+00:00</FromModifiedDate></ClassQueryRq>',
    ])
    runAtOnce(
      run.accept([
        parseResponse('ClassQueryRs', serializeClasses(1500, since - 60) + serializeClasses(2, since, 1501)),
      ]),
    )
    expect(run.next()).toEqual([])
    expect(run.finish()).toMatchObject([{ Name: 'C1501' }, { Name: 'C1502' }, { status: 'Deleted', Id: 'D0-1' }])
  })

  it('throws CDC_OVERFLOW if the higher limit does not cover everything [dp-4.5:Cap]', () => {
    const run = plan('Class')
    run.next()
    runAtOnce(
      run.accept([
        parseResponse('ClassQueryRs', serializeClasses(1001, since - 60)),
        createEmpty('ListDeletedQueryRs'),
      ]),
    )
    run.next()
    const all = parseResponse('ClassQueryRs', serializeClasses(5001, since - 60))
    expect(catchFault(() => runAtOnce(run.accept([all]))).code).toBe('CDC_OVERFLOW')
  })

  it('throws a fault if QuickBooks rejects the query or the log [dp-4.5:4]', () => {
    const createError = (name: string) =>
      parseResponse(name, '', { code: 3260, severity: 'Error', message: 'Insufficient permission.' })
    const getFaultCode = (...responses: readonly QbxmlResponse[]) => {
      const run = plan('Class')
      run.next()
      return catchFault(() => runAtOnce(run.accept(responses))).code
    }
    expect(getFaultCode(createError('ClassQueryRs'), createEmpty('ListDeletedQueryRs'))).toBe('3260')
    expect(getFaultCode(createEmpty('ClassQueryRs'), createError('ListDeletedQueryRs'))).toBe('3260')
  })

  it('throws a fault if a log row has no time', () => {
    const row = '<ListDeletedRet><ListDelType>Class</ListDelType><ListID>1-1</ListID></ListDeletedRet>'
    const run = plan('Class')
    run.next()
    const responses = [createEmpty('ClassQueryRs'), parseResponse('ListDeletedQueryRs', row)]
    expect(catchFault(() => runAtOnce(run.accept(responses))).code).toBe('500')
  })
})
