import type { Job } from '@bridge/platform/exchange-socket/job'

/**
 * Inserts a request round-robin by client: each client has one request per round, rounds keep their request order, and
 * each client's requests keep their order.
 *
 * @param waiting in sending order
 * @param latest the request sent last
 */
export function insertRoundRobin(waiting: Job[], job: Job, latest: Job | undefined): void {
  const { client } = job.call
  const isOfClient = (each: Job | undefined) => each?.call.client === client
  const previous = waiting.findLast(isOfClient) ?? (isOfClient(latest) ? latest : undefined)
  job.turn = previous === undefined ? ((latest ?? waiting[0])?.turn ?? 0) : previous.turn + 1
  waiting.splice(waiting.findLastIndex(({ turn }) => turn <= job.turn) + 1, 0, job)
}
