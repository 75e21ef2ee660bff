import { execa } from 'execa'

/** Installs packages of Debian or Ubuntu, as root or with `sudo`. Returns without an error where that is not possible. */
export async function installDebianPackages(packages: readonly string[]): Promise<void> {
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const waiting = ['-o', 'DPkg::Lock::Timeout=120']
  for (const args of [
    ['apt-get', ...waiting, 'update', '-q'],
    ['apt-get', ...waiting, 'install', '-y', '-q', '--no-install-recommends', ...packages],
  ]) {
    const [command = '', ...rest] = [...asRoot, ...args]
    await execa(command, rest, { env: { DEBIAN_FRONTEND: 'noninteractive' }, reject: false, stdin: 'ignore' })
  }
}
