import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findFreePort } from '@bridge/database/free-port'
import { execa } from 'execa'
import { inRepository, repository } from '../files/repository.ts'
import { formatTime } from '../tasks/test-progress.ts'
import { defineCommand } from './command.ts'

/** `npm run walk`: records what `npm start`, the first call and `npm test` print, as docs/walk.md. */
export const command = defineCommand({
  options: { 'without-tests': { type: 'boolean', default: false } },
  run: async ({ 'without-tests': withoutTests }) => {
    const parts = [introduction, ...(await walkStart()), ...(withoutTests ? [] : [await walkTest()])]
    await writeFile(inRepository('docs/walk.md'), parts.join('\n\n').concat('\n'))
    return 0
  },
})

const introduction = `# A walk through the first minutes

\`npm run walk\` records this page: what a terminal shows, with the time since the command began in front of each line. Secrets are shortened.`

/** Ends a short part of the output of the tests, whose line of progress comes every 20 s. */
const keptTestLines = 40

async function walkStart(): Promise<string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bridge-walk-'))
  const ports = Object.fromEntries(
    await Promise.all(
      ['PORT', 'GATEWAY_PORT', 'SANDBOX_HOST_PORT'].map(async (name) => [name, String(await findFreePort())] as const),
    ),
  )
  const run = startRecording(['start'], { ...ports, BRIDGE_DATA_FOLDER: path.join(folder, 'bridge') })
  const firstCall = await run.waitFor(/First call +((?:.*\\\n)*.*)\n[\s\S]*Logs +\S/)
  const { stdout } = await execa('bash', ['-c', firstCall], { cwd: repository })
  run.program.kill('SIGINT')
  await run.ended
  await rm(folder, { recursive: true, force: true })
  const shorten = (text: string) =>
    text
      .replaceAll(/svc[a-z]*_[\w-]{8,}/g, 'svct_…')
      .replaceAll(/(sign-in\/link\?)\S+/g, '$1…')
      .replaceAll(/(authorize\?)\S+/g, '$1…')
      .replaceAll(folder, '')
      .replaceAll(ports.PORT ?? '', '3000')
  return [
    '## npm start',
    toBlock(shorten(run.text())),
    '## The first call',
    'As `npm start` has printed it:',
    toBlock(shorten(`$ ${firstCall}\n${stdout}`)),
  ]
}

async function walkTest(): Promise<string> {
  const run = startRecording(['test'], {})
  await run.ended
  const lines = run.text().split('\n')
  const shown = lines.length <= keptTestLines ? lines : [...lines.slice(0, 12), '…', ...lines.slice(12 - keptTestLines)]
  return `## npm test\n\n${toBlock(shown.join('\n'))}`
}

/** Starts a command of `npm run`, and keeps what it prints. */
function startRecording(args: readonly string[], variables: Readonly<Record<string, string>>) {
  const startedAt = performance.now()
  const lines: string[] = []
  const plain: string[] = []
  const program = execa(process.execPath, [inRepository('packages/dev/bootstrap.mjs'), ...args], {
    cwd: repository,
    env: variables,
    stdin: 'ignore',
    all: true,
    reject: false,
  })
  const ended = (async () => {
    for await (const line of program.iterable({ from: 'all' })) {
      plain.push(line)
      lines.push(line.trim() === '' ? '' : `${formatTime(performance.now() - startedAt).padStart(11)}  ${line}`)
    }
  })()
  return {
    program,
    ended,
    text: () => lines.join('\n').replaceAll(inRepository('.'), ''),
    async waitFor(pattern: RegExp): Promise<string> {
      for (;;) {
        const found = pattern.exec(plain.join('\n'))?.[1]
        if (found !== undefined) return found
        if (program.exitCode !== null) throw new Error(plain.join('\n'))
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    },
  }
}

function toBlock(text: string): string {
  return `\`\`\`text\n${text.trimEnd()}\n\`\`\``
}
