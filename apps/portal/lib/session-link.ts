import type { PortalRouter } from '@bridge/server'
import type { TRPCLink } from '@trpc/client'
import { tap } from '@trpc/server/observable'
import { setSessionEnded } from './session-end.ts'

/** Notices when a procedure is rejected because the session has ended. */
export const sessionLink: TRPCLink<PortalRouter> =
  () =>
  ({ next, op }) =>
    next(op).pipe(
      tap({
        error: ({ data }) => {
          if (data?.problem?.code === 'unauthenticated') setSessionEnded(true)
        },
      }),
    )
