import { requireRealmId } from '@bridge/agent-protocol'
import { describe, expect, it } from 'vitest'
import {
  createDefaultDraft,
  type DraftCall,
  findEntityName,
  findOperation,
  isWrite,
  toCall,
  toDraft,
} from './draft-call.ts'

const realmId = requireRealmId('9130350000000001')
const create: DraftCall = {
  realmId,
  method: 'POST',
  path: '/invoice',
  query: '',
  text: '{"CustomerRef":{"value":"1"}}',
}

describe('a draft of a call', () => {
  it('begins as a query that can be sent', () => {
    expect(toCall(createDefaultDraft(realmId))).toEqual({
      realmId,
      method: 'GET',
      path: '/query',
      query: 'query=select%20*%20from%20Customer%20maxresults%2010&explain=1',
      body: '',
    })
  })

  it('moves a long query into the body', () => {
    const text = `select * from Customer where Id in (${Array.from({ length: 200 }, () => "'80000001-1'").join(',')})`
    expect(toCall({ ...createDefaultDraft(realmId), text })).toMatchObject({
      method: 'POST',
      query: 'explain=1',
      body: text,
    })
  })

  it.each([createDefaultDraft(realmId), create, { ...create, method: 'GET', path: '/customer/1', text: '' }])(
    'is read back from its call: %o',
    (draft) => {
      expect(toDraft(toCall(draft))).toEqual(draft)
    },
  )

  it('sends a write with a requestid, but keeps one that was typed', () => {
    expect(toCall(create, 'r1').query).toBe('requestid=r1')
    expect(toCall({ ...create, query: 'operation=update' }, 'r1').query).toBe('operation=update&requestid=r1')
    expect(toCall({ ...create, query: 'requestid=mine' }, 'r1').query).toBe('requestid=mine')
    expect(toCall(createDefaultDraft(realmId), 'r1').query).not.toContain('requestid')
  })

  it.each<[Partial<DraftCall>, boolean, string]>([
    [{}, true, 'create'],
    [{ text: '{"Id":"1-1","SyncToken":"1"}' }, true, 'update'],
    [{ query: 'operation=delete' }, true, 'delete'],
    [{ query: 'include=void' }, true, 'void'],
    [{ method: 'GET', path: '/customer/1' }, false, 'read'],
    [{ path: '/query' }, false, 'query'],
  ])('%o: write %s, %s', (change, write, operation) => {
    const draft = { ...create, ...change }
    expect([isWrite(draft), findOperation(draft)]).toEqual([write, operation])
  })

  it('names the entity of its path', () => {
    expect([findEntityName({ path: '/invoice/1' }), findEntityName({ path: '/query' })]).toEqual(['invoice', undefined])
  })
})
