import { TRPCError } from '@trpc/server'
import { redirect } from 'next/navigation'

/** Returns the data of an organization. Redirects a member who lacks the second factor that it requires. */
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
