import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { inheritEnvironment } from './env.ts'
import { machineSecret } from './test-gateway.ts'

/** A gateway in a process, which a test can kill. */
export interface GatewayProcess {
  readonly url: string
  kill(signal: 'SIGKILL' | 'SIGTERM'): void
  /** Resolves with the exit code, `null` after SIGKILL. */
  readonly exited: Promise<number | null>
}

/** Starts the gateway's program on a free port, and kills it after the test. */
export async function startGatewayProcess(databaseUrl: string): Promise<GatewayProcess> {
  const child = spawn(process.execPath, ['src/main.ts'], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: inheritEnvironment({ DATABASE_URL: databaseUrl, MACHINE_SECRET: machineSecret, PORT: '0', LOG_LEVEL: 'info' }),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const exited = once(child, 'exit').then(([code]) => code)
  const url = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      const logged = JSON.parse(line)
      if (logged.msg === 'agent gateway is listening') resolve(logged.url)
    })
    exited.then((code) => reject(new Error(`The gateway exited with ${code}.`)))
  })
  return { url, kill: (signal) => void child.kill(signal), exited }
}
