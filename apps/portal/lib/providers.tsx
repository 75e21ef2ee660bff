'use client'

import type { PortalRouter } from '@bridge/server'
import { CodeHighlightAdapterProvider } from '@mantine/code-highlight'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { createTRPCClient, httpBatchLink } from '@trpc/client'
import { type ReactNode, useState } from 'react'
import { highlightAdapter } from './highlight.ts'
import { createQueryClient } from './query-client.ts'
import { cssVariables, theme } from './theme.ts'
import { TRPCProvider } from './trpc.ts'

/** The server's limit of procedures per request. */
const batchMax = 20

/** Provides the theme, queries and notifications to all pages. */
export function Providers({ nonce, children }: { nonce: string | undefined; children: ReactNode }) {
  const [queryClient] = useState(createQueryClient)
  const [trpcClient] = useState(() =>
    createTRPCClient<PortalRouter>({ links: [httpBatchLink({ url: '/trpc', maxItems: batchMax })] }),
  )
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      {...(nonce ? { getStyleNonce: () => nonce } : {})}
    >
      <CodeHighlightAdapterProvider adapter={highlightAdapter}>
        <QueryClientProvider client={queryClient}>
          <TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
            <Notifications position="bottom-right" />
            {children}
          </TRPCProvider>
        </QueryClientProvider>
      </CodeHighlightAdapterProvider>
    </MantineProvider>
  )
}
