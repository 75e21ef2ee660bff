import { describe, expect, it } from 'vitest'
import { findRequestViolations, findResponseViolations } from './conforms.ts'
import { branch, type Element, leaf } from './element.ts'
import type { QbxmlResponse } from './message-set.ts'

function addClass(...children: Element[]): Element {
  return branch('ClassAddRq', [branch('ClassAdd', children)])
}

function addInvoice(...children: Element[]): Element {
  return branch('InvoiceAddRq', [
    branch('InvoiceAdd', [branch('CustomerRef', [leaf('FullName', 'Kern')]), ...children]),
  ])
}

function structures(request: Element): string[] {
  return findRequestViolations(request).map((each) =>
    each.kind === 'structure' ? `${each.path} ${each.reason}` : each.path,
  )
}

describe('findRequestViolations', () => {
  it('accepts a valid request', () => {
    const request = addInvoice(
      leaf('TxnDate', '2024-02-29'),
      leaf('RefNumber', '17'),
      branch('InvoiceLineAdd', [branch('ItemRef', [leaf('FullName', 'Work')]), leaf('Rate', '12.5')]),
    )
    expect(findRequestViolations({ ...request, attributes: { requestID: '1' } })).toEqual([])
  })

  describe('structure violations', () => {
    it.each<[string, Element, string]>([
      ['an unknown request', branch('ClassFindRq', []), 'ClassFindRq is not in the message tables of requests'],
      ['a response', branch('ClassAddRs', []), 'ClassAddRs is not in the message tables of requests'],
      [
        'an unknown element',
        addClass(leaf('Name', 'A'), leaf('Colour', 'red')),
        'ClassAddRq/ClassAdd/Colour does not exist',
      ],
      [
        'a wrong order',
        addInvoice(leaf('RefNumber', '17'), leaf('TxnDate', '2024-02-29')),
        'InvoiceAddRq/InvoiceAdd/TxnDate is misplaced or repeated',
      ],
      ['a missing element', addClass(leaf('IsActive', 'true')), 'ClassAddRq/ClassAdd/Name is missing'],
      ['an empty wrapper', addClass(), 'ClassAddRq/ClassAdd/Name is missing'],
      ['no wrapper', branch('ClassAddRq', []), 'ClassAddRq/ClassAdd is missing'],
      [
        'an element twice',
        addClass(leaf('Name', 'A'), leaf('Name', 'B')),
        'ClassAddRq/ClassAdd/Name is misplaced or repeated',
      ],
      [
        'both sides of a choice',
        addInvoice(branch('InvoiceLineAdd', [leaf('Rate', '1'), leaf('RatePercent', '1')])),
        'InvoiceAddRq/InvoiceAdd/InvoiceLineAdd/RatePercent is misplaced or repeated',
      ],
      [
        'ids together with other filters',
        branch('CustomerQueryRq', [leaf('ListID', '80000001-1'), leaf('ActiveStatus', 'All')]),
        'CustomerQueryRq/ActiveStatus is misplaced or repeated',
      ],
      [
        'neither side of a choice',
        branch('ItemServiceAddRq', [branch('ItemServiceAdd', [leaf('Name', 'Work')])]),
        'ItemServiceAddRq/ItemServiceAdd lacks one of SalesOrPurchase, SalesAndPurchase',
      ],
      [
        'elements in a value',
        addClass(branch('Name', [leaf('First', 'A')])),
        'ClassAddRq/ClassAdd/Name contains elements instead of a value',
      ],
      [
        'text in a branch',
        addClass(leaf('Name', 'A'), leaf('ParentRef', 'Parent')),
        'ClassAddRq/ClassAdd/ParentRef contains text instead of elements',
      ],
      [
        'attributes on an element',
        branch('ClassAddRq', [branch('ClassAdd', [leaf('Name', 'A')], { id: '1' })]),
        'ClassAddRq/ClassAdd@id is not an attribute of this element',
      ],
      [
        'an unknown attribute',
        branch('ClassQueryRq', [], { iterator: 'Start' }),
        'ClassQueryRq@iterator is not an attribute of this request',
      ],
      ['a bad attribute', branch('InvoiceQueryRq', [], { iterator: 'Go' }), 'InvoiceQueryRq@iterator cannot be "Go"'],
    ])('rejects %s', (_case, request, violation) => {
      expect(structures(request)).toEqual([violation])
    })

    it('rejects an order without the required line', () => {
      const order = branch('EstimateAddRq', [
        branch('EstimateAdd', [branch('CustomerRef', [leaf('FullName', 'Kern')])]),
      ])
      expect(structures(order)).toEqual([
        'EstimateAddRq/EstimateAdd lacks one of EstimateLineAdd, EstimateLineGroupAdd',
      ])
    })
  })

  describe('value type violations', () => {
    const getStatuses = (request: Element) =>
      findRequestViolations(request).map((each) => each.kind === 'value' && [each.statusCode, each.field, each.value])

    it.each<[string, Element, [number, string, string]]>([
      ['an id', branch('ClassQueryRq', [leaf('ListID', 'no id')]), [3000, 'ListID', 'no id']],
      ['a boolean', addClass(leaf('Name', 'A'), leaf('IsActive', 'yes')), [3010, 'IsActive', 'yes']],
      ['a date', addInvoice(leaf('TxnDate', '2023-02-29')), [3020, 'TxnDate', '2023-02-29']],
      ['an early date', addInvoice(leaf('TxnDate', '1900-12-31')), [3020, 'TxnDate', '1900-12-31']],
      ['a late date', addInvoice(leaf('TxnDate', '10000-01-01')), [3020, 'TxnDate', '10000-01-01']],
      [
        'an amount with one decimal',
        addInvoice(branch('InvoiceLineAdd', [leaf('Amount', '12.5')])),
        [3040, 'Amount', '12.5'],
      ],
      ['a price', addInvoice(branch('InvoiceLineAdd', [leaf('Rate', '1.123456')])), [3045, 'Rate', '1.123456']],
      ['a percentage', addInvoice(branch('InvoiceLineAdd', [leaf('RatePercent', '5%')])), [3050, 'RatePercent', '5%']],
      ['a quantity', addInvoice(branch('InvoiceLineAdd', [leaf('Quantity', '1e3')])), [3060, 'Quantity', '1e3']],
      ['a GUID', addInvoice(leaf('ExternalGUID', '1234')), [3065, 'ExternalGUID', '1234']],
      ['a long text', addInvoice(leaf('RefNumber', '123456789012')), [3070, 'RefNumber', '123456789012']],
      ['a number', branch('ClassQueryRq', [leaf('MaxReturned', '0')]), [3085, 'MaxReturned', '0']],
      ['an enumeration', branch('ClassQueryRq', [leaf('ActiveStatus', 'Some')]), [3110, 'ActiveStatus', 'Some']],
      [
        'a long requestID',
        branch('ClassQueryRq', [], { requestID: 'x'.repeat(51) }),
        [1060, 'requestID', 'x'.repeat(51)],
      ],
    ])('rejects %s', (_case, request, expected) => {
      expect(getStatuses(request)).toEqual([expected])
    })

    it('counts characters, not UTF-16 units', () => {
      expect(getStatuses(addClass(leaf('Name', '😀'.repeat(31))))).toEqual([])
      expect(getStatuses(addClass(leaf('Name', '😀'.repeat(32))))).toHaveLength(1)
    })

    it('accepts an empty element whatever its type, which clears the field', () => {
      expect(getStatuses(addInvoice(leaf('TxnDate', ''), leaf('IsPending', ''), leaf('DueDate', '')))).toEqual([])
    })

    it('returns QuickBooks’ own text', () => {
      const messages = findRequestViolations(addClass(leaf('Name', 'x'.repeat(32)))).map(
        (each) => each.kind === 'value' && each.statusMessage,
      )
      expect(messages).toEqual([`The string "${'x'.repeat(32)}" in the field "Name" is too long.`])
    })
  })
})

describe('findResponseViolations', () => {
  const response = (more: Partial<QbxmlResponse>): QbxmlResponse => ({
    name: 'ClassQueryRs',
    statusCode: 0,
    statusSeverity: 'Info',
    statusMessage: 'Status OK',
    elements: [],
    ...more,
  })
  const record = branch('ClassRet', [
    leaf('ListID', '80000001-1197732180'),
    leaf('TimeCreated', '2007-12-15T10:43:00-05:00'),
    leaf('TimeModified', '2007-12-15T10:43:00-05:00'),
    leaf('EditSequence', '1197732180'),
    leaf('Name', 'Retail'),
    leaf('FullName', 'Retail'),
    leaf('Sublevel', '0'),
  ])

  it('accepts records, counts and errors', () => {
    expect(findResponseViolations(response({ elements: [record, record], retCount: 2 }))).toEqual([])
    expect(findResponseViolations(response({ statusCode: 3120, statusSeverity: 'Error' }))).toEqual([])
    expect(findResponseViolations(response({ name: 'TermsQueryRs' }))).toEqual([])
  })

  it('rejects structure, values and attributes QuickBooks would not send', () => {
    const wrong = response({
      statusSeverity: 'Warn',
      iteratorRemainingCount: 0,
      elements: [branch('ClassRet', [...record.children.slice(0, -1), leaf('Sublevel', 'top'), leaf('Colour', 'red')])],
    })
    expect(findResponseViolations(wrong).map(({ path }) => path)).toEqual([
      'ClassQueryRs@iteratorRemainingCount',
      'ClassQueryRs@statusSeverity',
      'ClassQueryRs/ClassRet/Sublevel',
      'ClassQueryRs/ClassRet/Colour',
    ])
    expect(findResponseViolations(response({ name: 'ClassFindRs' }))).toHaveLength(1)
  })

  it('accepts records without required elements only if the request selected elements', () => {
    const short = response({ elements: [branch('ClassRet', [leaf('Name', 'Retail')])] })
    expect(findResponseViolations(short).length).toBeGreaterThan(0)
    expect(findResponseViolations(short, { selected: true })).toEqual([])
  })
})
