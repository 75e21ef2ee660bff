/** Kinds of data plane operations, which differ in their faults. */
export const faultScopes = ['read', 'query', 'write', 'batch', 'changes', 'report', 'entitlements'] as const

export type FaultScope = (typeof faultScopes)[number]

export const everyOperation: readonly FaultScope[] = faultScopes

/** Operations that reach a company file. */
export const companyFileOperations: readonly FaultScope[] = faultScopes.filter((scope) => scope !== 'entitlements')

/** Operations on one entity. */
export const recordOperations: readonly FaultScope[] = ['read', 'query', 'write']
