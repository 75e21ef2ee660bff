import { findHresult } from '@bridge/agent-protocol'
import type { ComHost } from './com-host.ts'
import { ComError } from './session.ts'

export type Bits = ComHost['bits']

/**
 * The COM host in use, of the bitness for which QuickBooks' request processor is installed. Hosts are started as they
 * are needed. The bitness is tried, because it does not follow from the QuickBooks version.
 */
export class ComHosts {
  readonly #startHost: (bits: Bits) => ComHost
  readonly #onEnded: () => void
  #running: ComHost | undefined
  #bits: Bits = 64

  /** @param onEnded is called when the current host has ended */
  constructor(startHost: (bits: Bits) => ComHost, onEnded: () => void) {
    this.#startHost = startHost
    this.#onEnded = onEnded
  }

  /** Returns the running host, or starts one. */
  current(): ComHost {
    this.#running ??= this.#start()
    return this.#running
  }

  /**
   * Runs an attempt that creates the request processor on the current host. If its class is not installed for that
   * bitness, or belongs to another QuickBooks than the running one, runs it on the other bitness's host, and keeps that
   * host unless it cannot reach QuickBooks either.
   *
   * @throws what the attempt throws, on the host that got further
   */
  async run<Result>(attempt: (host: ComHost) => Promise<Result>): Promise<Result> {
    try {
      return await attempt(this.current())
    } catch (error) {
      if (!mayBeOtherBitness(error)) throw error
      const first = this.#bits
      this.#switchTo(first === 64 ? 32 : 64)
      try {
        return await attempt(this.current())
      } catch (secondError) {
        // An object that was created and then failed proves the right bitness.
        const isNearer = isClassMissing(error) ? !isClassMissing(secondError) : !mayBeOtherBitness(secondError)
        if (!isNearer) this.#switchTo(first)
        throw isNearer ? secondError : error
      }
    }
  }

  /** Ends the host at once. The next call starts another one. */
  kill(): void {
    this.#release()?.kill()
    this.#onEnded()
  }

  /** Lets the host finish its call and end. */
  async close(): Promise<void> {
    await this.#release()?.close()
  }

  #start(): ComHost {
    const host = this.#startHost(this.#bits)
    void host.ended.then(() => {
      if (this.#running !== host) return
      this.#running = undefined
      this.#onEnded()
    })
    return host
  }

  #release(): ComHost | undefined {
    const host = this.#running
    this.#running = undefined
    return host
  }

  #switchTo(next: Bits): void {
    void this.#release()?.close()
    this.#bits = next
  }
}

function mayBeOtherBitness(error: unknown): boolean {
  return error instanceof ComError && findHresult(error.hresult).reaction === 'other-bitness'
}

const classMissing: ReadonlySet<number> = new Set([0x80040152, 0x80040154, 0x800401f3])

function isClassMissing(error: unknown): boolean {
  return error instanceof ComError && classMissing.has(error.hresult)
}
