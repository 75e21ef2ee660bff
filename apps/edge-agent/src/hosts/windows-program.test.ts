import { describe, expect, it } from 'vitest'
import { makeProgram } from '../../test/make-program.ts'
import { isProgram } from './windows-program.ts'

describe('a Windows program', () => {
  const program = makeProgram('its only section')

  it('is whole if each section ends inside the file, which may have a signature after them', () => {
    expect(isProgram(program)).toBe(true)
    expect(isProgram(Buffer.concat([program, Buffer.from('a signature')]))).toBe(true)
  })

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['zeros only', Buffer.alloc(program.length)],
    ['its last byte missing', program.subarray(0, -1)],
    ['half a header', program.subarray(0, 70)],
    ['a header elsewhere', Buffer.from('MZ'.padEnd(64, '\xff'), 'latin1')],
    ['another kind of file', Buffer.from('<html>')],
  ])('is damaged with %s', (_name, bytes) => expect(isProgram(bytes)).toBe(false))
})
