import type { WebhookFailure } from '@bridge/database'

interface SandboxFailure {
  /** Its name in the portal. */
  readonly title: string
  readonly description: string
  /** How often each event is sent. */
  readonly copies: 0 | 1 | 2
  /** How long events wait before they are sent. */
  readonly waitSeconds: number
  /** Whether the newest event of a request is the first. */
  readonly isReversed: boolean
}

const usual = { copies: 1, waitSeconds: 0, isReversed: false } as const

/** The ways in which a webhook can fail with events of sandboxes, to test its receiver. */
export const sandboxFailures: Readonly<Record<WebhookFailure, SandboxFailure>> = {
  twice: { ...usual, title: 'Twice', description: 'Sends each request again once it was accepted.', copies: 2 },
  reordered: {
    ...usual,
    title: 'Reordered',
    description: 'Gathers the events of 10 seconds, and sends them with the newest first.',
    waitSeconds: 10,
    isReversed: true,
  },
  late: { ...usual, title: 'Late', description: 'Sends events a minute late.', waitSeconds: 60 },
  lost: { ...usual, title: 'Lost', description: 'Sends no event.', copies: 0 },
}

/** The names of all sandbox failures. */
export const sandboxFailureNames = Object.keys(sandboxFailures) as readonly WebhookFailure[]

/** Returns how a company file's events are sent. Those of production realms are always sent as usual. */
export function findSandboxFailure({
  isSandbox,
  sandboxFailure,
}: {
  readonly isSandbox: boolean
  readonly sandboxFailure: WebhookFailure | null
}): Pick<SandboxFailure, keyof typeof usual> {
  return isSandbox && sandboxFailure !== null ? sandboxFailures[sandboxFailure] : usual
}
