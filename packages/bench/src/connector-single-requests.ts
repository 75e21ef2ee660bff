import { setTimeout as delay } from 'node:timers/promises'
import { getMedian, type Measurement } from './measurement.ts'

const turns = 5
const warmUpTurns = 1

/**
 * A request arriving when no other waits, and how the service and the peer get it. Both return the time to its
 * response.
 */
export interface SingleRequests {
  readonly name: string
  readonly goal: Measurement['goal']
  /** A turn's requests. */
  readonly count: number
  /** The longest pause between a response and the next request, in milliseconds; each is random. */
  readonly maxPauseMs: number
  ours(): Promise<number>
  peer(): Promise<number>
  /** Starts the peer's Web Connector, polling without a pause, for a peer's turn. */
  startPeerRuns(): { stop(): Promise<void> }
}

/**
 * Measures the time from a request being ready to its response, for requests arriving one at a time.
 *
 * The service holds the open run's call until the request is there. `quickbooks-js` fetches a run's request list when
 * the run begins, and ends the run with the last request: a later one waits for the next run. Its Web Connector begins
 * that one at once, unlike any real one.
 */
export async function measureSingleRequests({
  name,
  goal,
  count,
  maxPauseMs,
  ours,
  peer,
  startPeerRuns,
}: SingleRequests): Promise<Measurement> {
  const measureTurn = async (request: () => Promise<number>): Promise<number[]> => {
    const times: number[] = []
    for (let index = 0; index < count; index += 1) {
      await delay(Math.random() * maxPauseMs)
      times.push(await request())
    }
    return times
  }
  const times = { ours: [] as number[], peer: [] as number[] }
  for (let turn = -warmUpTurns; turn < turns; turn += 1) {
    const our = await measureTurn(ours)
    const runs = startPeerRuns()
    const their = await measureTurn(peer)
    await runs.stop()
    if (turn < 0) continue
    times.ours.push(...our)
    times.peer.push(...their)
  }
  const [our, their] = [getMedian(times.ours), getMedian(times.peer)]
  return {
    name: `a Web Connector with an open run, ${name}: time to the response, against quickbooks-js`,
    ratio: their / our,
    goal,
    detail: `${our.toFixed(2)} ms from the server's request to its response against ${their.toFixed(2)} ms from a request in the list to its response, medians of ${times.ours.length}`,
  }
}
