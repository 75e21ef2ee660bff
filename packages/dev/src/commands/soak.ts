import { execa } from 'execa'
import { inRepository, repository } from '../repository.ts'

interface SoakCommand {
  readonly minutes: string | undefined
  readonly agents: string | undefined
  readonly seed: string | undefined
  /** Whether to run the rolling restart only. */
  readonly rolling: boolean
}

/** `npm run soak`: runs the soak test in `packages/prove/src/soak`. Returns the exit code. */
export async function soak({ minutes, agents, seed, rolling }: SoakCommand): Promise<number> {
  const options = [
    ...(minutes === undefined ? [] : ['--minutes', minutes]),
    ...(agents === undefined ? [] : ['--agents', agents]),
    ...(seed === undefined ? [] : ['--seed', seed]),
    ...(rolling ? ['--rolling'] : []),
  ]
  const { exitCode } = await execa(process.execPath, [inRepository('packages/prove/src/soak/main.ts'), ...options], {
    cwd: repository,
    stdio: ['ignore', 'inherit', 'inherit'],
    reject: false,
  })
  return exitCode ?? 1
}
