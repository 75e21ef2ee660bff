import { Fault } from '@bridge/faults'

const retryAfterSeconds = 5

export interface ResponseMemoryOptions {
  /** How much all calls may hold. Above it, the company file with the most loses its oldest call. */
  readonly maxBytes: number
  readonly onDrop: (dropped: { readonly owner: string; readonly bytes: number }) => void
}

/** Bounds the memory for long responses, from QuickBooks until they are read and to clients until they are received. */
export class ResponseMemory {
  readonly #options: ResponseMemoryOptions
  /** Calls holding anything, oldest first. */
  readonly #calls = new Set<CallMemory>()
  #bytes = 0

  constructor(options: ResponseMemoryOptions) {
    this.#options = options
  }

  /** @param owner the company file */
  open(owner: string): CallMemory {
    const call = new CallMemory(owner, (change) => {
      this.#bytes += change
      if (call.bytes > 0) this.#calls.add(call)
      else this.#calls.delete(call)
      this.#dropWhileTooMuch()
    })
    return call
  }

  #dropWhileTooMuch(): void {
    while (this.#bytes > this.#options.maxBytes) {
      const oldestOfOwners = [...new Map([...this.#calls].reverse().map((call) => [call.owner, call])).values()]
      const oldest = oldestOfOwners.reduce((most, each) => (this.#sumOf(each) > this.#sumOf(most) ? each : most))
      const { owner, bytes } = oldest
      oldest.drop()
      this.#options.onDrop({ owner, bytes })
    }
  }

  #sumOf({ owner }: CallMemory): number {
    let sum = 0
    for (const call of this.#calls) if (call.owner === owner) sum += call.bytes
    return sum
  }
}

/** What one call holds. */
export class CallMemory {
  readonly owner: string
  /** Frees what a dropped call holds. */
  onDrop: (() => void) | undefined
  readonly #onChange: (change: number) => void
  #bytes = 0
  #isDropped = false

  constructor(owner: string, onChange: (change: number) => void) {
    this.owner = owner
    this.#onChange = onChange
  }

  get bytes(): number {
    return this.#bytes
  }

  /** @throws Fault `RATE_LIMITED` if the call was dropped because all calls hold too much */
  add(bytes: number): void {
    if (!this.#isDropped) {
      this.#bytes += bytes
      this.#onChange(bytes)
    }
    if (this.#isDropped) throw createDroppedFault()
  }

  /** Sets what the call holds, unless it was dropped. */
  set(bytes: number): void {
    if (this.#isDropped) return
    const change = bytes - this.#bytes
    this.#bytes = bytes
    this.#onChange(change)
  }

  drop(): void {
    this.set(0)
    this.#isDropped = true
    this.onDrop?.()
  }
}

/** Creates the fault for a dropped call. */
export function createDroppedFault(): Fault {
  const detail =
    'Too many long responses of QuickBooks Desktop are being read. Nothing was changed: repeat the request.'
  return new Fault('RATE_LIMITED', detail, { retryAfterSeconds })
}
