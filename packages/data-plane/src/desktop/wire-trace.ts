import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ExchangeOutcome } from '@bridge/agent-protocol'
import type { Dependencies } from '@bridge/platform/dependencies'
import { type Desktop, type DesktopResponse, decorateDesktop } from './desktop.ts'

/** Writes exchanges as pairs of files, for support and for tests. */
export interface WireTrace {
  /** Returns the same desktop with its exchanges traced. */
  readonly over: (desktop: Desktop) => Desktop
  /** Waits for pending writes. */
  close(): Promise<void>
}

/**
 * Writes each exchange to the directory as `<time>-<realm>-<n>.request.xml` and `….response.xml`. Without a response, the
 * second file holds a comment with the reason; a long response that was packed stays packed, as `….response.xml.gz`. Calls
 * do not wait for the files and do not fail with them. The files contain customers' books, so only their owner may read
 * them.
 */
export function createWireTrace(
  directory: string,
  { clock, logger }: Pick<Dependencies, 'clock' | 'logger'>,
): WireTrace {
  const pending = new Set<Promise<void>>()
  const ready = mkdir(directory, { recursive: true, mode: 0o700 })
  ready.catch(() => undefined)
  let count = 0

  const write = (name: string, text: DesktopResponse) => {
    const work = ready
      .then(() => writeFile(join(directory, name), text, { mode: 0o600 }))
      .catch((error: unknown) => logger.warn({ err: error, file: name }, 'could not write the wire trace'))
      .finally(() => pending.delete(work))
    pending.add(work)
  }

  const writeOutcome = (name: string, outcome: ExchangeOutcome<DesktopResponse>): void => {
    const text = formatOutcome(outcome)
    write(`${name}.response.xml${typeof text !== 'string' && text[0] === 0x1f ? '.gz' : ''}`, text)
  }

  return {
    over: (desktop) =>
      decorateDesktop(desktop, async (realmId, messageSet, options) => {
        count += 1
        const name = `${clock().toISOString().replaceAll(':', '')}-${realmId}-${String(count).padStart(6, '0')}`
        write(`${name}.request.xml`, messageSet)
        try {
          const outcome = await desktop.exchange(realmId, messageSet, options)
          writeOutcome(name, outcome)
          return outcome
        } catch (error) {
          write(`${name}.response.xml`, '<!-- rejected before it was sent -->\n')
          throw error
        }
      }),
    async close() {
      await Promise.all(pending)
    },
  }
}

function formatOutcome(outcome: ExchangeOutcome<DesktopResponse>): DesktopResponse {
  if (!outcome.sent) return `<!-- not sent: ${outcome.reason} -->\n`
  return outcome.lost ? `<!-- sent, no response: ${outcome.reason} -->\n` : outcome.response
}
