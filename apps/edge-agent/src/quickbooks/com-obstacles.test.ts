import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { realmId, startComFixture } from '../../test/com-desktop.fixture.ts'
import { closedLook, failed, openLook } from '../../test/scripted-quickbooks.ts'

const write =
  '<?xml version="1.0"?><?qbxml version="13.0"?><QBXML><QBXMLMsgsRq onError="stopOnError"><CustomerAddRq><CustomerAdd><Name>Ada</Name></CustomerAdd></CustomerAddRq></QBXMLMsgsRq></QBXML>'
const dialogLook = `${openLook.replace('enabled', 'disabled')}\nwindow 7 owned enabled #32770 Update Company File`

interface Obstacle {
  readonly situation: string
  /** The call's error. */
  readonly hresult: number
  readonly look: string
  readonly outcome: object
  readonly notice: string | undefined
}

function executionError(message: RegExp): object {
  return { sent: false, reason: 'execution-error', error: { message: expect.stringMatching(message) } }
}

function notOpen(message: RegExp): object {
  return { sent: false, reason: 'app-not-open', error: { message: expect.stringMatching(message) } }
}

const obstacles: readonly Obstacle[] = [
  {
    situation: 'asks whether to update the company file',
    hresult: 0x80040414,
    look: dialogLook,
    outcome: executionError(/^A dialog is open in QuickBooks\. Complete or close it\.$/),
    notice: 'dialog-open',
  },
  {
    situation: 'asks whether to install an update while it starts',
    hresult: 0x80040408,
    look: dialogLook,
    outcome: executionError(/complete any waiting dialog\.$/),
    notice: 'dialog-open',
  },
  {
    situation: 'installs an update, and is closed meanwhile',
    hresult: 0x80040408,
    look: closedLook,
    outcome: notOpen(/^QuickBooks is not running\./),
    notice: 'quickbooks-closed',
  },
  {
    situation: 'starts again after an update',
    hresult: 0x80040424,
    look: openLook,
    outcome: notOpen(/^QuickBooks is still starting\./),
    notice: 'quickbooks-closed',
  },
  {
    situation: 'has the file open in the other user mode',
    hresult: 0x80040410,
    look: openLook,
    outcome: executionError(/^The company file is open in the other user mode\./),
    notice: 'quickbooks-error',
  },
  {
    situation: 'is in single-user mode for another application',
    hresult: 0x80040422,
    look: openLook,
    outcome: executionError(/^Another application needs single-user mode\./),
    notice: 'quickbooks-error',
  },
  {
    situation: 'needs its Admin in single-user mode for the first permission',
    hresult: 0x80040418,
    look: openLook,
    outcome: executionError(/Open the file as Admin in single-user mode/),
    notice: 'not-authorized',
  },
]

const rows = obstacles.map((obstacle) => [obstacle.situation, obstacle] as const)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Starts a desktop whose first session has ended. */
async function idle() {
  const fixture = await startComFixture()
  fixture.desktop.useRealm(realmId)
  await vi.advanceTimersByTimeAsync(10_000)
  fixture.quickBooks.calls.length = 0
  return fixture
}

describe('QuickBooks', () => {
  it.each(obstacles)(
    'QuickBooks that $situation gets no write, and the person a sentence',
    async ({ hresult, look, ...wanted }) => {
      const { quickBooks, desktop } = await idle()
      quickBooks.look = look
      await vi.advanceTimersByTimeAsync(2_000)
      quickBooks.beginFailure = hresult

      const outcome = desktop.process(write, 'write')
      await vi.advanceTimersByTimeAsync(8_000)
      expect(await outcome).toMatchObject(wanted.outcome)
      expect(quickBooks.messageSets).toEqual([])
      expect(desktop.state().notice).toBe(wanted.notice)
    },
  )

  it.each(rows)(
    'QuickBooks that %s inside a call leaves the outcome of a write open',
    async (_what, { hresult, look }) => {
      const { quickBooks, desktop } = await idle()
      quickBooks.once('ProcessRequest', () => {
        quickBooks.look = look
        return failed(hresult)
      })

      expect(await desktop.process(write, 'write')).toMatchObject({ sent: true, lost: true })
      expect(quickBooks.messageSets).toEqual([])
    },
  )

  it.each(rows)('QuickBooks that %s is served again afterwards', async (_what, { hresult, look }) => {
    const { quickBooks, desktop } = await idle()
    quickBooks.look = look
    await vi.advanceTimersByTimeAsync(2_000)
    quickBooks.beginFailure = hresult
    const failing = desktop.process(write, 'write')
    await vi.advanceTimersByTimeAsync(8_000)
    await failing

    quickBooks.beginFailure = undefined
    quickBooks.look = openLook
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await desktop.process(write, 'write')).toMatchObject({ sent: true, lost: false })
    expect(quickBooks.messageSets).toHaveLength(1)
  })
})
