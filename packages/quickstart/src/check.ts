import { runTasks } from './turbo.ts'

/** Static checks of the whole repository, as tasks of turbo.json. */
export const checkTasks = ['types', 'lint', 'boundaries', 'repository', 'spelling'] as const

/** `npm run check`: runs every static check. Returns the exit code. */
export async function check(): Promise<number> {
  return (await runTasks(checkTasks)) ? 0 : 1
}
