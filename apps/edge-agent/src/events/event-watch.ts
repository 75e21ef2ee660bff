import { type DesktopState, findHresult } from '@bridge/agent-protocol'
import type { Logger } from 'pino'
import type { ComHost } from '../quickbooks/com-host.ts'
import { type Bits, ComHosts } from '../quickbooks/com-hosts.ts'
import { toComError } from '../quickbooks/session.ts'
import { changeAgentSettings, findApplicationName, readAgentSettings } from '../settings/agent-settings.ts'
import type { ServedFile } from '../verify/first-checks.ts'
import type { EventListener } from './event-listener.ts'
import { spreadEvents } from './spread-events.ts'
import { formatRemoval, formatSubscription, isSubscribed, sendSubscription } from './subscription.ts'

/** Whether QuickBooks reports events to the agent, and what it waits for otherwise. */
export type EventState = 'off' | 'program-missing' | 'quickbooks-needed' | 'asking' | 'refused' | 'on'

export interface EventWatchOptions {
  /** The settings' path. */
  readonly settings: string
  readonly agent: {
    isConnected(): boolean
    isIdle(ms: number): boolean
    desktop(): DesktopState
    reportChange(): void
  }
  readonly quickBooks: { servedFile(): ServedFile | undefined }
  readonly startHost: (bits: Bits) => ComHost
  readonly startListener: (onEvent: () => void) => EventListener
  readonly logger: Logger
  /** Waits `ms` milliseconds, or until the signal. Never rejects. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
}

const lookMs = 2_000
/** A subscription waits for a pause between requests. */
const idleMs = 5_000
/** The time until a failed attempt is repeated. */
const retryMs = 5 * 60_000

/**
 * Subscribes to QuickBooks' data events if the realm's setting says so, and passes on that something has changed.
 * QuickBooks asks its Admin once; after a denial, the next start asks again.
 *
 * A subscription has its own host: the call returns when the Admin has confirmed, and requests must not wait for that.
 */
export class EventWatch {
  readonly #options: EventWatchOptions
  #state: EventState = 'off'
  #listener: EventListener | undefined
  /** Whether QuickBooks has responded to the subscription of this start. */
  #hasResponse = false

  constructor(options: EventWatchOptions) {
    this.#options = options
  }

  state(): EventState {
    return this.#state
  }

  /** Follows the setting until the signal. Never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    const { settings, logger, wait } = this.#options
    while (!signal.aborted) {
      let pauseMs = lookMs
      try {
        const { subscribesToEvents = false, isSubscribed: wasSubscribed = false } = await readAgentSettings(settings)
        if (subscribesToEvents) await this.#turnOn(signal)
        else await this.#turnOff(wasSubscribed, signal)
      } catch (error) {
        logger.warn({ err: error }, 'the subscription to the events of QuickBooks failed; trying again')
        pauseMs = retryMs
      }
      await wait(pauseMs, signal)
    }
    await this.#listener?.close()
  }

  async #turnOn(signal: AbortSignal): Promise<void> {
    const { logger } = this.#options
    if (this.#hasResponse) return
    if (!(await this.#startListener(signal))) {
      this.#state = 'program-missing'
      throw new Error('qbevents.exe ended or could not be started.')
    }
    const file = this.#findFile()
    this.#state = file === undefined ? 'quickbooks-needed' : 'asking'
    if (file === undefined) return
    try {
      const status = await this.#send(formatSubscription, file, signal)
      logger.info({ statusCode: status.code }, 'subscribed to the events of QuickBooks')
      this.#state = isSubscribed(status) ? 'on' : 'refused'
    } catch (error) {
      this.#state = isRefusal(error) ? 'refused' : 'quickbooks-needed'
      if (this.#state !== 'refused') throw error
    }
    this.#hasResponse = true
    await this.#store(this.#state === 'on')
  }

  async #turnOff(wasSubscribed: boolean, signal: AbortSignal): Promise<void> {
    this.#state = 'off'
    this.#hasResponse = false
    await this.#listener?.close()
    const file = wasSubscribed ? this.#findFile() : undefined
    if (file === undefined) return
    const status = await this.#send(formatRemoval, file, signal)
    this.#options.logger.info({ statusCode: status.code }, 'removed the subscription to the events of QuickBooks')
    await this.#store(false)
  }

  async #startListener(signal: AbortSignal): Promise<boolean> {
    const { agent, startListener, wait } = this.#options
    if (this.#listener === undefined) {
      const report = (): void => {
        if (agent.desktop().notice !== 'paused') agent.reportChange()
      }
      const listener = startListener(spreadEvents(report, (ms) => wait(ms, signal)))
      this.#listener = listener
      void listener.ended.then(() => {
        this.#listener = undefined
        // The next one subscribes again, which changes nothing.
        this.#hasResponse = false
      })
    }
    return this.#listener.isListening
  }

  /** Returns the company file, if QuickBooks has it open and is not busy. */
  #findFile(): ServedFile | undefined {
    const { agent, quickBooks } = this.#options
    const { phase, notice } = agent.desktop()
    const isServing = agent.isConnected() && agent.isIdle(idleMs) && phase === 'ready' && notice === undefined
    return isServing ? quickBooks.servedFile() : undefined
  }

  async #send(format: (applicationName: string) => string, { realmId }: ServedFile, signal: AbortSignal) {
    const { settings, startHost } = this.#options
    const applicationName = findApplicationName(await readAgentSettings(settings), realmId)
    const hosts = new ComHosts(startHost, () => undefined)
    const end = (): void => hosts.kill()
    signal.addEventListener('abort', end)
    try {
      return await hosts.run((host) => sendSubscription(host, applicationName, format(applicationName)))
    } finally {
      signal.removeEventListener('abort', end)
      await hosts.close()
    }
  }

  #store(isOn: boolean): Promise<void> {
    return changeAgentSettings(this.#options.settings, ({ isSubscribed: _, ...others }) =>
      isOn ? { ...others, isSubscribed: true } : others,
    )
  }
}

function isRefusal(error: unknown): boolean {
  return findHresult(toComError(error).hresult).notice === 'not-authorized'
}
