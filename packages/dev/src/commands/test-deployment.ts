import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import type { Debian } from '@bridge/edge-agent/testing/debian-wine'
import { ensureDebian } from '../machine/debian-folder.ts'
import { ensurePrograms } from '../machine/debian-packages.ts'
import { ensureEarlierRelease } from '../packages/earlier-release.ts'
import { runProgram } from '../tasks/run-program.ts'
import { terminalProgress } from '../terminal/progress.ts'
import { defineCommand } from './command.ts'
import { release } from './release.ts'

export const command = defineCommand({
  options: { from: { type: 'string' } },
  run: ({ from }) => testDeployment({ from }),
})

/** The oldest commit with `npm run release`. */
const earlierCommit = 'bfff47d6e'

/** What the guide needs, Node apart. */
const debian: Debian = {
  name: 'Debian 12',
  suite: 'bookworm',
  folder: path.join(homedir(), '.cache/bridge-service/debian-12-service'),
  architectures: ['amd64'],
  packages: ['systemd-sysv', 'dbus', 'postgresql', 'nginx-light', 'caddy', 'curl', 'openssl', 'ca-certificates'],
}

/**
 * `npm run test:deployment`: follows docs/debian.md on a bare Debian, from an earlier release to this one. Installs what it needs where possible, and is
 * skipped elsewhere, unless `CI_DEPLOYMENT=1`. Returns the exit code.
 */
export async function testDeployment({
  from,
  isRequired = process.env.CI_DEPLOYMENT === '1',
}: {
  /** The earlier release's archive; by default made from the oldest commit with a release command. */
  readonly from?: string | undefined
  readonly isRequired?: boolean
} = {}): Promise<number> {
  const obstacle = await terminalProgress.step(debian.name, findObstacle)
  if (obstacle !== undefined) {
    process.stdout.write(`The deployment was ${isRequired ? 'not tested' : 'skipped'}: ${obstacle}.\n`)
    return isRequired ? 1 : 0
  }
  const earlier = from === undefined ? await ensureEarlierRelease(earlierCommit) : path.resolve(from)
  const archive = await release()
  return runProgram('packages/prove/src/deployment/main.ts', [debian.folder, earlier, archive])
}

async function findObstacle(): Promise<string | undefined> {
  const missing = await ensurePrograms([{ program: 'systemd-nspawn', packages: ['systemd-container'] }])
  if (missing.length > 0) return `${missing.join(', ')} is not installed`
  return ensureDebian(debian, async ({ folder }) => existsSync(path.join(folder, 'usr/bin/pg_ctlcluster')))
}
