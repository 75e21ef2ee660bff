import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { requireTable } from '../../test/translation.fixture.ts'
import { describeEntity } from '../describe/describe-entity.ts'
import { findEntity, registry } from './index.ts'

const specification = readFileSync(new URL('../../../../docs/specification.md', import.meta.url), 'utf8')
const names = /^- \*\*dp-1\.5\*\*: The service knows (.+)\.$/m.exec(specification)?.[1] ?? ''

describe('findEntity', () => {
  it('finds every entity in any case [dp-1.5]', () => {
    expect(Object.keys(registry).sort()).toEqual(names.split(', ').sort())
    expect(findEntity('taxpayment')).toMatchObject({ kind: 'refused', name: 'TaxPayment', state: 'planned' })
    expect(findEntity('BUDGET')).toMatchObject({
      kind: 'refused',
      state: 'gap',
      reason: expect.stringContaining('budgets'),
    })
    expect(findEntity('invoice')).toMatchObject({ kind: 'built', table: { name: 'Invoice' } })
  })

  it('returns a specific reason for each unsupported entity [dp-1.5:1]', () => {
    const reasons = Object.values(registry).flatMap((found) => (found.kind === 'refused' ? [found.reason] : []))
    expect(reasons).not.toEqual([])
    expect(new Set(reasons).size).toBe(reasons.length)
  })

  it('does not find unknown names', () => {
    for (const name of ['Sheep', '', '__proto__', 'constructor']) expect(findEntity(name)).toBeUndefined()
  })

  it('deletion is for transactions only [dp-4.2.4]', () => {
    expect(requireTable('Invoice').can).toContain('delete')
    for (const name of ['Customer', 'Account', 'Item']) expect(requireTable(name).can).not.toContain('delete')
  })
})

describe('describeEntity', () => {
  it('describes every field with its access', () => {
    const { variants } = describeEntity(requireTable('Customer'))
    const field = (path: string) => variants[0]?.fields.find((each) => each.path === path)
    expect(field('DisplayName')).toEqual({
      path: 'DisplayName',
      type: 'text',
      access: 'read-write',
      desktop: 'Name',
      required: true,
      max: 41,
      filter: 'byName',
    })
    expect(field('Balance')).toMatchObject({ access: 'read-only' })
    expect(field('OpenBalanceDate')).toMatchObject({ access: 'create-only' })
    expect(field('OtherAddr')).toMatchObject({ access: 'refused', reason: expect.stringContaining('no such field') })
    expect(field('CurrencyRef')).toMatchObject({ access: 'read-write' })
  })

  const described = Object.values(registry).flatMap((found) =>
    found.kind === 'built' ? [describeEntity(found.table)] : [],
  )

  it('returns plain data, including lines and families', () => {
    for (const description of described) expect(JSON.parse(JSON.stringify(description))).toEqual(description)
  })

  it('lists each field on a record and on a line kind once', () => {
    for (const { variants } of described) {
      for (const { desktop, fields } of variants) {
        const names = fields.map(({ path, lineKind = '' }) => `${desktop} ${path} ${lineKind}`)
        expect(new Set(names).size).toBe(names.length)
      }
    }
  })

  it('includes an unsupported field’s reason, and any other’s element or note', () => {
    for (const { variants } of described) {
      for (const { access, path, reason, type } of variants.flatMap(({ fields }) => fields)) {
        if (access === 'refused') expect([path, reason]).toEqual([path, expect.stringMatching(/.{15}/)])
        else if (access !== 'ignored') expect([path, type]).toEqual([path, expect.stringMatching(/^[a-zA-Z]+$/)])
      }
    }
  })

  it('distinguishes line kinds, and marks unchangeable fields', () => {
    const field = (name: string, path: string) =>
      describeEntity(requireTable(name)).variants[0]?.fields.filter((each) => each.path === path)
    expect(field('Invoice', 'Line.SalesItemLineDetail.Qty')).toMatchObject([{ lineKind: 'SalesItemLineDetail' }])
    expect(field('Invoice', 'Line.Id')).toMatchObject([{ access: 'read-only' }])
    expect(field('InventoryAdjustment', 'Line')).toMatchObject([{ access: 'create-only' }])
    expect(field('Term', 'DueDays')).toMatchObject([{ access: 'create-only' }])
    expect(field('Employee', 'DisplayName')).toMatchObject([{ access: 'repeat-only' }])
    expect(field('TimeActivity', 'Hours')).toMatchObject([{ between: [0, 8760] }])
    expect(describeEntity(requireTable('TaxRate')).variants.map(({ operations }) => operations)).toEqual([
      ['read', 'query'],
      ['read', 'query'],
    ])
  })
})
