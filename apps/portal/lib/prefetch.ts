import type { PortalRouter } from '@bridge/server'
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query'
import { headers } from 'next/headers'
import { cache } from 'react'
import { getBridge } from './bridge.ts'
import { createQueryClient } from './query-client.ts'

/** Returns the request's query client. HydrationBoundary passes its data to the browser. */
export const requestQueryClient = cache(createQueryClient)

/** Calls the procedures in this process as the request's user. */
export const serverTrpc = cache(async () => {
  const requestHeaders = new Headers(await headers())
  const { router, context } = getBridge().portal
  return createTRPCOptionsProxy<PortalRouter>({
    router,
    ctx: await context(requestHeaders),
    queryClient: requestQueryClient,
  })
})
