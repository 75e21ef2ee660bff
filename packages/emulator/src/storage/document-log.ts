import type { Delta, Document } from './company-storage.ts'

interface Entry {
  readonly version: number
  readonly document: Document
}

/** The latest version of every document, to tell readers what has changed since a version they know. */
export class DocumentLog {
  readonly #latest = new Map<string, Entry>()
  #version = 0

  /** The version of the last change. */
  get version(): number {
    return this.#version
  }

  /** Takes documents in that were stored under a version. */
  take(version: number, documents: readonly Document[]): void {
    this.#version = version
    for (const document of documents) this.#latest.set(`${document.kind}/${document.id}`, { version, document })
  }

  /** What changed since a version; everything there is for a reader that knows none, or one from another past. */
  since(version: number | undefined): Delta {
    const complete = version === undefined || version > this.#version
    const documents: Document[] = []
    if (version === this.#version) return { version, complete, documents }
    for (const entry of this.#latest.values()) {
      if (complete ? entry.document.value !== null : entry.version > version) documents.push(entry.document)
    }
    return { version: this.#version, complete, documents }
  }
}
