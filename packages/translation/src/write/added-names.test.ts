import { describe, expect, it } from 'vitest'
import {
  catchFault,
  parseElement,
  parseResponse,
  requireTable,
  serializeRequest,
} from '../../test/translation.fixture.ts'
import { checkCreate, checkUpdate } from '../check/check.ts'
import { createNameRequests, isNameAddition, requireAddedNames } from './added-names.ts'

const Invoice = requireTable('Invoice')
function invoice(CustomerMemo: object | null) {
  return checkCreate(Invoice, {
    CustomerRef: { value: '80000001-1' },
    CustomerMemo,
    Line: [{ DetailType: 'DescriptionOnly', Description: 'x' }],
  })
}
function change(CustomerMemo: object | null) {
  return checkUpdate(Invoice, { Id: '5D-1', SyncToken: '7', CustomerMemo })
}

describe('createNameRequests', () => {
  it('adds a name before the form is written', () => {
    const request =
      '<CustomerMsgAddRq><CustomerMsgAdd><Name>Pay me &amp; mine</Name></CustomerMsgAdd></CustomerMsgAddRq>'
    expect(createNameRequests(invoice({ value: 'Pay me & mine' })).map(serializeRequest)).toEqual([request])
    expect(createNameRequests(change({ value: 'Pay me & mine' })).map(serializeRequest)).toEqual([request])
  })

  it.each([[{ value: '' }], [{ value: ' ' }], [{}], [null]])('adds nothing for an empty text: %j', (memo) => {
    expect([...createNameRequests(invoice(memo)), ...createNameRequests(change(memo))]).toEqual([])
  })

  it('adds nothing if the record already has the text', () => {
    const current = parseElement(
      '<InvoiceRet><CustomerMsgRef><ListID>80000001-1</ListID><FullName>Bye</FullName></CustomerMsgRef></InvoiceRet>',
    )
    expect(createNameRequests(change({ value: 'Bye' }), current)).toEqual([])
    expect(createNameRequests(change({ value: 'Hello' }), current)).toHaveLength(1)
  })

  it('rejects a text of more than 101 characters [dp-7.3:2050]', () => {
    expect(createNameRequests(invoice({ value: '😀'.repeat(101) }))).toHaveLength(1)
    expect(catchFault(() => invoice({ value: 'x'.repeat(102) }))).toMatchObject({
      code: '2050',
      element: 'CustomerMemo.value',
    })
  })
})

describe('requireAddedNames', () => {
  const record = invoice({ value: 'Note: pay' })
  const error = (code: number, message: string) => ({ code, severity: 'Error', message })
  const noSuch = (list: string, name: string) =>
    parseResponse(
      'InvoiceAddRs',
      '',
      error(3140, `There is an invalid reference to QuickBooks ${list} &quot;${name}&quot;.`),
    )
  const added = (code: number, message: string) => parseResponse('CustomerMsgAddRs', '', error(code, message))
  const fault = (addition: ReturnType<typeof added>, written = noSuch('CustomerMsg', 'Note: pay')) =>
    catchFault(() => requireAddedNames(record, [addition], written))

  it('reports why the name was not added', () => {
    expect(fault(added(3090, 'There was an error when validating the name.'))).toMatchObject({
      code: '3090',
      element: 'CustomerMemo.value',
      detail: expect.stringContaining('validating the name'),
    })
  })

  it('reports that the existing name may be inactive [dp-7.3:2500]', () => {
    expect(fault(added(3100, 'The name is already in use.'))).toMatchObject({
      code: '2500',
      element: 'CustomerMemo.value',
      detail: expect.stringContaining('inactive'),
    })
  })

  it('throws nothing if the name is not the cause', () => {
    for (const [addition, written] of [
      [added(3100, 'The name is already in use.'), noSuch('Customer', '80000001-1')],
      [added(3100, 'The name is already in use.'), parseResponse('InvoiceAddRs', '', error(3175, 'It is in use.'))],
      [parseResponse('CustomerMsgAddRs', ''), noSuch('CustomerMsg', 'Note: pay')],
    ] as const) {
      expect(() => requireAddedNames(record, [addition], written)).not.toThrow()
    }
  })
})

it('distinguishes the responses to an added name and to the record', () => {
  expect(isNameAddition(Invoice, parseResponse('CustomerMsgAddRs', ''))).toBe(true)
  expect(isNameAddition(Invoice, parseResponse('InvoiceAddRs', ''))).toBe(false)
  expect(isNameAddition(requireTable('Bill'), parseResponse('CustomerMsgAddRs', ''))).toBe(false)
})
