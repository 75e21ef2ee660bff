import { describe, expect, it } from 'vitest'
import { parsePeakMemory } from './peak-memory.ts'

describe('the largest resident size of a process', () => {
  it('is that of VmHWM', () => {
    expect(parsePeakMemory('Name:\tnode\nVmPeak:\t  900000 kB\nVmHWM:\t  131072 kB\nVmRSS:\t  65536 kB\n')).toBe(
      2 ** 27,
    )
  })

  it('is missing in the status of a process that has ended', () => {
    expect(() => parsePeakMemory('Name:\tnode\nState:\tZ (zombie)\n')).toThrow('no resident size')
  })
})
