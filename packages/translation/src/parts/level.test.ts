import { expect, it } from 'vitest'
import { catchFault, listIdentity, requireTable, serializeUpdate } from '../../test/translation.fixture.ts'

const identity = { Id: '80000004-1782900005', SyncToken: '7' }

function stored(parent: string): string {
  return `<ClassRet>${listIdentity}<Name>North</Name><FullName>North</FullName><IsActive>true</IsActive>${parent}</ClassRet>`
}

it('a child record needs a parent, sent or stored [dp-7.3:2020]', () => {
  const update = (body: object, parent = '') =>
    serializeUpdate(requireTable('Class'), { ...identity, ...body }, stored(parent))
  expect(catchFault(() => update({ SubClass: true }))).toMatchObject({ code: '2020', element: 'ParentRef' })
  expect(update({ SubClass: true, ParentRef: { value: '80000001-1' } })).toContain('<ParentRef>')
  expect(update({ SubClass: true, Name: 'South' }, '<ParentRef><ListID>80000001-1</ListID></ParentRef>')).toContain(
    'South',
  )
})
