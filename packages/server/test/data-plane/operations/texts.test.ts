import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getFault, startBridge, type TestBridge } from '../../bridge.fixture.ts'
import { openRecords } from '../../records.fixture.ts'

let bridge: TestBridge
const { created, refTo } = openRecords(() => bridge)

beforeAll(async () => {
  bridge = await startBridge()
})
afterAll(() => bridge.stop())

async function findNames(condition: string): Promise<string[]> {
  const query = encodeURIComponent(`SELECT DisplayName FROM Customer WHERE ${condition}`)
  const { body } = await bridge.call(`/query?query=${query}`)
  return (body.QueryResponse.Customer ?? []).map(({ DisplayName }: { DisplayName: string }) => DisplayName)
}

describe('a text', () => {
  it('may be sent as a number where people write numbers, without a warning', async () => {
    const response = await bridge.call('/customer', {
      json: {
        DisplayName: 'Numbered',
        AcctNum: 100123,
        Notes: 7,
        PrimaryPhone: { FreeFormNumber: 5550101 },
        BillAddr: { Line1: '1 Main', PostalCode: 94042 },
      },
    })
    expect([response.status, response.headers.get('x-svc-warning')]).toEqual([200, null])
    expect(response.body.Customer).toMatchObject({
      AcctNum: '100123',
      Notes: '7',
      PrimaryPhone: { FreeFormNumber: '5550101' },
      BillAddr: { PostalCode: '94042' },
    })
  })

  it('may not be sent as a number where it is a name [dp-7.3:2010]', async () => {
    const response = await bridge.call('/customer', { json: { DisplayName: 12 } })
    expect([response.status, getFault(response)]).toMatchObject([422, { code: '2010', element: 'DisplayName' }])
  })

  it('may have letters in two parts, which are stored and found in one', async () => {
    const { DisplayName } = await created('customer', { DisplayName: 'Ze\u0301lie' })
    expect(DisplayName).toBe('Z\u00e9lie')
    expect(await findNames("DisplayName = 'Ze\u0301lie'")).toEqual(['Z\u00e9lie'])
  })

  it('loses the blanks around it where it is a name, so it cannot exist twice [dp-7.3:6240]', async () => {
    const { DisplayName } = await created('customer', { DisplayName: '  Spaced x ' })
    expect(DisplayName).toBe('Spaced x')
    const response = await bridge.call('/customer', { json: { DisplayName: 'Spaced x' } })
    expect(getFault(response)).toMatchObject({ code: '6240' })
  })

  it('is found by its no-break spaces, which belong to it [dp-4.3.7]', async () => {
    await refTo('customer', { DisplayName: '\u00a0nbsp x' })
    await refTo('customer', { DisplayName: 'Nobody' })
    expect(await findNames("FullyQualifiedName = '\u00a0nbsp x'")).toEqual(['\u00a0nbsp x'])
    expect(await findNames("DisplayName LIKE '\u00a0n%'")).toEqual(['\u00a0nbsp x'])
  })
})
