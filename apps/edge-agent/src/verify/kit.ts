import { formatHresult } from '@bridge/agent-protocol'
import { findResponseViolations, type MessageSetResponse, parseMessageSetResponse, type Violation } from '@bridge/qbxml'
import { type BeliefId, isShortExchange, type Redactor, type ReportExchange } from '@bridge/truth'
import type { ComHost } from '../quickbooks/com-host.ts'
import type { Bits } from '../quickbooks/com-hosts.ts'
import { isSamePath } from '../quickbooks/company-files.ts'
import type { Look } from '../quickbooks/look.ts'
import { look, type ProbeResult, ProbeSession } from './probe-session.ts'

/** The most characters of messages in a report. Later ones are left out. */
const maxCharacters = 6 * 1024 * 1024

export interface KitOptions {
  readonly startHost: (bits: Bits) => ComHost
  readonly applicationName: string
  /** The path of the company file that may be read; without one, the file that is open. */
  readonly companyFile: string | undefined
  /** Whether checks may write, in the sample company only. */
  readonly writes: boolean
  readonly redactor: Redactor
  readonly clock: () => Date
  /** Waits `ms` milliseconds, or until the signal. Never rejects. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
  readonly fileExists: (path: string) => Promise<boolean>
  /** Shows a sentence to the person at the PC, and resolves with whether it was done. Without a person, it was not. */
  readonly confirm: (sentence: string) => Promise<boolean>
}

/** A message set's response, or the failed call's code. */
export type Answer =
  | { readonly ok: true; readonly set: MessageSetResponse; readonly violations: readonly string[] }
  | { readonly ok: false; readonly hresult: string }

/** Another company file than the pinned one is open: nothing may be sent to it. */
export class OtherFileError extends Error {
  override readonly name = 'OtherFileError'

  constructor() {
    super('Another company file is open. Open the company file of this connection, and check again.')
  }
}

/** What the checks need of QuickBooks. Keeps the exchanges for the report. */
export class Kit {
  readonly exchanges: ReportExchange[] = []
  /** The texts of failed calls. */
  readonly errorTexts: string[] = []
  readonly startedAt: Date
  readonly #options: KitOptions
  readonly #hosts = new Map<Bits, ComHost>()
  readonly #answers = new Map<string, Answer>()
  #bits: Bits = 64
  #session: ProbeSession | undefined
  #path: string | undefined
  #characters = 0

  constructor(options: KitOptions) {
    this.#options = options
    this.startedAt = options.clock()
  }

  get writes(): boolean {
    return this.#options.writes
  }

  confirm(sentence: string): Promise<boolean> {
    return this.#options.confirm(sentence)
  }

  fileExists(path: string): Promise<boolean> {
    return this.#options.fileExists(path)
  }

  /** Returns a running host, or starts one. */
  host(bits: Bits = this.#bits): ComHost {
    const running = this.#hosts.get(bits)
    if (running !== undefined) return running
    const host = this.#options.startHost(bits)
    this.#hosts.set(bits, host)
    void host.ended.then(() => this.#hosts.delete(bits))
    return host
  }

  look(): Promise<Look | undefined> {
    return look(this.host())
  }

  /** Chooses the bitness in which QuickBooks' request processor is installed. Returns whether there is one. */
  async findRequestProcessor(): Promise<boolean> {
    for (const bits of [64, 32] as const) {
      const created = await this.host(bits).request('new')
      await this.host(bits).request('drop')
      if (!created.ok) continue
      this.#bits = bits
      return true
    }
    return false
  }

  /** Begins a session and keeps it. An earlier one ends. */
  async begin(path?: string, bits: Bits = this.#bits): Promise<ProbeResult> {
    await this.end()
    const { applicationName, wait, clock } = this.#options
    const session = new ProbeSession({ host: this.host(bits), applicationName, wait, clock, ...(path && { path }) })
    const begun = await session.begin()
    if (begun.result.ok) this.#session = session
    else {
      this.errorTexts.push(begun.result.text)
      await session.end()
    }
    return begun
  }

  async end(): Promise<void> {
    await this.#session?.end()
    this.#session = undefined
  }

  /** Returns the session's company file. */
  async getPath(): Promise<string | undefined> {
    const named = await this.#session?.call('GetCurrentCompanyFileName')
    return named?.result.ok ? named.result.text : undefined
  }

  /** Returns the pinned file's path, or the one that the first session has found. */
  findPath(): string | undefined {
    return this.#options.companyFile ?? this.#path
  }

  /**
   * Returns a session with the company file, beginning one if necessary.
   *
   * @throws {OtherFileError} if another file is open, to which nothing was sent
   */
  async requireSession(): Promise<ProbeSession> {
    if (this.#session !== undefined) return this.#session
    // QuickBooks would ask about the agent in whichever file is open.
    const begun = await this.begin(this.findPath())
    const session = this.#session as ProbeSession | undefined
    if (session === undefined) throw new FailedCallError(begun)
    const path = await this.getPath()
    const expected = this.findPath()
    if (path === undefined || (expected !== undefined && !isSamePath(path, expected))) {
      await this.end()
      throw new OtherFileError()
    }
    this.#path = path
    return session
  }

  /**
   * Sends a message set and keeps the exchange for the report, unless `isKept` is false. `isLiteral` marks a request
   * without the file's values.
   */
  async ask(row: BeliefId, messageSet: string, { isLiteral = false, isKept = true } = {}): Promise<Answer> {
    const session = await this.requireSession()
    const { result, ms } = await session.call('ProcessRequest', messageSet)
    const { redactor } = this.#options
    const request = isLiteral ? messageSet : redactor.request(messageSet)
    const keep = (exchange: ReportExchange): void => {
      if (isKept) this.#keep(exchange)
    }
    if (!result.ok) {
      const hresult = formatHresult(result.hresult)
      this.errorTexts.push(result.text)
      keep({ row, request, hresult, error: redactor.status(result.text).slice(0, 2_000), ms, violations: [] })
      return { ok: false, hresult }
    }
    const set = parseMessageSetResponse(result.text)
    const violations = set.responses.flatMap((response) => findResponseViolations(response)).map(this.#describe)
    keep({ row, request, response: redactor.response(result.text), ms, violations: violations.slice(0, 200) })
    return { ok: true, set, violations }
  }

  /** Like {@link ask}, but sends it once and returns that response from then on. */
  async askOnce(row: BeliefId, messageSet: string): Promise<Answer> {
    const known = this.#answers.get(messageSet)
    if (known !== undefined) return known
    const answer = await this.ask(row, messageSet, { isLiteral: true })
    this.#answers.set(messageSet, answer)
    return answer
  }

  /** Ends the session and the hosts. */
  async close(): Promise<void> {
    await this.end()
    await Promise.all([...this.#hosts.values()].map((host) => host.close()))
  }

  readonly #describe = (violation: Violation): string => {
    const text =
      violation.kind === 'structure'
        ? `${violation.path} ${violation.reason}`
        : `${violation.path}: ${this.#options.redactor.status(violation.statusMessage)}`
    return text.slice(0, 2_000)
  }

  #keep(exchange: ReportExchange): void {
    // The service would refuse the report.
    if (!isShortExchange(exchange)) return
    this.#characters += exchange.request.length + (exchange.response?.length ?? 0)
    if (this.#characters <= maxCharacters) this.exchanges.push(exchange)
  }
}

/** A session that a check needs cannot begin. */
export class FailedCallError extends Error {
  override readonly name = 'FailedCallError'
  readonly probe: ProbeResult

  constructor(probe: ProbeResult) {
    super('QuickBooks did not begin a session.')
    this.probe = probe
  }
}
