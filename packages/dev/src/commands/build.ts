import { terminalProgress } from '../progress.ts'
import { requireTasks } from '../tasks/turbo.ts'

/** `npm run build`: builds the pages. Returns the exit code. */
export async function build(): Promise<number> {
  await terminalProgress.step('Build', () => requireTasks('build'))
  return 0
}
