import type { Job } from '@bridge/platform/exchange-socket/job'
import { type ReadBatch, takeBatch } from './read-batch.ts'

/**
 * Reads travel together while the latest response has at most this many characters for each: several long responses in
 * one delay each other, and need more memory at a time.
 */
const maxResponseLength = 32 * 1024

/** Decides which reads travel together to a Web Connector. */
export class ReadBatches {
  #latest: ReadBatch | undefined
  /** The latest response's length, for each of its requests. */
  #responseLength = 0
  /** Reads that traveled with others without success. */
  readonly #separate = new WeakSet<Job>()

  /** Returns the next request, or a batch with it and waiting reads, which are removed from the list. */
  combine(next: Job, waiting: Job[]): Job {
    const isShort = this.#responseLength <= maxResponseLength
    this.#latest = isShort ? takeBatch(next, waiting, (job) => !this.#separate.has(job)) : undefined
    return this.#latest ?? next
  }

  find(id: string): ReadBatch | undefined {
    return this.#latest?.call.id === id ? this.#latest : undefined
  }

  /** Splits a request's response into its reads' responses; nothing if it does not have one for each. */
  split(id: string, response: string): readonly string[] | undefined {
    const batch = this.find(id)
    const texts = batch === undefined ? [response] : batch.split(response)
    this.#responseLength = response.length / (texts?.length ?? 1)
    return texts
  }

  /** Returns a failed batch's reads, to be sent separately; undefined if the request is no batch. */
  unbatch(id: string): readonly Job[] | undefined {
    const reads = this.find(id)?.unbatch()
    for (const read of reads ?? []) this.#separate.add(read)
    return reads
  }
}
