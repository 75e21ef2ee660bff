import { requireTasks } from '../tasks/turbo.ts'
import { terminalProgress } from '../terminal/progress.ts'
import { defineCommand } from './command.ts'

/** `npm run build`: builds the pages. */
export const command = defineCommand({
  run: async () => {
    await terminalProgress.step('Build', () => requireTasks('build'))
    return 0
  },
})
