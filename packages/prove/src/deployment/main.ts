/**
 * Follows docs/debian.md on a bare Debian: `main.ts DEBIAN ARCHIVE [PREVIOUS]`. Without a previous release, the same
 * programs are installed under another version first.
 */
import { cp, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { readCommands } from './guide.ts'
import { Machine } from './machine.ts'
import { Deployment } from './try-deployment.ts'

const [debian = '', archive = '', from] = process.argv.slice(2)
const root = fileURLToPath(new URL('../../../..', import.meta.url))
const guide = readCommands(await readFile(path.join(root, 'docs/debian.md'), 'utf8'))

/** Prints what explains a failed step. */
const diagnose = `
  systemctl --failed
  journalctl --no-pager -o cat -n 60 -u 'bridge-*' -u 'postgresql@*'
  tail -n 30 /var/log/postgresql/*.log`

const version = /bridge-service-(.+)-linux-/.exec(archive)?.[1] ?? ''
const machine = await Machine.boot(debian, 'bridge.example')
let failed = 0
let passed = 0
try {
  await cp(archive, path.join(machine.folder, 'root', path.basename(archive)))
  if (from !== undefined) await cp(from, path.join(machine.folder, 'root', path.basename(from)))
  const previous = from === undefined ? await repack() : (/bridge-service-(.+)-linux-/.exec(from)?.[1] ?? '')
  const deployment = new Deployment(machine, guide, { previous, next: version })
  for (const { title, run } of deployment.steps) {
    const startedAt = performance.now()
    const detail = await run()
    passed += 1
    process.stdout.write(
      `✓ ${title}${detail === '' ? '' : `: ${detail}`} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)\n`,
    )
  }
} catch (error) {
  failed += 1
  const journal = await machine.run(diagnose).catch(String)
  process.stdout.write(`✗ ${error instanceof Error ? error.message : error}\n\n${journal}\n`)
} finally {
  await machine.stop()
}
process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1

/** Makes an archive with another version of the same programs. */
async function repack(): Promise<string> {
  const name = `bridge-service-${version}`
  const old = `${version}-previous`
  await execa('tar', ['-C', path.join(machine.folder, 'root'), '-xzf', archive])
  await execa('mv', [name, `bridge-service-${old}`], { cwd: path.join(machine.folder, 'root') })
  await execa('tar', [
    '-C',
    path.join(machine.folder, 'root'),
    '--use-compress-program=gzip -1',
    '-cf',
    path.join(machine.folder, 'root', `bridge-service-${old}-linux-x64.tar.gz`),
    `bridge-service-${old}`,
  ])
  await execa('rm', ['-rf', path.join(machine.folder, 'root', `bridge-service-${old}`)])
  return old
}
