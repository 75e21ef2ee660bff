import type { NamedRecords } from '@bridge/translation'
import { z } from 'zod'

/** One realm setting: validation, default and documentation in one row. */
export interface SettingRow {
  /** The label on the settings page. */
  readonly title: string
  readonly schema: z.ZodType
  readonly default: unknown
  /** Describes the setting in Markdown sentences. */
  readonly description: string
  /** The query for the records among which a text chooses by ID, with their names. */
  readonly proposals?: string
}

export type SettingRows = Readonly<Record<string, SettingRow>>

/** Which requests a realm's log keeps. `failures` includes failed items and warnings, and one in a hundred of the others. */
export const loggedRequests = ['all', 'failures', 'none'] as const

/** The access of programs with a language model to a company file, over MCP. */
export const mcpModes = ['off', 'read', 'propose', 'write'] as const

/** A record's ID in QuickBooks Desktop; null for none. */
const desktopId = z
  .string()
  .max(36)
  .regex(/^[0-9A-Fa-f]+-[0-9]+$/)
  .nullable()

/**
 * Every setting members can change for a realm. A new setting needs only a row here: the functions below validate,
 * store, cache and document it.
 */
export const realmSettings = {
  departmentsFromClasses: {
    title: 'Departments from classes',
    schema: z.boolean(),
    default: false,
    description: 'Offers `Department`, which QuickBooks Desktop does not have, as an alias of `Class`.',
  },
  logsBodies: {
    title: 'Keep bodies',
    schema: z.boolean(),
    default: false,
    description:
      'Keeps the bodies of requests in the request log of a production realm. The log of a sandbox always has them.',
  },
  logsRequests: {
    title: 'Requests in the log',
    schema: z.enum(loggedRequests),
    default: 'all',
    description:
      'Which requests the request log keeps: `all`, `failures` with one in a hundred of the others, or `none`. Usage counts all of them.',
  },
  offlineAlertMinutes: {
    title: 'Email after minutes offline',
    schema: z.int().min(0).max(1440),
    default: 0,
    description:
      'Emails the owners and admins when neither the agent nor a Web Connector has been connected for this many minutes, and again when one of them is. 0 sends no email.',
  },
  opensQuickBooks: {
    title: 'Open QuickBooks when needed',
    schema: z.boolean(),
    default: false,
    description:
      'Lets the agent or the Web Connector open this company file while QuickBooks is closed, and close it again. QuickBooks then signs in automatically, as the user whom its Admin chooses in the properties of the application under Edit, Preferences, Integrated Applications, and several company files of one PC are served in turn. Does not work while QuickBooks runs as administrator or for another Windows user.',
  },
  allowsRecording: {
    title: 'Allow recordings',
    schema: z.boolean(),
    default: false,
    description:
      'Lets a person at the PC with QuickBooks record what the agent and QuickBooks exchange, for a number of hours (`edge-agent record`), to improve how the service treats this QuickBooks. Names, amounts, texts and IDs are removed on the PC, the person sees the file before it is sent, and the service removes them again. Turning it off ends a recording and deletes it.',
  },
  subscribesToEvents: {
    title: 'Find changes within seconds',
    schema: z.boolean(),
    default: false,
    description:
      'Lets the Windows agent subscribe to the data events of QuickBooks, so that webhooks deliver what people change at the PC within seconds instead of a minute. The Admin of the company file confirms it once in QuickBooks. Events come while the company file is open in a window of QuickBooks.',
  },
  codePage: {
    title: 'Code page',
    schema: z.int().min(1250).max(1258),
    default: 1252,
    description:
      'The Windows code page of the computer with QuickBooks Desktop, which cannot store other letters: 1252 for English and Western Europe.',
  },
  replacesLetters: {
    title: 'Replace letters',
    schema: z.boolean(),
    default: false,
    description:
      'Writes question marks in place of letters that the code page does not have, with a warning, instead of refusing them with `2010`.',
  },
  holdsRepeats: {
    title: 'Hold repeated writes',
    schema: z.boolean(),
    default: true,
    description:
      'Holds a write without a `requestid` if an identical one of the same app got no response within the last 5 minutes, and returns the result of the first instead of writing again.',
  },
  shippingItem: {
    title: 'Shipping item',
    schema: desktopId,
    default: null,
    description:
      'The `Id` of the item that is `SHIPPING_ITEM_ID`, with which QBO books shipping on sales forms. Lines with this item read as shipping.',
    proposals: 'SELECT Id, FullyQualifiedName FROM Item MAXRESULTS 1000',
  },
  stockAccount: {
    title: 'Account for stock adjustments',
    schema: desktopId,
    default: null,
    description:
      'The `Id` of the account for inventory adjustments. With it, an update of `QtyOnHand` on an Item adjusts the stock by the difference; without it, such an update is refused.',
    proposals: 'SELECT Id, FullyQualifiedName FROM Account MAXRESULTS 1000',
  },
  mcpMode: {
    title: 'MCP access',
    schema: z.enum(mcpModes),
    default: 'off',
    description:
      'What MCP hosts, such as assistants with a language model, may do with the company file: `off`, nothing; `read`, read records and reports; `propose`, also propose writes, which a person commits in the portal; `write`, also commit their proposals. New sandboxes have `write`, since their books can be reset.',
  },
} as const satisfies SettingRows

export type RealmSettingRows = typeof realmSettings

type SettingsSchema<Rows extends SettingRows> = z.ZodObject<
  { -readonly [Name in keyof Rows]: Rows[Name]['schema'] },
  z.core.$strict
>

/** Every setting's value. */
export type SettingValues<Rows extends SettingRows = RealmSettingRows> = z.output<SettingsSchema<Rows>>

/** Returns the schema for all settings as they appear in responses. */
export function createSettingsSchema<Rows extends SettingRows>(rows: Rows): SettingsSchema<Rows> {
  const shape = Object.fromEntries(
    Object.entries(rows).map(([name, { schema, description }]) => [name, schema.describe(description)]),
  )
  return z.strictObject(shape) as SettingsSchema<Rows>
}

/** Completes stored settings with defaults. Values no longer valid, and settings no longer existing, are dropped. */
export function parseSettings<Rows extends SettingRows>(rows: Rows, stored: unknown): SettingValues<Rows> {
  const values = z.record(z.string(), z.unknown()).catch({}).parse(stored)
  return Object.fromEntries(
    Object.entries(rows).map(([name, row]) => {
      const parsed = row.schema.safeParse(values[name])
      return [name, parsed.success ? parsed.data : row.default]
    }),
  ) as SettingValues<Rows>
}

/** Returns the records of the company file that settings name, by setting. */
export function findNamedRecords(rows: SettingRows, values: Readonly<Record<string, unknown>>): NamedRecords {
  return new Map(
    Object.entries(rows).flatMap(([name, { proposals }]) => {
      const id = values[name]
      return proposals === undefined || typeof id !== 'string' ? [] : [[name, id] as const]
    }),
  )
}
