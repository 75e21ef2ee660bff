import { FairQueue } from '@bridge/platform/fair-queue'
import { type CallMemory, createDroppedFault } from './response-memory.ts'

/** How much text is read at once: a report and two pages. */
const maxBytesAtOnce = 96 * 1024 * 1024

interface WaitingRead {
  readonly owner: string
  readonly bytes: number
  begin(): void
}

/** Lets few long responses be read at once, and only one per company file. Company files take turns. */
export class LongResponses {
  readonly #waiting = new FairQueue<WaitingRead>()
  readonly #reading = new Set<string>()
  #bytes = 0

  /**
   * Reads a response when it is its turn.
   *
   * @param memory the call's memory, owned by its company file
   * @param bytes the longest text the response may have
   * @throws Fault `RATE_LIMITED` if the call is dropped before its turn
   */
  async read<Result>(memory: CallMemory, bytes: number, read: () => Promise<Result>): Promise<Result> {
    const { owner } = memory
    await this.#acquire(memory, bytes)
    try {
      return await read()
    } finally {
      this.#reading.delete(owner)
      this.#bytes -= bytes
      this.#beginNext()
    }
  }

  #acquire(memory: CallMemory, bytes: number): Promise<void> {
    const { owner } = memory
    return new Promise((resolve, reject) => {
      const waiting: WaitingRead = {
        owner,
        bytes,
        begin: () => {
          memory.onDrop = undefined
          resolve()
        },
      }
      memory.onDrop = () => {
        this.#waiting.remove(owner, waiting)
        reject(createDroppedFault())
      }
      this.#waiting.push(owner, waiting)
      this.#beginNext()
    })
  }

  #beginNext(): void {
    let isFull = false
    const mayBegin = ({ owner, bytes }: WaitingRead) => {
      if (this.#reading.has(owner)) return false
      // A large one would wait forever if smaller ones passed it.
      isFull ||= this.#bytes + bytes > maxBytesAtOnce
      return !isFull
    }
    for (let next = this.#waiting.shift(mayBegin); next !== undefined; next = this.#waiting.shift(mayBegin)) {
      this.#reading.add(next.owner)
      this.#bytes += next.bytes
      next.begin()
    }
  }
}
