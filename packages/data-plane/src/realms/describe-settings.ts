import { z } from 'zod'
import { realmSettings, type SettingRow, type SettingRows } from './settings.ts'

/** A setting as data, for a form. */
export interface DescribedSetting {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly type: 'boolean' | 'integer' | 'string'
  readonly minimum?: number
  readonly maximum?: number
  /** The values to choose from. */
  readonly choices?: readonly string[]
  /** The query for the records to choose from. */
  readonly proposals?: string
}

/** Describes a table's settings, for a form rendering each by its type. */
export function describeSettings(rows: SettingRows = realmSettings): readonly DescribedSetting[] {
  return Object.entries(rows).map(([name, row]) => describeSetting(name, row))
}

/** @throws Error for a type no form can show */
function describeSetting(name: string, { title, description, schema, proposals }: SettingRow): DescribedSetting {
  const { anyOf, ...described } = z.toJSONSchema(schema, { io: 'input' })
  const { type: types, minimum, maximum, enum: choices } = anyOf?.find((each) => each.type !== 'null') ?? described
  // The schema of a text without a pattern lists both types.
  const type = [types].flat().find((each) => each !== 'null')
  if (type !== 'boolean' && type !== 'integer' && type !== 'string')
    throw new Error(`The settings page has no field for ${name}.`)
  return {
    name,
    title,
    description,
    type,
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(choices !== undefined && { choices: choices.map(String) }),
    ...(proposals !== undefined && { proposals }),
  }
}
