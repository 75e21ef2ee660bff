import { describe, expect, it } from 'vitest'
import { types } from './types.ts'

const forms: Record<keyof typeof types, { accepts: string[]; rejects: string[] }> = {
  bool: { accepts: ['true', 'false', '1', '0'], rejects: ['True', 'yes', ' true', '2'] },
  date: {
    accepts: ['1901-01-01', '9999-12-31', '2024-02-29', '2000-02-29'],
    rejects: ['1900-12-31', '2023-02-29', '2024-04-31', '2024-13-01', '2024-00-10', '2024-1-1', 'today'],
  },
  datetime: {
    accepts: ['2024-02-29', '2024-02-29T08', '2024-02-29T08:46', '2024-02-29T08:46:23', '2024-02-29T08:46:23-05:00'],
    rejects: [
      '2024-02-29T08:46:23Z',
      '2024-02-29T08:46:23.5',
      '2024-02-29T24:00:00',
      '2024-02-29 08:46',
      '2023-02-29T08',
      '1969-12-31T23:59:59',
      '2038-01-20',
    ],
  },
  interval: { accepts: ['PT8H30M0S', 'PT90M', 'PT0H'], rejects: ['8:30', 'PT', 'P1D', 'PT1.5H'] },
  amt: {
    accepts: ['0', '12', '12.50', '-12.50', '1234567890123.00'],
    rejects: ['12.5', '1.234', '1,000.00', '', '12345678901234'],
  },
  price: { accepts: ['12.5', '0.12345', '-3', '1234567890'], rejects: ['0.123456', '12345678901', 'x', '1e3'] },
  percent: { accepts: ['7.75', '100'], rejects: ['7%', 'x'] },
  quan: { accepts: ['3', '-2.5', '.5'], rejects: ['1/2', '.', ''] },
  float: { accepts: ['1.0825', '1E-5'], rejects: ['one', 'Infinity', 'NaN'] },
  int: { accepts: ['0', '-5', '2147483647'], rejects: ['1.0', '2147483648', 'x'] },
  guid: {
    accepts: ['0', '{22A30AB8-0A0D-4B0C-8B5E-1A2B3C4D5E6F}'],
    rejects: ['1', '22A30AB8-0A0D-4B0C-8B5E-1A2B3C4D5E6F', '{22A30AB8}'],
  },
  id: {
    accepts: ['8000007E-1197732180', '20000-933270541', '4C-1415942229', '-1', '0000000000000owb'],
    rejects: ['7', 'G0-1', '80000001', '80000001-', `${'A'.repeat(30)}-1197732180`],
  },
}

describe.each(Object.entries(forms))('%s', (name, { accepts, rejects }) => {
  const type = types[name as keyof typeof types]

  it.each(accepts)('accepts %j', (text) => {
    expect(type.accepts(text)).toBe(true)
  })

  it.each(rejects)('rejects %j', (text) => {
    expect(type.accepts(text)).toBe(false)
  })
})
