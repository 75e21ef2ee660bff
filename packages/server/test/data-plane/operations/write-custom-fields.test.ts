import { createRecordingDesktop, received } from '@bridge/data-plane/testing/recording-desktop'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { getFault, startBridge, type TestBridge } from '../../bridge.fixture.ts'

let bridge: TestBridge
const desktop = createRecordingDesktop()

beforeAll(async () => {
  bridge = await startBridge({ productionDesktop: desktop })
  await desktop.company.exchange(
    '<?xml version="1.0"?><?qbxml version="13.0"?><QBXML><QBXMLMsgsRq onError="stopOnError"><DataExtDefAddRq><DataExtDefAdd><OwnerID>0</OwnerID><DataExtName>Discount Code</DataExtName><DataExtType>STR255TYPE</DataExtType><AssignToObject>Customer</AssignToObject></DataExtDefAdd></DataExtDefAddRq></QBXMLMsgsRq></QBXML>',
  )
})
afterAll(() => bridge.stop())
afterEach(() => {
  desktop.onResponse = () => undefined
  desktop.exchanged.length = 0
})

function call(path: string, json?: unknown) {
  return bridge.production.call(path, json === undefined ? {} : { json })
}
async function saved(json: unknown) {
  const response = await call('/customer', json)
  expect([response.status, response.body.Fault]).toEqual([200, undefined])
  return response.body.Customer
}
function region(StringValue: string | null, Name = 'Region') {
  return { Name, Type: 'StringType', StringValue }
}
function requests() {
  return desktop.exchanged.map((each) => each.requests)
}
function withError(response: string, name: string, code: number, message: string) {
  return response.replace(
    /<DataExtModRs requestID="(\d+)"[^>]*>\s*<DataExtRet>\s*<OwnerID>0<\/OwnerID>\s*<DataExtName>([^<]+)<[\s\S]*?<\/DataExtModRs>/g,
    (whole, id, written) =>
      written === name
        ? `<DataExtModRs requestID="${id}" statusCode="${code}" statusSeverity="Error" statusMessage="${message}"/>`
        : whole,
  )
}

describe('writeCustomFields [dp-4.2-notes:6]', () => {
  it('writes values by case-insensitive name after the record is saved, and reads them back', async () => {
    const customer = await saved({ DisplayName: 'With a region', CustomField: [region('Far North', 'rEGION')] })
    expect(customer.CustomField).toEqual([{ Name: 'Region', Type: 'StringType', StringValue: 'Far North' }])
    expect(requests()).toEqual([['DataExtDefQueryRq'], ['CustomerAddRq'], ['DataExtModRq', 'CustomerQueryRq']])
    const read = await call(`/customer/${customer.Id}`)
    expect(read.body.Customer).toEqual(customer)
  })

  it('changes and clears values in an update, and keeps those that it omits', async () => {
    const { Id, SyncToken } = await saved({ DisplayName: 'Moving', CustomField: [region('North')] })
    const changed = await saved({ Id, SyncToken, CustomField: [region('South')] })
    expect(changed.CustomField).toMatchObject([{ StringValue: 'South' }])
    const kept = await saved({ Id, SyncToken: changed.SyncToken, Notes: 'kept' })
    expect(kept).toMatchObject({ Notes: 'kept', CustomField: [{ StringValue: 'South' }] })
    expect((await call(`/customer/${Id}`)).body.Customer).toEqual(kept)
    const cleared = await saved({ Id, SyncToken: kept.SyncToken, CustomField: [region(null)] })
    expect(cleared).not.toHaveProperty('CustomField')
    expect(desktop.exchanged.at(-1)?.messageSet).toContain('<DataExtDelRq')
  })

  it('sends nothing for values that did not change', async () => {
    const customer = await saved({ DisplayName: 'Echo', CustomField: [region('East')] })
    desktop.exchanged.length = 0
    const echoed = await saved(customer)
    expect(echoed.CustomField).toEqual(customer.CustomField)
    expect(requests()).toEqual([
      ['DataExtDefQueryRq', 'CustomerQueryRq'],
      ['CustomerModRq', 'CustomerQueryRq'],
    ])
  })

  it('writes values of transactions and items', async () => {
    const { Invoice } = (await call(`/query?query=${encodeURIComponent('select * from Invoice maxresults 1')}`)).body
      .QueryResponse
    const { Id, SyncToken } = Invoice[0]
    const invoice = await call('/invoice', { Id, SyncToken, CustomField: [region('P-7', 'Project Code')] })
    expect(invoice.body.Invoice.CustomField).toMatchObject([{ Name: 'Project Code', StringValue: 'P-7' }])
    const account = (
      await call(`/query?query=${encodeURIComponent("select * from Account where AccountType = 'Income'")}`)
    ).body.QueryResponse.Account[0]
    const item = await call('/item', {
      Name: 'Skilled work',
      Type: 'Service',
      IncomeAccountRef: { value: account.Id },
      CustomField: [region('high', 'Skill Level')],
    })
    expect(item.body.Item.CustomField).toMatchObject([{ Name: 'Skill Level', StringValue: 'high' }])
  })

  it.each([
    ['a field that is not defined', [region('x', 'Nonsense')], 'CustomField[0].Name'],
    ['a field of another kind of record', [region('x', 'Project Code')], 'CustomField[0].Name'],
    ['only a DefinitionId', [{ DefinitionId: '1', StringValue: 'x' }], 'CustomField[0].Name'],
  ])('rejects %s before anything is written [dp-7.2:CUSTOM_FIELD_UNKNOWN]', async (_what, CustomField, element) => {
    const response = await call('/customer', { DisplayName: 'Never saved', CustomField })
    expect(getFault(response)).toEqual({ status: 400, code: 'CUSTOM_FIELD_UNKNOWN', element })
    expect(requests().flat()).not.toContain('CustomerAddRq')
    const found = await call(
      `/query?query=${encodeURIComponent("select * from Customer where DisplayName = 'Never saved'")}`,
    )
    expect(found.body.QueryResponse).toEqual({})
  })

  it('names the existing fields, or says that none exist', async () => {
    const detailOf = async (path: string, json: object) =>
      (await call(path, { ...json, CustomField: [region('x', 'Nonsense')] })).body.Fault.Error[0].Detail
    expect(await detailOf('/customer', { DisplayName: 'Never saved' })).toMatch(
      /has no custom field "Nonsense" for Customer, only .*Region/,
    )
    const vendor = { DisplayName: 'Never saved' }
    expect(await detailOf('/vendor', vendor)).toMatch(/has no custom field "Nonsense" for Vendor, and no others\./)
  })

  it.each([
    ['a value that is too long', [region('x'.repeat(256))], '2050', 'CustomField[0]'],
    ['a repeated name', [region('a'), region('b', 'region')], '2010', 'CustomField[1].Name'],
    ['an unknown field', [{ ...region('a'), Value: 'b' }], 'UNMAPPED_FIELD', 'CustomField[0].Value'],
    ['an entry that is not an object', ['Region'], '2010', 'CustomField[0]'],
    ['an object instead of an array', { Name: 'Region' }, '2010', 'CustomField'],
    ['a value that is an object', [{ Name: 'Region', StringValue: {} }], '2010', 'CustomField[0].StringValue'],
  ])('rejects %s', async (_what, CustomField, code, element) => {
    expect(getFault(await call('/customer', { DisplayName: 'Refused', CustomField }))).toMatchObject({ code, element })
  })

  it('ignores entries without a value', async () => {
    const CustomField = [{ DefinitionId: '1', Type: 'StringType' }, { Name: 'Nonsense' }, region('')]
    await saved({ DisplayName: 'Empty entries', CustomField })
    expect(requests()).toEqual([['CustomerAddRq']])
  })

  it('reports which values were written if one fails, and the Id of the record [dp-7.2:CUSTOM_FIELD_WRITE_FAILED]', async () => {
    desktop.onResponse = (response) =>
      received(withError(response, 'Discount Code', 3180, 'There was an error when saving.'))
    const CustomField = [region('North'), region('10%', 'Discount Code')]
    const response = await call('/customer', { DisplayName: 'Half written', CustomField })
    expect(getFault(response)).toMatchObject({ status: 502, code: 'CUSTOM_FIELD_WRITE_FAILED' })
    const { Detail } = response.body.Fault.Error[0]
    expect(Detail).toMatch(/Customer [\dA-F]+-\d+ was saved.*Written: "Region"\. Failed: "Discount Code"/)
    const id = /Customer ([\dA-F]+-\d+) was saved/.exec(Detail)?.[1]
    expect((await call(`/customer/${id}`)).body.Customer).toMatchObject({ DisplayName: 'Half written' })
  })

  it('reports that the record is saved if the agent is offline afterwards [dp-7.2:CUSTOM_FIELD_WRITE_FAILED]', async () => {
    desktop.onResponse = (_response, messageSet) =>
      messageSet.includes('DataExtMod') ? { sent: false, reason: 'offline' } : undefined
    const response = await call('/customer', { DisplayName: 'Saved alone', CustomField: [region('North')] })
    expect(getFault(response)).toMatchObject({ status: 502, code: 'CUSTOM_FIELD_WRITE_FAILED' })
    expect(response.body.Fault.Error[0].Detail).toContain('None was written. Failed: "Region"')
  })

  it('retries values that were locked by another user', async () => {
    let locks = 1
    desktop.onResponse = (response, messageSet) => {
      if (!messageSet.includes('DataExtMod') || locks-- <= 0) return undefined
      const message =
        'There was an error when modifying a data extension named Region. QuickBooks error message: This list has been modified by another user.'
      return received(withError(response, 'Region', 3170, message))
    }
    const customer = await saved({ DisplayName: 'Busy list', CustomField: [region('West')] })
    expect(customer.CustomField).toMatchObject([{ StringValue: 'West' }])
    expect(requests().filter((names) => names.includes('DataExtModRq'))).toHaveLength(2)
  })

  it('reports that everything is written if the record cannot be read back [dp-7.2:CUSTOM_FIELD_READBACK_FAILED]', async () => {
    desktop.onResponse = (response, messageSet) =>
      messageSet.includes('DataExtMod')
        ? received(response.replace(/<CustomerQueryRs[\s\S]*<\/CustomerQueryRs>/, ''))
        : undefined
    const response = await call('/customer', { DisplayName: 'Unread', CustomField: [region('North')] })
    expect(getFault(response)).toMatchObject({ status: 502, code: 'CUSTOM_FIELD_READBACK_FAILED' })
  })
})
