import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A benchmark process's role and its parameters. */
export interface Role {
  readonly name:
    | 'server'
    | 'gateway'
    | 'agent'
    | 'fleet'
    | 'flooder'
    | 'driver'
    | 'forwarder'
    | 'echo'
    | 'relay'
    | 'relay-client'
    | 'feeder'
    | 'soap-server'
    | 'soap-queue'
  readonly databaseUrl?: string
  readonly url?: string
  /** Where the gateway listens; a free port by default. */
  readonly port?: number
  /** The agents' tokens. */
  readonly tokens?: readonly string[]
  /** The feeder's realm. */
  readonly realmId?: string
  /** The realms the driver reads, each without a pause. */
  readonly realmIds?: readonly string[]
  /** How many sockets the forwarder or the relay has to the echo. */
  readonly sockets?: number
}

/** A process's memory after a full garbage collection, in bytes. */
export interface Memory {
  readonly rss: number
  /** The heap and its external memory. */
  readonly used: number
  /** The largest resident size so far. */
  readonly maxRss: number
}

/** A running benchmark process. */
export interface RolePlayer {
  readonly url: string
  memory(): Promise<Memory>
  /** Processor time so far, in milliseconds. */
  cpu(): Promise<number>
  /** How many agents in a fleet are connected. */
  connected(): Promise<number>
  /** Lets a driver read for some milliseconds. Returns the number of reads. */
  drive(ms: number): Promise<number>
  /** Switches a server's request log on or off. It is on at first. */
  logRequests(isOn: boolean): Promise<void>
  /** Stores what a server's request log holds. */
  flushRequests(): Promise<void>
  /** Kills the process. */
  stop(): Promise<void>
}

/** A process's environment; this one's by default. */
export type RoleEnvironment = Readonly<Record<string, string>>

const program = fileURLToPath(new URL('agent-role.ts', import.meta.url))

/** Starts a child process for a role. Resolves when it listens or is connected. */
export async function play(role: Role, env?: RoleEnvironment): Promise<RolePlayer> {
  const child = fork(program, { execArgv: ['--expose-gc'], ...(env && { env: { NODE_ENV: 'production', ...env } }) })
  const ended = once(child, 'exit')
  const { url } = await request<{ url: string }>(child, role)
  return {
    url,
    memory: () => request<Memory>(child, 'memory'),
    cpu: () => request<number>(child, 'cpu'),
    drive: (ms) => request<number>(child, { drive: ms }),
    logRequests: async (isOn) => {
      await request<true>(child, { logsRequests: isOn })
    },
    flushRequests: async () => {
      await request<true>(child, 'flush requests')
    },
    connected: () => request<number>(child, 'connected'),
    stop: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** A message to a process: its role, a figure to report, or what it does. */
export type Command =
  | Role
  | 'memory'
  | 'cpu'
  | 'connected'
  | 'flush requests'
  | { readonly drive: number }
  | { readonly logsRequests: boolean }

async function request<Reply>(child: ChildProcess, command: Command): Promise<Reply> {
  const done = new AbortController()
  const ended = once(child, 'exit', { signal: done.signal }).then(([code]) => {
    throw new Error(`A benchmark process exited with ${code}.`)
  })
  child.send(command)
  try {
    const [reply] = await Promise.race([once(child, 'message'), ended])
    return reply as Reply
  } finally {
    ended.catch(() => undefined)
    done.abort()
  }
}
