import { ensurePrograms } from '../machine/debian-packages.ts'
import { countVitest } from '../tasks/test-counts.ts'
import { TestProgress } from '../tasks/test-progress.ts'
import { runTasks } from '../tasks/turbo.ts'
import { runBrowserTests } from '../tests/browser-tests.ts'
import { readReports, scaleVariables, writeLine, writeSummary } from '../tests/test-reports.ts'
import { defineCommand } from './command.ts'

export const command = defineCommand({ run: () => testSlow() })

/** Languages of the API reference's samples. */
const sampleLanguages = [
  { program: 'php', packages: ['php-cli'] },
  { program: 'ruby', packages: ['ruby'] },
]

/** Languages whose packages take a minute to install. */
const compiledLanguages = [
  { program: 'javac', packages: ['default-jdk-headless'] },
  {
    program: 'mcs',
    library: '/usr/lib/mono/4.5/System.Net.Http.dll',
    packages: ['mono-mcs', 'mono-runtime', 'libmono-system-net-http4.0-cil'],
  },
]

/** `npm run test:slow`: runs the tests taking minutes, in a browser last. Returns the exit code. */
export async function testSlow({ scale = 1 } = {}): Promise<number> {
  const progress = new TestProgress()
  const passed = await progress.during(runTasks(['test:slow'], scaleVariables(scale), progress), writeLine)
  const reports = await readReports('slow')
  // Samples in a language that cannot be installed are skipped.
  await ensurePrograms(scale > 1 ? [...sampleLanguages, ...compiledLanguages] : sampleLanguages)
  const browser = await progress.during(runBrowserTests('slow', scaleVariables(scale), progress), writeLine)
  const counts = [...reports.map(countVitest), browser]
  writeSummary(reports, counts)
  return passed && counts.every(({ failed }) => failed === 0) ? 0 : 1
}
