import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { McpOptions } from '@bridge/mcp/mcp'
import { execa } from 'execa'

type Tool = NonNullable<McpOptions['tools']>[number]

const suite = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/dist/index.js')

/** A revision whose required scenarios the suite lists. */
export type Revision = '2025-11-25' | '2026-07-28'

interface Check {
  readonly id: string
  readonly status: string
}

/** Runs the protocol's conformance suite against a server. Returns the checks that each scenario failed. */
export async function runConformance(url: string, revision: Revision): Promise<ReadonlyMap<string, readonly string[]>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bridge-conformance-'))
  try {
    const args = ['server', '--url', url, '--requirements', revision, '--timeout', '120000', '--output-dir', folder]
    const { stdout } = await execa('node', [suite, ...args], { reject: false })
    const outcomes = new Map<string, readonly string[]>()
    for (const name of await readdir(folder)) {
      const [, scenario = ''] = /^server-(.+)-\d{4}-\d\d-\d\dT/.exec(name) ?? []
      const checks: readonly Check[] = JSON.parse(await readFile(path.join(folder, name, 'checks.json'), 'utf8'))
      outcomes.set(
        scenario,
        checks.filter(({ status }) => status === 'FAILURE').map(({ id }) => id),
      )
    }
    if (outcomes.size === 0) throw new Error(`The suite ran no scenario: ${stdout}`)
    return outcomes
  } finally {
    await rm(folder, { recursive: true })
  }
}

function createTool(name: string, run: Tool['run']): Tool {
  return {
    name,
    title: name,
    description: 'A tool of the conformance suite.',
    inputSchema: { type: 'object' },
    annotations: { readOnlyHint: true, openWorldHint: false },
    scope: 'bridge.read',
    run,
  }
}

const requestedSchema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } as const

/** The suite's tools for what the server's own tools do, too: results, errors and questions. */
export const suiteTools: readonly Tool[] = [
  createTool('test_simple_text', async () => ({ isError: false, structured: { text: 'A simple text.' } })),
  createTool('test_error_handling', async ({ baseUrl }) => ({
    isError: true,
    text: 'This tool fails on purpose.',
    structured: { code: '2010', causes: [], fixes: [], docsUrl: `${baseUrl}/docs/errors`, outcome: 'not_sent' },
  })),
  createTool('test_input_required_result_elicitation', async ({ elicit }) => {
    const answer = elicit?.({ message: 'What is your name?', requestedSchema })
    return { isError: false, structured: { action: answer?.action } }
  }),
]
