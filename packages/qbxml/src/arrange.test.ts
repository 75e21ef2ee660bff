import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arrange } from './arrange.ts'
import { findRequestViolations } from './conforms.ts'
import { branch, type Element, leaf } from './element.ts'

function line(description: string): Element {
  return branch('InvoiceLineAdd', [leaf('Amount', '10.00'), leaf('Desc', description)])
}

describe('arrange', () => {
  it('sorts elements into QuickBooks’ order, at every depth', () => {
    const request = branch(
      'InvoiceAddRq',
      [
        branch('InvoiceAdd', [
          line('first'),
          leaf('RefNumber', '17'),
          leaf('TxnDate', '2024-02-29'),
          branch('BillAddress', [leaf('City', 'Bern'), leaf('Addr1', 'Kern')]),
          branch('CustomerRef', [leaf('ListID', '8000007E-1197732180')]),
        ]),
      ],
      { requestID: '1' },
    )
    expect(arrange(request)).toEqual(
      branch(
        'InvoiceAddRq',
        [
          branch('InvoiceAdd', [
            branch('CustomerRef', [leaf('ListID', '8000007E-1197732180')]),
            leaf('TxnDate', '2024-02-29'),
            leaf('RefNumber', '17'),
            branch('BillAddress', [leaf('Addr1', 'Kern'), leaf('City', 'Bern')]),
            branch('InvoiceLineAdd', [leaf('Desc', 'first'), leaf('Amount', '10.00')]),
          ]),
        ],
        { requestID: '1' },
      ),
    )
  })

  it('keeps the order of lines and line groups', () => {
    const group = branch('InvoiceLineGroupAdd', [branch('ItemGroupRef', [leaf('FullName', 'Set')])])
    const arranged = arrange(
      branch('InvoiceAddRq', [
        branch('InvoiceAdd', [line('1'), group, line('2'), branch('CustomerRef', [leaf('FullName', 'Kern')])]),
      ]),
    )
    expect(arranged.children[0]?.children.map(({ name }) => name)).toEqual([
      'CustomerRef',
      'InvoiceLineAdd',
      'InvoiceLineGroupAdd',
      'InvoiceLineAdd',
    ])
  })

  it('orders a query’s filters', () => {
    const query = branch('InvoiceQueryRq', [
      leaf('OwnerID', '0'),
      leaf('IncludeLineItems', 'true'),
      leaf('PaidStatus', 'All'),
      branch('EntityFilter', [leaf('ListID', '8000007E-1197732180')]),
      leaf('MaxReturned', '10'),
      leaf('IncludeRetElement', 'TxnID'),
    ])
    const arranged = arrange(query)
    expect(findRequestViolations(arranged)).toEqual([])
    expect(arranged.children.map(({ name }) => name)).toEqual([
      'MaxReturned',
      'EntityFilter',
      'PaidStatus',
      'IncludeLineItems',
      'IncludeRetElement',
      'OwnerID',
    ])
  })

  it('throws on requests and elements missing from the tables', () => {
    expect(() => arrange(branch('InvoiceFindRq', []))).toThrow('no request InvoiceFindRq')
    expect(() => arrange(branch('ClassAddRq', [branch('ClassAdd', [leaf('Nmae', 'x')])]))).toThrow(
      'ClassAddRq/ClassAdd has no element Nmae',
    )
  })

  it('turns any permutation of a valid customer into a valid request', () => {
    const fields = [
      leaf('Name', 'Kern'),
      leaf('IsActive', 'true'),
      branch('ParentRef', [leaf('FullName', 'Parent')]),
      leaf('CompanyName', 'Kern AG'),
      leaf('Phone', '1'),
      leaf('Email', 'a@b.ch'),
      branch('AdditionalContactRef', [leaf('ContactName', 'Main Phone'), leaf('ContactValue', '1')]),
      branch('AdditionalContactRef', [leaf('ContactName', 'Cc Email'), leaf('ContactValue', 'c@d.ch')]),
      leaf('Notes', 'x'),
    ]
    fc.assert(
      fc.property(fc.shuffledSubarray(fields, { minLength: fields.length }), (shuffled) => {
        expect(findRequestViolations(arrange(branch('CustomerAddRq', [branch('CustomerAdd', shuffled)])))).toEqual([])
      }),
    )
  })
})
