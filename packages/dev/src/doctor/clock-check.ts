import type { Check } from './deployment.ts'
import { ok, problem } from './finding.ts'

/** Codes of authenticator apps and signatures of Stripe allow for half a minute. */
const maxSkewMs = 10_000

/** This machine's clock against the database's. */
export const clockCheck: Check = {
  title: 'Clock',
  needs: ['DATABASE_URL'],
  async examine({ database, clock }) {
    const before = clock().getTime()
    const [row] = await database.$queryRaw<{ now: Date }[]>`SELECT now() AS now`
    const after = clock().getTime()
    if (row === undefined) throw new Error('PostgreSQL returned no time.')
    const skewMs = (before + after) / 2 - row.now.getTime()
    if (Math.abs(skewMs) <= maxSkewMs + (after - before))
      return [ok('This machine and the database agree on the time.')]
    const seconds = Math.abs(Math.round(skewMs / 1000))
    return [
      problem(
        `This machine's clock is ${seconds} s ${skewMs > 0 ? 'ahead of' : 'behind'} the database's.`,
        'Synchronize both by NTP (timedatectl shows the state). Tokens, codes and Stripe events depend on the time.',
      ),
    ]
  },
}
