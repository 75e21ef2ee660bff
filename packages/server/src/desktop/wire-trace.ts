import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Dependencies } from '../dependencies.ts'
import type { Desktop, ExchangeResult } from './desktop.ts'

/** Writes exchanges as pairs of files, for support and for tests. */
export interface WireTrace {
  /** The same desktop, whose exchanges are written. */
  readonly over: (desktop: Desktop) => Desktop
  /** Waits for what is still being written. */
  close(): Promise<void>
}

/**
 * Writes each exchange into the directory as `<time>-<realm>-<n>.request.xml` and `….answer.xml`; where there was no
 * answer, the second file holds a comment that says why. Writing is waited for by nobody and fails nobody's call. The
 * files hold customers' books, so only their owner may read them.
 */
export function createWireTrace(
  directory: string,
  { clock, logger }: Pick<Dependencies, 'clock' | 'logger'>,
): WireTrace {
  const writing = new Set<Promise<void>>()
  const ready = mkdir(directory, { recursive: true, mode: 0o700 })
  ready.catch(() => undefined)
  let count = 0

  const write = (name: string, text: string) => {
    const work = ready
      .then(() => writeFile(join(directory, name), text, { mode: 0o600 }))
      .catch((error: unknown) => logger.warn({ err: error, file: name }, 'The wire trace was not written'))
      .finally(() => writing.delete(work))
    writing.add(work)
  }

  return {
    over: (desktop) => ({
      ...desktop,
      async exchange(realmId, messageSet, options) {
        count += 1
        const name = `${clock().toISOString().replaceAll(':', '')}-${realmId}-${String(count).padStart(6, '0')}`
        write(`${name}.request.xml`, messageSet)
        try {
          const result = await desktop.exchange(realmId, messageSet, options)
          write(`${name}.answer.xml`, answerText(result))
          return result
        } catch (error) {
          write(`${name}.answer.xml`, '<!-- refused before an answer -->\n')
          throw error
        }
      },
    }),
    async close() {
      await Promise.all(writing)
    },
  }
}

function answerText(result: ExchangeResult): string {
  if (!result.sent) return `<!-- not sent: ${result.why} -->\n`
  return result.lost ? `<!-- sent, no answer: ${result.why} -->\n` : result.answer
}
