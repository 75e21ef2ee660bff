import { runTasks } from '../tasks/turbo.ts'
import { defineCommand } from './command.ts'

/** Static checks for the whole repository, as tasks in turbo.json. */
export const checkTasks = ['types', 'lint', 'boundaries', 'repository', 'spelling'] as const

/** `npm run check`: runs every static check. */
export const command = defineCommand({ run: async () => ((await runTasks(checkTasks)) ? 0 : 1) })
