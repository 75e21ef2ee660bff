import type { CompanyStorage, Document } from './storage.ts'

const keyOf = (document: Document): string => `${document.kind}/${document.id}`

/** A company file that lives as long as the process; for tests and throw-away sandboxes. */
export const memoryStorage = (): CompanyStorage => {
  const latest = new Map<string, { readonly version: number; readonly document: Document }>()
  let version = 0
  let turn: Promise<unknown> = Promise.resolve()

  return {
    exclusive(sinceVersion, work) {
      const run = async () => {
        const complete = sinceVersion === undefined || sinceVersion > version
        const documents: Document[] = []
        for (const entry of latest.values()) {
          if (complete ? entry.document.value !== null : entry.version > sinceVersion) documents.push(entry.document)
        }
        const { changes, result } = work({ version, complete, documents })
        if (changes.length > 0) {
          version += 1
          for (const document of changes) latest.set(keyOf(document), { version, document })
        }
        return { version, result }
      }
      const outcome = turn.then(run)
      turn = outcome.catch(() => undefined)
      return outcome
    },
  }
}
