import { execa } from 'execa'
import { inRepository } from '../files/repository.ts'
import { ensurePrograms } from '../machine/debian-packages.ts'
import { terminalProgress } from '../terminal/progress.ts'
import { defineCommand } from './command.ts'

export const command = defineCommand({ run: () => testAlerts() })

/**
 * `npm run test:alerts`: checks the Prometheus rules, and fires each alert, with promtool. Installs it where possible,
 * and is skipped elsewhere, unless `CI_PROMTOOL=1`. Returns the exit code.
 */
export async function testAlerts({ isRequired = process.env.CI_PROMTOOL === '1' } = {}): Promise<number> {
  const missing = await terminalProgress.step('promtool', () =>
    ensurePrograms([{ program: 'promtool', packages: ['prometheus'] }]),
  )
  if (missing.length > 0) {
    process.stdout.write(
      `The tests of the alerts ${isRequired ? 'failed' : 'were skipped'}: promtool is not installed.\n`,
    )
    return isRequired ? 1 : 0
  }
  for (const args of [
    ['check', 'config', 'prometheus.yaml'],
    ['check', 'rules', 'alerts.yaml'],
    ['test', 'rules', 'alerts.test.yaml'],
  ]) {
    const { exitCode } = await execa('promtool', args, {
      cwd: inRepository('deploy/monitoring'),
      stdio: ['ignore', 'inherit', 'inherit'],
      reject: false,
    })
    if (exitCode !== 0) return exitCode ?? 1
  }
  return 0
}
