import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** What a process of the measurement does, and what it has to know. */
export interface Role {
  readonly name: 'server' | 'gateway' | 'agent' | 'forwarder' | 'echo'
  readonly databaseUrl?: string
  readonly url?: string
  readonly token?: string
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
  stop(): Promise<void>
}

const ask = async <Reply>(child: ChildProcess, question: Role | 'memory'): Promise<Reply> => {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`A process of the measurement ended with ${code}.`)
  })
  child.send(question)
  const [reply] = await Promise.race([once(child, 'message'), ended])
  return reply as Reply
}

/** Starts a process of its own for a role; resolves when it listens or is connected. */
export const play = async (role: Role): Promise<RolePlayer> => {
  const child = fork(fileURLToPath(new URL('./agent-role.ts', import.meta.url)), {
    execArgv: [...process.execArgv, '--expose-gc'],
  })
  const { url } = await ask<{ url: string }>(child, role)
  return {
    url,
    memory: () => ask<Memory>(child, 'memory'),
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}
