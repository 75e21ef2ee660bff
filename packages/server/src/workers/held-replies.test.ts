import { expect, it } from 'vitest'
import { createHeldReplies, type Holder } from './held-replies.ts'

it('ends the largest task of the owner with the most replies, and no larger one of another owner', () => {
  const many: Holder[] = [1, 2, 3, 4].map((bytes) => ({ owner: 'many', heldBytes: 10 + bytes }))
  const one: Holder = { owner: 'one', heldBytes: 0 }
  const held = createHeldReplies(new Set([...many, one]), { heldBytesMax: 80, heldBytesMaxOfOwner: 60 })
  expect(held.hold(one, 25)).toBeUndefined()
  expect(held.hold(one, 10)?.task).toBe(many[3])
})
