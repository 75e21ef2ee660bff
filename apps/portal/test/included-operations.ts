import type { namedOperations } from '@bridge/control-plane/provisioning/operations'

type OperationName = keyof typeof namedOperations

/** Operations for scripts; pages load the same results with another one. */
export const includedOperations = {
  listRequests: 'searchRequests',
  getRequest: 'explainRequest',
  // The Explorer sends the explained call again, where it can be edited.
  replayRequest: 'explainRequest',
} as const satisfies Partial<Record<OperationName, OperationName>>
