import { runAtOnce } from '@bridge/qbxml'
import { describe, expect, it } from 'vitest'
import {
  context,
  createRememberingContext,
  parseElement,
  parseResponse,
  requireTable,
  serializeRequest,
} from '../../test/translation.fixture.ts'
import { readRecord } from '../read/read.ts'
import { createReadRequests } from '../read/requests.ts'
import { extendContext } from '../read/response.ts'

const Invoice = requireTable('Invoice')

function define(id: number, name: string, ...objects: readonly string[]): string {
  const assigned = objects.map((each) => `<AssignToObject>${each}</AssignToObject>`).join('')
  return `<DataExtDefRet><OwnerID>0</OwnerID><DataExtID>${id}</DataExtID><DataExtName>${name}</DataExtName><DataExtType>STR255TYPE</DataExtType>${assigned}</DataExtDefRet>`
}

const definitions = parseResponse(
  'DataExtDefQueryRs',
  define(1, 'Crew', 'Customer', 'Invoice') + define(2, 'Color', 'Item') + define(4, 'Route', 'Invoice', 'Estimate'),
)

function invoice(value = ''): string {
  return `<InvoiceRet><TxnID>1-1</TxnID>${value}</InvoiceRet>`
}

function stored(name: string, value: string): string {
  return `<DataExtRet><OwnerID>0</OwnerID><DataExtName>${name}</DataExtName><DataExtType>STR255TYPE</DataExtType><DataExtValue>${value}</DataExtValue></DataExtRet>`
}

function read(xml: string) {
  return readRecord(
    Invoice,
    parseElement(xml),
    runAtOnce(extendContext(createRememberingContext(), Invoice, [definitions])),
  ).CustomField
}

describe('a form’s custom fields', () => {
  it('custom fields are all those users defined for the form, with or without a value [dp-1.2]', () => {
    expect(read(invoice(stored('route', 'North')))).toEqual([
      { DefinitionId: '1', Name: 'Crew', Type: 'StringType' },
      { DefinitionId: '4', Name: 'route', Type: 'StringType', StringValue: 'North' },
    ])
    expect(read(invoice())).toHaveLength(2)
  })

  it('custom fields include a value whose definition was not read', () => {
    expect(read(invoice(stored('Old', 'x')))).toContainEqual({ Name: 'Old', Type: 'StringType', StringValue: 'x' })
    expect(readRecord(Invoice, parseElement(invoice(stored('Crew', 'A'))), context).CustomField).toEqual([
      { Name: 'Crew', Type: 'StringType', StringValue: 'A' },
    ])
  })

  it('custom field definitions are queried once a minute', () => {
    const called = createRememberingContext()
    const query = (seconds: number) =>
      createReadRequests(Invoice, '1-1', { ...called, now: new Date(called.now.getTime() + seconds * 1000) })
        .slice(1)
        .map(serializeRequest)
    const whole = ['<DataExtDefQueryRq><OwnerID>0</OwnerID></DataExtDefQueryRq>']
    expect(query(0)).toEqual(whole)
    runAtOnce(extendContext(called, Invoice, [definitions]))
    expect(query(59)).toEqual([])
    expect(query(60)).toEqual(whole)
  })

  it('custom field definitions are queried by each message set that another server may repeat', () => {
    const called = { ...createRememberingContext(), isRepeatable: true } as const
    runAtOnce(extendContext(called, Invoice, [definitions]))
    expect(createReadRequests(Invoice, '1-1', called)).toHaveLength(2)
    const without = runAtOnce(extendContext(called, Invoice, [parseResponse('DataExtDefQueryRs', '')]))
    expect([...(without.customFields ?? [])]).toEqual([])
  })
})
