import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { findLibfaketime } from './libfaketime.ts'
import { fakeClockVariables, readClock, testTimeVariables } from './test-time.ts'
import { chooseTestTime, testTimes } from './test-times.ts'

describe('testTimeVariables', () => {
  it('takes noon in the zone of the machine by default', () => {
    expect(testTimeVariables({ date: '2028-02-29' })).toEqual({ TEST_AT: '2028-02-29T12:00' })
    expect(testTimeVariables({ date: '2027-03-14', time: '01:58', zone: 'America/New_York' })).toEqual({
      TEST_AT: '2027-03-14T01:58',
      TZ: 'America/New_York',
    })
  })

  it.each(['', 'tomorrow', '2027-02-29', '2027-13-01', '2028-2-29'])('rejects the date %j', (date) => {
    expect(() => testTimeVariables({ date })).toThrow('is no time: write the date as 2028-02-29')
  })

  it('rejects a time and a zone that do not exist', () => {
    expect(() => testTimeVariables({ date: '2028-02-29', time: '24:00' })).toThrow('and the time as 23:58')
    expect(() => testTimeVariables({ date: '2028-02-29', zone: 'Mars/Olympus' })).toThrow('is no time zone')
  })
})

describe('chooseTestTime', () => {
  it('chooses the same time for a commit each time, and every time for some commit', () => {
    expect(chooseTestTime('00000001c0ffee')).toEqual(chooseTestTime('00000001c0ffee'))
    const commits = testTimes.map((_time, index) => index.toString(16).padStart(8, '0'))
    expect(new Set(commits.map((commit) => JSON.stringify(chooseTestTime(commit)))).size).toBe(testTimes.length)
  })

  it('has times and zones that exist', () => {
    for (const time of testTimes) expect(() => testTimeVariables(time)).not.toThrow()
  })
})

describe.runIf(findLibfaketime())('fakeClockVariables', () => {
  it.each(['2028-02-29T12:00:00Z', '2026-01-01T00:00:00Z'])('starts the clock of a process at %s', (start) => {
    const library = findLibfaketime() ?? ''
    // This process's clock may be moved itself: the offset is from the true time.
    const truth = readClock({ LD_PRELOAD: '' })
    const clock = readClock(fakeClockVariables(library, new Date(start), truth))
    // The two processes take some time to start.
    expect(clock.getTime()).toBeGreaterThanOrEqual(new Date(start).getTime() - 1_000)
    expect(clock.getTime()).toBeLessThan(new Date(start).getTime() + 3_600_000)
  })

  it('starts processes after one was killed while it held the semaphore of its parent', () => {
    const library = findLibfaketime() ?? ''
    const program = `
      const semaphore = require('node:fs').openSync('/dev/shm/sem.faketime_sem_' + process.pid, 'r+')
      require('node:fs').writeSync(semaphore, Buffer.alloc(4), 0, 4, 0)
      console.log(require('node:child_process').spawnSync('env', ['date', '+%Y'], { encoding: 'utf8', timeout: 60_000 }).stdout)`
    const year = execFileSync(process.execPath, ['-e', program], {
      env: {
        ...process.env,
        ...fakeClockVariables(library, new Date('2028-06-30T12:00:00Z'), readClock({ LD_PRELOAD: '' })),
      },
      encoding: 'utf8',
    })
    expect(year.trim()).toBe('2028')
  })
})
