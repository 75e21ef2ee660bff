/**
 * Follows docs/debian.md on a bare Debian, from one release to the next: `main.ts DEBIAN PREVIOUS NEXT`. Installs the
 * previous release as its own guide says, and does everything after that as the next one's says.
 */
import { cp } from 'node:fs/promises'
import path from 'node:path'
import { execa } from 'execa'
import { readCommands } from './guide.ts'
import { Machine } from './machine.ts'
import { Deployment, type Release } from './try-deployment.ts'

const [debian = '', from = '', archive = ''] = process.argv.slice(2)

/** Prints what explains a failed step. */
const diagnose = `
  systemctl --failed
  journalctl --no-pager -o cat -n 60 -u 'bridge-*' -u 'postgresql@*'
  tail -n 30 /var/log/postgresql/*.log`

const machine = await Machine.boot(debian, 'bridge.example')
let failed = 0
let passed = 0
try {
  const next = await bring(archive)
  const previous = await bring(from, next.version)
  const deployment = new Deployment(machine, { previous, next })
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

/** Copies a release's archive to the machine. Its version gets a suffix if another archive there has it. */
async function bring(file: string, taken?: string): Promise<Release> {
  const [, version = '', platform = ''] = /bridge-service-(.+)-(linux-[^-]+)\.tar\.gz$/.exec(file) ?? []
  const folder = path.join(machine.folder, 'root')
  const { stdout } = await execa('tar', ['-xzOf', file, `bridge-service-${version}/docs/debian.md`])
  const guide = readCommands(stdout)
  if (version !== taken) {
    await cp(file, path.join(folder, path.basename(file)))
    return { version, guide }
  }
  const renamed = `${version}-previous`
  const name = `bridge-service-${renamed}`
  const unpacked = path.join(folder, name)
  await execa('mkdir', [unpacked])
  await execa('tar', ['-C', unpacked, '--strip-components=1', '-xzf', file])
  await execa('tar', ['-C', folder, '--use-compress-program=gzip -1', '-cf', `${unpacked}-${platform}.tar.gz`, name])
  await execa('rm', ['-rf', unpacked])
  return { version: renamed, guide }
}
