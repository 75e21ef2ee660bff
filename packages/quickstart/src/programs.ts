import { inRepository } from './repository.ts'

const watch = ['--import', 'tsx', '--watch']

/**
 * The programs of the service: the bundle that `npm run build` writes, Node's arguments for `npm run dev`, and how long
 * each may take to stop, which is longer than its own limit.
 */
export const programs = {
  portal: {
    bundle: inRepository('apps/portal/dist/server.js'),
    // Reloads server code in the same process, so that Next keeps its compiled pages.
    watched: ['--import', 'tsx', inRepository('apps/portal/dev-server.ts')],
    stopMsMax: 20_000,
  },
  gateway: {
    bundle: inRepository('apps/agent-gateway/dist/main.js'),
    watched: [...watch, inRepository('apps/agent-gateway/src/main.ts')],
    stopMsMax: 35_000,
  },
  agent: {
    bundle: inRepository('apps/edge-agent/dist/main.js'),
    watched: [...watch, inRepository('apps/edge-agent/src/main.ts')],
    stopMsMax: 10_000,
  },
} as const

/**
 * The environment of the programs. Memory in blocks of 1 MiB and more returns to the system when it is free. By default,
 * glibc raises that size to that of the largest block, and each thread that hashes passwords keeps 16 MiB.
 */
export const programEnvironment = { NODE_ENV: 'production', MALLOC_MMAP_THRESHOLD_: '1048576' } as const
