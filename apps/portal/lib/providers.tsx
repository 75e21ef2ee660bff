'use client'

import '@mantine/notifications/styles.css'
import type { PortalRouter } from '@bridge/server'
import { QueryClientProvider } from '@tanstack/react-query'
import { createTRPCClient, httpBatchLink, httpLink, splitLink } from '@trpc/client'
import dynamic from 'next/dynamic'
import { NuqsAdapter } from 'nuqs/adapters/next/app'
import { type ReactNode, useState } from 'react'
import { useHasNotified } from './notify.ts'
import { proofLink } from './proof-link.ts'
import { createQueryClient } from './query-client.ts'
import { sessionLink } from './session-link.ts'
import { TRPCProvider } from './trpc.ts'

const Notifications = dynamic(() => import('@mantine/notifications').then(({ Notifications: all }) => all), {
  ssr: false,
})

/** The server's limit on procedures per request. */
const maxBatch = 20
/** Shorter than the server's limit, which counts headers, too. */
const maxUrlLength = 4_000

/** Provides queries, the state in the address, and notifications to pages with data. */
export function Providers({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient)
  const hasNotified = useHasNotified()
  const [trpcClient] = useState(() =>
    createTRPCClient<PortalRouter>({
      links: [
        sessionLink,
        proofLink,
        splitLink({
          // Its bodies are too large for a batch.
          condition: ({ path }) => path === 'explorer.send',
          true: httpLink({ url: '/trpc' }),
          false: httpBatchLink({ url: '/trpc', maxItems: maxBatch, maxURLLength: maxUrlLength }),
        }),
      ],
    }),
  )
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
        <NuqsAdapter>
          {hasNotified && <Notifications position="bottom-right" />}
          {children}
        </NuqsAdapter>
      </TRPCProvider>
    </QueryClientProvider>
  )
}
