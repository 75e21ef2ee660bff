import type { ComHost } from './com-host.ts'
import { findHresult } from './hresult.ts'
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
   * bitness, runs it on the other bitness's host, and keeps that host if its class is installed.
   *
   * @throws what the attempt throws
   */
  async run<Result>(attempt: (host: ComHost) => Promise<Result>): Promise<Result> {
    try {
      return await attempt(this.current())
    } catch (error) {
      if (!isNotInstalled(error)) throw error
      const first = this.#bits
      this.#switchTo(first === 64 ? 32 : 64)
      try {
        return await attempt(this.current())
      } catch (secondError) {
        // An object that was created and then failed proves the right bitness.
        if (isNotInstalled(secondError)) this.#switchTo(first)
        throw secondError
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

function isNotInstalled(error: unknown): boolean {
  return error instanceof ComError && findHresult(error.hresult).reaction === 'not-installed'
}
