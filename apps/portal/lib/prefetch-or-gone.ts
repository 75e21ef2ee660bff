import { TRPCError } from '@trpc/server'

/** Returns the data of a page, or undefined if the thing of its address is foreign, deleted or unknown. */
export async function orGone<Data>(data: Promise<Data>): Promise<Data | undefined> {
  try {
    return await data
  } catch (error) {
    if (error instanceof TRPCError && error.code === 'NOT_FOUND') return undefined
    throw error
  }
}
