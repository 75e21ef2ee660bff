'use client'

import type { PortalRouter } from '@bridge/server'
import { createTRPCContext } from '@trpc/tanstack-react-query'

export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<PortalRouter>()
