import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RecordShapes } from './record-shapes.ts'

const names = Array.from({ length: 20 }, (_, index) => `Field${index}`)

describe('record shapes', () => {
  it.each([
    ['few names', names.slice(0, 3)],
    ['many names', names],
    ['more names than have a template', Array.from({ length: 60 }, (_, index) => `Field${index}`)],
  ])('shapes create objects with the members that have a value, in order, for %s', (_case, some) => {
    const shapes = new RecordShapes(some)
    const value = fc.option(fc.oneof(fc.string(), fc.integer(), fc.constant(null)), { nil: undefined })
    fc.assert(
      fc.property(fc.array(value, { minLength: some.length, maxLength: some.length }), (values) => {
        const members = some.flatMap((name, index) => (values[index] === undefined ? [] : [[name, values[index]]]))
        expect(Object.entries(shapes.create(values))).toEqual(members)
      }),
    )
  })

  it('shapes share no members between the objects they create', () => {
    const shapes = new RecordShapes(names)
    const first = shapes.create(names)
    const second = shapes.create([...names].reverse())
    expect(first.Field0).toBe('Field0')
    expect(second.Field0).toBe('Field19')
  })

  it('shapes create objects with any number of shapes', () => {
    const shapes = new RecordShapes(names)
    for (let shape = 0; shape < 1_000; shape += 1) {
      const values = names.map((name, index) => ((shape >> index) & 1 ? name : undefined))
      expect(Object.keys(shapes.create(values))).toEqual(values.filter((value) => value !== undefined))
    }
  })
})
