import { callAttacks } from './agents/call-attacks.ts'
import { silenceAttacks, socketAttacks } from './agents/socket-attacks.ts'
import { controlPlaneMatrix } from './isolation/control-plane.ts'
import { dataPlaneMatrix, ownCalls } from './isolation/data-plane.ts'
import { oauthMatrix } from './isolation/oauth.ts'
import { unchanged } from './isolation/unchanged.ts'
import { neighborAttacks } from './neighbors/neighbor-attacks.ts'
import { authorizeAttacks } from './oauth/authorize-attacks.ts'
import { tokenAttacks } from './oauth/token-attacks.ts'
import { bodyAttacks } from './requests/body-attacks.ts'
import { pathAttacks, unpolluted } from './requests/path-attacks.ts'
import { rawAttacks } from './requests/raw-attacks.ts'
import type { AttackGroup } from './run/attack.ts'

/** Everything that is tried, in the order in which it runs. */
export const groups: readonly AttackGroup[] = [
  {
    name: 'isolation of /v3',
    attacks: [...dataPlaneMatrix, ...ownCalls],
    afterwards: [unchanged],
    atOnce: 8,
    sampleSize: 60,
  },
  {
    name: 'isolation of /admin/v1 and /trpc',
    attacks: controlPlaneMatrix,
    afterwards: [unchanged],
    atOnce: 8,
    sampleSize: 60,
  },
  { name: 'isolation of /oauth2', attacks: oauthMatrix, afterwards: [unchanged], atOnce: 8, sampleSize: 30 },
  { name: 'OAuth', attacks: [...authorizeAttacks, ...tokenAttacks], atOnce: 4, sampleSize: 40 },
  {
    name: 'requests',
    attacks: [...bodyAttacks, ...pathAttacks, ...rawAttacks],
    afterwards: [unpolluted, unchanged],
    atOnce: 4,
    sampleSize: 40,
  },
  {
    name: 'agents',
    attacks: [...callAttacks, ...socketAttacks, ...silenceAttacks],
    atOnce: 2,
    sampleSize: 6,
  },
  { name: 'neighbors', attacks: neighborAttacks, atOnce: 1, sampleSize: 1 },
]
