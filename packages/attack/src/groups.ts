import { controlPlaneMatrix } from './isolation/control-plane.ts'
import { dataPlaneMatrix, ownCalls } from './isolation/data-plane.ts'
import { oauthMatrix } from './isolation/oauth.ts'
import { unchanged } from './isolation/unchanged.ts'
import type { AttackGroup } from './run/attack.ts'

/** Everything that is tried, in the order in which it runs. */
export const groups: readonly AttackGroup[] = [
  {
    name: 'isolation of /v3',
    attacks: [...dataPlaneMatrix, ...ownCalls],
    afterwards: [unchanged],
    atOnce: 8,
    sampleSize: 120,
  },
  {
    name: 'isolation of /admin/v1 and /trpc',
    attacks: controlPlaneMatrix,
    afterwards: [unchanged],
    atOnce: 8,
    sampleSize: 120,
  },
  { name: 'isolation of /oauth2', attacks: oauthMatrix, afterwards: [unchanged], atOnce: 8, sampleSize: 60 },
]
