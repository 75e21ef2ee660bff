import type { PortalRouter } from '@bridge/server'
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query'
import { headers } from 'next/headers'
import { cache } from 'react'
import { bridge } from './bridge.ts'
import { createQueryClient } from './query-client.ts'

/** One query client a request; its answers go to the browser through HydrationBoundary. */
export const requestQueryClient = cache(createQueryClient)

/** The procedures, called in this process as the user whose cookie the request carries. */
export const serverTrpc = cache(async () =>
  createTRPCOptionsProxy<PortalRouter>({
    router: bridge().portal.router,
    ctx: await bridge().portal.context(new Headers(await headers())),
    queryClient: requestQueryClient,
  }),
)
