import { inRepository } from './repository.ts'

/** The programs of the service: the source of each, and the bundle that `npm run build` writes. */
export const programs = {
  portal: { source: inRepository('apps/portal/server.ts'), bundle: inRepository('apps/portal/dist/server.js') },
  gateway: {
    source: inRepository('apps/agent-gateway/src/main.ts'),
    bundle: inRepository('apps/agent-gateway/dist/main.js'),
  },
  agent: { source: inRepository('apps/edge-agent/src/main.ts'), bundle: inRepository('apps/edge-agent/dist/main.js') },
} as const
