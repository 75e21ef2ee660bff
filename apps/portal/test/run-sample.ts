import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { LanguageId } from '../features/api-reference/samples/language-ids.ts'

const run = promisify(execFile)

/** Runs a sample as a reader does. */
interface SampleRunner {
  /** Programs that have to be installed. */
  readonly programs: readonly string[]
  /** The shell command that fails where a library is missing. */
  readonly probe?: string
  readonly file: string
  /** The shell command that runs the file in its folder. */
  readonly command: string
}

const monoSupport = path.resolve(import.meta.dirname, 'mono-support.cs')

/** Prints the status before the body, as samples in the other languages do. */
const withStatus = `curl() { command curl -sS -w '\\n%{http_code}' "$@"; }; . ./sample.sh`

export const sampleRunners: Readonly<Record<LanguageId, SampleRunner>> = {
  curl: { programs: ['curl'], file: 'sample.sh', command: withStatus },
  javascript: { programs: ['node'], file: 'sample.mjs', command: `'${process.execPath}' sample.mjs` },
  python: { programs: ['python3'], file: 'sample.py', command: 'python3 sample.py' },
  php: { programs: ['php'], file: 'sample.php', command: 'php sample.php' },
  csharp: {
    programs: ['mcs', 'mono'],
    probe: `echo 'class Probe { static void Main() {} }' > probe.cs && mcs -r:System.Net.Http.dll probe.cs && mono probe.exe`,
    file: 'sample.cs',
    command: `mcs -out:sample.exe -r:System.Net.Http.dll -main:EntryPoint sample.cs '${monoSupport}' && mono sample.exe`,
  },
  java: { programs: ['java', 'javac'], file: 'Sample.java', command: 'java Sample.java' },
  ruby: { programs: ['ruby'], file: 'sample.rb', command: 'ruby sample.rb' },
}

/** Returns whether a language's programs and libraries are installed. */
export async function canRun(language: LanguageId): Promise<boolean> {
  const { programs, probe } = sampleRunners[language]
  const folder = await mkdtemp(path.join(tmpdir(), 'probe-'))
  const commands = [...programs.map((program) => `${program} --version`), ...(probe ? [probe] : [])]
  const found = await Promise.allSettled(commands.map((command) => run('sh', ['-c', command], { cwd: folder })))
  await rm(folder, { recursive: true })
  return found.every(({ status }) => status === 'fulfilled')
}

/** Playwright makes child processes print in color. */
const plainOutput = ['-u', 'FORCE_COLOR', 'NO_COLOR=1']

/** Runs a sample with its variables in the environment. Returns the response's status, or 0, and the output. */
export async function runSample(language: LanguageId, code: string, variables: Readonly<Record<string, string>>) {
  const { file, command } = sampleRunners[language]
  const folder = await mkdtemp(path.join(tmpdir(), 'sample-'))
  await writeFile(path.join(folder, file), code)
  const environment = Object.entries(variables).map(([name, value]) => `${name}=${value}`)
  const options = { cwd: folder, maxBuffer: 64 * 1024 * 1024 }
  const { stdout, stderr } = await run('env', [...plainOutput, ...environment, 'sh', '-c', command], options).catch(
    (error: { stdout: string; stderr: string }) => error,
  )
  await rm(folder, { recursive: true })
  return { status: findStatus(stdout, stderr), stdout, stderr }
}

/** Returns the status from a sample's output, or from its error. */
function findStatus(stdout: string, stderr: string): number {
  const [, first] = /^(\d{3}) /.exec(stdout) ?? []
  const [, last] = /\n(\d{3})$/.exec(stdout) ?? []
  const [, error] = /HTTP Error (\d{3})/.exec(stderr) ?? []
  return Number(first ?? last ?? error ?? 0)
}
