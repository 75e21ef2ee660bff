import { describe, expect, it } from 'vitest'
import { transactionKinds } from '../handlers/transaction-kinds.ts'
import { Books } from './books.ts'
import type { ListRecord } from './record.ts'

function customer(id: string, name: string, parent?: string): ListRecord {
  return {
    kind: 'Customer',
    id,
    created: 0,
    modified: 0,
    fields: { Name: name, ...(parent === undefined ? {} : { ParentRef: { ListID: parent } }) },
    custom: [],
  }
}
function posting(account: string, amount: string) {
  return { account, amount, entity: null }
}

describe('the books', () => {
  it('the books accept documents in any order, such as a job before its customer', () => {
    const books = new Books(transactionKinds)
    const documents = [customer('2-1', 'Roof', '1-1'), customer('1-1', 'Smith')]
    books.apply({
      version: 1,
      complete: true,
      documents: documents.map((value) => ({ kind: value.kind, id: value.id, value })),
    })
    expect(books.lists.byFullName('Name', 'smith:roof')?.id).toBe('2-1')
    expect(books.lists.byFullName('Name', 'roof')).toBeUndefined()
    expect(books.lists.referenceCounts.isReferenced('Name', '1-1')).toBe(true)
  })

  it('the books reject a transaction whose debits and credits differ', () => {
    const books = new Books(transactionKinds)
    const put = (second: string) =>
      books.putTransaction({
        kind: 'Invoice',
        id: '1-1',
        created: 0,
        modified: 0,
        number: 1,
        fields: {},
        lines: [],
        applications: [],
        postings: [posting('a', '1.00'), posting('b', second)],
        custom: [],
      })
    expect(() => put('-0.99')).toThrow('do not balance')
    expect(() => put('-1.00')).not.toThrow()
  })

  it('the books roll back to the savepoint or to the start of the message set', () => {
    const books = new Books(transactionKinds)
    books.putRecord(customer('1-1', 'One'))
    books.savepoint()
    books.putRecord(customer('1-1', 'Changed'))
    books.putRecord(customer('2-1', 'Two'))
    books.rollbackToSavepoint()
    expect(books.lists.byId('Name', '1-1')).toEqual(customer('1-1', 'One'))
    expect(books.lists.byFullName('Name', 'two')).toBeUndefined()
    expect(books.drainChanges().map(({ id }) => id)).toEqual(['1-1'])
    books.remove('Customer', '1-1')
    books.rollback()
    expect(books.recordCount).toBe(1)
    expect(books.drainChanges()).toEqual([])
  })
})
