import { expect, it } from 'vitest'
import { allTools } from './all-tools.ts'
import { createProposalTools } from './proposals/proposal-tools.ts'

it('describes all tools in less than 6 KiB', () => {
  const fail = () => Promise.reject(new Error('No tool is called here.'))
  const proposals = { propose: fail, commitForHost: fail, findOutcome: fail, findPage: fail }
  const described = [...allTools, ...createProposalTools(proposals)].map(
    ({ scope, findFurtherScope, modes, run, ...tool }) => tool,
  )
  expect(Buffer.byteLength(JSON.stringify({ tools: described }))).toBeLessThan(6 * 1024)
})
