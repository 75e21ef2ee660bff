import { runTasks } from '../tasks/turbo.ts'

/** Static checks for the whole repository, as tasks in turbo.json. */
export const checkTasks = ['types', 'lint', 'boundaries', 'repository', 'spelling'] as const

/** `npm run check`: runs every static check. Returns the exit code. */
export async function check(): Promise<number> {
  return (await runTasks(checkTasks)) ? 0 : 1
}
