import { QueueFullError } from './fetch-queue.ts'

/** Gathers a customer's waiting events: one read of Stripe serves all. */
export interface EventBatches<Event extends { readonly id: string }> {
  /**
   * Adds an event to its customer's batch and waits until the batch has ended.
   *
   * @returns the reason why the event has no effect, if it has none
   * @throws {QueueFullError} at once, if too many events wait
   */
  add(customerId: string, event: Event): Promise<string | undefined>
}

interface Batch<Event> {
  /** A repeated event is in it once. */
  readonly events: Map<string, Event>
  readonly ended: Promise<ReadonlyMap<string, string>>
}

/**
 * @param handle handles a batch and returns the reasons for ignored events by ID. It calls `take` as late as possible
 *   before it reads Stripe: later events are in the next batch.
 */
export function createEventBatches<Event extends { readonly id: string }>({
  maxWaiting,
  handle,
}: {
  readonly maxWaiting: number
  readonly handle: (customerId: string, take: () => readonly Event[]) => Promise<ReadonlyMap<string, string>>
}): EventBatches<Event> {
  const open = new Map<string, Batch<Event>>()
  let waiting = 0

  const start = (customerId: string): Batch<Event> => {
    const events = new Map<string, Event>()
    const take = () => {
      if (open.get(customerId) === batch) open.delete(customerId)
      return [...events.values()]
    }
    const ended = Promise.resolve()
      .then(() => handle(customerId, take))
      .finally(take)
    const batch: Batch<Event> = { events, ended }
    open.set(customerId, batch)
    return batch
  }

  return {
    async add(customerId, event) {
      if (waiting >= maxWaiting) throw new QueueFullError('Too many events wait.')
      waiting += 1
      try {
        const batch = open.get(customerId) ?? start(customerId)
        batch.events.set(event.id, event)
        return (await batch.ended).get(event.id)
      } finally {
        waiting -= 1
      }
    },
  }
}
