import { inRepository } from '../files/repository.ts'

/**
 * The programs of the service: the file, Node's arguments for `npm run dev`, and how long each may take to stop, which
 * is longer than its own limit.
 */
export const programs = {
  portal: {
    file: inRepository('apps/portal/server.ts'),
    // Reloads server code in the same process, so that Next keeps its compiled pages.
    watched: [inRepository('apps/portal/dev-server.ts')],
    maxStopMs: 20_000,
  },
  gateway: {
    file: inRepository('apps/agent-gateway/src/main.ts'),
    watched: ['--watch', inRepository('apps/agent-gateway/src/main.ts')],
    maxStopMs: 35_000,
  },
  'sandbox-host': {
    file: inRepository('apps/sandbox-host/src/main.ts'),
    watched: ['--watch', inRepository('apps/sandbox-host/src/main.ts')],
    maxStopMs: 25_000,
  },
  agent: {
    file: inRepository('apps/edge-agent/src/simulated/main.ts'),
    watched: ['--watch', inRepository('apps/edge-agent/src/simulated/main.ts')],
    maxStopMs: 10_000,
  },
} as const

/**
 * The environment of the programs. Memory in blocks of 1 MiB and more returns to the system when it is free. By default,
 * glibc raises it to the largest block's size, and each thread hashing passwords keeps 16 MiB. Node keeps compiled
 * modules, with which a program starts in half the time.
 */
export const programEnvironment = {
  NODE_ENV: 'production',
  MALLOC_MMAP_THRESHOLD_: '1048576',
  NODE_COMPILE_CACHE: inRepository('node_modules/.cache/node'),
} as const
