import { describe, expect, it } from 'vitest'
import { context, faultOf, printRequest, responseOf, tableOf } from '../../test/translation.fixture.ts'
import { registry } from '../entities/index.ts'
import type { QbxmlResponse } from '../qbxml/index.ts'
import { type ChangesRun, planChanges } from './changes.ts'
import { createHostClock } from './host-clock.ts'

const since = Date.parse('2026-03-01T12:00:00Z') / 1000
function plan(name: string, from = since): ChangesRun {
  return planChanges(tableOf(name), { since: from, clock: createHostClock(), context })
}
function asked(run: ChangesRun): string[] {
  return run.next().map(printRequest)
}
const builtNames = Object.values(registry).flatMap((found) => (found.kind === 'built' ? [found.table.name] : []))

function classes(count: number, modified: number, from = 1): string {
  return Array.from(
    { length: count },
    (_, index) =>
      `<ClassRet><ListID>${(from + index).toString(16)}-1</ListID><TimeModified>${new Date(modified * 1000).toISOString().slice(0, 19)}+00:00</TimeModified><EditSequence>${modified}</EditSequence><Name>C${from + index}</Name><IsActive>true</IsActive></ClassRet>`,
  ).join('')
}
function deleted(count: number): QbxmlResponse {
  return responseOf(
    'ListDeletedQueryRs',
    Array.from(
      { length: count },
      (_, index) =>
        `<ListDeletedRet><ListDelType>Class</ListDelType><ListID>D${index}-1</ListID><TimeCreated>2026-01-01T00:00:00+00:00</TimeCreated><TimeDeleted>2026-03-02T00:00:00+00:00</TimeDeleted></ListDeletedRet>`,
    ).join(''),
  )
}
function none(name: string): QbxmlResponse {
  return responseOf(name, '', { code: 1, severity: 'Info', message: 'A query request did not find a matching object' })
}

describe('what QuickBooks is asked', () => {
  it('is every changed record of a list, active or not, and the log of deletions, two hours wider than meant [dp-4.5.1]', () => {
    expect(asked(plan('Customer'))).toEqual([
      '<CustomerQueryRq><MaxReturned>1001</MaxReturned><ActiveStatus>All</ActiveStatus><FromModifiedDate>2026-03-01T10:00:00+00:00</FromModifiedDate><OwnerID>0</OwnerID></CustomerQueryRq>',
      '<ListDeletedQueryRq><ListDelType>Customer</ListDelType><DeletedDateRangeFilter><FromDeletedDate>2026-03-01T10:00:00+00:00</FromDeletedDate></DeletedDateRangeFilter></ListDeletedQueryRq>',
    ])
  })

  it('is every changed transaction with its lines, and the log of deletions', () => {
    expect(asked(plan('Bill'))).toEqual([
      '<BillQueryRq><MaxReturned>1001</MaxReturned><ModifiedDateRangeFilter><FromModifiedDate>2026-03-01T10:00:00+00:00</FromModifiedDate></ModifiedDateRangeFilter><IncludeLineItems>true</IncludeLineItems><IncludeLinkedTxns>true</IncludeLinkedTxns></BillQueryRq>',
      '<TxnDeletedQueryRq><TxnDelType>Bill</TxnDelType><DeletedDateRangeFilter><FromDeletedDate>2026-03-01T10:00:00+00:00</FromDeletedDate></DeletedDateRangeFilter></TxnDeletedQueryRq>',
    ])
  })

  it('is the present record of what a company file has one of [dp-4.5.4]', () => {
    expect(asked(plan('CompanyInfo'))).toEqual(['<CompanyQueryRq />'])
    expect(asked(plan('Preferences', 9e10))).toEqual(['<PreferencesQueryRq />'])
  })

  it('is nothing where QuickBooks knows no such date', () => {
    const run = plan('Invoice', Date.parse('2040-01-01T00:00:00Z') / 1000)
    expect(asked(run)).toEqual([])
    expect(run.finish()).toEqual([])
  })

  it.each(builtNames)('is within the message tables for %s', (name) => {
    const requests = asked(plan(name))
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
    ['TaxCode', ['SalesTaxCode']],
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
  ])('looks in the log for deletions of %s [dp-4.5.2] [dp-4.5.3]', (name, types) => {
    const log = asked(plan(name)).filter((request) => request.includes('DeletedQueryRq'))
    expect(log).toHaveLength(types.length > 0 ? 1 : 0)
    expect([...(log[0] ?? '').matchAll(/DelType>(\w+)</g)].map(([, type]) => type)).toEqual(types)
  })
})

describe('the answer', () => {
  it('leaves out what changed before', () => {
    const run = plan('Class')
    run.next()
    run.accept([responseOf('ClassQueryRs', classes(1, since - 1) + classes(1, since, 2)), none('ListDeletedQueryRs')])
    expect(run.next()).toEqual([])
    expect(run.finish().map(({ Id }) => Id)).toEqual(['2-1'])
  })

  it('holds 1,000 changed and deleted records, and not one more [dp-4.5:Cap] [dp-8:9]', () => {
    const answered = (changed: number, gone: number) => {
      const run = plan('Class')
      run.next()
      run.accept([responseOf('ClassQueryRs', classes(changed, since)), deleted(gone)])
      return run
    }
    expect(answered(600, 400).finish()).toHaveLength(1000)
    expect(answered(1000, 0).finish()).toHaveLength(1000)
    expect(faultOf(() => answered(600, 401)).code).toBe('CDC_OVERFLOW')
    expect(faultOf(() => answered(1001, 0)).code).toBe('CDC_OVERFLOW')
  })

  it('is asked for once more where too much of it changed shortly before [dp-4.5.5]', () => {
    const run = plan('Class')
    run.next()
    run.accept([responseOf('ClassQueryRs', classes(1001, since - 60)), deleted(1)])
    expect(asked(run)).toEqual([
      '<ClassQueryRq><MaxReturned>5001</MaxReturned><ActiveStatus>All</ActiveStatus><FromModifiedDate>2026-03-01T10:00:00+00:00</FromModifiedDate></ClassQueryRq>',
    ])
    run.accept([responseOf('ClassQueryRs', classes(1500, since - 60) + classes(2, since, 1501))])
    expect(run.next()).toEqual([])
    expect(run.finish()).toMatchObject([{ Name: 'C1501' }, { Name: 'C1502' }, { status: 'Deleted', Id: 'D0-1' }])
  })

  it('overflows where even that does not show everything [dp-4.5:Cap]', () => {
    const run = plan('Class')
    run.next()
    run.accept([responseOf('ClassQueryRs', classes(1001, since - 60)), none('ListDeletedQueryRs')])
    run.next()
    const all = responseOf('ClassQueryRs', classes(5001, since - 60))
    expect(faultOf(() => run.accept([all])).code).toBe('CDC_OVERFLOW')
  })

  it('is a fault where QuickBooks refuses the query or the log [dp-4.5:4]', () => {
    const refused = (name: string) =>
      responseOf(name, '', { code: 3260, severity: 'Error', message: 'Insufficient permission.' })
    const fails = (...responses: readonly QbxmlResponse[]) => {
      const run = plan('Class')
      run.next()
      return faultOf(() => run.accept(responses)).code
    }
    expect(fails(refused('ClassQueryRs'), none('ListDeletedQueryRs'))).toBe('3260')
    expect(fails(none('ClassQueryRs'), refused('ListDeletedQueryRs'))).toBe('3260')
  })

  it('is a fault where a row of the log has no time', () => {
    const row = '<ListDeletedRet><ListDelType>Class</ListDelType><ListID>1-1</ListID></ListDeletedRet>'
    const run = plan('Class')
    run.next()
    const responses = [none('ClassQueryRs'), responseOf('ListDeletedQueryRs', row)]
    expect(faultOf(() => run.accept(responses)).code).toBe('500')
  })
})
