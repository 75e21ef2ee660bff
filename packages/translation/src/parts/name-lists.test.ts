import { describe, expect, it } from 'vitest'
import { context, parseElement, parseResponse, requireTable } from '../../test/translation.fixture.ts'
import { readRecord } from '../read/read.ts'
import { extendContext } from '../read/response.ts'

const lists = [
  parseResponse('VendorQueryRs', '<VendorRet><ListID>80000031-1</ListID></VendorRet>'),
  parseResponse('EmployeeQueryRs', '<EmployeeRet><ListID>80000032-1</ListID></EmployeeRet>'),
  parseResponse('OtherNameQueryRs', ''),
]

function nameOf(element: string, id: string): string {
  return `<${element}><ListID>${id}</ListID><FullName>Ada</FullName></${element}>`
}

function readAs(entity: string, xml: string, responses = lists) {
  const table = requireTable(entity)
  return readRecord(table, parseElement(xml), extendContext(context, table, responses))
}

describe('the type of a name', () => {
  it.each([
    ['80000031-1', 'Vendor'],
    ['80000032-1', 'Employee'],
    ['80000033-1', 'Customer'],
  ])('follows from the list that has %s: %s [dp-1.2]', (id, type) => {
    const check = `<CheckRet><TxnID>1-1</TxnID>${nameOf('PayeeEntityRef', id)}</CheckRet>`
    expect(readAs('Purchase', check)).toMatchObject({ EntityRef: { value: id, name: 'Ada', type } })
    const account = nameOf('AccountRef', '80000001-1')
    const line = `<JournalDebitLine><TxnLineID>2-1</TxnLineID>${account}${nameOf('EntityRef', id)}</JournalDebitLine>`
    expect(readAs('JournalEntry', `<JournalEntryRet><TxnID>1-1</TxnID>${line}</JournalEntryRet>`)).toMatchObject({
      Line: [{ JournalEntryLineDetail: { Entity: { Type: type, EntityRef: { value: id } } } }],
    })
  })

  it('is left out if a list could not be read', () => {
    const check = `<CheckRet><TxnID>1-1</TxnID>${nameOf('PayeeEntityRef', '80000031-1')}</CheckRet>`
    expect(readAs('Purchase', check, lists.slice(1)).EntityRef).toEqual({ value: '80000031-1', name: 'Ada' })
  })
})
