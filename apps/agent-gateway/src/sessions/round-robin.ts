import { backgroundClient } from '@bridge/agent-protocol'
import type { Job } from '@bridge/platform/exchange-socket/job'

/**
 * Inserts a request round-robin by client: each client has one request per round, rounds keep their request order, and
 * each client's requests keep their order. The service's own requests wait behind all others.
 *
 * @param waiting in sending order
 * @param latest the request sent last
 */
export function insertRoundRobin(waiting: Job[], job: Job, latest: Job | undefined): void {
  const { client } = job.call
  const isOfClient = (each: Job | undefined) => each?.call.client === client
  if (client === backgroundClient) {
    job.turn = Number.POSITIVE_INFINITY
    waiting.push(job)
    return
  }
  const previous = waiting.findLast(isOfClient) ?? (isOfClient(latest) ? latest : undefined)
  const current = [latest, ...waiting].find((each) => each !== undefined && Number.isFinite(each.turn))
  job.turn = previous === undefined ? (current?.turn ?? 0) : previous.turn + 1
  waiting.splice(waiting.findLastIndex(({ turn }) => turn <= job.turn) + 1, 0, job)
}
