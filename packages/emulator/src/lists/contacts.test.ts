import { child, childrenByName, childText, type Element } from '@bridge/qbxml'
import { describe, expect, it } from 'vitest'
import { only, openTestCompany, sendXml, texts } from '../../test/company.fixture.ts'
import type { Company } from '../company/company.ts'

function contact(name: string, value: string): string {
  return `<AdditionalContactRef><ContactName>${name}</ContactName><ContactValue>${value}</ContactValue></AdditionalContactRef>`
}
async function add(company: Company, kind: string, fields: string): Promise<Element> {
  return only(await sendXml(company, `<${kind}AddRq><${kind}Add>${fields}</${kind}Add></${kind}AddRq>`))
}
async function modify(company: Company, kind: string, record: Element, fields: string): Promise<Element> {
  const [id, token] = texts(record, 'ListID', 'EditSequence')
  const identity = `<ListID>${id}</ListID><EditSequence>${token}</EditSequence>`
  return only(await sendXml(company, `<${kind}ModRq><${kind}Mod>${identity}${fields}</${kind}Mod></${kind}ModRq>`))
}
function getContacts(record: Element) {
  return childrenByName(record, 'AdditionalContactRef').map((each) => [
    childText(each, 'ContactName'),
    childText(each, 'ContactValue'),
  ])
}

describe.each(['Customer', 'Vendor'])('the contacts of a %s', (kind) => {
  it('contacts repeat the phone and email, and follow the element Contact', async () => {
    const { company } = openTestCompany()
    const fields = '<Name>Mahajan</Name><Phone>555</Phone><Email>a@b.example</Email><Contact>Self</Contact>'
    const record = await add(company, kind, `${fields}${contact('Mobile', '777')}${contact('Website', 'b.example')}`)
    expect(getContacts(record)).toEqual([
      ['Main Phone', '555'],
      ['Main Email', 'a@b.example'],
      ['Mobile', '777'],
      ['Website', 'b.example'],
    ])
    const names = record.children.map(({ name }) => name)
    expect(names[names.indexOf('AdditionalContactRef') - 1]).toBe('Contact')
  })

  it('contacts set the element they name', async () => {
    const { company } = openTestCompany()
    const record = await add(
      company,
      kind,
      `<Name>Mahajan</Name>${contact('main phone', '1')}${contact('CC Email', 'c')}`,
    )
    expect(texts(record, 'Phone', 'Cc')).toEqual(['1', 'c'])
    expect(getContacts(record)).toEqual([
      ['Main Phone', '1'],
      ['CC Email', 'c'],
    ])
  })

  it("contacts are replaced by a Mod's, and kept by a Mod without any", async () => {
    const { company } = openTestCompany()
    const both = contact('Mobile', '777') + contact('Website', 'b.example')
    const added = await add(company, kind, `<Name>Mahajan</Name><Phone>555</Phone>${both}`)
    const kept = await modify(company, kind, added, '<Phone>556</Phone>')
    expect(getContacts(kept)).toEqual([
      ['Main Phone', '556'],
      ['Mobile', '777'],
      ['Website', 'b.example'],
    ])
    const replaced = await modify(company, kind, kept, contact('Website', 'c.example') + contact('Mobile', ''))
    expect(getContacts(replaced)).toEqual([
      ['Main Phone', '556'],
      ['Website', 'c.example'],
    ])
    const cleared = await modify(company, kind, replaced, `<Phone/>${contact('Website', '')}`)
    expect(child(cleared, 'AdditionalContactRef')).toBeUndefined()
  })
})

it('stores the contacts of an employee', async () => {
  const { company } = openTestCompany()
  const record = await add(company, 'Employee', `<FirstName>Ada</FirstName>${contact('Website', 'b.example')}`)
  expect(getContacts(record)).toEqual([['Website', 'b.example']])
})
