import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import {
  defineEnvironment,
  environmentTable,
  findMisspelled,
  inspectEnvironment,
  listIgnored,
  readEnvironment,
  withEnvironmentTable,
} from './environment.ts'

const environment = defineEnvironment({
  program: 'example',
  variables: {
    PORT: { schema: z.coerce.number().int(), default: 3000, description: 'The port to listen on.' },
    SECRET: { schema: z.string().min(8), description: 'At least 8 characters.' },
    STRICT: { schema: z.stringbool(), default: false, description: 'Rejects more.' },
    USER: { schema: z.string().optional(), description: 'A user.' },
    PASSWORD: { schema: z.string().optional(), description: 'Their password.' },
  },
  together: [['USER', 'PASSWORD']],
})

describe('readEnvironment', () => {
  it('parses the variables and fills in defaults', () => {
    const values = readEnvironment(environment, { SECRET: '12345678', STRICT: 'true', OTHER: 'x' })
    expect(values).toEqual({ PORT: 3000, SECRET: '12345678', STRICT: true })
    expectTypeOf(values.PORT).toEqualTypeOf<number>()
    expectTypeOf(values.USER).toEqualTypeOf<string | undefined>()
  })

  it('ignores empty variables', () => {
    expect(readEnvironment(environment, { SECRET: '12345678', PORT: '', USER: '' })).toEqual({
      PORT: 3000,
      SECRET: '12345678',
      STRICT: false,
    })
  })

  it('lists every invalid variable in one line', () => {
    expect(() => readEnvironment(environment, { PORT: 'http' })).toThrow(
      /^The environment of example is invalid\. PORT: .*; SECRET: .*$/,
    )
  })

  it('rejects an incomplete group', () => {
    expect(() => readEnvironment(environment, { SECRET: '12345678', PASSWORD: 'x' })).toThrow(
      'USER: set USER, PASSWORD together, or none of them',
    )
  })
})

it('inspects variables one by one, and returns the valid ones', () => {
  expect(inspectEnvironment(environment, { PORT: 'http', SECRET: '12345678', USER: 'ada' })).toEqual({
    values: { SECRET: '12345678', STRICT: false, USER: 'ada' },
    problems: [expect.stringMatching(/^PORT: /), 'USER: set USER, PASSWORD together, or none of them'],
  })
})

it('prints one table row per variable', () => {
  expect(environmentTable(environment).split('\n')).toEqual([
    '| Variable | Default | Description |',
    '| --- | --- | --- |',
    '| `PORT` | `3000` | The port to listen on. |',
    '| `SECRET` | required | At least 8 characters. |',
    '| `STRICT` | `false` | Rejects more. |',
    '| `USER` | not set | A user. |',
    '| `PASSWORD` | not set | Their password. |',
    '',
  ])
})

it('validates and documents a variable that is declared in one row', () => {
  const added = {
    ...environment,
    variables: {
      ...environment.variables,
      RETRIES: { schema: z.coerce.number().int(), default: 3, description: 'How often to retry.' },
    },
  }
  const secret = { SECRET: '12345678' }
  expect(readEnvironment(added, secret).RETRIES).toBe(3)
  expect(readEnvironment(added, { ...secret, RETRIES: '5' }).RETRIES).toBe(5)
  expect(() => readEnvironment(added, { ...secret, RETRIES: 'x' })).toThrow('RETRIES')
  expect(environmentTable(added)).toContain('| `RETRIES` | `3` | How often to retry. |')
})

it('lists removed variables that are still set', () => {
  const shorter = { ...environment, removed: ['RETRIES', 'PATIENCE'] }
  expect(listIgnored(shorter, { RETRIES: '3', PATIENCE: '', PORT: '1' })).toEqual(['RETRIES'])
  expect(listIgnored(environment, { RETRIES: '3' })).toEqual([])
})

it('finds unknown variables that resemble known ones, by at most two letters', () => {
  const longer = { ...environment, removed: ['PASSWORT'] }
  const set = {
    PASWORD: 'a',
    PASSWORDS: 'b',
    PSSWRD: 'c',
    PASS: 'd',
    PASSWORT: 'e',
    PORTS: 'f',
    PASSWORD: 'g',
    PASSWOR: '',
  }
  expect(findMisspelled(longer, set)).toEqual({ PASWORD: 'PASSWORD', PASSWORDS: 'PASSWORD', PSSWRD: 'PASSWORD' })
})

describe('withEnvironmentTable', () => {
  const page = 'Before\n<!-- variables: example -->\nold\n<!-- end -->\nAfter\n'

  it('replaces the table and keeps the rest of the page', () => {
    const updated = withEnvironmentTable(page, environment)
    expect(updated).toBe(
      `Before\n<!-- variables: example -->\n\n${environmentTable(environment)}\n<!-- end -->\nAfter\n`,
    )
    expect(withEnvironmentTable(updated, environment)).toBe(updated)
  })

  it('rejects a page without a place for the table', () => {
    expect(() => withEnvironmentTable('nothing here', environment)).toThrow('no place for the variables of example')
  })
})
