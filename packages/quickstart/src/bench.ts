import { inRepository } from './repository.ts'
import { run } from './run.ts'

/** `npm run bench`: the measurements of `packages/bench`. Returns its exit code. */
export async function bench(): Promise<number> {
  const args = ['--expose-gc', '--import', 'tsx', inRepository('packages/bench/src/main.ts')]
  const env = { ...process.env, NODE_ENV: 'production' as const }
  return (await run(process.execPath, args, { output: 'show', env })).code
}
