import { EventEmitter } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type { DesktopState } from '@bridge/agent-protocol'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSampleCompany, realmId } from '../../test/com-desktop.fixture.ts'
import { failed, type ScriptedQuickBooks, scriptedQuickBooks } from '../../test/scripted-quickbooks.ts'
import { changeAgentSettings, readAgentSettings, writeAgentSettings } from '../settings/agent-settings.ts'
import { startEventListener } from './event-listener.ts'
import { EventWatch } from './event-watch.ts'
import { formatSubscription, listenerClass } from './subscription.ts'

const path = 'C:\\Books\\Rock Castle.qbw'
let folder: string
let settings: string
let quickBooks: ScriptedQuickBooks
let desktop: DesktopState
let looks: number
let reports: number
let waits: number[]
let stopping: AbortController
let watch: EventWatch
let running: Promise<void>
let listeners: ListenerProcess[]
let isProgramMissing: boolean

class ListenerProcess extends EventEmitter {
  readonly stdin = new PassThrough()
  readonly stdout = new PassThrough()

  constructor() {
    super()
    this.stdin.on('finish', () => this.kill()).resume()
    if (isProgramMissing) this.kill()
    else this.stdout.write('listening\n')
  }

  kill(): void {
    this.stdout.end(() => this.emit('close'))
  }
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'events-'))
  settings = join(folder, 'agent.json')
  await writeAgentSettings(settings, {
    opensQuickBooks: false,
    companyFiles: { [realmId]: path },
    subscribesToEvents: true,
    pairings: { [realmId]: { choice: 1, applicationName: 'Bridge Service for A & B' } },
  })
  quickBooks = scriptedQuickBooks({ company: openSampleCompany(), path })
  desktop = { phase: 'ready', companyFile: 'Rock Castle.qbw' }
  looks = 0
  reports = 0
  waits = []
  listeners = []
  isProgramMissing = false
  stopping = new AbortController()
})
afterEach(async () => {
  stopping.abort()
  await running
  await rm(folder, { recursive: true })
})

/** Starts the watch; its waits are a moment. */
function start(): void {
  watch = new EventWatch({
    settings,
    agent: {
      isConnected: () => true,
      isIdle: () => true,
      desktop: () => {
        looks += 1
        return desktop
      },
      reportChange: () => {
        reports += 1
      },
    },
    quickBooks: { servedFile: () => ({ realmId, path }) },
    startHost: quickBooks.startHost,
    startListener: (onEvent) =>
      startEventListener({
        executable: 'qbevents.exe',
        onEvent,
        spawn: () => {
          const started = new ListenerProcess()
          listeners.push(started)
          return started
        },
      }),
    logger: pino({ level: 'silent' }),
    wait: async (ms, signal) => {
      waits.push(ms)
      await delay(1, undefined, { signal }).catch(() => undefined)
    },
  })
  running = watch.run(stopping.signal)
}

/** Changes a record as a person at the PC: QuickBooks calls the class of each subscription. */
function changeRecord(): void {
  for (const each of quickBooks.subscriptions.classes) {
    expect(each).toBe(listenerClass)
    listeners.at(-1)?.stdout.write('changed\n')
  }
}

function setSwitch(subscribesToEvents: boolean) {
  return changeAgentSettings(settings, (stored) => ({ ...stored, subscribesToEvents }))
}

async function hasStored() {
  return (await readAgentSettings(settings)).isSubscribed
}

it('subscribes once, and passes on that something has changed', async () => {
  start()
  await expect.poll(() => watch.state()).toBe('on')
  await expect.poll(hasStored).toBe(true)
  expect(quickBooks.calls).toEqual(['new', 'OpenConnection2', 'ProcessSubscription', 'CloseConnection', 'drop'])
  changeRecord()
  await expect.poll(() => reports).toBe(1)
})

it('says nothing while the agent is paused', async () => {
  start()
  await expect.poll(() => watch.state()).toBe('on')
  desktop = { phase: 'app-not-open', notice: 'paused' }
  const before = looks
  changeRecord()
  await expect.poll(() => looks).toBeGreaterThan(before)
  expect(reports).toBe(0)
})

it('removes the subscription when the setting is turned off, also after a start', async () => {
  start()
  await expect.poll(hasStored).toBe(true)
  stopping.abort()
  await running
  expect(quickBooks.subscriptions.classes).toHaveLength(1)

  await setSwitch(false)
  stopping = new AbortController()
  start()
  await expect.poll(hasStored).toBeUndefined()
  expect(quickBooks.subscriptions.classes).toEqual([])
  expect(watch.state()).toBe('off')
  expect(listeners).toHaveLength(1)
})

it('goes on after a start with a subscription that QuickBooks has', async () => {
  start()
  await expect.poll(hasStored).toBe(true)
  stopping.abort()
  await running
  stopping = new AbortController()
  start()
  await expect.poll(() => watch.state()).toBe('on')
  changeRecord()
  await expect.poll(() => reports).toBe(1)
})

it('starts the listener again after it has ended', async () => {
  start()
  await expect.poll(() => watch.state()).toBe('on')
  listeners[0]?.kill()
  await expect.poll(() => listeners.length).toBe(2)
  await expect.poll(() => quickBooks.calls.filter((name) => name === 'ProcessSubscription').length).toBe(2)
  changeRecord()
  await expect.poll(() => reports).toBe(1)
})

describe('asks nothing of QuickBooks', () => {
  it.each([
    { phase: 'app-not-open' },
    { phase: 'ready', notice: 'dialog-open' },
    { phase: 'app-not-open', notice: 'paused' },
  ] as const)('asks nothing of QuickBooks with %j', async (state) => {
    desktop = state
    start()
    await expect.poll(() => watch.state()).toBe('quickbooks-needed')
    expect(quickBooks.calls).toEqual([])
    desktop = { phase: 'ready' }
    await expect.poll(() => watch.state()).toBe('on')
  })
})

it('says that QuickBooks asks its Admin, until it responds', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  quickBooks.once('ProcessSubscription', async () => {
    await promise
    return { ok: true, text: '<DataEventSubscriptionAddRs statusCode="0" statusMessage="Status OK"/>' }
  })
  start()
  await expect.poll(() => watch.state()).toBe('asking')
  resolve()
  await expect.poll(() => watch.state()).toBe('on')
})

it('ends while QuickBooks asks its Admin', async () => {
  quickBooks.once('ProcessSubscription', () => new Promise(() => undefined))
  start()
  await expect.poll(() => quickBooks.calls).toContain('ProcessSubscription')
  stopping.abort()
  await running
  expect(quickBooks.killed()).toBe(1)
})

it('asks again after a failure, and after a denial only when the setting is turned off and on', async () => {
  quickBooks.once('ProcessSubscription', () => failed(0x80040414))
  quickBooks.once('ProcessSubscription', () => failed(0x80040418))
  start()
  await expect.poll(() => watch.state()).toBe('refused')
  expect(waits).toContain(5 * 60_000)
  expect(quickBooks.subscriptions.classes).toEqual([])
  await setSwitch(false)
  await expect.poll(() => watch.state()).toBe('off')
  await setSwitch(true)
  await expect.poll(() => watch.state()).toBe('on')
})

it('says that its program is missing, and tries again', async () => {
  isProgramMissing = true
  start()
  await expect.poll(() => watch.state()).toBe('program-missing')
  isProgramMissing = false
  await expect.poll(() => watch.state()).toBe('on')
  expect(waits).toContain(5 * 60_000)
})

it('names class and types in the order of the message tables', () => {
  const request = formatSubscription('Bridge Service for A & B')
  const names = [...request.matchAll(/<(\w+)>/g)].map(([, name]) => name)
  expect(names.filter((name, index) => name !== names[index - 1])).toEqual([
    ...['QBXML', 'QBXMLSubscriptionMsgsRq', 'DataEventSubscriptionAddRq', 'DataEventSubscriptionAdd', 'SubscriberID'],
    ...['COMCallbackInfo', 'AppName', 'CLSID', 'DeliveryPolicy', 'TrackLostEvents'],
    ...['ListEventSubscription', 'ListEventType', 'ListEventOperation'],
    ...['TxnEventSubscription', 'TxnEventType', 'TxnEventOperation'],
  ])
  expect(request).toContain('<AppName>Bridge Service for A &amp; B</AppName>')
  expect(request).toContain(`<CLSID>${listenerClass}</CLSID>`)
})
