import { TRPCError } from '@trpc/server'
import { notFound } from 'next/navigation'

const goneCodes: readonly string[] = ['NOT_FOUND', 'BAD_REQUEST']

/** Returns a page's data. Renders the not-found page if the ID in its address is foreign, deleted or unknown. */
export async function orNotFound<Data>(data: Promise<Data>): Promise<Data> {
  try {
    return await data
  } catch (error) {
    if (isGone(error)) notFound()
    throw error
  }
}

/** Returns whether data could not be loaded because the ID in the page's address is foreign, deleted or unknown. */
export function isGone(error: unknown): boolean {
  return error instanceof TRPCError && goneCodes.includes(error.code)
}
