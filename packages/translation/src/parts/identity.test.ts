import { describe, expect, it } from 'vitest'
import { read } from '../../test/translation.fixture.ts'

/** Reads a class's times. QuickBooks stamps the ID, both times and the edit sequence separately. */
function readTimes({ id = 1_782_900_000, created = '10:00:00', modified = '10:00:00', edited = 1_782_900_000 }) {
  return read(
    'Class',
    `<ClassRet><ListID>80000031-${id}</ListID><TimeCreated>2026-07-01T${created}+00:00</TimeCreated>
    <TimeModified>2026-07-01T${modified}+00:00</TimeModified><EditSequence>${edited}</EditSequence></ClassRet>`,
  ).MetaData
}

const ten = '2026-07-01T10:00:00+00:00'
const oneLater = '2026-07-01T10:00:01+00:00'

describe('the times of a record', () => {
  it.each([
    ['equal stamps', {}, ten],
    ['an edit sequence a second later', { edited: 1_782_900_001 }, oneLater],
    ['an ID stamped a second later', { id: 1_782_900_001 }, ten],
  ])('are equal for one that was never changed, with %s [dp-2.1:MetaData]', (_name, stamps, time) => {
    expect(readTimes(stamps)).toEqual({ CreateTime: time, LastUpdatedTime: time })
  })

  it('differ for one that was changed, even a second later', () => {
    expect(readTimes({ modified: '10:00:01', edited: 1_782_900_001 })).toEqual({
      CreateTime: ten,
      LastUpdatedTime: oneLater,
    })
  })
})
