import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { realmId, startComFixture } from '../../test/com-desktop.fixture.ts'
import { ok } from '../../test/scripted-quickbooks.ts'
import { createPausableDesktop } from './pausable-desktop.ts'

const customers =
  '<?xml version="1.0"?><?qbxml version="13.0"?><QBXML><QBXMLMsgsRq onError="stopOnError"><CustomerQueryRq/></QBXMLMsgsRq></QBXML>'
const paused = { phase: 'app-not-open', notice: 'paused' }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('opens no session with QuickBooks until it is resumed', async () => {
  const { desktop, quickBooks } = await startComFixture()
  const pausable = createPausableDesktop(desktop, true)
  pausable.useRealm(realmId)
  expect(pausable.state()).toEqual(paused)
  expect(await pausable.process(customers, 'read')).toEqual({ sent: false, reason: 'offline' })
  expect(quickBooks.calls).toEqual([])

  pausable.setPaused(false)
  await vi.advanceTimersByTimeAsync(0)
  expect(quickBooks.calls).toContain('BeginSession')
  expect(pausable.state()).toMatchObject({ phase: 'ready' })
  await desktop.close()
})

it('completes the request that QuickBooks is working on, and then ends the session', async () => {
  const { desktop, quickBooks } = await startComFixture()
  const pausable = createPausableDesktop(desktop, false)
  pausable.useRealm(realmId)
  await vi.advanceTimersByTimeAsync(0)
  let respond: () => void = () => undefined
  quickBooks.once(
    'ProcessRequest',
    () =>
      new Promise((resolve) => {
        respond = () => resolve(ok('<done/>'))
      }),
  )
  const outcome = pausable.process(customers, 'write')
  await vi.advanceTimersByTimeAsync(0)
  pausable.setPaused(true)
  expect(pausable.state()).toEqual(paused)
  expect(quickBooks.calls).not.toContain('EndSession')

  respond()
  expect(await outcome).toEqual({ sent: true, lost: false, response: '<done/>' })
  await vi.advanceTimersByTimeAsync(0)
  expect(quickBooks.calls.slice(-3)).toEqual(['EndSession', 'CloseConnection', 'drop'])
  await desktop.close()
})
