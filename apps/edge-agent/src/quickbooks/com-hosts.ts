import type { ComHost } from './com-host.ts'
import { findHresult } from './hresult.ts'
import { ComError } from './session.ts'

export type Bits = ComHost['bits']

/** The COM host in use, of the bitness for which QuickBooks' request processor is installed. */
export interface ComHosts {
  /** Returns the running host, or starts one. */
  current(): ComHost
  /**
   * Runs an attempt that creates the request processor on the current host. If its class is not installed for that
   * bitness, runs it on the other bitness's host, and keeps that host if its class is installed.
   *
   * @throws what the attempt throws
   */
  run<Result>(attempt: (host: ComHost) => Promise<Result>): Promise<Result>
  /** Ends the host at once. The next call starts another one. */
  kill(): void
  /** Lets the host finish its call and end. */
  close(): Promise<void>
}

/**
 * Creates hosts as they are needed. The bitness is tried, because it does not follow from the QuickBooks version.
 *
 * @param onEnded is called when the current host has ended
 */
export function createComHosts(startHost: (bits: Bits) => ComHost, onEnded: () => void): ComHosts {
  let running: ComHost | undefined
  let bits: Bits = 64

  const start = (): ComHost => {
    const host = startHost(bits)
    void host.ended.then(() => {
      if (running !== host) return
      running = undefined
      onEnded()
    })
    return host
  }
  const current = (): ComHost => {
    running ??= start()
    return running
  }
  const stop = (): ComHost | undefined => {
    const host = running
    running = undefined
    return host
  }
  const switchTo = (next: Bits): void => {
    void stop()?.close()
    bits = next
  }

  return {
    current,
    run: async (attempt) => {
      try {
        return await attempt(current())
      } catch (error) {
        if (!isNotInstalled(error)) throw error
        const first = bits
        switchTo(first === 64 ? 32 : 64)
        try {
          return await attempt(current())
        } catch (secondError) {
          // An object that was created and then failed proves the right bitness.
          if (isNotInstalled(secondError)) switchTo(first)
          throw secondError
        }
      }
    },
    kill: () => {
      stop()?.kill()
      onEnded()
    },
    close: async () => stop()?.close(),
  }
}

function isNotInstalled(error: unknown): boolean {
  return error instanceof ComError && findHresult(error.hresult).reaction === 'not-installed'
}
