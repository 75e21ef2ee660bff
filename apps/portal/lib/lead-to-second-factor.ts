import { TRPCError } from '@trpc/server'
import { redirect } from 'next/navigation'

/** Returns an organization's data. Redirects a member lacking the required second factor. */
export async function leadToSecondFactor<Data>(slug: string, data: Promise<Data>): Promise<Data> {
  try {
    return await data
  } catch (error) {
    if (isSecondFactorRequired(error)) redirect(`/account/second-factor?${new URLSearchParams({ organization: slug })}`)
    throw error
  }
}

function isSecondFactorRequired(error: unknown): boolean {
  const cause = error instanceof TRPCError ? error.cause : undefined
  return cause !== undefined && 'code' in cause && cause.code === 'second_factor_required'
}
