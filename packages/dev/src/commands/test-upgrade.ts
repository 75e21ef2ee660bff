import { runProgram } from '../tasks/run-program.ts'
import { defineCommand, UsageError } from './command.ts'

/** The commit of release 0.2.0. */
const previousRelease = 'd1ffbc10'

export const command = defineCommand({
  options: {
    from: { type: 'string', default: previousRelease },
    megabytes: { type: 'string', default: '64' },
  },
  run: ({ from, megabytes }) => testUpgrade(from, Number(megabytes)),
})

/**
 * `npm run test:upgrade`: migrates a database of an earlier commit, filled with as many megabytes, while statements of that
 * version run. Returns the exit code.
 */
export function testUpgrade(from: string, megabytes: number): Promise<number> {
  if (!/^\w[\w./-]*$/.test(from) || !(megabytes > 0)) {
    throw new UsageError('npm run test:upgrade -- --from COMMIT --megabytes NUMBER')
  }
  return runProgram('packages/prove/src/upgrade/main.ts', [from, String(megabytes)])
}
