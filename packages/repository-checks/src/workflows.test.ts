import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { openRepository } from './repository.ts'

const workflowSchema = z.looseObject({
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(
    z.string(),
    z.looseObject({
      'timeout-minutes': z.number(),
      strategy: z
        .looseObject({ matrix: z.looseObject({ command: z.array(z.string()).default([]) }) })
        .default({ matrix: { command: [] } }),
      steps: z.array(z.looseObject({ uses: z.string().optional(), run: z.string().optional() })),
    }),
  ),
})

const { paths, read } = await openRepository()
const workflows = paths
  .filter((file) => file.startsWith('.github/workflows/'))
  .map((file) => ({ file, workflow: workflowSchema.parse(parse(read(file))) }))

it.each(workflows)('$file runs only commands in package.json', ({ workflow }) => {
  const scripts = Object.keys(JSON.parse(read('package.json')).scripts)
  const commands = Object.values(workflow.jobs).flatMap(({ strategy, steps }) => [
    ...strategy.matrix.command,
    ...steps.flatMap(({ run }) => run ?? []),
  ])
  const named = commands.flatMap((command) => /^npm run (\S+)/.exec(command)?.[1] ?? [])
  expect(named).not.toEqual([])
  expect(named.filter((name) => !scripts.includes(name))).toEqual([])
})

it.each(workflows)(
  '$file pins actions to commits, and reads the repository where no job says otherwise',
  ({ workflow }) => {
    const actions = Object.values(workflow.jobs).flatMap(({ steps }) => steps.flatMap(({ uses }) => uses ?? []))
    expect(actions).not.toEqual([])
    expect(actions.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/.test(action))).toEqual([])
    expect(workflow.permissions).toEqual({ contents: 'read' })
  },
)
