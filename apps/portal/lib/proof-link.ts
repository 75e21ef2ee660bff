import type { PortalRouter } from '@bridge/server'
import type { TRPCLink } from '@trpc/client'
import { observable, type Unsubscribable } from '@trpc/server/observable'
import { requestProof } from './proof-requests.ts'

/** The context for a procedure whose caller reports a missing proof. */
export const withoutDialog = { context: { withoutDialog: true } } as const

/** Asks the user for a procedure's missing proof, then runs it again. */
export const proofLink: TRPCLink<PortalRouter> =
  () =>
  ({ next, op }) =>
    observable((observer) => {
      let current: Unsubscribable | undefined
      const run = () => {
        current = next(op).subscribe({
          next: (value) => observer.next(value),
          complete: () => observer.complete(),
          error: (error) => {
            const isMissing = error.data?.problem?.code === 'proof_required' && !op.context.withoutDialog
            if (!isMissing) return observer.error(error)
            void requestProof().then((isProven) => (isProven ? run() : observer.error(error)))
          },
        })
      }
      run()
      return () => current?.unsubscribe()
    })
