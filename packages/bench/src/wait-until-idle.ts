import { getMedian, getPercentile } from './measurement.ts'

const quietRequests = 50
const maxSettleRounds = 20

/**
 * Makes requests until the slowest of some is not slower than three times the median. Each returns its time.
 *
 * @param share the share of requests whose slowest counts; by default all
 */
export async function waitUntilIdle(request: () => Promise<number>, share = 1): Promise<void> {
  for (let round = 0; round < maxSettleRounds; round++) {
    const times: number[] = []
    for (let count = 0; count < quietRequests; count++) times.push(await request())
    if (getPercentile(times, share) <= 3 * getMedian(times)) return
  }
}
