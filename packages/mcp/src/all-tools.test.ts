import { expect, it } from 'vitest'
import { allTools } from './all-tools.ts'

it('describes all tools in less than 6 KiB', () => {
  const described = allTools.map(({ scope, modes, run, ...tool }) => tool)
  expect(Buffer.byteLength(JSON.stringify({ tools: described }))).toBeLessThan(6 * 1024)
})
