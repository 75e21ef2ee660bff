import { execa } from 'execa'
import { inRepository, repository } from '../repository.ts'

/** `npm run attack`: runs the attacks in `packages/prove/src/attack`, or the named groups. Returns the exit code. */
export async function attack(names: readonly string[]): Promise<number> {
  const { exitCode } = await execa(process.execPath, [inRepository('packages/prove/src/attack/main.ts'), ...names], {
    cwd: repository,
    stdio: ['ignore', 'inherit', 'inherit'],
    reject: false,
  })
  return exitCode ?? 1
}
