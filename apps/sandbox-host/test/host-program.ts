import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '@bridge/database/free-port'
import { onTestFinished } from 'vitest'
import { inheritEnvironment } from './env.ts'
import { machineSecret } from './test-hosts.ts'

/** The host's program with two processes. */
export interface HostProgram {
  /** Returns the process ID at an address. */
  findPid(url: string): number
  /** The processes' addresses, in start order. */
  readonly urls: readonly string[]
  kill(signal: 'SIGKILL' | 'SIGTERM'): void
  /** Resolves with the exit code, `null` after SIGKILL. */
  readonly exited: Promise<number | null>
}

/** Starts the program, and kills it after the test. */
export async function startHostProgram(databaseUrl: string): Promise<HostProgram> {
  const child = spawn(process.execPath, ['src/main.ts'], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: inheritEnvironment({
      DATABASE_URL: databaseUrl,
      MACHINE_SECRET: machineSecret,
      PORT: String(await findFreePort()),
      LOG_LEVEL: 'info',
    }),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const exited = once(child, 'exit').then(([code]) => code)
  const pids = new Map<string, number>()
  const urls: string[] = []
  await new Promise<void>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      const logged = JSON.parse(line)
      if (logged.msg !== 'sandbox host is listening') return
      pids.set(logged.url, logged.pid)
      urls.push(logged.url)
      if (urls.length === 2) resolve()
    })
    exited.then((code) => reject(new Error(`The host exited with ${code}.`)))
  })
  return { findPid: (url) => pids.get(url) ?? 0, urls, kill: (signal) => void child.kill(signal), exited }
}
