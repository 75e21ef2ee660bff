import { createFaultyDesktop, type FaultyDesktop } from '@bridge/data-plane/testing/faulty-desktop'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBridge, type TestBridge } from '../bridge.fixture.ts'
import { openRecords } from '../records.fixture.ts'

// The host is in New York and prints -05:00 all year: its clocks go forward on 8 March 2026 at 07:00 UTC, and back on
// 1 November at 06:00 UTC.

let bridge: TestBridge
let desktop: FaultyDesktop
let now = Date.UTC(2026, 2, 16)
let customer: string
/** An estimate that is created in winter and deleted in summer. */
let forgotten: string

function at(time: string): void {
  now = Date.parse(time)
}
const { created, removed } = openRecords(() => bridge.production)
function newEstimate(): Promise<{ Id: string; SyncToken: string }> {
  return created('estimate', {
    CustomerRef: { value: customer },
    Line: [{ DetailType: 'DescriptionOnly', Description: 'Work' }],
  })
}
function deleteEstimate(Id: string) {
  return removed('estimate', { Id, SyncToken: '1' })
}
/** Returns the Id and time of each changed estimate. */
async function estimates(changedSince: string) {
  const { body } = await bridge.production.call(`/cdc?entities=Estimate&changedSince=${changedSince}`)
  return body.CDCResponse[0].QueryResponse[0].Estimate.map(
    (row: { Id: string; status?: string; MetaData: { LastUpdatedTime: string } }) => [
      row.Id,
      row.status === 'Deleted' ? 'deleted' : 'changed',
      row.MetaData.LastUpdatedTime,
    ],
  )
}

beforeAll(async () => {
  at('2026-02-10T12:00:00Z')
  desktop = createFaultyDesktop(() => new Date(now))
  Object.assign(desktop.switches, {
    utcOffsetMinutes: -300,
    printsStandardOffset: true,
    isDaylightSaving: (time: Date) => time >= new Date('2026-03-08T07:00Z') && time < new Date('2026-11-01T06:00Z'),
  })
  bridge = await startBridge({ clock: () => new Date(now), productionDesktop: desktop })
  const farAway = new Date('2030-01-01T00:00:00Z')
  await bridge.database.accessToken.updateMany({ data: { expiresAt: farAway } })
  customer = (await created('customer', { DisplayName: 'Buyer' })).Id
})
afterAll(() => bridge.stop())

it('reports changes and deletions to the second in winter, when clock and offset agree [dp-4.5:3]', async () => {
  at('2026-02-20T15:00:00Z')
  const [kept, gone] = [await newEstimate(), await newEstimate()]
  at('2026-02-20T15:30:00Z')
  await deleteEstimate(gone.Id)
  at('2026-02-20T18:00:00Z')
  const change = [kept.Id, 'changed', '2026-02-20T15:00:00+00:00']
  const deletion = [gone.Id, 'deleted', '2026-02-20T15:30:00+00:00']
  expect(await estimates('2026-02-20T15:00:00Z')).toEqual([change, deletion])
  expect(await estimates('2026-02-20T15:00:01Z')).toEqual([deletion])
  expect(await estimates('2026-02-20T15:30:01Z')).toEqual([])
})

it('reports both sides of a clock change in one response, in their true order [dp-4.5:3]', async () => {
  at('2026-03-06T16:00:00Z')
  const [before, after, kept] = [await newEstimate(), await newEstimate(), await newEstimate()]
  forgotten = (await newEstimate()).Id
  at('2026-03-07T16:00:00Z')
  await deleteEstimate(before.Id)
  at('2026-03-09T16:00:00Z')
  await deleteEstimate(after.Id)
  at('2026-03-09T17:00:00Z')
  await created('estimate', { Id: kept.Id, SyncToken: kept.SyncToken, PrivateNote: 'changed' })
  at('2026-03-09T20:00:00Z')
  const deletions = [
    [before.Id, 'deleted', '2026-03-07T16:00:00+00:00'],
    [after.Id, 'deleted', '2026-03-09T16:00:00+00:00'],
  ]
  expect((await estimates('2026-03-07T00:00:00Z')).slice(-2)).toEqual(deletions)
  const rows = await estimates('2026-03-09T16:00:01Z')
  expect(rows.filter(([, kind]: string[]) => kind === 'deleted')).toEqual([])
  expect(rows).toContainEqual([kept.Id, 'changed', '2026-03-09T17:00:00+00:00'])
})

it('reports changes and deletions to the second in summer, when the times that QuickBooks prints are an hour late [dp-4.5:3]', async () => {
  at('2026-03-20T14:00:00Z')
  const [kept, gone] = [await newEstimate(), await newEstimate()]
  at('2026-03-20T14:30:00Z')
  await deleteEstimate(gone.Id)
  at('2026-03-20T18:00:00Z')
  const change = [kept.Id, 'changed', '2026-03-20T14:00:00+00:00']
  const deletion = [gone.Id, 'deleted', '2026-03-20T14:30:00+00:00']
  expect(await estimates('2026-03-20T14:00:00Z')).toEqual([change, deletion])
  expect(await estimates('2026-03-20T14:00:01Z')).toEqual([deletion])
  expect(await estimates('2026-03-20T14:30:00Z')).toEqual([deletion])
  expect(await estimates('2026-03-20T14:30:01Z')).toEqual([])
})

it('reports a deletion up to an hour late, rather than never, if no record reveals the host’s clock', async () => {
  at('2026-06-10T12:00:00Z')
  await deleteEstimate(forgotten)
  at('2026-06-10T15:00:00Z')
  const late = [[forgotten, 'deleted', '2026-06-10T13:00:00+00:00']]
  expect(await estimates('2026-06-10T12:00:00Z')).toEqual(late)
  expect(await estimates('2026-06-10T12:30:00Z')).toEqual(late)
  expect(await estimates('2026-06-10T13:00:01Z')).toEqual([])
})

it('determines the time of a deletion from another entity of the same request [dp-4.5:3]', async () => {
  const { Id, SyncToken } = await created('customer', { DisplayName: 'Witness' })
  await created('customer', { Id, SyncToken, Notes: 'seen' })
  const { body } = await bridge.production.call('/cdc?entities=Estimate,Customer&changedSince=2026-06-10T12:00:00Z')
  expect(body.CDCResponse[0].QueryResponse).toMatchObject([
    { Estimate: [{ Id: forgotten, MetaData: { LastUpdatedTime: '2026-06-10T12:00:00+00:00' } }] },
    { Customer: [{ Id }] },
  ])
})

it('reports deletions to the second if the host prints the offset of the season', async () => {
  desktop.switches.printsStandardOffset = false
  at('2026-07-01T12:00:00Z')
  const gone = await newEstimate()
  await deleteEstimate(gone.Id)
  at('2026-07-01T15:00:00Z')
  expect(await estimates('2026-07-01T12:00:00Z')).toEqual([[gone.Id, 'deleted', '2026-07-01T12:00:00+00:00']])
  expect(await estimates('2026-07-01T12:00:01Z')).toEqual([])
})
