import { callAttacks } from './agents/call-attacks.ts'
import { silenceAttacks, socketAttacks } from './agents/socket-attacks.ts'
import { startBillingTarget } from './billing/start-billing-target.ts'
import { webhookAttacks } from './billing/webhook-attacks.ts'
import { connectorAttacks } from './connectors/connector-attacks.ts'
import { controlPlaneMatrix } from './isolation/control-plane.ts'
import { dataPlaneMatrix, ownCalls } from './isolation/data-plane.ts'
import { oauthMatrix } from './isolation/oauth.ts'
import { unchanged } from './isolation/unchanged.ts'
import { viewerMatrix } from './isolation/viewer.ts'
import { audienceAttacks } from './mcp/audience-attacks.ts'
import { hostAttacks } from './mcp/host-attacks.ts'
import { proposalAttacks } from './mcp/proposal-attacks.ts'
import { neighborAttacks } from './neighbors/neighbor-attacks.ts'
import { authorizeAttacks } from './oauth/authorize-attacks.ts'
import { tokenAttacks } from './oauth/token-attacks.ts'
import { receiverAttacks } from './outgoing/receiver-attacks.ts'
import { patternAttacks } from './patterns/pattern-attacks.ts'
import { processAttacks } from './processes/process-attacks.ts'
import { startProcessTarget } from './processes/start-process-target.ts'
import { bodyAttacks } from './requests/body-attacks.ts'
import { pathAttacks, unpolluted } from './requests/path-attacks.ts'
import { rawAttacks } from './requests/raw-attacks.ts'
import { textAttacks } from './requests/text-attacks.ts'
import type { AttackGroup } from './run/attack.ts'
import { startTarget } from './target/start-target.ts'

/** Everything tried, in order. */
export const groups: readonly AttackGroup[] = [
  {
    name: 'isolation of /v3',
    start: startTarget,
    attacks: [...dataPlaneMatrix, ...ownCalls],
    afterwards: [unchanged],
    atOnce: 8,
    sampleSize: 60,
  },
  {
    name: 'isolation of /admin/v1 and /trpc',
    start: startTarget,
    attacks: [...controlPlaneMatrix, ...viewerMatrix],
    afterwards: [unchanged],
    atOnce: 8,
    sampleSize: 60,
  },
  {
    name: 'isolation of /oauth2',
    start: startTarget,
    attacks: oauthMatrix,
    afterwards: [unchanged],
    atOnce: 8,
    sampleSize: 30,
  },
  { name: 'OAuth', start: startTarget, attacks: [...authorizeAttacks, ...tokenAttacks], atOnce: 4, sampleSize: 40 },
  {
    name: 'requests',
    start: startTarget,
    attacks: [...bodyAttacks, ...pathAttacks, ...rawAttacks],
    afterwards: [unpolluted, unchanged],
    atOnce: 4,
    sampleSize: 40,
  },
  { name: 'texts', start: startTarget, attacks: textAttacks, afterwards: [unchanged], atOnce: 2, sampleSize: 3 },
  {
    name: 'agents',
    start: startTarget,
    attacks: [...callAttacks, ...socketAttacks, ...silenceAttacks],
    atOnce: 2,
    sampleSize: 6,
  },
  { name: 'Web Connectors', start: startTarget, attacks: connectorAttacks, atOnce: 2, sampleSize: 12 },
  { name: 'Stripe events', start: startBillingTarget, attacks: webhookAttacks, atOnce: 1, sampleSize: 40 },
  { name: 'webhook receivers', start: startTarget, attacks: receiverAttacks, atOnce: 1, sampleSize: 12 },
  {
    name: 'mcp',
    start: startTarget,
    attacks: [...audienceAttacks, ...hostAttacks, ...proposalAttacks],
    atOnce: 2,
    sampleSize: 30,
  },
  { name: 'neighbors', start: startTarget, attacks: neighborAttacks, atOnce: 1, sampleSize: 1 },
  { name: 'patterns', start: startProcessTarget, attacks: patternAttacks, atOnce: 1, sampleSize: 5 },
  { name: 'processes', start: startProcessTarget, attacks: processAttacks, atOnce: 1, sampleSize: 1 },
]
