import { type ChildProcess, spawn } from 'node:child_process'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { waitUntil } from '@bridge/harness/wait-until'
import { execa } from 'execa'

const maxBootMs = 120_000

/** A command of the machine that failed. */
export class MachineError extends Error {}

/**
 * A Debian machine with systemd and its own network, in a container. Needs root, `systemd-nspawn` and a folder with
 * an installed Debian, which stays as it is.
 */
export class Machine {
  readonly folder: string
  readonly #container: ChildProcess
  readonly #console: string[]
  #leader = 0

  private constructor(folder: string, container: ChildProcess) {
    this.folder = folder
    this.#container = container
    this.#console = []
    container.stdout?.on('data', (chunk) => this.#console.push(String(chunk)))
    container.stderr?.on('data', (chunk) => this.#console.push(String(chunk)))
  }

  /** Boots a copy of a Debian, with this process's Node as `/usr/bin/node`. */
  static async boot(debian: string, name: string): Promise<Machine> {
    const folder = path.join(await mkdtemp(path.join(tmpdir(), 'bridge-machine-')), 'root')
    await execa('cp', ['-a', '--reflink=auto', debian, folder])
    await cp(process.execPath, path.join(folder, 'usr/bin/node'))
    await writeFile(path.join(folder, 'etc/hostname'), `${name}\n`)
    await writeFile(path.join(folder, 'etc/hosts'), `127.0.0.1 ${name} localhost\n`)
    const options = ['--register=no', '--keep-unit', '--private-network', '--resolv-conf=off', `--hostname=${name}`]
    const container = spawn('systemd-nspawn', ['--directory', folder, ...options, '--boot'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const machine = new Machine(folder, container)
    try {
      await machine.#findLeader()
      await waitUntil(() => machine.#isUp(), maxBootMs)
    } catch (error) {
      const text = machine.#console.join('')
      await machine.stop()
      throw new MachineError(`The machine does not boot: ${error instanceof Error ? error.message : error}\n${text}`)
    }
    return machine
  }

  /** Runs a script as root. Returns what it prints. */
  async run(script: string, variables: Readonly<Record<string, string>> = {}): Promise<string> {
    const settings = Object.entries({ HOME: '/root', LANG: 'C.UTF-8', ...variables }).map(
      ([name, value]) => `${name}=${value}`,
    )
    const shell = [
      'env',
      '-i',
      'PATH=/usr/sbin:/usr/bin:/sbin:/bin',
      ...settings,
      'bash',
      '-euo',
      'pipefail',
      '-c',
      `cd /\n${script}`,
    ]
    const { all, stdout, exitCode } = await execa('nsenter', [...this.#enter('--all'), ...shell], {
      all: true,
      reject: false,
      stdin: 'ignore',
    })
    if (exitCode !== 0) throw new MachineError(`${script}\nended with ${exitCode}:\n${all}`)
    return stdout
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.#container.once('exit', resolve))
    if (this.#container.exitCode === null) {
      this.#container.kill('SIGTERM')
      const killing = setTimeout(() => this.#container.kill('SIGKILL'), 30_000)
      await ended
      clearTimeout(killing)
    }
    await rm(path.dirname(this.folder), { recursive: true, force: true })
  }

  #enter(...namespaces: readonly string[]): readonly string[] {
    return ['--target', String(this.#leader), ...namespaces]
  }

  /** Finds the container's first process, systemd. */
  async #findLeader(): Promise<void> {
    await waitUntil(
      async () => {
        const { stdout } = await execa('pgrep', ['--parent', String(this.#container.pid), '--exact', 'systemd'], {
          reject: false,
        })
        this.#leader = Number(stdout.split('\n')[0])
        return this.#leader > 0
      },
      maxBootMs,
      () => (this.#container.exitCode === null ? undefined : 'systemd-nspawn ended'),
    )
  }

  async #isUp(): Promise<boolean> {
    const state = await this.run('systemctl is-system-running || true').catch(() => '')
    return /running|degraded/.test(state)
  }
}
