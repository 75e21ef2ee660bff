import type { namedOperations } from '@bridge/server/provisioning/operations'

type OperationName = keyof typeof namedOperations

/** Operations for scripts whose results are a part of what the pages load with another one. */
export const includedOperations = {
  listRequests: 'searchRequests',
  getRequest: 'explainRequest',
} as const satisfies Partial<Record<OperationName, OperationName>>
