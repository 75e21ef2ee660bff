import { allNeighborCalls, type NeighborCall } from '../target/call-neighbor.ts'
import type { ProcessTarget, ProgramName } from './start-process-target.ts'

/** A service part able to end at any moment. */
export interface AttackedPart {
  /** The part and how it ends: `gateway, SIGKILL`. */
  readonly name: string
  /** A tenant's calls which do not notice. */
  readonly spared: readonly NeighborCall[]
  /** The server ending, or having or using the part. */
  readonly server: 'server' | 'other server'
  /** Ends the part, and starts it again unless the service does. */
  end(target: ProcessTarget): Promise<void>
}

const withoutAgent: readonly NeighborCall[] = ['sandbox query', 'sandbox create', 'admin list', 'portal list']
const withoutSandboxes: readonly NeighborCall[] = [
  'company file query',
  'company file create',
  'admin list',
  'portal list',
]

/** A program, killed, and asked to end. Its operator starts it again. */
function endProgram(name: ProgramName, spared: readonly NeighborCall[]): readonly AttackedPart[] {
  return (['SIGKILL', 'SIGTERM'] as const).map((signal) => ({
    name: `${name}, ${signal}`,
    spared,
    server: name === 'server' ? name : 'other server',
    end: async ({ programs }) => {
      await programs[name].end(signal)
      await programs[name].start()
    },
  }))
}

/** Everything running, and how it can end. */
export const parts: readonly AttackedPart[] = [
  ...endProgram('server', allNeighborCalls),
  ...endProgram('gateway', withoutAgent),
  ...endProgram('agent', withoutAgent),
  ...endProgram('sandbox host', withoutSandboxes),
  {
    name: 'connections to PostgreSQL',
    spared: [],
    server: 'other server',
    end: async ({ database }) => {
      await database.$queryRaw`
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()`
    },
  },
  ...(['SIGKILL', 'SIGINT'] as const).map(
    (signal): AttackedPart => ({
      name: `PostgreSQL, ${signal}`,
      spared: [],
      server: 'other server',
      end: ({ postgres }) => postgres.end(signal),
    }),
  ),
]
