import { defineCommand } from './command.ts'
import { start, startOptions } from './start.ts'

/** `npm run dev`: runs everything from the sources, and reloads it on every change. */
export const command = defineCommand({
  options: startOptions,
  run: ({ reset, yes, 'with-billing': withBilling }) => start({ reset, yes, withBilling, watch: true }),
})
