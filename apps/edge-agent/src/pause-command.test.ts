import { expect, it } from 'vitest'
import { readPauseCommand } from './pause-command.ts'
import type { AgentSettings } from './settings/agent-settings.ts'

const now = new Date('2026-03-02T09:00:00Z')
const settings: AgentSettings = { opensQuickBooks: false, companyFiles: {}, url: 'https://bridge.example' }

function run(...args: readonly string[]) {
  return readPauseCommand(args)?.(settings, now)
}

it('pauses for an hour, for some minutes, or until a person resumes', () => {
  expect(run('pause')).toEqual({ ...settings, pause: { until: '2026-03-02T10:00:00.000Z' } })
  expect(run('pause', '--minutes', '5')).toMatchObject({ pause: { until: '2026-03-02T09:05:00.000Z' } })
  expect(run('pause', '--until-resumed')).toMatchObject({ pause: {} })
  expect(readPauseCommand(['resume'])?.({ ...settings, pause: {} }, now).pause).toBeUndefined()
})

it('sets quiet hours, and turns them off', () => {
  const quietHours = { from: '22:00', to: '06:00', days: ['Mon', 'Fri'], timeZone: 'Europe/Vienna' }
  const args = ['quiet-hours', '--from', '22:00', '--to', '06:00', '--days', 'Mon,Fri', '--time-zone', 'Europe/Vienna']
  expect(run(...args)).toEqual({ ...settings, quietHours })
  expect(run('quiet-hours', '--off')?.quietHours).toBeUndefined()
})

it('returns nothing for other commands', () => {
  expect(readPauseCommand(['pair'])).toBeUndefined()
  expect(readPauseCommand([])).toBeUndefined()
})

it.each([
  ['no duration', ['pause', '--minutes', '0'], /from 1 to 10080/],
  ['a duration in words', ['pause', '--minutes', 'long'], /from 1 to 10080/],
  ['quiet hours without times', ['quiet-hours'], /from: .* Pass quiet hours such as/],
  ['an unknown day', ['quiet-hours', '--from', '09:00', '--to', '10:00', '--days', 'Sunday'], /days\.0/],
  ['an unknown option', ['resume', '--now'], /--help/],
])('rejects %s with one line of advice', (_what, args, message) => {
  expect(() => readPauseCommand(args)).toThrow(message)
})
