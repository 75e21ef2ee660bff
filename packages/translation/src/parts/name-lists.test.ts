import { runAtOnce } from '@bridge/qbxml'
import { describe, expect, it } from 'vitest'
import { context, parseElement, parseResponse, requireTable, serializeRequest } from '../../test/translation.fixture.ts'
import { readRecord } from '../read/read.ts'
import { getCompanionQueries } from '../read/requests.ts'
import { extendContext } from '../read/response.ts'
import { type CompanyMemory, createCompanyMemory } from '../table/company-memory.ts'

const lists = [
  parseResponse('VendorQueryRs', '<VendorRet><ListID>80000031-1</ListID></VendorRet>'),
  parseResponse('EmployeeQueryRs', '<EmployeeRet><ListID>80000032-1</ListID></EmployeeRet>'),
  parseResponse('OtherNameQueryRs', ''),
]

function nameOf(element: string, id: string): string {
  return `<${element}><ListID>${id}</ListID><FullName>Ada</FullName></${element}>`
}

function inMemory(memory: CompanyMemory, time = '10:00') {
  return { ...context, memory, now: new Date(`2026-03-16T${time}:00Z`) }
}

function readAs(entity: string, xml: string, responses = lists, called = inMemory(createCompanyMemory())) {
  const table = requireTable(entity)
  return readRecord(table, parseElement(xml), runAtOnce(extendContext(called, table, responses)))
}

describe('a name’s type', () => {
  it.each([
    ['80000031-1', 'Vendor'],
    ['80000032-1', 'Employee'],
    ['80000033-1', 'Customer'],
  ])('a name’s type follows from the list containing %s: %s [dp-1.2]', (id, type) => {
    const check = `<CheckRet><TxnID>1-1</TxnID>${nameOf('PayeeEntityRef', id)}</CheckRet>`
    expect(readAs('Purchase', check)).toMatchObject({ EntityRef: { value: id, name: 'Ada', type } })
    const account = nameOf('AccountRef', '80000001-1')
    const line = `<JournalDebitLine><TxnLineID>2-1</TxnLineID>${account}${nameOf('EntityRef', id)}</JournalDebitLine>`
    expect(readAs('JournalEntry', `<JournalEntryRet><TxnID>1-1</TxnID>${line}</JournalEntryRet>`)).toMatchObject({
      Line: [{ JournalEntryLineDetail: { Entity: { Type: type, EntityRef: { value: id } } } }],
    })
  })

  it('a name’s type is left out if a list could not be read', () => {
    const check = `<CheckRet><TxnID>1-1</TxnID>${nameOf('PayeeEntityRef', '80000031-1')}</CheckRet>`
    expect(readAs('Purchase', check, lists.slice(1)).EntityRef).toEqual({ value: '80000031-1', name: 'Ada' })
  })
})

describe('name lists', () => {
  const Purchase = requireTable('Purchase')
  const check = (id: string) => `<CheckRet><TxnID>1-1</TxnID>${nameOf('PayeeEntityRef', id)}</CheckRet>`
  const getType = (id: string, responses: typeof lists, called: ReturnType<typeof inMemory>) =>
    (readAs('Purchase', check(id), responses, called).EntityRef as { type?: string }).type

  function changes(vendors = '') {
    return [
      parseResponse('VendorQueryRs', vendors),
      parseResponse('EmployeeQueryRs', ''),
      parseResponse('OtherNameQueryRs', ''),
    ].map((response) => ({ ...response, requestId: 'changes-1' }))
  }

  it('name lists are read once, and then only their changes since two hours before the last read', () => {
    const memory = createCompanyMemory()
    const query = (time: string) => getCompanionQueries(Purchase, inMemory(memory, time)).map(serializeRequest)
    const whole = query('10:00')
    expect(whole[0]).toBe(
      '<VendorQueryRq><ActiveStatus>All</ActiveStatus><IncludeRetElement>ListID</IncludeRetElement></VendorQueryRq>',
    )
    runAtOnce(extendContext(inMemory(memory), Purchase, lists))
    expect(query('10:09')).toEqual(
      ['Vendor', 'Employee', 'OtherName'].map(
        (list, index) =>
          `<${list}QueryRq requestID="changes-${index + 1}"><ActiveStatus>All</ActiveStatus><FromModifiedDate>2026-03-16T08:00:00+00:00</FromModifiedDate><IncludeRetElement>ListID</IncludeRetElement></${list}QueryRq>`,
      ),
    )
    expect(query('10:10')).toEqual(whole)
  })

  it('name lists keep their names, and learn new ones from changes', () => {
    const memory = createCompanyMemory()
    runAtOnce(extendContext(inMemory(memory), Purchase, lists))
    const changed = changes('<VendorRet><ListID>80000040-1</ListID></VendorRet>')
    expect(getType('80000040-1', changed, inMemory(memory, '10:05'))).toBe('Vendor')
    expect(getType('80000032-1', changes(), inMemory(memory, '10:06'))).toBe('Employee')
    expect(getType('80000040-1', changes(), inMemory(memory, '10:06'))).toBe('Vendor')
    expect(getType('80000041-1', changes(), inMemory(memory, '10:06'))).toBe('Customer')
  })

  it('name lists never take changes requested by another server as whole lists', () => {
    const memory = createCompanyMemory()
    expect(getType('80000031-1', changes(), inMemory(memory))).toBeUndefined()
    expect(getType('80000031-1', lists, inMemory(memory))).toBe('Vendor')
  })

  it('name lists are read in slices of 200 names', () => {
    const vendors = Array.from({ length: 1_000 }, (_, index) => `<VendorRet><ListID>${index}-1</ListID></VendorRet>`)
    const responses = [parseResponse('VendorQueryRs', vendors.join('')), ...lists.slice(1)]
    const reading = extendContext(inMemory(createCompanyMemory()), Purchase, responses)
    let pauses = 0
    while (!reading.next().done) pauses += 1
    expect(pauses).toBe(6)
  })

  it('name lists without a response are used only by the call that read them', () => {
    const memory = createCompanyMemory()
    runAtOnce(extendContext(inMemory(memory), Purchase, lists))
    expect(getType('80000031-1', [], inMemory(memory))).toBe('Vendor')
    expect(getType('80000031-1', [], inMemory(memory, '10:01'))).toBeUndefined()
  })
})
