import type { Delta, Document } from './company-storage.ts'

interface Entry {
  readonly version: number
  readonly document: Document
}

/** Every document's latest version, from which the changes since a version are read. */
export class DocumentLog {
  readonly #latest = new Map<string, Entry>()
  #version = 0

  get version(): number {
    return this.#version
  }

  /** Records documents stored with a version. */
  take(version: number, documents: readonly Document[]): void {
    this.#version = version
    for (const document of documents) this.#latest.set(`${document.kind}/${document.id}`, { version, document })
  }

  /** Returns the changes since a version, or all documents if the reader has no version or a later one. */
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
