import type { Job } from './job.ts'

/**
 * Inserts a request among the waiting ones so that clients take turns: each has one request in a turn, in the order in
 * which the requests of the turn came, and the requests of a client keep their order.
 *
 * @param waiting in the order in which they are sent
 * @param latest the latest request that was sent
 */
export function insertInTurn(waiting: Job[], job: Job, latest: Job | undefined): void {
  const { client } = job.call
  const isOfClient = (each: Job | undefined) => each?.call.client === client
  const previous = waiting.findLast(isOfClient) ?? (isOfClient(latest) ? latest : undefined)
  job.turn = previous === undefined ? ((latest ?? waiting[0])?.turn ?? 0) : previous.turn + 1
  waiting.splice(waiting.findLastIndex(({ turn }) => turn <= job.turn) + 1, 0, job)
}
