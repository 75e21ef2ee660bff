import { execa } from 'execa'
import { inRepository, repository } from '../files/repository.ts'

interface ProgramOptions {
  /** Arguments for Node. */
  readonly nodeArgs?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** Runs one of the repository's programs, with this terminal. Returns the exit code. */
export async function runProgram(
  file: string,
  args: readonly string[],
  { nodeArgs = [], env = {} }: ProgramOptions = {},
): Promise<number> {
  const { exitCode } = await execa(process.execPath, [...nodeArgs, inRepository(file), ...args], {
    cwd: repository,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
    reject: false,
  })
  return exitCode ?? 1
}
