import { inRepository } from './repository.ts'
import { run } from './run.ts'

export interface Check {
  readonly name: string
  readonly passed: boolean
  /** What the tool said. */
  readonly output: string
}

const tools = [
  { name: 'types', program: 'typescript/bin/tsc', args: ['--noEmit', '-p', 'tsconfig.json'] },
  { name: 'types of the portal', program: 'typescript/bin/tsc', args: ['--noEmit', '-p', 'apps/portal/tsconfig.json'] },
  { name: 'lint and format', program: '@biomejs/biome/bin/biome', args: ['check', '--error-on-warnings', '.'] },
  { name: 'boundaries', program: 'turbo/bin/turbo', args: ['boundaries', '--no-color'] },
] as const

/** Checks types, lint, format and the boundaries between packages, and prints each as it is known. */
export async function runChecks(): Promise<Check[]> {
  const checks: Check[] = []
  for (const { name, program, args } of tools) {
    const startedAt = performance.now()
    const env = { ...process.env, TURBO_TELEMETRY_DISABLED: '1', NO_UPDATE_NOTIFIER: '1' }
    const { code, output } = await run(process.execPath, [inRepository('node_modules', program), ...args], { env })
    checks.push({ name, passed: code === 0, output })
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    process.stdout.write(code === 0 ? `✓ ${name} (${seconds} s)\n` : `✗ ${name} (${seconds} s)\n${output.trimEnd()}\n`)
  }
  return checks
}
