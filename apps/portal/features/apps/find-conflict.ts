import type { PortalData } from '../../lib/portal-data.ts'

type App = PortalData['updateClient']['client']

interface ConflictError {
  readonly data?: {
    readonly problem?: { readonly code: string; readonly fields: { readonly client?: App } } | undefined
  } | null
}

/** Returns the app as someone else saved it, if an error reports a conflict. */
export function findConflict(error: unknown): App | undefined {
  const problem = (error as ConflictError | null)?.data?.problem
  return problem?.code === 'edit_conflict' ? problem.fields.client : undefined
}
