import { describe, expect, it } from 'vitest'
import { findElementType } from './element-types.ts'

describe('findElementType', () => {
  it.each([
    ['Amount', 'amt'],
    ['RatePercent', 'percent'],
    ['IsActive', 'bool'],
    ['QuantityDifference', 'quan'],
  ])('returns the type for %s in requests', (name, type) => {
    expect(findElementType(name)).toBe(type)
  })

  it('returns nothing for an element containing elements, or found in no request', () => {
    expect(findElementType('CustomerRef')).toBeUndefined()
    expect(findElementType('AvailableQuantity')).toBeUndefined()
  })
})
