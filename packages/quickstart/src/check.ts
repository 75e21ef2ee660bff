import { runChecks } from './checks.ts'

/** `npm run check`: types, lint and boundaries only. Returns the exit code. */
export async function check(): Promise<number> {
  const checks = await runChecks()
  return checks.every(({ passed }) => passed) ? 0 : 1
}
