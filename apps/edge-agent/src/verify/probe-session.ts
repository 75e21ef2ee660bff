import type { ComHost, ComResult } from '../quickbooks/com-host.ts'
import { type Look, parseLook } from '../quickbooks/look.ts'

const localQuickBooks = 1
const anyUserMode = 2
const unattendedOptional = 2
const personalDataNotNeeded = 3
/** How often a probe looks for dialogs during a call. */
const lookIntervalMs = 250

export interface ProbeOptions {
  readonly host: ComHost
  readonly applicationName: string
  /** The company file's path; the open file by default. */
  readonly path?: string
  /** Waits `ms` milliseconds, or until the signal. Never rejects. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
  readonly clock: () => Date
}

/** A call's result, and what a person saw in the meantime. */
export interface ProbeResult {
  readonly result: ComResult
  readonly ms: number
  /** The classes of the dialogs that appeared during the call. Titles may contain names. */
  readonly dialogs: readonly string[]
}

/**
 * One attempt to begin a session, step by step. Unlike the agent's own sessions, it keeps every result, and what
 * QuickBooks shows during a call.
 */
export class ProbeSession {
  readonly #options: ProbeOptions
  #ticket: string | undefined
  #isConnected = false

  constructor(options: ProbeOptions) {
    this.#options = options
  }

  get ticket(): string | undefined {
    return this.#ticket
  }

  /** Creates the object, sets the preferences and begins the session. Returns the first call that failed, or the last. */
  async begin(): Promise<ProbeResult> {
    const { host, applicationName, path = '' } = this.#options
    const steps = [
      () => host.request('new'),
      () => host.request('prefs', 'PutUnattendedModePref', unattendedOptional),
      () => host.request('prefs', 'PutPersonalDataPref', personalDataNotNeeded),
      () => host.request('call', 'OpenConnection2', '', applicationName, localQuickBooks),
    ]
    for (const step of steps) {
      const probed = await this.watch(step)
      if (!probed.result.ok) return probed
    }
    this.#isConnected = true
    const begun = await this.watch(() => host.request('call', 'BeginSession', path, anyUserMode))
    if (begun.result.ok) this.#ticket = begun.result.text
    return begun
  }

  /** Calls a method with the session's ticket as its first argument. */
  call(method: string, ...args: readonly (string | number)[]): Promise<ProbeResult> {
    return this.watch(() => this.#options.host.request('call', method, this.#ticket ?? '', ...args))
  }

  /** Reads one of the session's preferences. */
  readPreference(method: string): Promise<ProbeResult> {
    return this.watch(() => this.#options.host.request('prefs', method, this.#ticket ?? ''))
  }

  /** Ends the session and closes the connection. Never rejects. */
  async end(): Promise<void> {
    const { host } = this.#options
    if (this.#ticket !== undefined) await host.request('call', 'EndSession', this.#ticket)
    if (this.#isConnected) await host.request('call', 'CloseConnection')
    await host.request('drop')
    this.#ticket = undefined
    this.#isConnected = false
  }

  /** Runs a call, and looks for dialogs until it returns. */
  async watch(run: () => Promise<ComResult>): Promise<ProbeResult> {
    const { clock, wait } = this.#options
    const startedAt = clock().getTime()
    const dialogs = new Set<string>()
    const returned = new AbortController()
    const watching = (async () => {
      for (;;) {
        await wait(lookIntervalMs, returned.signal)
        if (returned.signal.aborted) return
        const dialog = (await look(this.#options.host))?.dialog
        if (dialog !== undefined) dialogs.add(dialog.className)
      }
    })()
    const result = await run()
    returned.abort()
    await watching
    return { result, ms: Math.max(0, clock().getTime() - startedAt), dialogs: [...dialogs] }
  }
}

/** Returns what a host sees of QuickBooks; undefined if it does not respond. */
export async function look(host: ComHost): Promise<Look | undefined> {
  const result = await host.request('look')
  return result.ok ? parseLook(result.text) : undefined
}
