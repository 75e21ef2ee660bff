import { spawn } from 'node:child_process'
import { repository } from './repository.ts'

export interface RunOptions {
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
  /** `show` prints what the program prints; `keep` returns it. */
  readonly output?: 'show' | 'keep'
}

/** Runs a program to its end. A signal that asks this process to stop is for the program too. */
export function run(
  command: string,
  args: readonly string[],
  { cwd = repository, env = process.env, output = 'keep' }: RunOptions = {},
): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: output === 'show' ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    })
    const pass = (signal: NodeJS.Signals) => void child.kill(signal)
    process.on('SIGTERM', pass)
    let text = ''
    const keep = (chunk: Buffer) => {
      text += chunk.toString()
    }
    child.stdout?.on('data', keep)
    child.stderr?.on('data', keep)
    child.on('error', reject)
    child.on('close', (code) => {
      process.off('SIGTERM', pass)
      resolve({ code: code ?? 1, output: text })
    })
  })
}
