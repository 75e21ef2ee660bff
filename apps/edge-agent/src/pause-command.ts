import { parseArgs } from 'node:util'
import { CommandError } from './command-error.ts'
import { beginPause, endPause, type PauseSettings, setQuietHours } from './pause/pause.ts'
import { quietHoursSchema } from './pause/quiet-hours.ts'

/** A command's change to the settings. */
export type PauseChange = <Settings extends PauseSettings>(settings: Settings, now: Date) => Settings

export const defaultPauseMinutes = 60
const maxPauseMinutes = 7 * 24 * 60

/**
 * Parses `pause`, `resume` and `quiet-hours`; `undefined` for any other command.
 *
 * @throws {CommandError}
 */
export function readPauseCommand([word, ...args]: readonly string[]): PauseChange | undefined {
  switch (word) {
    case 'pause':
      return readPause(args)
    case 'resume':
      parse(args, {})
      return endPause
    case 'quiet-hours':
      return readQuietHours(args)
    default:
      return undefined
  }
}

function readPause(args: readonly string[]): PauseChange {
  const values = parse(args, { minutes: { type: 'string' }, 'until-resumed': { type: 'boolean' } })
  if (values['until-resumed']) return (settings, now) => beginPause(settings, now)
  const minutes = Number(values.minutes ?? defaultPauseMinutes)
  if (!Number.isInteger(minutes) || minutes < 1 || minutes > maxPauseMinutes) {
    throw new CommandError(`Pass --minutes with a number from 1 to ${maxPauseMinutes}, or --until-resumed.`)
  }
  return (settings, now) => beginPause(settings, now, minutes)
}

function readQuietHours(args: readonly string[]): PauseChange {
  const values = parse(args, {
    from: { type: 'string' },
    to: { type: 'string' },
    days: { type: 'string' },
    'time-zone': { type: 'string' },
    off: { type: 'boolean' },
  })
  if (values.off) return (settings) => setQuietHours(settings, undefined)
  const { from, to, days, 'time-zone': timeZone } = values
  const parsed = quietHoursSchema.safeParse({ from, to, days: days?.split(','), timeZone })
  if (parsed.success) return (settings) => setQuietHours(settings, parsed.data)
  const [issue] = parsed.error.issues
  throw new CommandError(
    `${issue?.path.join('.')}: ${issue?.message}. Pass quiet hours such as --from 09:00 --to 12:30 --days Mon,Tue, or --off.`,
  )
}

function parse<Options extends NonNullable<Parameters<typeof parseArgs>[0]>['options']>(
  args: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...args], options }).values
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : String(error)} See --help.`)
  }
}
