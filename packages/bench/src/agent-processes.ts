import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/** What a process of the measurement does, and what it has to know. */
export interface Role {
  readonly name: 'server' | 'gateway' | 'agent' | 'forwarder' | 'echo'
  readonly databaseUrl?: string
  readonly url?: string
  /** One agent for each. */
  readonly tokens?: readonly string[]
  /** How many sockets the forwarder takes turns with. */
  readonly sockets?: number
}

/** Bytes of a process after a full collection. */
export interface Memory {
  readonly rss: number
  /** The heap and what hangs on it. */
  readonly used: number
}

/** A process that plays a role. */
export interface RolePlayer {
  readonly url: string
  memory(): Promise<Memory>
  /** Milliseconds of processor time that it used so far. */
  cpu(): Promise<number>
  stop(): Promise<void>
}

/** Starts `program` in a process of its own for a role; resolves when it listens or is connected. */
export async function play(program: string, role: Role): Promise<RolePlayer> {
  const child = fork(program, { execArgv: ['--expose-gc'] })
  const { url } = await ask<{ url: string }>(child, role)
  return {
    url,
    memory: () => ask<Memory>(child, 'memory'),
    cpu: () => ask<number>(child, 'cpu'),
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

type Question = Role | 'memory' | 'cpu'

async function ask<Reply>(child: ChildProcess, question: Question): Promise<Reply> {
  const answered = new AbortController()
  const ended = once(child, 'exit', { signal: answered.signal }).then(([code]) => {
    throw new Error(`A process of the measurement ended with ${code}.`)
  })
  child.send(question)
  try {
    const [reply] = await Promise.race([once(child, 'message'), ended])
    return reply as Reply
  } finally {
    ended.catch(() => undefined)
    answered.abort()
  }
}
