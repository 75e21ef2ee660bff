import { inRepository } from './repository.ts'
import { run } from './run.ts'

/** `npm run crash`: the crash test of `packages/crash`, with so many seeds, or with one of them. Returns its exit code. */
export async function crash({ seeds, seed }: { seeds: string | undefined; seed: string | undefined }): Promise<number> {
  const options = [...(seeds === undefined ? [] : ['--seeds', seeds]), ...(seed === undefined ? [] : ['--seed', seed])]
  const args = ['--import', 'tsx', inRepository('packages/crash/src/main.ts'), ...options]
  return (await run(process.execPath, args, { output: 'show' })).code
}
